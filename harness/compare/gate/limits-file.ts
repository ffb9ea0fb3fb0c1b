import { existsSync, readFileSync } from 'node:fs';
import { BenchError } from '../../errors.ts';
import { nearNames } from '../../options.ts';
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
	const content = objectAt(file, '', parse(file));
	requireKeys(file, '', content, ['baseline', 'metrics', 'latency']);
	if (content.baseline !== undefined && typeof content.baseline !== 'string')
		throw wrong(file, 'baseline', 'names a run folder');
	const drops: DropLimit[] = [];
	const floors: FloorLimit[] = [];
	const add = (metric: string, stratum: string | undefined, limits: Fields, at: string): void => {
		const where = `${file}: ${at}`;
		if (limits.max_drop !== undefined)
			drops.push(dropLimit(metric, stratum, dropAt(file, `${at}.max_drop`, limits.max_drop), where));
		if (limits.min !== undefined)
			floors.push(floorLimit(metric, stratum, numberAt(file, `${at}.min`, limits.min), where));
	};
	for (const [metric, value] of Object.entries(objectAt(file, 'metrics', content.metrics ?? {}))) {
		const at = `metrics.${metric}`;
		const limits = objectAt(file, at, value);
		requireKeys(file, at, limits, ['max_drop', 'min', 'strata']);
		add(metric, undefined, limits, at);
		for (const [stratum, own] of Object.entries(objectAt(file, `${at}.strata`, limits.strata ?? {}))) {
			const inside = `${at}.strata.${stratum}`;
			const fields = objectAt(file, inside, own);
			requireKeys(file, inside, fields, ['max_drop', 'min']);
			add(metric, stratum, fields, inside);
		}
	}
	const latencies = Object.entries(objectAt(file, 'latency', content.latency ?? {})).map(([key, value]) => {
		const slash = key.lastIndexOf('/');
		const at = `latency.${key}`;
		const stage = slash === -1 ? 'total' : key.slice(0, slash);
		return latencyLimit(stage, key.slice(slash + 1), numberAt(file, at, value), `${file}: ${at}`);
	});
	return { baseline: content.baseline, limits: { drops, floors, latencies } };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new BenchError('config', `${file} can't be read: ${(error as Error).message}`, { cause: error });
	}
}

function objectAt(file: string, at: string, value: unknown): Fields {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(file, at, 'is an object');
	return value as Fields;
}

function dropAt(file: string, at: string, value: unknown): DropLimit['maxDrop'] {
	if (value === AUTO) return AUTO;
	if (typeof value !== 'number') throw wrong(file, at, `is a number or "${AUTO}"`);
	return value;
}

function numberAt(file: string, at: string, value: unknown): number {
	if (typeof value !== 'number') throw wrong(file, at, 'is a number');
	return value;
}

function requireKeys(file: string, at: string, value: Fields, known: readonly string[]): void {
	const unknown = Object.keys(value).find((key) => !known.includes(key));
	if (unknown === undefined) return;
	const near = nearNames(unknown, known);
	throw new BenchError('config', `${file}: ${at === '' ? '' : `${at} has an `}unknown key "${unknown}"`, {
		hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${known.join(', ')}.`,
	});
}

function wrong(file: string, at: string, shape: string): BenchError {
	return new BenchError('config', `${file}: ${at === '' ? 'the file' : at} ${shape}`);
}
