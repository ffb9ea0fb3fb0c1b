import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { BenchError } from '../../errors.ts';
import { checkShape, exactObject, namedValues } from '../../files/check-shape.ts';
import {
	AUTO,
	type DropLimit,
	dropLimit,
	type FloorLimit,
	floorLimit,
	type GateLimits,
	latencyLimit,
} from './limits.ts';

export const DEFAULT_LIMITS_FILE = 'bench.gate.json';

/** The content of a limits file: the limits, and the baseline where it names one. */
export interface LimitsFile {
	readonly baseline: string | undefined;
	readonly limits: GateLimits;
}

/**
 * Reads limits from JSON:
 *
 *     { "baseline": "results/main",
 *       "metrics": { "recall@10": { "max_drop": 0.02, "min": 0.7, "strata": { "multihop": { "max_drop": "auto" } } } },
 *       "latency": { "p95": 1.5, "dense/p95": 2 } }
 *
 * Unknown keys are errors. Without `path`, `bench.gate.json` is read where it stands; no such file is no limits.
 */
export function readLimitsFile(path: string | undefined): LimitsFile {
	const file = path ?? DEFAULT_LIMITS_FILE;
	if (!existsSync(file)) {
		if (path === undefined) return { baseline: undefined, limits: { drops: [], floors: [], latencies: [] } };
		throw new BenchError('config', `there is no limits file ${path}`);
	}
	const content = checkShape(SCHEMA, parse(file), { code: 'config', where: file });
	const drops: DropLimit[] = [];
	const floors: FloorLimit[] = [];
	const add = (metric: string, stratum: string | undefined, limits: Limits, at: string): void => {
		const where = `${file}: ${at}`;
		if (limits.max_drop !== undefined) drops.push(dropLimit(metric, stratum, limits.max_drop, where));
		if (limits.min !== undefined) floors.push(floorLimit(metric, stratum, limits.min, where));
	};
	for (const [metric, { strata = {}, ...limits }] of Object.entries(content.metrics ?? {})) {
		const at = `metrics.${metric}`;
		add(metric, undefined, limits, at);
		for (const [stratum, own] of Object.entries(strata)) add(metric, stratum, own, `${at}.strata.${stratum}`);
	}
	const latencies = Object.entries(content.latency ?? {}).map(([key, value]) => {
		const slash = key.lastIndexOf('/');
		const stage = slash === -1 ? 'total' : key.slice(0, slash);
		return latencyLimit(stage, key.slice(slash + 1), value, `${file}: latency.${key}`);
	});
	return { baseline: content.baseline, limits: { drops, floors, latencies } };
}

const number = v.number('is a number');
const limitEntries = {
	max_drop: v.optional(v.union([number, v.literal(AUTO)], `is a number or "${AUTO}"`)),
	min: v.optional(number),
};
type Limits = v.InferOutput<v.StrictObjectSchema<typeof limitEntries, undefined>>;

const SCHEMA = exactObject({
	baseline: v.optional(v.string('names a run folder')),
	metrics: v.optional(
		namedValues(exactObject({ ...limitEntries, strata: v.optional(namedValues(exactObject(limitEntries))) })),
	),
	latency: v.optional(namedValues(number)),
});

function parse(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new BenchError('config', `${file} can't be read: ${(error as Error).message}`, { cause: error });
	}
}
