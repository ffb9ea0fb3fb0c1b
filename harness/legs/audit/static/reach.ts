import type { Thresholds } from '../leg-audit.ts';
import { AGREEMENTS, agreementsAmong } from './agreements.ts';
import { entryProven } from './proof.ts';
import type { Bias, Passing } from './synthetic-features.ts';
import { type AuditContext, layOut } from './synthetic-input.ts';
import { smallestWeight, type Trial, trial } from './trial.ts';

/** An input and the way in which the others agree in it. */
export interface ReachCase {
	readonly agreement: string;
	readonly trial: Trial;
}

/**
 * The first input at which a document that only the leg returns enters the top K at the leg's weight, if any: the
 * others return full lists, and stages may take out documents of theirs. Where finding none is no proof, so that
 * nothing hangs on it, the search ends early.
 */
export function findEntry(context: AuditContext): ReachCase | undefined {
	if (context.leg.weight === 0) return undefined;
	let tries = entryProven(context) ? Number.POSITIVE_INFINITY : ENOUGH;
	for (const found of reachCases(context, ['all', 'newcomers'])) {
		if (tries-- === 0) return undefined;
		if (enters(context, found.trial, context.leg.weight)) return found;
	}
	return undefined;
}

/** Inputs that are tried where finding nothing proves nothing. */
const ENOUGH = 1000;

/** Whether a document that only the leg returns is in the top K at this weight. */
export function enters(context: AuditContext, { input, at }: Trial, weight: number): boolean {
	return at(weight, context.cutoff).docs.some((index) => input.isNewcomer(index));
}

/** Whether every other leg still brings as many documents as it is deep: exclusions can take some away. */
function othersAreFull({ others }: AuditContext, { pool }: Trial): boolean {
	return others.every(({ name, depth }) => pool.legs.find((leg) => leg.name === name)?.order.length === depth);
}

export interface FoundThresholds extends Thresholds {
	/** The input of the smallest threshold against full lists: where no input lets the leg in, the nearest miss. */
	readonly easiestCase: ReachCase;
}

export function findThresholds(context: AuditContext): FoundThresholds {
	const byAgreement: Record<string, number | null> = {};
	let easiest: number | null = null;
	let easiestCase: ReachCase | undefined;
	for (const agreement of agreementsAmong(context.others.length)) {
		const lists = othersLists(context, agreement, context.cutoff);
		const plain = {
			agreement,
			trial: trial(context, layOut(context, { own: newcomers(context.leg.depth), others: lists })),
		};
		easiestCase ??= plain;
		if (!othersAreFull(context, plain.trial)) continue;
		byAgreement[agreement] = smallestWeight((weight) => enters(context, plain.trial, weight));
		easiestCase = plain;
	}
	for (const candidate of reachCases(context, ['all'])) {
		const holds = (weight: number): boolean => enters(context, candidate.trial, weight);
		// Bisecting only where there is something to gain keeps the search cheap.
		if (easiest !== null && !holds(easiest * (1 - 1e-7))) continue;
		const weight = smallestWeight(holds);
		if (weight === null || (easiest !== null && weight >= easiest)) continue;
		easiest = weight;
		easiestCase = candidate;
		if (easiest === 0) break;
	}
	const values = Object.values(byAgreement);
	return {
		disjoint: byAgreement.disjoint ?? null,
		fullLists: easiest,
		proven: entryProven(context),
		anyLists: easiestAnywhere(context, easiest),
		hardest: values.includes(null)
			? null
			: (values as number[]).reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
		byAgreement,
		easiestCase: easiestCase as ReachCase,
	};
}

