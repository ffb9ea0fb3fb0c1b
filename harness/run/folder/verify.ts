import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../contract.ts';
import { canonicalJson } from '../../files/json.ts';
import { sha256 } from '../../files/sha256.ts';
import { own } from '../../names.ts';
import { searchesApproximately } from '../approximate-search.ts';
import { fallbackQueries } from '../fallback-queries.ts';
import type { RunRecord } from '../run-record.ts';
import { describeRun } from './manifest.ts';
import type { Manifest, RunFolder } from './run-folder.ts';
import { deterministicFiles } from './write.ts';

export interface FileCheck {
	readonly file: string;
	/** `same`: every byte as recorded; `changed`: the file in the folder is not the one that was written; `missing`. */
	readonly stored: 'same' | 'changed' | 'missing';
	/** `same`: repeating the run gives these bytes; `differs`: it does not. */
	readonly repeated: 'same' | 'differs';
}

export interface MovedMean {
	readonly metric: string;
	readonly recorded: number;
	readonly repeated: number;
}

export interface Verification {
	readonly files: readonly FileCheck[];
	/** Fields that differ between the manifest and that of the repeated run, with both values. */
	readonly manifest: readonly { readonly field: string; readonly recorded: string; readonly repeated: string }[];
	/** Queries that a fallback answered, in the run or in its repetition: then the result is not that of the system. */
	readonly fallbackQueries: number;
	/** The system searches approximately, by what it says of itself: its index need not come out the same again. */
	readonly approximate: boolean;
	/** The overall mean that moved most between the run and its repetition; undefined where none did. */
	readonly moved: MovedMean | undefined;
	readonly verified: boolean;
}

/**
 * Holds a run folder against its own hashes and against the same run made again. The manifest's `created` may differ,
 * timings are not looked at, and the tool's version, commit, node and platform are reported where they differ but do
 * not fail the verification: the bytes decide.
 */
export function verifyRun(run: Pick<RunFolder, 'path' | 'manifest'>, repeated: RunRecord): Verification {
	const now = deterministicFiles(repeated);
	const names = [...new Set([...Object.keys(run.manifest.files), ...Object.keys(now)])];
	const files = names.map((file): FileCheck => {
		const path = join(run.path, file);
		const recorded = own(run.manifest.files, file);
		const again = own(now, file);
		const stored = existsSync(path) ? sha256(readFileSync(path)) : undefined;
		return {
			file,
			stored: stored === undefined ? 'missing' : stored === recorded ? 'same' : 'changed',
			repeated: again !== undefined && sha256(again) === recorded ? 'same' : 'differs',
		};
	});
	const request = { created: run.manifest.created, selectedStrata: run.manifest.selected_strata };
	const manifest = manifestDifferences(run.manifest, describeRun(repeated, request));
	const fallback = Math.max(
		fallbackQueries(run.manifest.system),
		fallbackQueries({ facts: repeated.facts, legs: repeated.legs }),
	);
	return {
		files,
		manifest,
		fallbackQueries: fallback,
		approximate: searchesApproximately(run.manifest.system),
		moved: movedMost(recordedMeans(run.path, files), repeated.summary.overall.metrics),
		verified:
			fallback === 0 &&
			files.every(({ stored, repeated: again }) => stored === 'same' && again === 'same') &&
			manifest.every(({ field }) => ENVIRONMENT.includes(field)),
	};
}

/** The overall means of a run; none where its summary is not the one that was written. */
function recordedMeans(path: string, files: readonly FileCheck[]): Readonly<Record<string, number>> {
	const whole = files.some(({ file, stored }) => file === 'summary.json' && stored === 'same');
	if (!whole) return {};
	const summary = JSON.parse(readFileSync(join(path, 'summary.json'), 'utf8')) as RunFolder['summary'];
	return summary.overall.metrics;
}

function movedMost(
	recorded: Readonly<Record<string, number>>,
	repeated: Readonly<Record<string, number>>,
): MovedMean | undefined {
	return Object.entries(recorded)
		.flatMap(([metric, before]): readonly MovedMean[] => {
			const after = own(repeated, metric);
			return after === undefined || after === before ? [] : [{ metric, recorded: before, repeated: after }];
		})
		.sort((one, other) => Math.abs(other.repeated - other.recorded) - Math.abs(one.repeated - one.recorded))[0];
}

/** Fields that say where a run was made, not what it is: no difference in them fails a verification. */
export const ENVIRONMENT: readonly string[] = ['tool', 'node', 'platform'];

/** Absent in folders of earlier versions, which did not count: their rankings may be the same all the same. */
const LATER_FIELDS: readonly string[] = ['queries_cut'];

function manifestDifferences(recorded: Manifest, repeated: Omit<Manifest, 'files'>): Verification['manifest'] {
	return Object.entries(repeated).flatMap(([field, value]) => {
		if (LATER_FIELDS.includes(field) && !Object.hasOwn(recorded, field)) return [];
		const before = canonicalJson((recorded as unknown as Record<string, Json>)[field] ?? null);
		const after = canonicalJson(value as Json);
		return before === after ? [] : [{ field, recorded: before, repeated: after }];
	});
}
