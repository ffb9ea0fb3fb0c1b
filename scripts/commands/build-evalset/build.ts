import type { IndexContext, Json } from '../../../harness/contract.ts';
import { type BuiltStratum, buildStratum } from '../../../harness/labels/evalset/build-stratum.ts';
import {
	type EvalStratum,
	type ItemSource,
	type NearDuplicatePolicy,
	STRATA,
} from '../../../harness/labels/evalset/item.ts';
import { multihopItems } from '../../../harness/labels/evalset/multihop-items.ts';
import { refuseCopies } from '../../../harness/labels/evalset/refuse-copies.ts';
import { exactItems, paraphraseItems } from '../../../harness/labels/evalset/single-target.ts';
import { randomStream } from '../../../harness/random.ts';
import type { Terminal } from '../../terminal.ts';
import { type CorpusFlags, openEntities, openNeighbours, type QueryGround } from './open-corpus.ts';
import type { Built } from './report.ts';
import type { Word } from './word-by-model.ts';

export interface BuildFlags extends CorpusFlags, Readonly<Record<EvalStratum, number>> {
	readonly nearDuplicates: NearDuplicatePolicy;
	readonly seed: number;
}

/** Builds the strata that are wanted, one after another. `nearBy` is null where no multihop query was wanted. */
export async function buildStrata(
	directory: string,
	ground: QueryGround,
	flags: BuildFlags,
	context: IndexContext,
	word: Word,
	terminal: Terminal,
): Promise<{ readonly built: Built; readonly nearBy: Json }> {
	const { corpus, words, nearDuplicates } = ground;
	const wanted = STRATA.filter((stratum) => flags[stratum] > 0);
	let nearBy: Json = null;
	const sources: Readonly<Record<EvalStratum, () => Promise<ItemSource> | ItemSource>> = {
		exact: () =>
			exactItems(corpus, words, nearDuplicates, flags.nearDuplicates, randomStream(flags.seed, 'evalset/exact')),
		paraphrase: () =>
			paraphraseItems(
				corpus,
				words,
				nearDuplicates,
				flags.nearDuplicates,
				randomStream(flags.seed, 'evalset/paraphrase'),
			),
		async multihop() {
			const { entities, source } = await openEntities(directory, corpus);
			const neighbours = await openNeighbours(ground, flags, context, terminal.warn);
			nearBy = neighbours.by;
			terminal.note(`${entities.length} entities that documents share, from ${source}`);
			return multihopItems(
				entities,
				nearDuplicates,
				flags.nearDuplicates,
				neighbours,
				randomStream(flags.seed, 'evalset/multihop'),
			);
		},
	};
	const built = new Map<EvalStratum, BuiltStratum>();
	for (const stratum of wanted) {
		const source = refuseCopies(await sources[stratum](), corpus);
		const bar = terminal.progress.start(stratum, flags[stratum]);
		try {
			built.set(stratum, await buildStratum(source, flags[stratum], word, () => bar.advance()));
		} finally {
			bar.stop();
		}
	}
	return { built, nearBy };
}
