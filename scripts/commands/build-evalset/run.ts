import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexContext, Json, JsonObject } from '../../../harness/contract.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { BenchError } from '../../../harness/errors.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import type { BuiltStratum } from '../../../harness/labels/evalset/build-stratum.ts';
import { checkWording } from '../../../harness/labels/evalset/check-wording.ts';
import { datasetLines } from '../../../harness/labels/evalset/dataset-lines.ts';
import {
	type EvalItem,
	type EvalStratum,
	type Failure,
	STRATA,
	type WordedItem,
} from '../../../harness/labels/evalset/item.ts';
import { type LlmFlags, openFlaggedChat } from '../../llm/flags.ts';
import type { Terminal } from '../../terminal.ts';
import { type BuildFlags, buildStrata } from './build.ts';
import { evalsetView } from './evalset-view.ts';
import { openGround, type QueryGround } from './open-corpus.ts';
import { type Built, reasonsInWords, strataReport, warnOfShortfall } from './report.ts';
import { readWorded, skeletonLine } from './skeletons.ts';
import { type Word, wordByModel } from './word-by-model.ts';
import { WORDING_VERSION } from './wording-prompt.ts';
import { openWordings } from './wording-state.ts';
import { chooseDestination, type Destination, jsonLines, writeEvalset } from './write.ts';

interface BuildEvalsetFlags extends LlmFlags, BuildFlags {
	readonly data?: string | undefined;
	readonly out?: string | undefined;
	readonly force?: true | undefined;
	readonly worded?: string | undefined;
	readonly tries: number;
	readonly cacheDir: string;
	readonly modelDir?: string | undefined;
	readonly seed: number;
}

/** `bench build-evalset`: with a model, with words from a person, or skeletons for a person to word. */
export async function buildEvalset(flags: BuildEvalsetFlags, terminal: Terminal): Promise<void> {
	const { directory } = resolveDataset(flags.data);
	const destination = chooseDestination(directory, flags.out);
	const ground = await openGround(directory, flags, terminal);
	if (flags.worded !== undefined) return takeWorded(flags.worded, destination, ground, terminal);
	if (STRATA.every((stratum) => flags[stratum] === 0))
		throw new BenchError('usage', 'No query is wanted', { hint: 'Give --exact, --paraphrase or --multihop a number.' });
	const toWord = flags.paraphrase + flags.multihop > 0;
	if (toWord && flags.llmUrl === undefined) return makeSkeletons(destination, ground, flags, terminal);

	const chat = toWord ? openFlaggedChat(flags, terminal.warn) : undefined;
	const state = openWordings(join(destination.out, 'evalset.wordings.jsonl'));
	const byModel: Word =
		chat === undefined
			? async ({ targets }) => ({ targets, reason: 'there is no model to word it' })
			: wordByModel(chat, state, ground, flags.tries);
	try {
		const word: Word = async (item) => byPhrase(item, ground) ?? byModel(item);
		const context = contextOf(destination, flags, terminal);
		const { built, nearBy } = await buildStrata(directory, ground, flags, context, word, terminal);
		const made = {
			seed: flags.seed,
			near_duplicates: flags.nearDuplicates,
			near_duplicate_threshold: flags.nearDuplicateThreshold,
			...(chat === undefined ? {} : { model: chat.model, prompt: WORDING_VERSION }),
		};
		await finish(destination, ground, built, nearBy, made, terminal);
	} finally {
		chat?.close();
	}
}

/** The corpus itself gives the words of an exact query. */
function byPhrase(item: EvalItem, { corpus, words }: QueryGround): WordedItem | Failure | undefined {
	if (item.phrase === undefined) return undefined;
	const checked = checkWording(item.phrase, item, corpus, words);
	return 'problem' in checked
		? { targets: item.targets, reason: checked.problem }
		: { item, text: item.phrase, provenance: { made_by: 'phrase', ...checked.provenance } };
}

async function makeSkeletons(
	destination: Destination,
	ground: QueryGround,
	flags: BuildEvalsetFlags,
	terminal: Terminal,
): Promise<void> {
	const path = join(destination.out, 'skeletons.jsonl');
	if (existsSync(path) && flags.force !== true)
		throw new BenchError('usage', `${path} is there already, and may hold somebody's words`, {
			hint: `Take them in with --worded ${path}, or replace the file with --force.`,
		});
	const { built, nearBy } = await buildStrata(
		destination.dataset,
		ground,
		flags,
		contextOf(destination, flags, terminal),
		async (item) => byPhrase(item, ground) ?? { item, text: '', provenance: {} },
		terminal,
	);
	const lines = [...built.values()].flatMap(({ worded }) =>
		worded.map((one) => skeletonLine(one, ground.corpus, nearBy)),
	);
	writeFileWhole(path, jsonLines(lines));
	const strata = strataReport(built, ground.corpus, nearBy);
	warnOfShortfall(built, terminal);
	terminal.printView(evalsetView(path, built, nearBy, { skeletons: path, strata }));
	terminal.note(
		`no --llm-url: these are skeletons. Write each query into its empty "text", then give --worded ${path}`,
	);
}

async function takeWorded(
	path: string,
	destination: Destination,
	ground: QueryGround,
	terminal: Terminal,
): Promise<void> {
	const { worded, unworded, nearBy } = await readWorded(path, ground);
	if (unworded > 0) terminal.warn(`${unworded} lines of ${path} have no words yet: left out`);
	const built = new Map<EvalStratum, BuiltStratum>();
	for (const stratum of STRATA) {
		const ofStratum = worded.filter(({ item }) => item.stratum === stratum);
		if (ofStratum.length > 0)
			built.set(stratum, { wanted: ofStratum.length, worded: ofStratum, failures: [], exhausted: false });
	}
	await finish(destination, ground, built, nearBy, { unworded }, terminal);
}

async function finish(
	destination: Destination,
	{ corpus }: QueryGround,
	built: Built,
	nearBy: Json,
	made: JsonObject,
	terminal: Terminal,
): Promise<void> {
	const lines = [...built.values()].map(({ worded }) => datasetLines(worded, corpus, nearBy));
	const queries = lines.flatMap((part) => part.queries);
	const strata = strataReport(built, corpus, nearBy);
	warnOfShortfall(built, terminal);
	if (queries.length === 0)
		throw new BenchError('data', `No query could be made; nothing was written (${reasonsInWords(built)})`);
	const qrels = lines.flatMap((part) => part.qrels);
	await writeEvalset(destination, corpus, { queries, qrels }, { ...made, near_by: nearBy, strata });
	const path = join(destination.out, 'queries.jsonl');
	terminal.printView(
		evalsetView(`${path}: ${queries.length} queries`, built, nearBy, {
			queries: path,
			...made,
			near_by: nearBy,
			strata,
		}),
	);
}

function contextOf({ dataset }: Destination, flags: BuildEvalsetFlags, terminal: Terminal): IndexContext {
	return {
		datasetDirectory: dataset,
		cacheDirectory: flags.cacheDir,
		...(flags.modelDir === undefined ? {} : { modelDirectory: flags.modelDir }),
		queryCache: true,
		seed: flags.seed,
		progress: terminal.progress,
		note: terminal.note,
	};
}
