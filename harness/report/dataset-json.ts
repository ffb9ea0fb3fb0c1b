import type { DatasetStats, StratumStats } from '../datasets/describe.ts';
import type { Validation } from '../datasets/validate.ts';

/** `bench data stats --json`: keys in snake_case, as in every file that we write; names of strata are left alone. */
export function datasetStatsToJson(stats: DatasetStats): object {
	const { strata, categories, grades, overall, ...rest } = stats;
	return {
		...snakeKeys(rest),
		categories,
		grades,
		overall: snakeKeys(overall),
		strata: Object.fromEntries(
			Object.entries(strata).map(([name, stratum]: [string, StratumStats]) => [name, snakeKeys(stratum)]),
		),
	};
}

/** `bench data validate --json`. */
export function validationToJson(validation: Validation): object {
	return { ok: validation.errors.length === 0, ...snakeKeys(validation) };
}

function snakeKeys(fields: object): object {
	return Object.fromEntries(
		Object.entries(fields).map(([key, value]) => [
			key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value,
		]),
	);
}
