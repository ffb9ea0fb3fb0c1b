import type { Dataset, IndexContext } from '../harness/contract.ts';
import type { Variant } from '../harness/legs/sweep/variants.ts';
import { formatCount } from '../harness/report/numbers.ts';
import { keepLegs } from '../harness/run/keep-legs.ts';
import type { StoredLeg } from '../harness/run/leg-store.ts';
import { planRetrieval, type RetrievalPlan } from '../harness/run/retrieval-plan.ts';
import type { SweptSystem } from './sweep-systems.ts';
import type { Terminal } from './terminal.ts';

/** Scoring one configuration on one query, as measured by scripts/speed/sweep.ts with three legs and four metrics. */
const SECONDS_PER_SCORE = 2.5e-6;

/**
 * Says what a sweep is going to do, then retrieves every distinct leg of its systems once; what the cache has is not
 * retrieved.
 */
export async function retrieveVariants(
	systems: readonly [SweptSystem, ...SweptSystem[]],
	configurations: number,
	{ dataset, context }: { readonly dataset: Dataset; readonly context: IndexContext },
	terminal: Terminal,
): Promise<readonly [Variant, ...Variant[]]> {
	const shells = systems.flatMap(({ shell }) => (shell === undefined ? [] : [shell]));
	const memory = new Map<string, StoredLeg>();
	// The legs of a fused system of the user's own are known when it is opened.
	if (shells.length === systems.length)
		terminal.note(
			planText(planRetrieval(shells, dataset, context), {
				systems: systems.length,
				configurations,
				scoring: configurations * dataset.queries.length * SECONDS_PER_SCORE,
			}),
		);
	const retrieved: string[] = [];
	const variants: Variant[] = [];
	for (const { settings, system } of systems) {
		const done = await keepLegs({ dataset, system, context, memory, timed: systems.length > 1 });
		retrieved.push(...done.retrieved);
		variants.push({ settings, kept: done.kept });
		if (done.retrieved.length === 0 || shells.length < systems.length) continue;
		const left = planRetrieval(shells, dataset, context, memory);
		if (toRetrieve(left) > 0)
			terminal.note(`retrieved ${done.retrieved.join(', ')}; ${toRetrieve(left)} more to retrieve${timeText(left, 0)}`);
	}
	terminal.note(retrieved.length > 0 ? `retrieved ${counted(retrieved)}` : NOTHING);
	return variants as unknown as readonly [Variant, ...Variant[]];
}

const NOTHING = 'every leg was kept from before: nothing retrieved';

function planText(
	plan: RetrievalPlan,
	{
		systems,
		configurations,
		scoring,
	}: { readonly systems: number; readonly configurations: number; readonly scoring: number },
): string {
	const legs = [...plan.legs].map(([name, count]) => `${name} ${count}`).join(', ');
	const kept = plan.kept === 0 ? '' : `; ${plan.kept} kept from before`;
	const from = systems === 1 ? '' : ` of ${systems} systems`;
	return `plan: ${toRetrieve(plan)} retrievals (distinct legs: ${legs}${kept}), ${formatCount(configurations)} configurations${from}${timeText(plan, scoring)}`;
}

/** `dense 2, graph 8`; a name alone where it stands once. */
function counted(names: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ${count}`)).join(', ');
}

function toRetrieve({ legs, kept }: RetrievalPlan): number {
	return [...legs.values()].reduce((sum, count) => sum + count, 0) - kept;
}

function timeText({ seconds, untimed }: RetrievalPlan, scoring: number): string {
	const all = seconds + scoring;
	if (untimed.length === 0) return `, about ${duration(all)}`;
	const known = all < 1 ? '' : `${duration(all)} and `;
	return `, about ${known}what ${untimed.join(' and ')} ${untimed.length === 1 ? 'takes' : 'take'}, which no earlier retrieval tells`;
}

function duration(seconds: number): string {
	if (seconds < 1) return '1 s';
	if (seconds < 90) return `${Math.round(seconds)} s`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
