/** One judge's grade of a document. */
export interface Opinion {
	readonly judge: string;
	/** `dataset` for a judgment that its qrels held before. */
	readonly by: 'person' | 'model' | 'dataset';
	readonly grade: number;
	/** ISO 8601; absent for what the dataset held: it counts as the oldest. */
	readonly at?: string;
	/** sha-256 of the rubric; absent for what the dataset held. */
	readonly rubric?: string;
}

/** A rule that gives one grade where judges disagree. */
export interface MergeRule {
	readonly summary: string;
	/** `opinions`: one or more, the oldest first. */
	settle(opinions: readonly Opinion[]): number;
}

/** The rules by the name that `--rule` takes. */
export const MERGE_RULES = {
	majority: {
		summary: 'the grade given most often; of several, the lowest',
		settle(opinions) {
			const counts = new Map<number, number>();
			for (const { grade } of opinions) counts.set(grade, (counts.get(grade) ?? 0) + 1);
			return [...counts].sort(([x, countX], [y, countY]) => countY - countX || x - y)[0]?.[0] as number;
		},
	},
	min: { summary: 'the lowest grade', settle: (opinions) => Math.min(...opinions.map(({ grade }) => grade)) },
	max: { summary: 'the highest grade', settle: (opinions) => Math.max(...opinions.map(({ grade }) => grade)) },
	last: { summary: 'the grade given last', settle: (opinions) => (opinions.at(-1) as Opinion).grade },
} as const satisfies Record<string, MergeRule>;
export type MergeRuleName = keyof typeof MERGE_RULES;
