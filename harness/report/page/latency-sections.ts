import { OVERALL } from '../../compare/comparison.ts';
import { stagesOfRuns, tradeoffOfRuns } from '../pictures/of-runs.ts';
import { lengthSections } from '../runs/length-section.ts';
import { latencySection } from '../runs/run.ts';
import type { Section } from '../view.ts';
import type { PageParts } from './page.ts';

/** Quality against latency, and latency by stage and by length of the query; nothing where no run was timed. */
export function latencySections({
	runs,
	means,
	metric,
}: Pick<PageParts, 'runs' | 'means' | 'metric'>): readonly Section[] {
	const tradeoff = tradeoffOfRuns(
		runs,
		metric,
		(label) => means.get(label)?.find((mean) => mean.metric === metric && mean.stratum === OVERALL)?.interval,
	);
	const stages = stagesOfRuns(runs);
	return [
		...(tradeoff === undefined ? [] : [{ name: 'tradeoff', title: 'Quality against latency', picture: tradeoff }]),
		...(stages === undefined
			? []
			: [{ ...latencySection(runs.map(({ run }) => run)), title: 'Latency by stage', picture: stages }]),
		...lengthSections(runs.map(({ run }) => run)),
	];
}
