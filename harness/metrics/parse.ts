import type { Metric } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { unknownName } from '../names.ts';
import { families } from './families.ts';
import type { MetricFamily, MetricParameter, MetricParameters } from './family.ts';
import { ownMetricName, unloadedMetric } from './own-metric.ts';

interface ParseMetricOptions {
	/** The grade from which a document is relevant, for metrics whose name does not say it. Default 1. */
	readonly rel?: number;
}

/**
 * A metric by its name: the long names of our tables (`recall@5`, `MRR`), those of ir_measures (`R@5`, `RR`,
 * `P(rel=2)@5`, `RBP(p=0.8)`), with `@k` and `(key=value, ...)` in either order, and those of trec_eval
 * (`ndcg_cut_10`, `recip_rank`). Case does not matter.
 */
export function parseMetric(name: string, options: ParseMetricOptions = {}): Metric {
	const own = ownMetricName(name);
	if (own !== undefined) return unloadedMetric(name, own);
	const match = FORM.exec(name.trim().replace(TREC_CUTOFF, '@$1'));
	const family = match === null ? undefined : byName.get((match[1] as string).toLowerCase());
	if (match === null || family === undefined) throw unknownMetric(name);
	const cutoff = readCutoff(family, match[3], name);
	const set = new Map<string, string>();
	for (const part of [match[2], match[4]].join(',').split(',')) {
		if (part.trim() === '') continue;
		const [key = '', value = ''] = part.split('=', 2);
		set.set(key.trim(), value.trim().replace(/^(['"])(.*)\1$/, '$2'));
	}
	const parameters = readParameters(family, set, name, options);
	return {
		name: canonicalName(family, parameters, cutoff),
		cutoff,
		max: 1,
		rel: Math.max(1, parameters.rel),
		score: (judged) => family.score(judged, cutoff, parameters),
	};
}

/** Several metrics in the order given; one that is named twice stands once. A list may be one text with commas. */
export function parseMetrics(names: string | readonly string[], options: ParseMetricOptions = {}): Metric[] {
	// A comma inside brackets separates parameters, not metrics.
	const parts = [names]
		.flat()
		.join(',')
		.split(/,(?![^()]*\))/);
	const metrics = new Map<string, Metric>();
	for (const part of parts) {
		if (part.trim() === '') continue;
		const metric = parseMetric(part, options);
		metrics.set(metric.name, metric);
	}
	if (metrics.size === 0)
		throw new BenchError('usage', 'no metric was named', { hint: `For example: ${DEFAULT_METRICS.join(',')}.` });
	return [...metrics.values()];
}

/** The default metrics of tables. */
export const DEFAULT_METRICS: readonly string[] = ['recall@5', 'recall@10', 'nDCG@10', 'MRR'];

const FORM = /^([a-z_]+)(?:\(([^()]*)\))?(?:@(\d+))?(?:\(([^()]*)\))?$/i;

/** `ndcg_cut_10`, `recall.100` */
const TREC_CUTOFF = /[_.](\d+)$/;

const byName = new Map<string, MetricFamily>(
	families.flatMap((family) => [family.name, ...family.aliases].map((name) => [name.toLowerCase(), family] as const)),
);

function readCutoff(family: MetricFamily, text: string | undefined, name: string): number {
	if (text === undefined) {
		if (family.cutoff === 'required')
			throw new BenchError('usage', `metric ${name} needs a cutoff`, { hint: `For example ${family.name}@10.` });
		return Number.POSITIVE_INFINITY;
	}
	if (family.cutoff === 'none')
		throw new BenchError('usage', `metric ${name}: ${family.name} takes no cutoff`, {
			hint: `Write ${family.name}: ${family.summary}.`,
		});
	const cutoff = Number(text);
	if (!Number.isSafeInteger(cutoff) || cutoff < 1)
		throw new BenchError('usage', `metric ${name}: the cutoff is an integer from 1`);
	return cutoff;
}

function readParameters(
	family: MetricFamily,
	set: ReadonlyMap<string, string>,
	name: string,
	{ rel = 1 }: ParseMetricOptions,
): MetricParameters {
	const values: Record<string, number | string> = { rel: 0, p: 0, gain: 'linear' };
	for (const parameter of family.parameters) {
		const text = set.get(parameter.key);
		// A level for all metrics changes those that have one by default; graded gains stay graded.
		const fallback = parameter.key === 'rel' && parameter.fallback === 1 ? rel : parameter.fallback;
		const value = text === undefined ? fallback : parameter.read(text);
		if (value === undefined)
			throw new BenchError('usage', `metric ${name}: ${parameter.key} takes ${parameter.takes}, not "${text}"`);
		values[parameter.key] = value;
	}
	const known = family.parameters.map((parameter) => parameter.key);
	for (const key of set.keys())
		if (!known.some((parameter) => parameter === key))
			throw new BenchError('usage', `metric ${name}: ${family.name} has no parameter "${key}"`, {
				hint: known.length > 0 ? `It has: ${known.join(', ')}.` : 'It has none.',
			});
	return values as unknown as MetricParameters;
}

function canonicalName(family: MetricFamily, parameters: MetricParameters, cutoff: number): string {
	const shown = family.parameters
		.filter((parameter: MetricParameter) => parameter.alwaysShown || parameters[parameter.key] !== parameter.fallback)
		.map((parameter) => `${parameter.key}=${parameters[parameter.key]}`);
	const brackets = shown.length > 0 ? `(${shown.join(',')})` : '';
	return `${family.name}${brackets}${cutoff === Number.POSITIVE_INFINITY ? '' : `@${cutoff}`}`;
}

function unknownMetric(name: string): BenchError {
	const stem = name.trim().split(/[@(]/, 1)[0] as string;
	const known = families.map((family) => family.name);
	return unknownName('metric', stem, known, { message: `there is no metric "${name}"` });
}
