import { userInfo } from 'node:os';
import { BenchError } from '../../../harness/errors.ts';
import type { JudgmentsHeader } from '../../../harness/labels/judgments-file.ts';
import type { PoolFile } from '../../../harness/labels/pool-file.ts';
import { type Rubric, rubricHash } from '../../../harness/labels/rubric.ts';
import { fileName } from '../../../harness/run/folder/file-name.ts';
import { judgePrompt } from './prompt.ts';

/** Where a judge's judgments of a pool go: beside it. */
export function judgmentsPath(pool: string, judge: string): string {
	return `${pool.replace(/(\.pool)?\.jsonl$/, '')}.${fileName(judge)}.judgments.jsonl`;
}

export function judgmentsHeader(judge: string, pool: PoolFile, rubric: Rubric, byModel: boolean): JudgmentsHeader {
	return {
		format: 1,
		kind: 'judgments',
		judge,
		by: byModel ? 'model' : 'person',
		rubric: { name: rubric.name, sha256: rubricHash(rubric) },
		...(byModel ? { prompt_sha256: judgePrompt(rubric).sha256 } : {}),
		pool_sha256: pool.sha256,
		dataset: pool.header.dataset,
	};
}

interface JudgeFlags {
	readonly judge?: string | undefined;
	readonly llm?: true | undefined;
	readonly llmModel?: string | undefined;
}

/** @throws BenchError `usage` where nobody says who judges */
export function nameOfJudge({ judge, llm, llmModel }: JudgeFlags): string {
	const name = judge ?? (llm === true ? llmModel : loginName());
	if (name !== undefined && name.trim() !== '') return name.trim();
	throw new BenchError('usage', 'a judge needs a name', { hint: 'Give it with --judge.' });
}

function loginName(): string | undefined {
	try {
		return userInfo().username;
	} catch {
		// A user id without an entry, as in some containers.
		return undefined;
	}
}