/** The smallest threshold where the others may return little or nothing, and filters may take it away. */
function easiestAnywhere(context: AuditContext, fullLists: number | null): number | null {
	let easiest = fullLists;
	const short = [0, 1, context.cutoff - 1].flatMap((length) =>
		agreementsAmong(context.others.length).map((agreement) =>
			othersLists(context, agreement, context.cutoff).map((list) => list.slice(0, length)),
		),
	);
	if (easiest === 0) return 0;
	for (const passing of passingOf(context, ['all', 'newcomers']))
		for (const bias of helpfulBiases(context))
			for (const others of short)
				for (const own of [newcomers(context.leg.depth), [-1]]) {
					if (easiest === 0) return 0;
					const made = trial(context, layOut(context, { own, others, bias, passing }));
					if (easiest !== null && !enters(context, made, easiest * (1 - 1e-7))) continue;
					const weight = smallestWeight((at) => enters(context, made, at));
					if (weight !== null && (easiest === null || weight < easiest)) easiest = weight;
				}
	return easiest;
}

/** -1, -2, ...: documents that only the audited leg returns. */
export function newcomers(count: number): readonly number[] {
	return Array.from({ length: count }, (_, rank) => -1 - rank);
}

export function othersLists(
	context: AuditContext,
	agreement: string,
	cutoff: number = context.cutoff,
): readonly (readonly number[])[] {
	const depths = context.others.map((other) => other.depth);
	return (AGREEMENTS[agreement] as (typeof AGREEMENTS)[string]).lists(depths, cutoff);
}

/**
 * Shapes worth telling apart: one, where nothing looks at scores. Where something does, no search is a proof, and these
 * are the ones in which the others' documents come out lowest or closest to each other.
 */
export function shapesOf(context: AuditContext): readonly string[] {
	return context.readsScores ? ['even', 'head', 'flat', 'negative'] : ['even'];
}

/** For the audited leg's own list: the gentlest fall, and those that lift its first document most over the rest. */
export function ownShapesOf(context: AuditContext): readonly string[] {
	return context.readsScores ? ['even', 'outlier', 'large'] : ['even'];
}

/** Preferences that stages could have; none without a stage. */
export function biasesOf(context: AuditContext): readonly Bias[] {
	return context.pipeline.stages.length > 0 ? ['nobody', 'newcomers', 'others', 'every second'] : ['nobody'];
}

/** Preferences under which a newcomer may enter: none, and that for newcomers, which no other helps more. */
function helpfulBiases(context: AuditContext): readonly Bias[] {
	return biasesOf(context).filter((bias) => bias === 'nobody' || bias === 'newcomers');
}

/** Leaves out ways to pass the filters that make no difference: all documents pass where there is no filter. */
export function passingOf({ failing }: AuditContext, among: readonly Passing[]): readonly Passing[] {
	return failing === undefined ? ['all'] : among;
}

/** Every input that is tried, the plainest first: an example should be as plain as possible. */
function* reachCases(context: AuditContext, among: readonly Passing[]): Iterable<ReachCase> {
	const listsTried = context.cutoffs.flatMap((shapedAt) =>
		agreementsAmong(context.others.length).flatMap((agreement) => {
			const others = othersLists(context, agreement, shapedAt);
			return ownLists(context.leg.depth, others).map((own) => ({ agreement, lists: { own, others, shapedAt } }));
		}),
	);
	for (const passing of passingOf(context, among))
		for (const bias of helpfulBiases(context))
			for (const othersShape of shapesOf(context))
				for (const ownShape of ownShapesOf(context))
					for (const { agreement, lists } of listsTried)
						yield {
							agreement,
							trial: trial(context, layOut(context, { ...lists, ownShape, othersShape, bias, passing })),
						};
}

/** The leg's list, with at least one newcomer: first among its own, alone, and after the first of the others. */
function ownLists(depth: number, others: readonly (readonly number[])[]): readonly (readonly number[])[] {
	if (depth < 1) return [];
	const heads = [...new Set(others.flatMap((list) => list.slice(0, depth)))];
	const tails = [...new Set(others.flatMap((list) => [...list].reverse().slice(0, depth)))];
	return [newcomers(depth), [-1], [...heads.slice(0, depth - 1), -1], [-1, ...tails.slice(0, depth - 1)]];
}
