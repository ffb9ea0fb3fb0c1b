import type { Dataset } from '../../contract.ts';
import type { RetestReport } from '../../legs/retest/report.ts';
import { clusteredRow, clusterNotes } from '../cluster-words.ts';
import { formatCount } from '../numbers.ts';
import type { View } from '../view.ts';
import { retestData } from './retest-data.ts';
import { conclusionParagraph, conclusionSentence } from './retest-paragraph.ts';
import { retestLimits, retestProtocol, retestRules } from './retest-rules.ts';
import { candidatesSection, fairnessSection, variantsSection } from './retest-tables.ts';
import { testedSections } from './retest-tested.ts';

export interface RetestNames {
	readonly dataset: Pick<Dataset, 'name' | 'fingerprint' | 'corpus'>;
	/** The leg's retriever. */
	readonly retriever: string;
}

/** A retest: what it concludes, every variant overall; its rules and all that it rests on as details. */
export function retestView(report: RetestReport, names: RetestNames): View {
	const { leg, conclusion } = report;
	const scopes = conclusion.scopes.length > 0 ? ` (${conclusion.scopes.join(', ')})` : '';
	return {
		kind: 'retest',
		title: `Retest of ${leg} on ${names.dataset.name}`,
		answer: [`${conclusion.word.toUpperCase()}${scopes}: ${conclusionSentence(report)}`],
		warnings: [],
		sections: [
			variantsSection(report),
			{
				name: 'conclusion',
				title: 'Conclusion',
				detail: true,
				findings: [conclusionParagraph(report), 'What it does not say:'],
				notes: retestLimits(report, names.dataset.name),
			},
			{
				name: 'rules',
				title: 'Rules',
				detail: true,
				findings: retestRules(report).map((rule, i) => `${i + 1}. ${rule}`),
			},
			{
				name: 'protocol',
				title: 'Protocol',
				detail: true,
				findings: [subjectLine(report, names)],
				notes: retestProtocol(report),
			},
			fairnessSection(report),
			candidatesSection(report),
			...testedSections(report),
		],
		notes: retestClusterNotes(report),
		data: retestData(report),
	};
}

function subjectLine(
	{ baseLegs, strata, unscored, queries }: RetestReport,
	{ dataset, retriever }: RetestNames,
): string {
	const scopes = strata.map(({ name, n }) => `${name} ${n}`).join(', ');
	return `${retriever} beside ${baseLegs.join(' and ')}; ${dataset.name} (${dataset.fingerprint.slice(0, 12)}): ${formatCount(dataset.corpus.length)} documents, ${queries.length} queries scored (${scopes})${unscored > 0 ? `, ${unscored} without a relevant document left out` : ''}.`;
}

function retestClusterNotes({ options, variants }: RetestReport): readonly string[] {
	const rows = variants.flatMap(({ tested, poolRows }) => [...(tested?.againstBase ?? []), ...poolRows]);
	return [
		...clusterNotes(options.compare.clusters, rows.map(clusteredRow)),
		...(rows.some(({ clustering }) => clustering !== undefined) ? ['A fold never splits a cluster.'] : []),
	];
}
