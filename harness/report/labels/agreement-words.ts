import type { ClusterChoice } from '../../compare/cluster-choice.ts';
import type { JudgeAgreement } from '../../labels/agreement/judge-agreement.ts';
import { FEWEST_QUERIES } from '../../labels/agreement/kappa-jackknife.ts';
import { clusterField } from '../cluster-words.ts';

/** How the figures of an agreement are to be read, and which of them say nothing. */
export function agreementNotes(
	{ queries, clusters, weighted, byGrade }: JudgeAgreement,
	choice: ClusterChoice | undefined,
): readonly string[] {
	const [one, units] = clusters === undefined ? ['query', 'queries'] : ['cluster', 'clusters'];
	const count = clusters ?? queries;
	const clustered =
		clusters === undefined || choice === 'none'
			? []
			: [`The ${queries} queries come in ${clusters} clusters (by ${clusterField(choice)}), which are its units.`];
	const lacksInterval = weighted.some(({ kappa, overQueries }) => kappa !== undefined && overQueries === undefined);
	return [
		'kappa: agreement beyond chance; linear and quadratic count grades that are close as partly the same.',
		`Trust the interval over ${units} (jackknife, t with ${units} - 1 degrees of freedom). The asymptotic one`,
		'(Fleiss, Cohen & Everitt 1969) takes documents of one query as independent, which they are not: it is too',
		'short where judges read whole queries differently.',
		...clustered,
		...(count < FEWEST_QUERIES
			? [
					`Only ${count} ${count === 1 ? one : units} ${count === 1 ? 'has' : 'have'} documents that both judged: an interval over ${units} needs ${FEWEST_QUERIES}, and the asymptotic one claims too much.`,
				]
			: lacksInterval
				? [
						`No interval over ${units} can be given: kappa is the same without any one of them, or is not defined without one.`,
					]
				: []),
		...([...weighted, ...byGrade].some(({ kappa }) => kappa === undefined)
			? ['"-": kappa says nothing here: a judge never gave this grade, or gave one grade to everything.']
			: []),
	];
}
