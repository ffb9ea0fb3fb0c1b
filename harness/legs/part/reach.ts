import type { Metric, Query } from '../../contract.ts';
import { corpusFeatures } from '../../fusion/features.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import {
	auditKept,
	auditStages,
	exactMatches,
	idleStages,
	queryMoments,
	type StageAudit,
	whyNotATest,
} from '../audit/index.ts';
import type { TestedPart } from './tested-part.ts';

/** The effect that a part can have at all. */
export interface PartReach {
	/** By metric: why the two systems are the same at its cutoff, whatever was retrieved. Empty: nothing is proven. */
	readonly reasons: ReadonlyMap<string, string>;
	/** The audit's sentences on the stage, or on the stage whose option it is. */
	readonly evidence: readonly string[];
}

interface ReachOptions {
	readonly metrics: readonly Metric[];
	readonly depth: number;
	readonly seed: number;
	readonly changedQueries: number;
	readonly proven: string | undefined;
}

/**
 * Looks for proof that a part changes nothing: a stage that treats all documents alike, the option of such a stage, or an
 * option of a leg that cannot change the top K in either system. A ranking that did change overrules all of it.
 */
export function reachOf(part: TestedPart, having: KeptLegs, without: KeptLegs, options: ReachOptions): PartReach {
	const { metrics, depth, seed, changedQueries, proven } = options;
	const words = part.name.split('.');
	const stageName = part.kind === 'stage' ? part.name : (words[0] as string);
	const audits = [having, ...(part.kind === 'stage' ? [] : [without])].flatMap((kept) => {
		const audit = auditOf(stageName, kept);
		return audit === undefined ? [] : [{ audit, kept }];
	});
	const evidence = audits.slice(0, 1).map(({ audit }) => audit.evidence[0] ?? audit.verdict);
	const everywhere = (reason: string): PartReach => ({
		reasons: new Map(metrics.map(({ name }) => [name, reason])),
		evidence,
	});
	const idle = audits.every(({ audit }) => audit.verdict === 'constant') ? audits[0] : undefined;
	if (changedQueries === 0 && proven !== undefined) return everywhere(proven);
	if (changedQueries === 0 && idle !== undefined) return everywhere(reasonOf(stageName, idle));

	const leg = part.kind === 'option' ? legOfOption(words, having) : undefined;
	const reasons = new Map<string, string>();
	if (leg !== undefined)
		for (const { name, cutoff } of metrics) {
			const k = Number.isFinite(cutoff) ? cutoff : depth;
			const [first, second] = [having, without].map((kept) => {
				const audit = auditKept(kept, { cutoff: k, seed }).find((one) => one.leg === leg);
				return audit === undefined ? undefined : whyNotATest(audit);
			});
			if (first !== undefined && second !== undefined) reasons.set(name, `the audit finds ${leg} ${first}`);
		}
	return { reasons, evidence };
}

function auditOf(stage: string, kept: KeptLegs): StageAudit | undefined {
	if (!kept.pipeline.stages.some((entry) => entry.stage.name === stage)) return undefined;
	return auditStages(kept.pipeline, {
		corpus: corpusFeatures(kept.corpus),
		moments: queryMoments([...newestQuery(kept.queries), ...kept.queries]),
		exactMatch: exactMatches(kept),
		idle: idleStages(kept),
	}).find((audit) => audit.stage === stage);
}

/** The query with the latest date, beside a sample of all: a window takes out the most for it. */
function newestQuery(queries: readonly Query[]): readonly Query[] {
	const dated = queries.filter(({ askedAt }) => askedAt !== undefined);
	if (dated.length === 0) return [];
	return [dated.reduce((latest, query) => ((query.askedAt as Date) > (latest.askedAt as Date) ? query : latest))];
}

function reasonOf(name: string, { audit, kept }: { readonly audit: StageAudit; readonly kept: KeptLegs }): string {
	const stage = kept.pipeline.stages.find((entry) => entry.stage.name === name)?.stage;
	const reason = idleStages(kept).get(name) ?? stage?.outside ?? audit.evidence[0] ?? audit.verdict;
	return reason.replace(/\.$/, '');
}

/** The leg that an option belongs to, where no other leg starts from it: `dense.units`, `weights.dense`. */
function legOfOption(words: readonly string[], { legs }: KeptLegs): string | undefined {
	const [first = '', second] = words;
	const wanted = OF_A_LEG.includes(first) ? second : first;
	if (words.length < 2 || legs.some(({ seededBy }) => seededBy.some((seed) => seed === wanted))) return undefined;
	return legs.find(({ name }) => name === wanted)?.name;
}

/** Options of the fusion that name a leg behind the dot. */
const OF_A_LEG: readonly string[] = ['weights', 'depth', 'exclude'];
