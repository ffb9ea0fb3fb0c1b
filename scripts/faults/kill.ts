import { rmSync } from 'node:fs';
import { killedEvalset, killedExtraction, killedJudge } from './kills/paid.ts';
import { type KillScenario, type KillWork, leftovers } from './kills/scenario.ts';
import { canKillScreens, killedScreen } from './kills/screen.ts';
import { killedAblation, killedImport, killedMerge, killedRun } from './kills/timed.ts';
import { type FaultKind, saidWrong } from './trial.ts';

const SCENARIOS: readonly KillScenario[] = [
	killedRun,
	killedJudge,
	killedExtraction,
	killedImport,
	killedEvalset,
	killedMerge,
	killedAblation,
	...(canKillScreens ? [killedScreen] : []),
];

/**
 * Kills a command (SIGKILL) at a random moment of its work, once or twice, and repeats it to its end: what was there
 * stays whole, what was paid for or judged is not lost, the result is that of a command that was never killed, and
 * nothing is left over.
 */
export const kill: FaultKind = {
	name: 'kills at work',
	tried: `SIGKILL in ${SCENARIOS.map(({ name }) => name).join(', ')}`,
	short: 8,
	usual: 200,
	// Up to four processes, one after another.
	hangsAfter: 400,
	async open() {
		const opened = new Map<KillScenario, { readonly work: KillWork; readonly expected: string }>();
		return {
			async run(stream, trial) {
				const scenario = SCENARIOS[trial % SCENARIOS.length] as KillScenario;
				const known = opened.get(scenario) ?? (await openScenario(scenario));
				opened.set(scenario, known);
				const { work, expected } = known;
				const folder = work.fresh();
				const kills = 1 + stream.below(2);
				for (let n = 0; n < kills; n++) {
					await work.start(folder, stream).outcome;
					const wrong = work.afterKill?.(folder);
					if (wrong !== undefined) return `${scenario.name}: ${wrong} (${folder})`;
				}
				const again = await work.start(folder).outcome;
				const wrong = wrongAtEnd(work, folder, expected, kills, again);
				if (wrong !== undefined) return `${scenario.name}: ${wrong} (${folder})`;
				rmSync(folder, { recursive: true, force: true });
				return undefined;
			},
			async close() {
				for (const { work } of opened.values()) await work.close();
			},
		};
	},
};

async function openScenario(scenario: KillScenario): Promise<{ readonly work: KillWork; readonly expected: string }> {
	const work = await scenario.open();
	const folder = work.fresh();
	const { code, stderr } = await work.start(folder).outcome;
	if (code !== 0) throw new Error(`${scenario.name} does not work at all: exit ${code}: ${stderr}`);
	const expected = work.result(folder);
	rmSync(folder, { recursive: true, force: true });
	return { work, expected };
}

function wrongAtEnd(
	work: KillWork,
	folder: string,
	expected: string,
	kills: number,
	{ code, stdout, stderr }: { readonly code: number | null; readonly stdout: string; readonly stderr: string },
): string | undefined {
	// A command that had come to its end before the kill may say that its work is there already.
	const done = code === 2 && /is there already|exists already|exists and is not empty|^error: .* exists/m.test(stderr);
	if (code !== 0 && !done) return `repeating it ended with ${code}: ${stderr.slice(0, 300)}`;
	if (work.result(folder) !== expected) return 'the result is not that of a command that was not killed';
	const left = leftovers(folder);
	if (left.length > 0 && !done) return `left behind: ${left.slice(0, 3).join(', ')}`;
	return work.atEnd?.(folder, kills) ?? saidWrong(stdout + stderr);
}
