import { BenchError } from '../../errors.ts';
import { parseMetric } from '../../metrics/index.ts';
import { splitStratum } from '../../metrics/metric-in-stratum.ts';

export const AUTO = 'auto';

/** How far a metric may fall below the baseline. */
export interface DropLimit {
	readonly metric: string;
	/** Undefined: over all queries. */
	readonly stratum: string | undefined;
	/** Largest drop that is accepted, >= 0, in units of the metric; `auto`: the smallest that can be decided. */
	readonly maxDrop: number | typeof AUTO;
}

/** The least mean that the candidate must reach. */
export interface FloorLimit {
	readonly metric: string;
	readonly stratum: string | undefined;
	readonly min: number;
}

/** The largest ratio of the candidate's latency to the baseline's. */
export interface LatencyLimit {
	readonly stage: string;
	readonly statistic: LatencyStatistic;
	readonly maxRatio: number;
}

export const LATENCY_STATISTICS = ['p50', 'p95', 'p99', 'mean', 'max'] as const;
export type LatencyStatistic = (typeof LATENCY_STATISTICS)[number];

export interface GateLimits {
	readonly drops: readonly DropLimit[];
	readonly floors: readonly FloorLimit[];
	readonly latencies: readonly LatencyLimit[];
}

/**
 * `recall@10`, `recall@10/multihop` or either with `=0.02` or `=auto` for a drop of its own; without, `fallback` is its
 * limit.
 */
export function readDropLimit(text: string, fallback: DropLimit['maxDrop'] | undefined): DropLimit {
	const own = text.endsWith(`=${AUTO}`);
	const { name, stratum, value } = readLimit('--metric', own ? text.slice(0, -AUTO.length - 1) : text);
	const maxDrop = own ? AUTO : (value ?? fallback);
	if (maxDrop === undefined)
		throw new BenchError('usage', `--metric ${text} has no limit`, {
			hint: `Write --max-drop auto for all metrics, or --metric ${text}=0.02 for this one.`,
		});
	return dropLimit(name, stratum, maxDrop, '--metric');
}

/** `recall@10=0.7` or `recall@10/exact=0.9`. */
export function readFloorLimit(text: string): FloorLimit {
	const { name, stratum, value } = readLimit('--min', text);
	if (value === undefined)
		throw new BenchError('usage', `--min ${text} has no value`, { hint: 'For example --min recall@10=0.7.' });
	return floorLimit(name, stratum, value, '--min');
}

/** `p95=1.5` for the whole retrieval, or `dense/p95=2` for one stage. */
export function readLatencyLimit(text: string): LatencyLimit {
	const [key = '', value = ''] = text.split('=', 2);
	const slash = key.lastIndexOf('/');
	const stage = slash === -1 ? 'total' : key.slice(0, slash);
	return latencyLimit(stage, key.slice(slash + 1), readValue('--max-latency', text, value), '--max-latency');
}

/** The value of `--max-drop`: a size, or `auto`. */
export function readMaxDrop(text: string): DropLimit['maxDrop'] {
	return text === AUTO ? AUTO : readValue('--max-drop', text, text);
}

export function dropLimit(
	metric: string,
	stratum: string | undefined,
	maxDrop: DropLimit['maxDrop'],
	where: string,
): DropLimit {
	if (maxDrop !== AUTO && !(maxDrop >= 0))
		throw new BenchError('usage', `${where}: a largest drop is 0 or more, not ${maxDrop}`, {
			hint: 'It is a size: 0.02 accepts a mean that is 0.02 lower.',
		});
	return { metric: parseMetric(metric).name, stratum, maxDrop };
}

export function floorLimit(metric: string, stratum: string | undefined, min: number, where: string): FloorLimit {
	const { name, max } = parseMetric(metric);
	if (min > max) throw new BenchError('usage', `${where}: ${name} can't reach ${min}; its largest value is ${max}`);
	return { metric: name, stratum, min };
}

export function latencyLimit(stage: string, statistic: string, maxRatio: number, where: string): LatencyLimit {
	const known = LATENCY_STATISTICS.find((name) => name === statistic);
	if (known === undefined)
		throw new BenchError('usage', `${where}: there is no latency "${statistic}"`, {
			hint: `There are ${LATENCY_STATISTICS.join(', ')}; of one stage as dense/p95.`,
		});
	if (!(maxRatio > 0)) throw new BenchError('usage', `${where}: a ratio is above 0, not ${maxRatio}`);
	return { stage, statistic: known, maxRatio };
}

/** Later limits replace earlier ones of the same metric and stratum, or of the same latency. */
export function mergeLimits(...all: readonly GateLimits[]): GateLimits {
	return {
		drops: latest(
			all.flatMap(({ drops }) => drops),
			({ metric, stratum }) => JSON.stringify([metric, stratum]),
		),
		floors: latest(
			all.flatMap(({ floors }) => floors),
			({ metric, stratum }) => JSON.stringify([metric, stratum]),
		),
		latencies: latest(
			all.flatMap(({ latencies }) => latencies),
			({ stage, statistic }) => JSON.stringify([stage, statistic]),
		),
	};
}

function latest<T>(limits: readonly T[], key: (limit: T) => string): readonly T[] {
	return [...new Map(limits.map((limit) => [key(limit), limit])).values()];
}

/** The `=` that matters stands outside the brackets of `P(rel=2)@5`. */
function readLimit(
	flag: string,
	text: string,
): { name: string; stratum: string | undefined; value: number | undefined } {
	const equals = /=(?![^(]*\))/.exec(text)?.index;
	const key = equals === undefined ? text : text.slice(0, equals);
	const { metric: name, stratum } = splitStratum(key);
	return {
		name,
		stratum,
		value: equals === undefined ? undefined : readValue(flag, text, text.slice(equals + 1)),
	};
}

function readValue(flag: string, text: string, value: string): number {
	const number = Number(value);
	if (value.trim() === '' || !Number.isFinite(number))
		throw new BenchError('usage', `${flag} ${text}: "${value}" is not a number`);
	return number;
}
