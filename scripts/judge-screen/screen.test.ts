import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { DEFAULT_RUBRIC } from '../../harness/labels/rubric.ts';
import { resumeSession } from '../../harness/labels/session.ts';
import { pressKey, type ScreenState } from './keys.ts';
import { plainLines } from './plain-text.ts';
import { drawScreen, type ScreenView } from './screen.ts';
import { wrap } from './wrap.ts';

const plain = (_: string, text: string): string => text;
const doc = (content: string, metadata = {}): Doc => ({
	id: '1',
	content,
	category: 'home',
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata,
});
const view = (content: string, change: Partial<ScreenView> = {}): ScreenView => ({
	dataset: 'small',
	judge: 'anna',
	rubric: DEFAULT_RUBRIC,
	counts: { items: 10, judged: 4, skipped: 1, left: 5 },
	item: { query: 'who keeps the ledger', doc: doc(content) },
	scroll: 0,
	help: false,
	remark: '',
	...change,
});
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }));

describe('wrapping', () => {
	it('loses no word and keeps to the width', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 4, max: 60 }), (content, columns) => {
				const lines = plainLines(content).flatMap((line) => wrap(line, columns));
				for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
				const bare = (parts: readonly string[]): string => parts.join('').normalize().replace(/\s/gu, '');
				expect(bare(lines)).toBe(bare(plainLines(content)));
			}),
		);
	});

	it('knows wide and joined characters', () => {
		expect(stringWidth('知识')).toBe(4);
		expect(stringWidth('e\u0301a')).toBe(2);
		expect(stringWidth('👩‍👩‍👧')).toBe(2);
		expect(wrap('知识知识', 5)).toEqual(['知识', '知识']);
		for (const line of wrap('\u{1d160} !', 4)) expect(stringWidth(line)).toBeLessThanOrEqual(4);
	});

	it('lets no control character of a document reach the terminal', () => {
		expect(plainLines('a\x1b[2Jb\r\nc\td\u202ee').join('|')).toBe('a\ufffd[2Jb|c    d\ufffde');
	});
});

describe('the screen', () => {
	it('fills the window exactly, whatever its size and the texts', () => {
		fc.assert(
			fc.property(
				text,
				text,
				fc.integer({ min: 1, max: 140 }),
				fc.integer({ min: 1, max: 60 }),
				fc.nat({ max: 400 }),
				fc.boolean(),
				(query, content, columns, rows, scroll, help) => {
					const shown = view('', { item: { query, doc: doc(content) }, scroll, help });
					const frame = drawScreen(shown, { columns, rows }, plain);
					expect(frame.lines).toHaveLength(rows);
					for (const line of frame.lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
				},
			),
		);
	});

	it('shows query, title, document, progress and keys', () => {
		const item = { query: 'who keeps the ledger', doc: doc('Marta does', { title: 'Ledger' }) };
		const { lines } = drawScreen(view('', { item }), { columns: 80, rows: 24 }, plain);
		const all = lines.join('\n');
		for (const part of [
			'4 of 10 judged, 1 skipped, 5 left',
			'anna',
			'who keeps',
			'Ledger',
			'Marta does',
			'3 perfectly relevant',
			'q quit',
		])
			expect(all).toContain(part);
	});

	it('comes to every line of a long document by scrolling', () => {
		const content = Array.from({ length: 200 }, (_, i) => `line${i}.`).join('\n');
		const size = { columns: 60, rows: 20 };
		const seen = new Set<string>();
		let scroll = 0;
		for (;;) {
			const frame = drawScreen(view(content, { scroll }), size, plain);
			for (const found of frame.lines.join('\n').match(/line\d+\./g) ?? []) seen.add(found);
			if (scroll >= frame.lastScroll) break;
			scroll = Math.min(frame.lastScroll, scroll + frame.page);
		}
		expect(seen.size).toBe(200);
	});

	it('takes no grade in a window too small to read in', () => {
		const session = resumeSession([{ queryId: 'q', docId: '1' }], []);
		const state: ScreenState = { session, scroll: 0, help: false, remark: '' };
		const small = drawScreen(view('text'), { columns: 20, rows: 5 }, plain);
		expect(pressKey(state, { name: '3', ctrl: false }, small, DEFAULT_RUBRIC)).toEqual({ state });
		const large = drawScreen(view('text'), { columns: 80, rows: 24 }, plain);
		const step = pressKey(state, { name: '3', ctrl: false }, large, DEFAULT_RUBRIC);
		expect(step.record).toEqual({ item: { queryId: 'q', docId: '1' }, said: { grade: 3 } });
		expect(pressKey(step.state, { name: 'u', ctrl: false }, large, DEFAULT_RUBRIC).record?.said).toEqual({
			undone: true,
		});
		expect(pressKey(state, { name: '7', ctrl: false }, large, DEFAULT_RUBRIC)).toEqual({ state });
		expect(pressKey(state, { name: 'c', ctrl: true }, large, DEFAULT_RUBRIC).end).toBe('SIGINT');
	});
});
