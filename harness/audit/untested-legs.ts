import { BenchError } from '../errors.ts';
import { parseMetric } from '../metrics/parse.ts';
import type { Manifest, RunFolder } from '../results/run-folder.ts';
import { auditRun } from './audit-run.ts';
import { activeLegs, differenceOf } from './differing-legs.ts';
import { isFairTest, notATestOf, whyNotATest } from './fair-test.ts';
import type { LegAudit } from './leg-audit.ts';
import { listed } from './wording.ts';

/** What a comparison of two runs can't show. */
export interface UntestedLegs {
	/**
	 * Stands in place of every verdict: the runs differ in nothing but legs that are live in neither. Undefined where
	 * they differ in more, or in nothing.
	 */
	readonly inPlace: string | undefined;
	/** A sentence for every leg that makes a difference between the runs and is live in neither, with the reason. */
	readonly sentences: readonly string[];
	/** Why legs could not be audited, if so. */
	readonly notAudited: readonly string[];
}

/** Which of the legs that two runs differ in are not tested by comparing them, and whether anything else is. */
export function untestedLegs(baseline: RunFolder, challenger: RunFolder): UntestedLegs {
	const cutoff = cutoffOf(baseline.manifest);
	const { legs, elsewhere } = differenceOf(baseline.manifest, challenger.manifest);
	if (legs.length === 0) return { inPlace: undefined, sentences: [], notAudited: [] };
	const audited = [baseline, challenger].map((run) => auditFused(run, cutoff));
	const untested = legs.flatMap((leg) => {
		const found = audited.flatMap((run) => run.legs).filter((audit) => audit.leg === leg && audit.weight > 0);
		const [first] = found;
		return first === undefined || found.some(isFairTest) ? [] : [first];
	});
	const nothingElse = !elsewhere && untested.length === legs.length;
	const names = listed(untested.map(({ leg }) => leg));
	const more = nothingElse ? '' : ' The systems differ in more than this: the verdict is on all of it together.';
	return {
		inPlace: nothingElse ? notATestOf(names) : undefined,
		sentences: untested.map(
			(audit) => `${capital(notATestOf(audit.leg))} (${whyNotATest(audit)}; K = ${cutoff}).${more}`,
		),
		notAudited: audited.flatMap(({ notAudited }) => notAudited),
	};
}

interface AuditedRun {
	readonly legs: readonly LegAudit[];
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
