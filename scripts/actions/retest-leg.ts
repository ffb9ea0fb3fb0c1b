import { join } from 'node:path';
import { COMPARE_DEFAULTS } from '../../harness/compare/comparison.ts';
import type { Dataset, IndexContext } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { largestCutoff } from '../../harness/legs/ablation/ablate.ts';
import { parseAxis } from '../../harness/legs/grid/axis.ts';
import { retest } from '../../harness/legs/retest/retest.ts';
import { retestToJson } from '../../harness/legs/retest/retest-json.ts';
import { DEEPER, LEG_WEIGHTS, type RetestOptions } from '../../harness/legs/retest/variant.ts';
import { writeRetest } from '../../harness/legs/retest/write.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import type { Settings } from '../../harness/options.ts';
import { renderRetest } from '../../harness/report/retest.ts';
import { retestMarkdown } from '../../harness/report/retest-markdown.ts';
import { fileName } from '../../harness/run/folder/file-name.ts';
import { folderStamp } from '../../harness/run/folder/run-id.ts';
import { type KeptSystem, keepLegs } from '../../harness/run/keep-legs.ts';
import { findRetriever } from '../../retrievers/index.ts';
import { systemOf } from '../../retrievers/resolve-system.ts';
import { type DatasetFlags, indexContext, openDataset, type PlaceFlags } from '../open-dataset.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { findRetestLeg, type RetestLeg, type VariantSettings, variantsOf } from './retest-variants.ts';

export interface RetestFlags extends OutputFlags, DatasetFlags, PlaceFlags {
	readonly base?: readonly string[];
	readonly variant: readonly string[];
	readonly set: readonly string[];
	readonly embedder?: string;
	readonly metric: string;
	readonly margin?: number;
	readonly weights?: string;
	readonly depth: number;
	readonly cutoff?: number;
	readonly folds: number;
	readonly repeats: number;
	readonly placebos: number;
	readonly minCoverage: number;
	readonly out?: string;
}

const BASE: readonly string[] = ['fts', 'dense'];
/** Simulated retests per true gain: shares are good to 4 points. */
const SIMULATIONS = 200;

/** `bench retest`: the fair test of one leg, printed and written. */
export async function retestLeg(written: string, flags: RetestFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const options = readOptions(flags, terminal);
	const set = readSettings(flags.set);
	const dataset = await openDataset(flags, terminal);
	const leg = await findRetestLeg(written, dataset.directory);
	const base = flags.base ?? BASE.filter((name) => name !== leg.name);
	const systems: Systems = { leg, base, set, flags, dataset, context: indexContext(dataset, flags, terminal) };
	const variants = variantsOf(leg, flags.variant, ownSettings(leg, set));
	terminal.note(
		`${leg.retriever} on ${base.join(' and ')}: ${variants.length} variant${variants.length > 1 ? 's' : ''}`,
	);

	const { kept: deeper } = await keepBase(systems);
	const kept = [];
	for (const variant of variants) {
		const { kept: legs, fused } = await keepVariant(systems, variant);
		const entry = fused.legs.find(({ name }) => name === leg.name);
		kept.push({ ...variant, kept: legs, options: entry?.options ?? {}, codeHash: entry?.codeHash });
	}
	const report = retest({ leg: leg.name, variants: kept, deeper }, options);
	const stamp = new Date().toISOString();
	const path =
		flags.out ?? join(flags.resultsDir, `retest-${fileName(leg.name)}-${fileName(dataset.name)}-${folderStamp(stamp)}`);
	const about = { dataset, retriever: leg.retriever, variants: kept, deeper, created: stamp };
	writeRetest(path, report, retestMarkdown(report, about), about);
	if (terminal.json) terminal.printJson({ retest: path, dataset: dataset.name, ...retestToJson(report) });
	else terminal.print(`${renderRetest(report)}\n\nreport  ${join(path, 'report.md')}`);
}

