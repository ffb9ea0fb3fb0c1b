import stringWidth from 'string-width';
import type { Doc } from '../../harness/contract.ts';
import type { Rubric } from '../../harness/labels/rubric.ts';
import type { SessionCounts } from '../../harness/labels/session.ts';
import { plainLines } from './plain-text.ts';
import { cutTo, wrap } from './wrap.ts';

export interface ScreenSize {
	readonly columns: number;
	readonly rows: number;
}

/** All that the screen shows. */
export interface ScreenView {
	readonly dataset: string;
	readonly judge: string;
	readonly rubric: Rubric;
	readonly counts: SessionCounts;
	/** Undefined: everything is judged or skipped. */
	readonly item: { readonly query: string; readonly doc: Doc } | undefined;
	/** First line of the document that is shown. */
	readonly scroll: number;
	readonly help: boolean;
	/** The effect of the last key, in a few words. */
	readonly remark: string;
}

export type Paint = (style: 'bold' | 'dim' | 'cyan' | 'yellow', text: string) => string;

export interface Frame {
	/** As many as the window has rows, none wider than it. */
	readonly lines: readonly string[];
	/** The largest scroll that shows something new. */
	readonly lastScroll: number;
	/** Lines that one press of space moves by. */
	readonly page: number;
	/** False where the window is too small to read anything: no grade is taken then. */
	readonly readable: boolean;
}

/** The smallest window that can be judged in. */
export const SMALLEST: ScreenSize = { columns: 24, rows: 9 };

/** The lines on the screen: a pure function of the view, so that tests can look at it without a terminal. */
export function drawScreen(view: ScreenView, size: ScreenSize, paint: Paint): Frame {
	if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) {
		const message = wrap('The window is too small. Make it larger, or press q.', Math.max(1, size.columns));
		return { lines: fill(message.slice(0, size.rows), size.rows), lastScroll: 0, page: 1, readable: false };
	}
	const width = Math.min(size.columns, 100);
	const header = headerLines(view, size.columns, paint);
	const footer = footerLines(view, size.columns, paint);
	const room = size.rows - header.length - footer.length;
	const body = view.help ? helpLines(view, width, paint) : bodyLines(view, width, paint);
	// The query stays in sight while the document scrolls, unless it would take more than a third of the room.
	const pinned = body.pinned.length <= Math.max(2, Math.floor(room / 3)) ? body.pinned : [];
	const scrolled = pinned.length > 0 ? body.scrolled : [...body.pinned, ...body.scrolled];
	const window = room - pinned.length - 1;
	const lastScroll = Math.max(0, scrolled.length - window);
	const scroll = Math.min(view.scroll, lastScroll);
	const shown = scrolled.slice(scroll, scroll + window);
	const more =
		lastScroll === 0 ? '' : `  lines ${scroll + 1}-${scroll + shown.length} of ${scrolled.length}  space: on  b: back`;
	return {
		lines: [...header, ...pinned, ...fill(shown, window), paint('dim', cutTo(more, size.columns)), ...footer],
		lastScroll,
		page: Math.max(1, window - 1),
		readable: true,
	};
}

function headerLines({ dataset, judge, counts }: ScreenView, columns: number, paint: Paint): string[] {
	const { items, judged, skipped, left } = counts;
	const said = `${dataset}  ${judged} of ${items} judged${skipped > 0 ? `, ${skipped} skipped` : ''}, ${left} left`;
	const name = `  ${judge}`;
	const space = columns - stringWidth(said) - stringWidth(name);
	const title = space >= 0 ? said + ' '.repeat(space) + name : cutTo(said, columns);
	const done = items === 0 ? columns : Math.floor(((judged + skipped) / items) * columns);
	return [paint('bold', title), paint('cyan', '━'.repeat(done)) + paint('dim', '─'.repeat(columns - done))];
}

function bodyLines({ item, rubric, counts }: ScreenView, width: number, paint: Paint): Body {
	const text = (content: string): string[] => plainLines(content).flatMap((line) => wrap(line, width - 2));
	const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));
	if (item === undefined) {
		const end = [
			counts.items === 0
				? 'There is nothing to judge: every document of this pool was judged before.'
				: 'That was the last one.',
			'',
			...(counts.skipped > 0 ? [`r brings back the ${counts.skipped} that were skipped.`] : []),
			...(counts.judged + counts.skipped > 0 ? ['u takes back the last one.'] : []),
			'q ends.',
		];
		return { pinned: [], scrolled: indented(end.flatMap((line) => wrap(line, width - 2))) };
	}
	const { doc, query } = item;
	const title = typeof doc.metadata.title === 'string' && doc.metadata.title !== '' ? doc.metadata.title : undefined;
	const facts = [doc.category, doc.createdAt?.toISOString().slice(0, 10), doc.sensitive ? 'sensitive' : undefined];
	const known = facts.filter((fact) => fact !== undefined && fact !== '').join('  ');
	return {
		pinned: [
			paint('dim', cutTo(rubric.question, width)),
			...indented(text(query)).map((line) => paint('bold', line)),
			paint('dim', '─'.repeat(width)),
		],
		scrolled: [
			...(title === undefined ? [] : [...indented(text(title)).map((line) => paint('bold', line)), '']),
			...(known === '' ? [] : [...indented(text(known)).map((line) => paint('dim', line)), '']),
			...indented(text(doc.content.trim() === '' ? '(this document is empty)' : doc.content)),
		],
	};
}

interface Body {
	readonly pinned: readonly string[];
	readonly scrolled: readonly string[];
}

function helpLines({ rubric }: ScreenView, width: number, paint: Paint): Body {
	const entry = (key: string, text: string): string[] =>
		wrap(text, width - 8).map((line, i) => `  ${i === 0 ? paint('bold', key.padEnd(5)) : '     '} ${line}`);
	return {
		pinned: [],
		scrolled: [
			...wrap(rubric.question, width),
			'',
			...rubric.grades.flatMap(({ grade, label, meaning }) => entry(String(grade), `${label}: ${meaning}`)),
			'',
			...entry('s', 'skip: no judgment; it can come back at the end'),
			...entry('u', 'undo: take back the last judgment or skip, as often as you like'),
			...entry('space', 'a page on in a long document; b a page back; arrows, j and k a line'),
			...entry('q', 'quit; every judgment is on disk already, and the same command goes on from there'),
			...entry('?', 'this page; any key leaves it'),
			'',
			...wrap('Which systems found a document, and how high, is hidden on purpose.', width),
		],
	};
}

function footerLines({ rubric, item, help, remark }: ScreenView, columns: number, paint: Paint): string[] {
	const rule = paint('dim', '─'.repeat(columns));
	if (help) return [rule, '', paint('dim', cutTo('any key: back', columns))];
	const labelled = rubric.grades.map(({ grade, label }) => `${grade} ${label}`).join('   ');
	const digits = rubric.grades.map(({ grade }) => grade).join(' ');
	const grades = stringWidth(labelled) <= columns ? labelled : `grade: ${digits}`;
	const keys = item === undefined ? 'r skipped again   u undo   q quit' : 's skip   u undo   ? help   q quit';
	const said = remark === '' ? keys : `${keys}   ${remark}`;
	return [
		rule,
		paint('bold', cutTo(item === undefined ? '' : grades, columns)),
		paint('dim', cutTo(stringWidth(said) <= columns ? said : remark || keys, columns)),
	];
}

function fill(lines: readonly string[], rows: number): string[] {
	return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => '')];
}
