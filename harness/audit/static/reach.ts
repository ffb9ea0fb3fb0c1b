import type { Thresholds } from '../leg-audit.ts';
import { AGREEMENTS, agreementsAmong } from './agreements.ts';
import { SCORE_SHAPES } from './score-shapes.ts';
import type { Favour } from './synthetic-features.ts';
import { type AuditScene, layOut, type SyntheticLists } from './synthetic-input.ts';
import { smallestWeight, type Trial, trial } from './trial.ts';

/** An input and the way in which the others agree in it. */
export interface ReachCase {
	readonly agreement: string;
	readonly trial: Trial;
}

/** The first input at which a document that only the leg returns enters the top K at the leg's weight, if any. */
export function findEntry(scene: AuditScene): ReachCase | undefined {
	if (scene.leg.weight === 0) return undefined;
	for (const found of reachCases(scene)) if (enters(scene, found.trial, scene.leg.weight)) return found;
	return undefined;
}

/** Whether a document that only the leg returns is in the top K at this weight. */
export function enters(scene: AuditScene, { input, at }: Trial, weight: number): boolean {
	return at(weight, scene.cutoff).docs.some((place) => input.isNewcomer(place));
}

/** Whether every other leg still brings as many documents as it is deep: exclusions can take some away. */
function othersAreFull({ others }: AuditScene, { pool }: Trial): boolean {
	return others.every(({ name, depth }) => pool.legs.find((leg) => leg.name === name)?.order.length === depth);
}

export interface FoundThresholds extends Thresholds {
	/** The input of the smallest threshold: where no input lets the leg in, the nearest miss. */
	readonly easiestCase: ReachCase;
}

export function findThresholds(scene: AuditScene): FoundThresholds {
	const byAgreement: Record<string, number | null> = {};
	let easiest: number | null = null;
	let easiestCase: ReachCase | undefined;
	for (const agreement of agreementsAmong(scene.others.length)) {
		const lists = othersLists(scene, agreement);
		const plain = { agreement, trial: trial(scene, layOut(scene, { own: newcomers(scene.leg.depth), others: lists })) };
		if (!othersAreFull(scene, plain.trial)) continue;
		byAgreement[agreement] = smallestWeight((weight) => enters(scene, plain.trial, weight));
		easiestCase ??= plain;
	}
	for (const candidate of reachCases(scene)) {
		const holds = (weight: number): boolean => enters(scene, candidate.trial, weight);
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
		easiest,
		hardest: values.includes(null) ? null : Math.max(...(values as number[])),
		byAgreement,
		easiestCase: easiestCase as ReachCase,
	};
}

/** -1, -2, ...: documents that only the audited leg returns. */
export function newcomers(count: number): readonly number[] {
	return Array.from({ length: count }, (_, rank) => -1 - rank);
}

export function othersLists(scene: AuditScene, agreement: string): readonly (readonly number[])[] {
	const depths = scene.others.map((other) => other.depth);
	return (AGREEMENTS[agreement] as (typeof AGREEMENTS)[string]).lists(depths, scene.cutoff);
}

/** Shapes worth telling apart: one, where nothing looks at scores. */
export function shapesOf(scene: AuditScene): readonly string[] {
	return scene.readsScores ? Object.keys(SCORE_SHAPES) : ['even'];
}

/**
 * For the audited leg's own list: the gentlest fall, and the one that lifts its first document most over the rest.
 */
export function ownShapesOf(scene: AuditScene): readonly string[] {
	return scene.readsScores ? ['even', 'outlier'] : ['even'];
}

/** What stages could favour: nothing, where there is no stage. */
export function favoursOf(scene: AuditScene): readonly Favour[] {
	return scene.pipeline.stages.length > 0 ? ['nobody', 'newcomers', 'others', 'every second'] : ['nobody'];
}

/** Every input that is tried, the plainest first: a witness should be as plain as possible. */
function* reachCases(scene: AuditScene): Iterable<ReachCase> {
	for (const favour of favoursOf(scene).filter((whom) => whom === 'nobody' || whom === 'newcomers'))
		for (const othersShape of shapesOf(scene))
			for (const ownShape of ownShapesOf(scene))
				for (const agreement of agreementsAmong(scene.others.length)) {
					const others = othersLists(scene, agreement);
					for (const own of ownLists(scene.leg.depth, others)) {
						const lists: SyntheticLists = { own, others, ownShape, othersShape, favour };
						const made = trial(scene, layOut(scene, lists));
						if (othersAreFull(scene, made)) yield { agreement, trial: made };
					}
				}
}

/** The leg's list, with at least one newcomer: first among its own, alone, and after the first of the others. */
function ownLists(depth: number, others: readonly (readonly number[])[]): readonly (readonly number[])[] {
	const heads = [...new Set(others.flatMap((list) => list.slice(0, depth)))];
	return [newcomers(depth), [-1], [...heads.slice(0, depth - 1), -1]];
}
