/**
 * Attacks what the leg audit says is impossible: draws random systems (fusions, weights, policies for absent
 * documents, depths, cutoffs, exclusions, filters and other stages), audits the leg `a` of each, and pushes random
 * lists of any scores through the real fusion until one refutes a claim. Prints a line per claim, and every
 * counterexample with the number that repeats it. Run it with
 * `npx tsx scripts/check/audit-adversary.ts [configurations] [seed] [attacks] [only this configuration]`.
 */
import { attack, CLAIMS } from '../../harness/legs/audit/testing/adversary.ts';

const [configurations = 20_000, seed = 1, attacks = 30, only] = process.argv.slice(2).map(Number);
const counts = new Map(Object.keys(CLAIMS).map((claim) => [claim, { made: 0, refuted: 0 }]));
const verdicts = new Map<string, number>();

const numbers = only === undefined ? Array.from({ length: configurations }, (_, number) => number) : [only];
for (const number of numbers) {
	const { system, audit, attacked } = attack(seed, number, attacks);
	verdicts.set(audit.verdict, (verdicts.get(audit.verdict) ?? 0) + 1);
	for (const { claim, refutedBy } of attacked) {
		const count = counts.get(claim) as { made: number; refuted: number };
		count.made++;
		if (refutedBy === undefined) continue;
		count.refuted++;
		const { fusion, fusionOptions, legs, stages } = system.pipeline;
		console.log(
			`REFUTED seed ${seed} configuration ${number} attack ${refutedBy}: ${claim} (${audit.verdict})`,
			JSON.stringify({
				cutoff: system.cutoff,
				fusion: fusion.name,
				fusionOptions,
				legs,
				stages: stages.map(({ stage, options }) => [stage.name, options]),
				thresholds: audit.thresholds,
			}),
		);
	}
}

console.log(`${numbers.length} configurations, seed ${seed}, ${attacks} attacks on every claim`);
console.log([...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', '));
for (const [claim, { made, refuted }] of counts)
	console.log(`${claim.padEnd(32)} claimed ${String(made).padStart(6)}   refuted ${String(refuted).padStart(5)}`);
process.exitCode = [...counts.values()].some(({ refuted }) => refuted > 0) ? 1 : 0;
