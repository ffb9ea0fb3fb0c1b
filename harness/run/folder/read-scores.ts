import { join } from 'node:path';
import { BenchError } from '../../errors.ts';
import { checkShape } from '../../files/check-shape.ts';
import type { QueryScores } from '../scores.ts';
import { AGAIN, readRecorded } from './recorded-file.ts';
import type { RunFolder } from './run-folder.ts';
import { scoreShape } from './shapes.ts';

/**
 * scores.jsonl of a run folder: its bytes as recorded, every query of the run once, every metric of the run on each query
 * that was scored, or only some of them where a metric counts from a higher grade.
 */
export function readScores(run: Pick<RunFolder, 'path' | 'manifest'>): QueryScores[] {
	const path = join(run.path, 'scores.jsonl');
	const { metrics, dataset } = run.manifest;
	const known = new Set(metrics);
	const lineOf = new Map<string, number>();
	const scores: QueryScores[] = [];
	for (const [i, line] of readRecorded(run, 'scores.jsonl').toString('utf8').split('\n').entries()) {
		if (line === '') continue;
		const where = `${path}:${i + 1}`;
		const entry = checkShape(scoreShape, parse(line, where), { ...CHANGED, where, whole: 'the line' });
		const before = lineOf.get(entry.query_id);
		if (before !== undefined) throw changed(`${where}: query ${entry.query_id} stands on line ${before} too`);
		lineOf.set(entry.query_id, i + 1);
		for (const name of Object.keys(entry.metrics ?? {}))
			if (!known.has(name)) throw changed(`${where}: ${name} is not among the metrics of the run`);
		scores.push({
			queryId: entry.query_id,
			stratum: entry.stratum,
			...(entry.scope === undefined ? {} : { scope: entry.scope }),
			...(entry.outside_overall === undefined ? {} : { outsideOverall: entry.outside_overall }),
			relevant: entry.relevant,
			metrics: entry.metrics ?? undefined,
		});
	}
	if (scores.length !== dataset.queries)
		throw changed(`${path} has ${scores.length} queries, and the run ${dataset.queries}`);
	return scores;
}

const CHANGED = { code: 'results', hint: AGAIN } as const;

function changed(message: string): BenchError {
	return new BenchError('results', message, { hint: AGAIN });
}

function parse(line: string, where: string): unknown {
	try {
		return JSON.parse(line);
	} catch (error) {
		throw new BenchError('results', `${where} is not valid JSON`, { hint: AGAIN, cause: error });
	}
}
