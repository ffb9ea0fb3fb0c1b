import type { Json, JsonObject } from '../../../harness/contract.ts';
import { circularityOf } from '../../../harness/labels/evalset/circularity.ts';
import { STRATA } from '../../../harness/labels/evalset/item.ts';
import { countCell } from '../../../harness/report/cells.ts';
import { type Section, type View, viewTable } from '../../../harness/report/view.ts';
import { type Built, reasonsOf } from './report.ts';

interface StratumRow {
	readonly stratum: string;
	readonly wanted: number;
	readonly made: number;
	readonly withNearDuplicates: number;
	readonly failed: number;
	readonly why: string;
}

/** `bench build-evalset`: what was made and what failed, and how circular it is. */
export function evalsetView(answer: string, built: Built, nearBy: Json, data: JsonObject): View {
	return {
		kind: 'evalset',
		title: 'Queries that were made',
		answer: [answer],
		warnings: [],
		sections: [strataSection(built), circularitySection(built, nearBy)],
		notes: [],
		data,
	};
}

function strataSection(built: Built): Section {
	const rows = STRATA.flatMap((stratum): readonly StratumRow[] => {
		const part = built.get(stratum);
		if (part === undefined) return [];
		const { wanted, worded, failures } = part;
		const reasons = Object.entries(reasonsOf(failures)).map(([reason, count]) => `${count} ${reason}`);
		const withNearDuplicates = worded.filter(({ item }) => item.nearDuplicates.length > 0).length;
		return [
			{ stratum, wanted, made: worded.length, withNearDuplicates, failed: failures.length, why: reasons.join('; ') },
		];
	});
	const count = (key: 'wanted' | 'made' | 'withNearDuplicates' | 'failed', header: string) => ({
		key: key === 'withNearDuplicates' ? 'with_near_duplicates' : key,
		header,
		align: 'right' as const,
		cell: (row: StratumRow) => countCell(row[key]),
	});
	return {
		name: 'strata',
		table: viewTable<StratumRow>(
			[
				{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
				count('wanted', 'wanted'),
				count('made', 'made'),
				count('withNearDuplicates', 'with near duplicates'),
				count('failed', 'failed'),
				{ key: 'why', header: 'why', wraps: true, cell: ({ why }) => why },
			],
			rows,
		),
	};
}

function circularitySection(built: Built, nearBy: Json): Section {
	return {
		name: 'circularity',
		title: 'How circular the strata are',
		findings: [...built.keys()].flatMap((stratum) => {
			const { label_defined_by, by_system_under_test, biased_towards, against } = circularityOf(stratum, nearBy);
			return [
				`  ${stratum}: label defined by ${label_defined_by}`,
				`    by the system under test: ${by_system_under_test}`,
				`    biased towards ${biased_towards}`,
				...(against === undefined ? [] : [`    against: ${String(against)}`]),
			];
		}),
	};
}
