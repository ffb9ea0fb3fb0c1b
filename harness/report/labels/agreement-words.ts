import type { JudgeAgreement } from '../../labels/agreement/judge-agreement.ts';
import { FEWEST_QUERIES } from '../../labels/agreement/kappa-jackknife.ts';

/** How the figures of an agreement are to be read, and which of them say nothing. */
export function agreementNotes({ queries, weighted, byGrade }: JudgeAgreement): readonly string[] {
	const lacksInterval = weighted.some(({ kappa, overQueries }) => kappa !== undefined && overQueries === undefined);
	return [
		'kappa: agreement beyond chance; linear and quadratic count grades that are close as partly the same.',
		'Trust the interval over queries (jackknife, t with queries - 1 degrees of freedom). The asymptotic one',
		'(Fleiss, Cohen & Everitt 1969) takes documents of one query as independent, which they are not: it is too',
		'short where judges read whole queries differently.',
		...(queries < FEWEST_QUERIES
			? [
					`Only ${queries} ${queries === 1 ? 'query has' : 'queries have'} documents that both judged: an interval over queries needs ${FEWEST_QUERIES}, and the asymptotic one claims too much.`,
				]
			: lacksInterval
				? [
						'No interval over queries can be given: kappa is the same without any one query, or is not defined without one of them.',
					]
				: []),
		...([...weighted, ...byGrade].some(({ kappa }) => kappa === undefined)
			? ['"-": kappa says nothing here: a judge never gave this grade, or gave one grade to everything.']
			: []),
	];
}
