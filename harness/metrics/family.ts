import type { JudgedRanking } from '../contract.ts';

/** Every parameter that some metric takes, with its value; a family reads those that it declares. */
export interface MetricParameters {
	/** The grade from which a document counts as relevant. */
	readonly rel: number;
	/** Persistence of the RBP user, 0 < p < 1. */
	readonly p: number;
	readonly gain: 'linear' | 'exp';
}

/** A parameter as it is written in a metric's name: `nDCG(gain=exp)@10`. */
export interface MetricParameter<Name extends keyof MetricParameters = keyof MetricParameters> {
	readonly key: Name;
	readonly fallback: MetricParameters[Name];
	/** The values it takes, in words, for the error. */
	readonly takes: string;
	/** Whether the canonical name shows it even at its default. */
	readonly alwaysShown?: boolean;
	/** The value, or undefined where the text isn't one. */
	read(text: string): MetricParameters[Name] | undefined;
}

/** A metric before its cutoff and parameters are known. One file each beside this one. */
export interface MetricFamily {
	/** The form that tables print. */
	readonly name: string;
	readonly summary: string;
	/** Other names that people and tools use; case never matters. */
	readonly aliases: readonly string[];
	readonly cutoff: 'required' | 'optional' | 'none';
	readonly parameters: readonly MetricParameter[];
	/** The value, 0..1. `cutoff` is Infinity where none was given. A query without relevant documents gives 0. */
	score(judged: JudgedRanking, cutoff: number, parameters: MetricParameters): number;
}

/** `rel=2`: the grade from which a document is relevant. */
export const relevanceLevel: MetricParameter<'rel'> = {
	key: 'rel',
	fallback: 1,
	takes: 'a grade from 1 to 127',
	read: readGrade,
};

export function readGrade(text: string): number | undefined {
	const grade = Number(text);
	return Number.isInteger(grade) && grade >= 1 && grade <= 127 ? grade : undefined;
}
