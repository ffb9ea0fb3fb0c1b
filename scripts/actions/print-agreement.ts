import type { Qrels } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { judgeAgreement } from '../../harness/labels/agreement/judge-agreement.ts';
import { type SystemsUnderJudges, systemsUnderJudges } from '../../harness/labels/agreement/systems-under-judges.ts';
import { textsHash } from '../../harness/labels/texts-hash.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { renderAgreement } from '../../harness/report/agreement.ts';
import { agreementJson } from '../../harness/report/agreement-json.ts';
import { openRuns } from '../open-runs.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { type Judge, readJudge } from './read-judge.ts';

export interface AgreeFlags extends OutputFlags {
	readonly runs?: readonly string[];
	readonly metrics?: string;
	readonly data?: string;
	readonly confidence: number;
	readonly resamples: number;
	readonly resultsDir: string;
	readonly seed: number;
}

/** `bench agree`. */
export async function printAgreement(firstPath: string, secondPath: string, flags: AgreeFlags): Promise<void> {
	if (!(flags.confidence > 0.5 && flags.confidence < 1))
		throw new BenchError('usage', `--confidence is above 0.5 and below 1, not ${flags.confidence}`);
	const terminal = await openTerminal(flags);
	const first = await readJudge(firstPath);
	const second = await readJudge(secondPath);
	const agreement = judgeAgreement(first.qrels, second.qrels, flags);
	if (agreement.n === 0)
		throw new BenchError('data', `${firstPath} and ${secondPath} have no judged document in common`, {
			hint: '`bench pool --known ask` makes a pool in which documents that were judged before are judged again.',
		});
	for (const warning of warningsOf(first, second)) terminal.warn(`warning: ${warning}`);
	const systems =
		flags.runs === undefined ? undefined : await compareSystems(flags.runs, first, second, flags, terminal);
	const names = first.name === second.name ? [firstPath, secondPath] : [first.name, second.name];
	const view = { first: names[0] as string, second: names[1] as string, agreement, systems, settings: flags };
	if (terminal.json) terminal.printJson(agreementJson(view));
	else terminal.print(renderAgreement(view));
}

async function compareSystems(
	names: readonly string[],
	first: Judge,
	second: Judge,
	flags: AgreeFlags,
	terminal: Terminal,
): Promise<SystemsUnderJudges> {
	const { whole, dataset, runs } = await openRuns(names, flags, terminal);
	for (const { name, texts } of [first, second])
		if (texts !== undefined && texts !== textsHash(whole))
			throw new BenchError('data', `${name} judged other texts than those in ${whole.directory}`);
	const metrics = parseMetrics(flags.metrics ?? (runs[0]?.run.manifest.metrics as readonly string[]));
	return systemsUnderJudges(dataset, runs, { first: first.qrels, second: second.qrels }, metrics, {
		resamples: flags.resamples,
		seed: flags.seed,
		alpha: 1 - flags.confidence,
	});
}

function warningsOf(first: Judge, second: Judge): string[] {
	const [one, other] = [highest(first.qrels), highest(second.qrels)];
	return [
		...(first.rubric !== undefined && second.rubric !== undefined && first.rubric !== second.rubric
			? ['the judges used different rubrics: their grades may not mean the same']
			: []),
		...(one === other
			? []
			: [
					`grades of the one go up to ${one}, of the other to ${other}: read the row "relevant or not", the others compare different scales`,
				]),
	];
}

function highest(qrels: Qrels): number {
	let most = 0;
	for (const grades of qrels.values()) for (const grade of grades.values()) most = Math.max(most, grade);
	return most;
}
