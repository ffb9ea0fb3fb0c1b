import { join } from 'node:path';
import type { CompareOptions } from '../../../harness/compare/comparison.ts';
import type { Dataset, Leg } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { testPart } from '../../../harness/legs/part/part-test.ts';
import { writePartTest } from '../../../harness/legs/part/write.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../../harness/metrics/index.ts';
import { splitStratum } from '../../../harness/metrics/metric-in-stratum.ts';
import { formats } from '../../../harness/report/formats/index.ts';
import { partTestView } from '../../../harness/report/part/part-test.ts';
import { fileName } from '../../../harness/run/folder/file-name.ts';
import { folderStamp } from '../../../harness/run/folder/run-name.ts';
import { requireRunDirectory } from '../../../harness/run/folder/write.ts';
import { keepLegs } from '../../../harness/run/keep-legs.ts';
import type { StoredLeg } from '../../../harness/run/leg-store.ts';
import { fieldUnits } from '../../../retrievers/dense/units.ts';
import { loadMetrics } from '../../../retrievers/user/user-metric.ts';
import type { Io } from '../../io.ts';
import { type ContextFlags, type DatasetFlags, indexContext, openDataset } from '../../open-dataset.ts';
import type { SystemFlags } from '../../open-systems.ts';
import { datasetAsClusterSource, readClusters } from '../../read-clusters.ts';
import { type OutputFlags, openTerminal } from '../../terminal.ts';
import type { WrittenPart } from './find-part.ts';
import { openPartPair, type PartPair } from './part-systems.ts';

export interface PartFlags extends SystemFlags, DatasetFlags, ContextFlags, OutputFlags {
	readonly metric: string;
	readonly metrics?: readonly string[];
	readonly margin?: number;
	readonly depth: number;
	readonly cluster?: string;
	readonly out?: string;
}

/** Flags that tune a leg: a stage or option has nothing to tune. By the names that commander gives them. */
export const LEG_FLAGS: readonly (readonly [key: string, flag: string])[] = [
	['base', '--base'],
	['variant', '--variant'],
	['weights', '--weights'],
	['cutoff', '--cutoff'],
	['folds', '--folds'],
	['repeats', '--repeats'],
	['placebos', '--placebos'],
	['minCoverage', '--min-coverage'],
];

/**
 * `bench retest` of a stage or option: the system with it against the same system without it, each leg retrieved once.
 *
 * @param isGiven whether the user wrote the flag of this key
 */
export async function retestPart(
	written: WrittenPart,
	flags: PartFlags,
	io: Io,
	isGiven: (key: string) => boolean,
): Promise<void> {
	const terminal = await openTerminal(flags, io);
	const { metric } = splitStratum(flags.metric);
	const metrics = await loadMetrics([
		...new Set(parseMetrics([metric, ...(flags.metrics ?? DEFAULT_METRICS)]).map(({ name }) => name)),
	]);
	if (flags.out !== undefined) requireRunDirectory(flags.out);
	const pair = await openPartPair(written, flags);
	const { part } = pair;
	const tuning = LEG_FLAGS.filter(([key]) => isGiven(key)).map(([, flag]) => flag);
	if (tuning.length > 0)
		throw new BenchError('usage', `${tuning.join(' and ')}: only a leg is tuned, and ${part.written} is none`, {
			hint: 'A stage or option is compared with and without, as set: --retriever, --set, --metrics and --metric say of what and by what.',
		});
	const dataset = await openDataset(flags, terminal);
	const clusters = await readClusters(flags.cluster, datasetAsClusterSource(dataset));
	for (const note of pair.notes) terminal.note(note);

	const context = indexContext(dataset, flags, terminal);
	const memory = new Map<string, StoredLeg>();
	const before = await keepLegs({ dataset, system: pair.without, context, memory });
	const after = await keepLegs({ dataset, system: pair.having, context, memory });
	const retrieved = [...new Set([...before.retrieved, ...after.retrieved])];
	terminal.note(retrieved.length > 0 ? `retrieved ${retrieved.join(', ')}` : 'nothing retrieved: every leg was kept');

	const systems = {
		having: { label: pair.having.name, kept: after.kept, legs: after.fused.legs },
		without: { label: pair.without.name, kept: before.kept, legs: before.fused.legs },
	};
	const compare: Partial<CompareOptions> = {
		...(isGiven('metric') ? { primary: flags.metric } : {}),
		...(isGiven('metrics') ? { metrics: metrics.map(({ name }) => name) } : {}),
		...(flags.margin === undefined ? {} : { margin: flags.margin }),
		...(clusters === undefined ? {} : { clusters }),
	};
	const { depth, seed } = flags;
	const proven = noFields(pair, after.fused.legs, dataset);
	const test = testPart(part, systems, { dataset, metrics, depth, seed, compare, proven });
	const created = new Date().toISOString();
	const about = `retest-${fileName(part.written)}-${fileName(dataset.name)}-${folderStamp(created)}`;
	const view = partTestView(test, systems);
	const texts = { markdown: `${formats.markdown.render(view, { details: true })}\n`, data: view.data };
	const wished = { path: flags.out ?? join(flags.resultsDir, about), fresh: flags.out === undefined };
	const path = writePartTest(wished, test, texts, { dataset, depth, created, ...systems });
	terminal.printView({
		...view,
		notes: [...view.notes, `report  ${join(path, 'report.md')}`],
		data: { retest: path, ...view.data },
	});
}

/** Proof that `units` makes no difference: a document without fields is one unit of content either way. */
function noFields({ part, having, without }: PartPair, legs: readonly Leg[], { corpus }: Dataset): string | undefined {
	const values = [having, without].map(({ options }) => options[part.name]);
	const ofLeg = legs.some(({ name, plugin }) => part.name === `${name}.units` && EMBEDS_UNITS.includes(plugin));
	if (!ofLeg || !values.includes('fields') || !values.includes('content')) return undefined;
	const some = corpus.some((doc) => fieldUnits(doc) !== undefined);
	return some ? undefined : 'no document has a title, narrative or facts in its metadata';
}

/** The retrievers whose `units` are those of `fieldUnits`. */
const EMBEDS_UNITS: readonly string[] = ['dense', 'chroma'];
