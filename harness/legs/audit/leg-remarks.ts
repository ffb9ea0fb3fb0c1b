import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../errors.ts';
import { readRecordedIds } from '../../run/folder/read-rankings.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { auditRun } from './audit-run.ts';
import { activeLegs, differenceOf } from './differing-legs.ts';
import { notATestOf, whyNotATest } from './fair-test.ts';
import type { LegAudit } from './leg-audit.ts';
import { listed } from './wording.ts';

/** The scope of a comparison of two runs as a test of legs, at one cutoff. */
export interface LegRemarks {
	/**
	 * Stands in place of every verdict: the runs differ in nothing but legs that cannot change the top K, and their top
	 * K are the same for every query. Undefined otherwise.
	 */
	readonly inPlace: string | undefined;
	/** Says what a row tests and what it does not, where the runs differ in a limited leg; undefined where nothing limits it. */
	readonly remark: string | undefined;
	/** A sentence for every leg that is not tested or limited, with the reason. */
	readonly sentences: readonly string[];
	/** Why legs could not be audited, if so. */
	readonly notAudited: readonly string[];
}

const NOTHING: LegRemarks = { inPlace: undefined, remark: undefined, sentences: [], notAudited: [] };

/**
 * The scope of comparing two runs as a test of the legs that they differ in, at the cutoff of a metric; a metric without one
 * (undefined) looks as deep as the runs go.
 */
export function legRemarks(baseline: RunFolder, challenger: RunFolder, cutoff: number | undefined): LegRemarks {
	const { legs, elsewhere } = differenceOf(baseline.manifest, challenger.manifest);
	if (legs.length === 0) return NOTHING;
	const runs = [baseline, challenger];
	const k = cutoff ?? Math.max(...runs.map(({ manifest }) => manifest.depth));
	const audited = runs.map((run) => auditFused(run, k));
	const limited = legs.flatMap((leg) => {
		const found = audited.flatMap((run) => run.legs).filter((audit) => audit.leg === leg && audit.weight > 0);
		const [first] = found;
		// Without a limit on either side the leg is tested.
		if (first === undefined || found.some(({ canMatter, remark }) => canMatter && remark === null)) return [];
		return [found.find(({ canMatter }) => canMatter) ?? first];
	});
	const allIdle = !elsewhere && limited.length === legs.length && limited.every(({ canMatter }) => !canMatter);
	const same = allIdle && sameTops(baseline, challenger, k);
	const alone = !elsewhere && legs.length === 1;
	const more = alone ? '' : ' The systems differ in more than this: the verdict is on all of it together.';
	return {
		inPlace: same ? notATestOf(listed(limited.map(({ leg }) => leg))) : undefined,
		remark: same || limited.length === 0 ? undefined : limited.map((audit) => remarkOf(audit)).join('; '),
		sentences: limited.map((audit) => `${capital(sentenceOf(audit, same))} (K = ${k}).${same ? '' : more}`),
		notAudited: audited.flatMap(({ notAudited }) => notAudited),
	};
}

function remarkOf(audit: LegAudit): string {
	return audit.remark ?? `${audit.leg} was not found able to change the top: ${whyNotATest(audit)}`;
}

function sentenceOf(audit: LegAudit, same: boolean): string {
	return same ? `${notATestOf(audit.leg)}: ${whyNotATest(audit)}` : remarkOf(audit);
}

/** Whether the top K of every query are the same in both runs; false where a run's rankings are not at hand. */
function sameTops(one: RunFolder, other: RunFolder, cutoff: number): boolean {
	const runs = [one, other];
	if (!runs.every(({ path }) => existsSync(join(path, 'run.trec')))) return false;
	const rankings = runs.map((run) => readRecordedIds(run, 'run.trec'));
	return [...new Set(rankings.flatMap((byQuery) => [...byQuery.keys()]))].every((query) => {
		const [first, second] = rankings.map((byQuery) =>
			JSON.stringify((byQuery.get(query) ?? []).slice(0, cutoff).map(({ docId }) => docId)),
		);
		return first === second;
	});
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

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
