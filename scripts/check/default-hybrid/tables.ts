import { OVERALL } from '../../../harness/compare/comparison.ts';
import { BALANCED, type Candidate, DEFAULT, SEEDS_RULE } from './candidates.ts';
import type { Cell, Measured, MetricName } from './cells.ts';
import { choose, type Differences, meanOver, worstOver } from './choose.ts';

const signed = (value: number): string => (value >= 0 ? '+' : '') + value.toFixed(3);

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
	return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const scopeOf = ({ dataset, scope }: Cell): string => (scope === OVERALL ? dataset : `${dataset}, ${scope}`);

/** The overall nDCG@10 and recall@10 of one row of differences. */
function overall({ cells }: Measured, row: readonly number[]): readonly string[] {
	return (['nDCG@10', 'recall@10'] as const).map((metric: MetricName) =>
		signed(row[cells.findIndex((cell) => cell.scope === OVERALL && cell.metric === metric)] as number),
	);
}

/** The hybrids that have a name, cell by cell, with the verdict against the best single leg. */
function byCell(sets: readonly Measured[]): string {
	const named = [DEFAULT, BALANCED, SEEDS_RULE];
	return table(
		['dataset', 'metric', 'queries', 'best single leg', 'hybrid', 'hybrid:balanced', 'hybrid:equal'],
		sets.flatMap((set) => {
			const of = named.map((candidate) => ({
				differences: set.differences(candidate),
				verdicts: set.verdicts(candidate),
			}));
			return set.cells.map((cell, i) => [
				scopeOf(cell),
				cell.metric,
				String(cell.queries),
				`${cell.leg} ${cell.mean.toFixed(3)}`,
				...of.map(({ differences, verdicts }) => {
					const [difference = Number.NaN, verdict = ''] = [differences[i], verdicts[i]];
					return `${signed(difference)} ${verdict === 'inconclusive' ? '' : verdict}`.trim();
				}),
			]);
		}),
	);
}

/** What is chosen without a dataset, and what it does there. */
function leftOut(sets: readonly Measured[], tried: readonly Candidate[], differences: Differences): string {
	const rows = sets.map((held) => {
		const others = sets.filter((set) => set !== held);
		const chosen = choose(others, differences, tried.length);
		const candidate = tried[chosen] as Candidate;
		const losses = held.verdicts(candidate).filter((verdict) => verdict === 'loss').length;
		const row = differences.get(held)?.[chosen] as readonly number[];
		const rule = differences.get(held)?.[0] as readonly number[];
		return [
			held.name,
			candidate.name,
			...overall(held, row),
			signed(Math.min(...row)),
			String(losses),
			signed(Math.min(...rule)),
		];
	});
	return table(
		[
			'left out',
			'chosen on the others',
			'nDCG@10 there',
			'recall@10 there',
			'worst there',
			'losses',
			'hybrid:equal, worst',
		],
		rows,
	);
}

export function summary(sets: readonly Measured[], tried: readonly Candidate[], differences: Differences): string {
	const chosen = tried[choose(sets, differences, tried.length)] as Candidate;
	const at = tried.findIndex(({ name }) => name === DEFAULT.name);
	const better = [...tried.keys()].filter((i) => worstOver(sets, differences, i) > worstOver(sets, differences, at));
	return [
		`${tried.length} candidates. Chosen on all ${sets.length} datasets: \`${chosen.name}\`. The default, ` +
			`\`${DEFAULT.name}\`: worst ${signed(worstOver(sets, differences, at))}, mean nDCG@10 over datasets ` +
			`${signed(meanOver(sets, differences, at))}; ${better.length} candidates have a better worst.`,
		'The rule on a dataset that it did not see:',
		leftOut(sets, tried, differences),
		'The hybrids by name, everywhere (difference from the best single leg; win or loss as `bench compare` says it, ' +
			'else inconclusive):',
		byCell(sets),
	].join('\n\n');
}

/** Every candidate on every dataset, the best worst first. */
export function allCandidates(
	sets: readonly Measured[],
	tried: readonly Candidate[],
	differences: Differences,
): string {
	const order = [...tried.keys()].sort((x, y) => worstOver(sets, differences, y) - worstOver(sets, differences, x));
	return `# Every candidate for the default hybrid

Made by \`scripts/check/default-hybrid.ts\`; see README.md. Differences from the best single leg: nDCG@10 and recall@10 of
each dataset, and the worst of all cells, the strata of the sample among them.

${table(
	['candidate', 'worst', ...sets.map(({ name }) => name)],
	order.map((i) => [
		(tried[i] as Candidate).name,
		signed(worstOver(sets, differences, i)),
		...sets.map((set) => overall(set, differences.get(set)?.[i] as readonly number[]).join(' ')),
	]),
)}
`;
}
