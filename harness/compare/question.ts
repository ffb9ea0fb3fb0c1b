import { BenchError } from '../errors.ts';
import { parseMetric } from '../metrics/index.ts';
import { splitStratum } from '../metrics/metric-in-stratum.ts';
import type { MetricColumns } from './columns.ts';
import { OVERALL } from './comparison.ts';
import { unknownStratum } from './unknown-stratum.ts';

/** The question of a comparison, fixed before anyone looks, and whether the user chose it or left the default. */
export interface Question {
	/** The one row that is decided alone at alpha. Default: {@link OVERALL} of the first metric. */
	readonly primary: { readonly metric: string; readonly stratum: string; readonly chosen: boolean };
	/** Strata that are asked about; rows of others are exploratory. Default: all. */
	readonly strata: { readonly asked: readonly string[]; readonly chosen: boolean };
	/** Metrics in order. Default: all that every run has. */
	readonly metrics: { readonly asked: readonly string[]; readonly chosen: boolean };
}

/** The user's choice; default where absent. */
export interface QuestionChoice {
	/** `recall@10`, or with a stratum `recall@10/multihop`. */
	readonly primary?: string | undefined;
	readonly strata?: readonly string[] | undefined;
	readonly metrics?: readonly string[] | undefined;
}

/**
 * The role of a row in the question: `primary`, decided alone; `secondary`, asked too and corrected together; or
 * `exploratory`, about a stratum that was not asked about.
 */
export type RowRole = 'primary' | 'secondary' | 'exploratory';

/** The question about these columns. A metric or stratum that they don't have is a BenchError. */
export function readQuestion(columns: readonly MetricColumns[], choice: QuestionChoice): Question {
	const metrics = columns.map(({ metric }) => metric);
	const strata = [...new Set(columns.flatMap((column) => column.strata.map(({ name }) => name)))];
	for (const name of choice.strata ?? []) requireStratum(name, strata, '--strata');
	return {
		primary: {
			...(choice.primary === undefined
				? { metric: metrics[0] ?? '', stratum: OVERALL }
				: readPrimary(choice.primary, columns)),
			chosen: choice.primary !== undefined,
		},
		strata: {
			asked: choice.strata === undefined ? strata : strata.filter((name) => choice.strata?.includes(name)),
			chosen: choice.strata !== undefined,
		},
		metrics: { asked: metrics, chosen: choice.metrics !== undefined },
	};
}

export function roleOf({ primary, strata }: Question, row: { metric: string; stratum: string }): RowRole {
	if (row.metric === primary.metric && row.stratum === primary.stratum) return 'primary';
	return row.stratum === OVERALL || strata.asked.includes(row.stratum) ? 'secondary' : 'exploratory';
}

function readPrimary(text: string, columns: readonly MetricColumns[]): { metric: string; stratum: string } {
	const asked = splitStratum(text);
	const metric = parseMetric(asked.metric).name;
	const column = columns.find((candidate) => candidate.metric === metric);
	if (column === undefined)
		throw new BenchError('usage', `--primary ${text}: ${metric} is not among the metrics that are compared`, {
			hint: `They are ${columns.map((candidate) => candidate.metric).join(', ')}.`,
		});
	const stratum = asked.stratum ?? OVERALL;
	if (stratum === OVERALL) return { metric, stratum };
	const strata = column.strata.map(({ name }) => name);
	requireStratum(stratum, strata, `--primary ${text}`);
	// The overall row is also that of the stratum where there is only one.
	return { metric, stratum: strata.length === 1 ? OVERALL : stratum };
}

function requireStratum(name: string, strata: readonly string[], flag: string): void {
	if (strata.includes(name)) return;
	throw unknownStratum(flag, name, strata);
}
