import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { KeptLegs } from '../../../harness/fusion/kept-legs.ts';
import { placeboDocuments } from '../../../harness/fusion/placebo.ts';
import { retest } from '../../../harness/legs/retest/retest.ts';
import { DEEPER } from '../../../harness/legs/retest/variant.ts';
import { writeRetest } from '../../../harness/legs/retest/write.ts';
import { DEFAULT_METRICS } from '../../../harness/metrics/index.ts';
import { formats } from '../../../harness/report/formats/index.ts';
import { retestView } from '../../../harness/report/retest/retest.ts';
import { fileName } from '../../../harness/run/folder/file-name.ts';
import { folderStamp } from '../../../harness/run/folder/run-name.ts';
import { keepLegs } from '../../../harness/run/keep-legs.ts';
import {
	addDatasetFlags,
	addDirectoryFlags,
	addOutputFlags,
	collect,
	commaList,
	positiveInteger,
	readNumber,
} from '../../flags.ts';
import type { Io } from '../../io.ts';
import { indexContext, openDataset } from '../../open-dataset.ts';
import { addClusterFlag, datasetAsClusterSource, readClusters } from '../../read-clusters.ts';
import { openTerminal } from '../../terminal.ts';
import { findPart } from './find-part.ts';
import { readRetestOptions } from './options.ts';
import { retestPart } from './retest-part.ts';
import { ownSettings, readRetestSettings, resolveRetestSystems } from './systems.ts';
import { findRetestLeg, variantsOf } from './variants.ts';

const BASE: readonly string[] = ['fts', 'dense'];
const NONE: readonly string[] = [];

export function define(command: Command, io: Io): void {
	withFlags(command)
		.description(
			'Tests whether a leg adds anything to the base legs, in every variant of its seeding and walking: audit, pool recall beside a control of the same size, a fine sweep of its weight with cross-validation, a placebo with the documents of other queries tuned alike, and verdicts corrected as one family. Writes a report whose conclusion follows by the rules printed in it, and says which gains it would have found. graph is graph:typed where the dataset has triples.jsonl, else the co-occurrence graph (graph=graph: that in any case). A stage (window, sort=recency) or an option (dense.units=fields) is compared instead: the system of --retriever with it against the same system without it, on every stratum and metric, with nothing tuned.',
		)
		.action(async (written, flags, self) => {
			const isGiven = (key: string): boolean => self.getOptionValueSource(key) === 'cli';
			const part = findPart(written, flags.retriever.length > 0, flags.set);
			if (part !== undefined) return retestPart(part, flags, io, isGiven);
			refuseFlagsOfParts(isGiven);
			const terminal = await openTerminal(flags, io);
			const asked = readRetestOptions(flags, terminal.progress);
			const set = readRetestSettings(flags.set);
			const leg = await findRetestLeg(written, resolveDataset(flags.data).directory);
			const base = flags.base ?? BASE.filter((name) => name !== leg.name);
			const variants = variantsOf(leg, flags.variant, ownSettings(leg, set));
			const systems = await resolveRetestSystems({ leg, base, set, variants, embedder: flags.embedder });

			const dataset = await openDataset(flags, terminal);
			const clusters = await readClusters(flags.cluster, datasetAsClusterSource(dataset));
			const context = indexContext(dataset, flags, terminal);
			terminal.note(
				`${leg.retriever} on ${base.join(' and ')}: ${variants.length} variant${variants.length > 1 ? 's' : ''}`,
			);
			const { kept: deeper } = await keepLegs({ dataset, system: systems.base, context, deeper: DEEPER });
			const kept = [];
			for (const { system, ...variant } of systems.variants) {
				// A reranker has to have read what the placebos bring, or they could not be tuned through it.
				const further = (found: KeptLegs) =>
					placeboDocuments(found, leg.name, { seed: options.seed, copies: options.placebos });
				const { kept: legs, fused } = await keepLegs({ dataset, system, context, further });
				const entry = fused.legs.find(({ name }) => name === leg.name);
				kept.push({ ...variant, kept: legs, options: entry?.options ?? {}, codeHash: entry?.codeHash });
			}
			const options = clusters === undefined ? asked : { ...asked, compare: { ...asked.compare, clusters } };
			const report = retest({ leg: leg.name, variants: kept, deeper }, options);
			const created = new Date().toISOString();
			const wished =
				flags.out ??
				join(flags.resultsDir, `retest-${fileName(leg.name)}-${fileName(dataset.name)}-${folderStamp(created)}`);
			const about = { dataset, retriever: leg.retriever, variants: kept, deeper, created };
			const view = retestView(report, about);
			const markdown = `${formats.markdown.render(view, { details: true })}\n`;
			const texts = { markdown, data: view.data };
			const path = writeRetest({ path: wished, fresh: flags.out === undefined }, report, texts, about);
			terminal.printView({
				...view,
				notes: [...view.notes, `report  ${join(path, 'report.md')}`],
				data: { retest: path, dataset: dataset.name, ...view.data },
			});
		});
}

