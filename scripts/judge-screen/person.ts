import type { Dataset, Doc } from '../../harness/contract.ts';
import type { Journal } from '../../harness/labels/journal.ts';
import type { PoolItem } from '../../harness/labels/pool-runs.ts';
import type { Rubric } from '../../harness/labels/rubric.ts';
import { resumeSession, type Session, sessionCounts } from '../../harness/labels/session.ts';
import { pressKey, type ScreenState } from './keys.ts';
import { drawScreen, type Frame, type Paint } from './screen.ts';
import { type KeyPress, openWindow } from './window.ts';

export interface PersonTask {
	readonly dataset: Dataset;
	readonly items: readonly PoolItem[];
	readonly journal: Journal;
	readonly rubric: Rubric;
	readonly judge: string;
	readonly paint: Paint;
	/** ISO 8601, UTC. */
	readonly now: () => string;
}

export interface Judged {
	readonly session: Session;
	/** The signal that ended it; undefined: the person quit. */
	readonly endedBy: string | undefined;
}

/** Lets a person judge on the whole terminal until they quit. Each decision is on disk before the next item shows. */
export function judgeOnScreen(task: PersonTask): Promise<Judged> {
	const { journal, rubric, paint, now } = task;
	const show = viewOf(task);
	const session = resumeSession(task.items, journal.entries);
	const remark = session.decisions.size > 0 ? 'going on where you stopped' : '';
	let state: ScreenState = { session, scroll: 0, help: false, remark };
	let frame: Frame;

	return new Promise((resolve, reject) => {
		const draw = (): void => {
			frame = drawScreen(show(state), window.size(), paint);
			state = { ...state, scroll: Math.min(state.scroll, frame.lastScroll) };
			window.show(frame.lines);
		};
		const finish = (endedBy: string | undefined): void => {
			window.close();
			resolve({ session: state.session, endedBy });
		};
		const press = (key: KeyPress): void => {
			const step = pressKey(state, key, frame, rubric);
			if (step.record !== undefined) {
				const { item, said } = step.record;
				journal.append({ queryId: item.queryId, docId: item.docId, at: now(), ...said });
			}
			state = step.state;
			if (step.end === undefined) draw();
			else finish(step.end === 'quit' ? undefined : step.end);
		};
		// An error in an event would leave the terminal as it is; it has to come out where the caller waits.
		const guarded =
			<A extends readonly unknown[]>(work: (...given: A) => void) =>
			(...given: A): void => {
				try {
					work(...given);
				} catch (error) {
					window.close();
					reject(error);
				}
			};
		const window = openWindow({ key: guarded(press), resized: guarded(draw), ended: () => finish('SIGTERM') });
		guarded(draw)();
	});
}

function viewOf({ dataset, rubric, judge }: PersonTask) {
	const docs = new Map(dataset.corpus.map((doc) => [doc.id, doc]));
	const texts = new Map(dataset.queries.map(({ id, text }) => [id, text]));
	return ({ session, scroll, help, remark }: ScreenState) => {
		const item = session.current === undefined ? undefined : session.items[session.current];
		return {
			dataset: dataset.name,
			judge,
			rubric,
			counts: sessionCounts(session),
			item:
				item === undefined ? undefined : { query: texts.get(item.queryId) as string, doc: docs.get(item.docId) as Doc },
			scroll,
			help,
			remark,
		};
	};
}
