import type { PoolItem } from '../../harness/labels/pool-runs.ts';
import type { Rubric } from '../../harness/labels/rubric.ts';
import { type Decision, decideCurrent, returnToSkipped, type Session, undoLast } from '../../harness/labels/session.ts';
import type { Frame } from './screen.ts';
import type { KeyPress } from './window.ts';

/** The state that the keys change. */
export interface ScreenState {
	readonly session: Session;
	readonly scroll: number;
	readonly help: boolean;
	readonly remark: string;
}

/** The effect of a key press. */
export interface Step {
	readonly state: ScreenState;
	/** To be on disk before the new state is shown. */
	readonly record?: { readonly item: PoolItem; readonly said: Decision | { readonly undone: true } };
	/** `quit`, or the signal that the key stands for. */
	readonly end?: 'quit' | 'SIGINT';
}

type Action = (state: ScreenState, frame: Frame, rubric: Rubric) => Step;

/** The state after a key; a key that means nothing changes nothing. */
export function pressKey(state: ScreenState, { name, ctrl }: KeyPress, frame: Frame, rubric: Rubric): Step {
	if (ctrl) return name === 'c' ? { state, end: 'SIGINT' } : { state };
	if (state.help) return { state: { ...state, help: false, scroll: 0 } };
	const grade = rubric.grades.find((known) => String(known.grade) === name);
	if (grade !== undefined) return decide(state, frame, { grade: grade.grade }, `last: ${grade.grade} ${grade.label}`);
	return actions[name]?.(state, frame, rubric) ?? { state };
}

const forward: Action = (state, frame) => scrollBy(state, frame, frame.page);
const backward: Action = (state, frame) => scrollBy(state, frame, -frame.page);
const lineDown: Action = (state, frame) => scrollBy(state, frame, 1);
const lineUp: Action = (state, frame) => scrollBy(state, frame, -1);

const actions: Readonly<Record<string, Action>> = {
	s: (state, frame) => decide(state, frame, { skipped: 'person' }, 'skipped'),
	u: undo,
	r: (state) =>
		state.session.current === undefined
			? { state: { ...state, session: returnToSkipped(state.session), scroll: 0, remark: '' } }
			: { state },
	q: (state) => ({ state, end: 'quit' }),
	'?': (state) => ({ state: { ...state, help: true, scroll: 0 } }),
	space: forward,
	pagedown: forward,
	b: backward,
	pageup: backward,
	down: lineDown,
	j: lineDown,
	up: lineUp,
	k: lineUp,
	home: (state, frame) => scrollBy(state, frame, Number.NEGATIVE_INFINITY),
	end: (state, frame) => scrollBy(state, frame, Number.POSITIVE_INFINITY),
};

/** Nothing is taken where the window is too small to read what is judged. */
function decide(state: ScreenState, frame: Frame, said: Decision, remark: string): Step {
	const { session } = state;
	const item = session.current === undefined ? undefined : session.items[session.current];
	if (item === undefined || !frame.readable) return { state };
	return { state: { session: decideCurrent(session, said), scroll: 0, help: false, remark }, record: { item, said } };
}

function undo(state: ScreenState): Step {
	const session = undoLast(state.session);
	const item = session.current === undefined ? undefined : session.items[session.current];
	if (session === state.session || item === undefined) return { state: { ...state, remark: 'nothing to undo' } };
	return { state: { session, scroll: 0, help: false, remark: 'taken back' }, record: { item, said: { undone: true } } };
}

function scrollBy(state: ScreenState, { lastScroll }: Frame, lines: number): Step {
	return { state: { ...state, scroll: Math.max(0, Math.min(lastScroll, state.scroll + lines)) } };
}
