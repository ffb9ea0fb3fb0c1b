import { BenchError } from '../errors.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import { parseMetric } from '../metrics/parse.ts';
import type { Manifest, RunFolder } from '../results/run-folder.ts';
import { auditRun } from './audit-run.ts';
import { isFairTest, notATestOf, whyNotATest } from './fair-test.ts';
import type { LegAudit } from './leg-audit.ts';

/**
 * What a comparison of two runs can't show: for every leg that makes the difference between them (it is in one only,
 * or with another weight or exclusion) and is live in neither, a sentence that says so.
 */
export function untestedLegs(baseline: RunFolder, challenger: RunFolder): readonly string[] {
	const cutoff = cutoffOf(baseline.manifest);
	const changed = differing(legsOf(baseline.manifest), legsOf(challenger.manifest));
	if (changed.length === 0) return [];
	const audited = [baseline, challenger].map((run) => auditFused(run, cutoff));
	const sentences = changed.flatMap((leg) => {
		const found = audited.flatMap(({ legs }) => legs).filter((audit) => audit.leg === leg && audit.weight > 0);
		const [first] = found;
		if (first === undefined || found.some(isFairTest)) return [];
		return [`${capital(notATestOf(leg))} (${whyNotATest(first)}; K = ${cutoff}).`];
	});
	return [...sentences, ...audited.flatMap(({ notAudited }) => notAudited)];
}

/** By leg that counts: how it enters the fusion; of a leg that stands alone, nothing. */
type Entries = ReadonlyMap<string, string | undefined>;

function legsOf({ system }: Manifest): Entries {
	const active = activeLegs(system);
	if (active.length < 2) return new Map([[active[0]?.name ?? system.plugin, undefined]]);
	return new Map(active.map(({ name, weight, exclude }) => [name, `${weight} ${exclude.join()}`]));
}

function activeLegs({ pipeline }: Manifest['system']): Pipeline['legs'] {
	const legs = (pipeline?.legs ?? []) as unknown as Pipeline['legs'];
	return legs.filter((leg) => leg.weight > 0);
}

function differing(before: Entries, after: Entries): readonly string[] {
	return [...new Set([...before.keys(), ...after.keys()])].filter((leg) => {
		if (!before.has(leg) || !after.has(leg)) return true;
		const [then, now] = [before.get(leg), after.get(leg)];
		return then !== undefined && now !== undefined && then !== now;
	});
}

interface AuditedRun {
	readonly legs: readonly LegAudit[];
	/** Why it could not be audited, if so. */
	readonly notAudited: readonly string[];
}

function auditFused(run: RunFolder, cutoff: number): AuditedRun {
	if (activeLegs(run.manifest.system).length < 2) return { legs: [], notAudited: [] };
	try {
		return { legs: auditRun(run, { cutoff }), notAudited: [] };
	} catch (error) {
		// A fusion of the user's own is known to the run, not to who reads its folder.
		if (!(error instanceof BenchError && error.code === 'usage')) throw error;
		return { legs: [], notAudited: [`The legs of ${run.path} were not audited: ${error.message}.`] };
	}
}

/** The largest cutoff among the run's metrics, 10 where none has one. */
function cutoffOf({ metrics }: Manifest): number {
	const cutoffs = metrics.map((name) => parseMetric(name).cutoff).filter(Number.isFinite);
	return cutoffs.length > 0 ? Math.max(...cutoffs) : 10;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
