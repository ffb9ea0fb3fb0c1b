import { averagePrecision } from './average-precision.ts';
import { bpref } from './bpref.ts';
import type { MetricFamily } from './family.ts';
import { judgedShare } from './judged-share.ts';
import { ndcg } from './ndcg.ts';
import { ndcgAny } from './ndcg-any.ts';
import { precision } from './precision.ts';
import { rPrecision } from './r-precision.ts';
import { rbp } from './rbp.ts';
import { recall } from './recall.ts';
import { recallAll } from './recall-all.ts';
import { recallCap } from './recall-cap.ts';
import { reciprocalRank } from './reciprocal-rank.ts';
import { success } from './success.ts';

/** The one list of metrics. */
export const families: readonly MetricFamily[] = [
	recall,
	recallCap,
	recallAll,
	success,
	precision,
	ndcg,
	ndcgAny,
	reciprocalRank,
	averagePrecision,
	rPrecision,
	bpref,
	rbp,
	judgedShare,
];
