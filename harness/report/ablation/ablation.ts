import type { ComparisonRow } from '../../compare/comparison.ts';
import type { JsonObject } from '../../contract.ts';
import { type Ablation, wholeSystem } from '../../legs/ablation/ablation.ts';
import type { WrittenAblation } from '../../legs/ablation/write.ts';
import { clusteredRow, clusterNotes } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';
import type { View } from '../view.ts';
import { ablationAnswer } from './ablation-answer.ts';
import { ablationData } from './ablation-data.ts';
import {
	contributionsSection,
	matrixSections,
	primarySection,
	sharesSections,
	smallerSection,
} from './ablation-tables.ts';

/** Whether a smaller system beats the whole, and what each part adds to the others. */
export function ablationView(ablation: Ablation, written?: WrittenAblation): View {
	const answer = ablationAnswer(ablation);
	const { rows, remarks, options } = ablation;
	const where: JsonObject = written === undefined ? {} : toJsonObject({ ablation: written.path, runs: written.runs });
	return {
		kind: 'ablation',
		title: `Ablation of ${wholeSystem(rows).variant.label}`,
		answer: answer === '' ? [] : [answer],
		warnings: [],
		sections: [
			...primarySection(ablation),
			...smallerSection(ablation),
			...matrixSections(ablation),
			...contributionsSection(ablation),
			...sharesSections(ablation),
			...(remarks.length > 0
				? [{ name: 'remarks', title: 'What has to be known to read the rows', detail: true, notes: remarks }]
				: []),
		],
		notes: [
			...clusterNotes(options.clusters, judgedRows(ablation).map(clusteredRow)),
			...(written === undefined ? [] : [`${rows.length} run folders  ${written.path}/runs`]),
		],
		data: { ...where, ...ablationData(ablation) },
	};
}

/** The primary rows first: the note on clusters is about the first of these. */
function judgedRows({ contributions, subsets }: Ablation): readonly ComparisonRow[] {
	return [
		...(subsets?.subsets.map(({ row }) => row) ?? []),
		...contributions.flatMap(({ row, notATest }) => (notATest === undefined ? [row] : [])),
	];
}