function withFlags(command: Command) {
	return addOutputFlags(
		addDirectoryFlags(
			addClusterFlag(
				addDatasetFlags(
					command.argument(
						'<part>',
						'a leg: graph, any retriever, a module path.ts[#Export], name=retriever; a stage: window, sort=recency; or an option: dense.units=fields',
					),
				),
			)
				.option('--base <legs>', 'the legs that it is added to, comma-separated (default: fts,dense)', commaList)
				.option(
					'--variant <options>',
					'options of the leg, key=value,...; repeatable; default: its family',
					collect,
					NONE,
				)
				.option('--set <key=value>', 'an option of the fused system, or <leg>.<option>; repeatable', collect, NONE)
				.option(
					'--retriever <name>',
					'the system that a stage or option is a part of: built-in or named by the config (default: hybrid)',
					collect,
					NONE,
				)
				.option('--config <file>', 'named systems (default: bench.config.json or bench.config.ts, where there is one)')
				.option('--embedder <provider:model>', 'embedding model for every leg that embeds')
				.option(
					'--metric <name>',
					'what is tuned for and compared; of a stage or option the primary question, metric[/stratum]',
					'nDCG@10',
				)
				.option(
					'--metrics <names>',
					`of a stage or option: metrics beside the primary one, comma-separated (default: ${DEFAULT_METRICS.join(',')})`,
					commaList,
				)
				.option('--margin <size>', 'the largest difference that does not matter: tests for equivalence', readNumber)
				.option('--weights <values>', "weights of the leg, as --grid's values; in mean weights of the base legs")
				.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
				.option(
					'--cutoff <k>',
					'the K of "can it reach the top K" (default: the cutoff of the metric)',
					positiveInteger,
				)
				.option('--folds <n>', 'folds of the cross-validation', positiveInteger, 5)
				.option('--repeats <n>', 'how often the queries are dealt into folds anew', positiveInteger, 10)
				.option(
					'--placebos <n>',
					'copies of each placebo (documents of other queries; its own in random order)',
					positiveInteger,
					5,
				)
				.option(
					'--min-coverage <share>',
					'relevant documents that the leg must know for a verdict, 0..1',
					readNumber,
					0.5,
				)
				.option('--out <dir>', 'the folder to write (default: results/retest-<part>-<dataset>-<time>)'),
		),
	);
}

/** A leg is tuned for one metric, and its system is made of the base legs. */
function refuseFlagsOfParts(isGiven: (key: string) => boolean): void {
	const given = ['metrics', 'config'].filter(isGiven).map((key) => `--${key}`);
	if (given.length === 0) return;
	throw new BenchError('usage', `${given.join(' and ')}: only for a stage or an option`, {
		hint: 'A leg is tuned for one metric (--metric), beside the legs of --base.',
	});
}