interface Systems {
	readonly leg: RetestLeg;
	readonly base: readonly string[];
	readonly set: Settings;
	readonly flags: RetestFlags;
	readonly dataset: Dataset;
	readonly context: IndexContext;
}

/** The base legs alone, deeper than set; what the settings say of the leg is left out. */
async function keepBase(systems: Systems): Promise<KeptSystem> {
	const { leg, base, set } = systems;
	const ofLeg = (key: string): boolean => key === 'exclude_base' || key.split('.').includes(leg.name);
	const settings = Object.fromEntries(Object.entries(set).filter(([key]) => !ofLeg(key)));
	return keep(systems, { ...settings, legs: base }, DEEPER);
}

async function keepVariant(systems: Systems, { settings }: VariantSettings): Promise<KeptSystem> {
	const { leg, base, set } = systems;
	const plugin = await findRetriever(leg.retriever);
	// A seeded leg starts from the base that it is added to.
	const seeds = Object.hasOwn(plugin.options, 'seeds') ? { [`${leg.name}.seeds`]: base } : {};
	const own = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${leg.name}.${key}`, value]));
	return keep(systems, { ...seeds, ...set, ...own, legs: [...base, `${leg.name}=${leg.retriever}`] }, 1);
}

async function keep({ flags, dataset, context }: Systems, settings: Settings, deeper: number): Promise<KeptSystem> {
	const plugin = await findRetriever('hybrid');
	const embedder = flags.embedder === undefined ? {} : { embedder: flags.embedder };
	return keepLegs({ dataset, system: await systemOf(plugin, settings, embedder), context, deeper });
}

/** What the settings fix of the leg's own options. */
function ownSettings({ name }: RetestLeg, set: Settings): Settings {
	return Object.fromEntries(
		Object.entries(set).flatMap(([key, value]) =>
			key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value] as const] : [],
		),
	);
}

function readSettings(texts: readonly string[]): Settings {
	return Object.fromEntries(
		texts.map((text) => {
			const equals = text.indexOf('=');
			if (equals < 1) throw new BenchError('usage', `--set ${text} is not of the form key=value`);
			const key = text.slice(0, equals);
			if (key === 'legs')
				throw new BenchError('usage', 'the legs are the base and the leg under test', {
					hint: 'Name the base with --base fts,dense.',
				});
			return [key, text.slice(equals + 1)] as const;
		}),
	);
}

function readOptions(flags: RetestFlags, terminal: Terminal): RetestOptions {
	const [metric, ...more] = parseMetrics(flags.metric);
	if (metric === undefined || more.length > 0)
		throw new BenchError('usage', `--metric takes one metric, not ${flags.metric}`);
	if (!(flags.minCoverage >= 0 && flags.minCoverage <= 1))
		throw new BenchError('usage', `--min-coverage is a share from 0 to 1, not ${flags.minCoverage}`);
	if (flags.margin !== undefined && !(flags.margin > 0))
		throw new BenchError('usage', `a margin is above 0, not ${flags.margin}`);
	return {
		metric,
		cutoff: flags.cutoff ?? largestCutoff([metric]),
		depth: flags.depth,
		weights: flags.weights === undefined ? LEG_WEIGHTS : readWeights(flags.weights),
		folds: flags.folds,
		repeats: flags.repeats,
		placebos: flags.placebos,
		simulations: SIMULATIONS,
		minCoverage: flags.minCoverage,
		seed: flags.seed,
		compare: {
			...COMPARE_DEFAULTS,
			seed: flags.seed,
			...(flags.margin === undefined ? {} : { margin: flags.margin }),
		},
		progress: terminal.progress,
	};
}

function readWeights(text: string): readonly number[] {
	const { values } = parseAxis(`weights=${text}`);
	const weights = values.map(Number);
	if (!weights.every((weight) => weight >= 0) || weights.every((weight) => weight === 0))
		throw new BenchError('usage', `--weights ${text}: weights are numbers from 0, one of them above 0`);
	return weights;
}
