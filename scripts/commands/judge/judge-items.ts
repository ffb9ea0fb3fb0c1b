import type { Dataset } from '../../../harness/contract.ts';
import type { Journal } from '../../../harness/labels/journal.ts';
import type { PoolFile } from '../../../harness/labels/pool-file.ts';
import type { Rubric } from '../../../harness/labels/rubric.ts';
import type { Judged } from '../../judge-screen/person.ts';
import { type LlmFlags, openFlaggedChat } from '../../llm/flags.ts';
import type { Terminal } from '../../terminal.ts';
import { judgePrompt } from './prompt.ts';

interface Work {
	readonly dataset: Dataset;
	readonly pool: PoolFile;
	readonly journal: Journal;
	readonly rubric: Rubric;
	readonly judge: string;
	readonly flags: LlmFlags & { readonly llm?: true | undefined };
	readonly terminal: Terminal;
}

/** Lets a model judge, or a person on the screen. */
export async function judgeItems({ dataset, pool, journal, rubric, judge, flags, terminal }: Work): Promise<Judged> {
	const now = (): string => new Date().toISOString();
	const { items } = pool;
	if (flags.llm === true) {
		const { judgeByModel } = await import('./model.ts');
		const client = openFlaggedChat(flags, terminal.warn);
		const prompt = judgePrompt(rubric);
		const { concurrency } = flags;
		const task = { dataset, items, journal, rubric, prompt, client, concurrency, terminal, now };
		return { session: await judgeByModel(task), endedBy: undefined };
	}
	const { judgeOnScreen } = await import('../../judge-screen/person.ts');
	return judgeOnScreen({ dataset, items, journal, rubric, judge, paint: terminal.style, now });
}
