import type { JsonObject } from '../../contract.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import type { PartSystem, PartTest } from '../../legs/part/part-test.ts';
import { showValue } from '../../options.ts';
import { comparisonView } from '../compare/compare.ts';
import { comparisonData } from '../compare/compare-data.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import type { View } from '../view.ts';

export interface PartSystems {
	readonly having: PartSystem;
	readonly without: PartSystem;
}

/** A stage or option: what it does to each stratum, or that this is no test of it. */
export function partTestView(test: PartTest, systems: PartSystems): View {
	const { part, comparison, reach, changedQueries, queries } = test;
	const compared = comparisonView(comparison);
	const primary = comparison.rows.find(({ role }) => role === 'primary');
	const answer = primary?.notATest === undefined ? compared.answer : comparison.untested.map(sentence);
	return {
		...compared,
		kind: 'part_test',
		title: `Retest of ${part.written} on ${comparison.dataset.name}`,
		answer,
		notes: [
			`Compared: ${comparison.challengers[0]?.label}, against ${comparison.baseline.label}.`,
			...stageLine(test, systems.having),
			`With it the ranking of ${formatCount(changedQueries)} of ${formatCount(queries)} queries changes.`,
			...emptyLine(test),
			...reach.evidence,
			'Nothing is tuned: both systems are compared as set, on all queries. A value that was chosen by looking at these queries has to be tested on others.',
			// The answer says it already.
			...compared.notes.filter((note) => answer === compared.answer || !comparison.untested.includes(note)),
		],
		data: partTestData(test, systems, answer),
	};
}

function emptyLine({ emptyQueries: { having, without } }: PartTest): readonly string[] {
	if (having === 0 && without === 0) return [];
	return [`Queries that get no document at all: ${formatCount(having)} with it, ${formatCount(without)} without it.`];
}

function sentence(text: string): string {
	return text.replace(/^not a test/, 'Not a test');
}

/** `window: days 90, undated keep.` */
function stageLine({ part }: PartTest, { kept }: PartSystem): readonly string[] {
	const entry = kept.pipeline.stages.find(({ stage }) => part.kind === 'stage' && stage.name === part.name);
	if (entry === undefined) return [];
	const options = Object.entries(entry.options).map(([name, value]) => `${name} ${showValue(value)}`);
	return options.length === 0 ? [] : [`${part.name}: ${options.join(', ')}.`];
}

function partTestData(test: PartTest, { having, without }: PartSystems, answer: readonly string[]): JsonObject {
	const { part, comparison, reach, changedQueries, queries } = test;
	const { baseline: _b, challengers: _c, unjudged_unavailable: _u, ...compared } = comparisonData(comparison);
	const system = ({ label, kept }: PartSystem): JsonObject => ({
		system: label,
		pipeline: pipelineToJson(kept.pipeline),
	});
	return {
		...compared,
		answer: answer.join('\n'),
		part: toJsonObject({ ...part }),
		with: system(having),
		without: system(without),
		not_a_test: Object.fromEntries(reach.reasons),
		changed_queries: changedQueries,
		queries,
		empty_queries: { with: test.emptyQueries.having, without: test.emptyQueries.without },
		evidence: reach.evidence,
		tuned: false,
	};
}
