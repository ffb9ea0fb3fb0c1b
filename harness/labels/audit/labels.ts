import type { DataCheck } from './finding.ts';

/** How much is judged: the basis of every other number. */
export const labels: DataCheck = {
	name: 'labels',
	title: 'what is judged',
	columns: () => [
		{ key: 'queries', header: 'queries', form: 'count' },
		{ key: 'unscorable', header: 'without relevant', form: 'count' },
		{ key: 'relevant', header: 'relevant', form: 'count' },
		{ key: 'not_relevant', header: 'judged not relevant', form: 'count' },
		{ key: 'highest', header: 'highest grade', form: 'count' },
	],
	run({ task, unscorable, relevantOnly, rel }) {
		const grades = [...task.dataset.qrels.values()].flatMap((judged) => [...judged.values()]);
		const notRelevant = grades.filter((grade) => grade < rel).length;
		const numbers = {
			queries: task.dataset.queries.length,
			unscorable,
			relevant: grades.length - notRelevant,
			not_relevant: notRelevant,
			highest: grades.reduce((most, grade) => Math.max(most, grade), 0),
		};
		if (relevantOnly)
			return [
				{
					about: 'all',
					numbers,
					weight: 'limit',
					means:
						'No document is judged not relevant. A document without a label may have been judged and left out, or never seen: the labels cannot tell, and "unlabelled" below means either.',
				},
			];
		const found = grades.length - notRelevant;
		return [
			notRelevant < found
				? {
						about: 'all',
						numbers,
						weight: 'caution',
						means: `Fewer documents are judged not relevant (${notRelevant}) than relevant (${found}): these labels list finds. Most of what is unjudged was either never seen or seen and not written down, and they cannot tell which.`,
					}
				: {
						about: 'all',
						numbers,
						weight: 'fine',
						means: 'Documents were judged both ways: what is unjudged can be told from what is not relevant.',
					},
		];
	},
};
