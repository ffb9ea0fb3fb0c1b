import { fuse, type Pipeline, type PipelineLeg, pipelinePool } from '../../../fusion/pipeline.ts';
import { type RandomStream, randomStream } from '../../../random.ts';
import type { StaticAudit } from '../leg-audit.ts';
import { withoutLeg } from '../measured/without-leg.ts';
import { turnedPair } from '../static/reorder.ts';
import { auditLegStatically } from '../static/static-audit.ts';
import { withWeight } from '../static/trial.ts';
import { type InputChoices, type RandomInput, randomInput } from './random-input.ts';
import { type RandomSystem, randomSystem } from './random-system.ts';

/** A claim of the audit that no input does something, and the attack on it. */
interface Claim {
	/** Whether the audit makes the claim. */
	made(audit: StaticAudit): boolean;
	readonly inputs: InputChoices;
	/** Whether an input refutes it. */
	refuted(system: RandomSystem, audit: StaticAudit, input: RandomInput): boolean;
}

const FULL: InputChoices = { full: true, allPass: false };

export const CLAIMS: Readonly<Record<string, Claim>> = {
	'cannot matter': {
		made: ({ canMatter, verdict }) => !canMatter && verdict !== 'starved',
		inputs: FULL,
		refuted: changesTop,
	},
	'starved, cannot matter': {
		made: ({ canMatter, verdict }) => !canMatter && verdict === 'starved',
		inputs: FULL,
		refuted: changesTop,
	},
	'no document of its own enters': {
		made: ({ enters, verdict }) => !enters && verdict === 'reorder-only',
		inputs: FULL,
		refuted: ({ pipeline, cutoff }, _, input) => entersTop(pipeline, cutoff, input),
	},
	'it reorders nothing': {
		made: ({ canMatter, reorders }) => canMatter && !reorders,
		inputs: FULL,
		refuted: ({ pipeline }, { cutoff }, input) => {
			const silent = new Map(input.rankings);
			silent.delete('a');
			const pair = turnedPair(
				ranked(pipeline, { ...input, rankings: silent }),
				ranked(pipeline, input),
				cutoff,
				(doc) => input.othersReturned.has(doc),
			);
			return pair?.kind === 'order';
		},
	},
	dominant: {
		made: ({ dominates }) => dominates,
		inputs: { full: true, allPass: false, ownFull: true },
		refuted: ({ pipeline, cutoff }, _, input) => {
			const pool = pipelinePool(pipeline, input.rankings);
			const own = pool.legs.find(({ name }) => name === 'a');
			if (own === undefined || own.order.length < cutoff) return false;
			const top = fuse(pipeline, input.rankings, input.features, cutoff).docs;
			return top.length < cutoff || top.some((doc, rank) => doc !== pool.docs[own.order[rank] as number]);
		},
	},
	'threshold against full lists': {
		made: ({ thresholds }) => thresholds.proven && thresholds.fullLists !== 0,
		inputs: { full: true, allPass: true },
		refuted: ({ pipeline, cutoff }, { thresholds }, input) =>
			entersTop(withWeight(pipeline, 'a', justBelow(thresholds.fullLists)), cutoff, input),
	},
	'threshold over all lists': {
		made: ({ thresholds }) => thresholds.proven && thresholds.anyLists !== 0,
		inputs: { full: false, allPass: false },
		refuted: ({ pipeline, cutoff }, { thresholds }, input) =>
			entersTop(withWeight(pipeline, 'a', justBelow(thresholds.anyLists)), cutoff, input),
	},
	'evicts all above': {
		made: ({ evictsFrom, depth }) => typeof evictsFrom === 'number' && depth > 0,
		inputs: { full: true, allPass: true, ownOnly: true },
		refuted: ({ pipeline }, { evictsFrom }, input) => {
			const above = withWeight(pipeline, 'a', 1.001 * (evictsFrom as number) + 1e-6);
			const docs = [...ranked(above, input).keys()];
			const firstOther = docs.findIndex((doc) => input.othersReturned.has(doc));
			return firstOther >= 0 && docs.slice(firstOther).some((doc) => !input.othersReturned.has(doc));
		},
	},
};

/** Attacks of one claim on one system that were made, and the first that refuted it. */
export interface Attacked {
	readonly claim: string;
	readonly refutedBy: number | undefined;
}

/** One system, its audit, and what became of every claim in so many attacks. The same seed and number give the same. */
export function attack(
	seed: number,
	number: number,
	attacks: number,
): { readonly system: RandomSystem; readonly audit: StaticAudit; readonly attacked: readonly Attacked[] } {
	const stream = randomStream(seed, `system ${number}`);
	const system = randomSystem(stream, number % 2 === 1);
	const audit = auditLegStatically(system.pipeline, system.pipeline.legs[0] as PipelineLeg, {
		cutoff: system.cutoff,
	});
	const attacked = Object.entries(CLAIMS)
		.filter(([, { made }]) => made(audit))
		.map(([claim, made]) => ({ claim, refutedBy: firstRefutation(made, system, audit, attacks, stream) }));
	return { system, audit, attacked };
}

function firstRefutation(
	{ inputs, refuted }: Claim,
	system: RandomSystem,
	audit: StaticAudit,
	attacks: number,
	stream: RandomStream,
): number | undefined {
	for (let made = 0; made < attacks; made++)
		if (refuted(system, audit, randomInput(system, inputs, stream))) return made;
	return undefined;
}

function changesTop({ pipeline, cutoff }: RandomSystem, _: StaticAudit, input: RandomInput): boolean {
	const [was, is] = [withoutLeg(pipeline, 'a'), pipeline].map((system) => ranked(system, input)) as [Ranked, Ranked];
	const [before, after] = [was, is].map((ranking) => [...ranking.keys()].slice(0, cutoff)) as [number[], number[]];
	if (before.length !== after.length || after.some((doc) => !before.includes(doc))) return true;
	return turnedPair(was, is, cutoff, () => true)?.kind === 'order';
}

type Ranked = ReadonlyMap<number, number>;

function ranked(pipeline: Pipeline, { rankings, features }: RandomInput): Ranked {
	const { docs, scores } = fuse(pipeline, rankings, features, Number.MAX_SAFE_INTEGER);
	return new Map(Array.from(docs, (doc, rank) => [doc, scores[rank] as number]));
}

function entersTop(pipeline: Pipeline, cutoff: number, { rankings, features, othersReturned }: RandomInput): boolean {
	return fuse(pipeline, rankings, features, cutoff).docs.some((doc) => !othersReturned.has(doc));
}

/** A weight at which nothing enters, if the threshold is right. */
function justBelow(threshold: number | null): number {
	return threshold === null ? 1e4 : 0.999 * threshold;
}
