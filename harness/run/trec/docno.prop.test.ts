import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDocnos, type Docnos, DocnoTable } from './docno.ts';

/** Docnos one after the other in a buffer. `hash` can be made to collide. */
function docnos(ids: readonly string[], hash: (id: string) => number): Docnos {
	const bytes = ids.map((id) => Buffer.from(id));
	const end = new Uint32Array(ids.length);
	let at = 0;
	bytes.forEach((each, line) => {
		at += each.length;
		end[line] = at;
	});
	return {
		file: { path: 'run.trec', buffer: Buffer.concat(bytes) },
		start: Uint32Array.from(ids, (_, line) => (line === 0 ? 0 : (end[line - 1] as number))),
		end,
		hash: Int32Array.from(ids, hash),
	};
}

const id = fc.oneof(fc.stringMatching(/^[abé😀]{1,4}$/u), fc.string({ minLength: 1, maxLength: 12 }));
const hashes = fc.constantFrom(
	() => 7,
	(text: string) => text.length,
	(text: string) => -text.charCodeAt(0),
);

it('finds exactly what was added, whatever collides', () => {
	fc.assert(
		fc.property(fc.array(id, { maxLength: 60 }), fc.array(id, { maxLength: 60 }), hashes, (added, asked, hash) => {
			const table = new DocnoTable(docnos(added, hash));
			// Used twice, as for two queries: nothing of the first may be left.
			for (let round = 0; round < 2; round++) {
				table.reset(added.length);
				added.forEach((text, line) => {
					const first = added.indexOf(text);
					expect(table.add(line)).toBe(first === line ? -1 : first);
				});
			}
			const others = docnos(asked, hash);
			asked.forEach((text, line) => {
				expect(table.find(others, line)).toBe(added.indexOf(text));
			});
		}),
	);
});

it.each([15, 16, 32, 64])('with %i docnos still knows what it has not', (size) => {
	const ids = Array.from({ length: size }, (_, i) => `d${i}`);
	const table = new DocnoTable(docnos(ids, (text) => Number(text.slice(1))));
	table.reset(size);
	ids.forEach((_, line) => {
		table.add(line);
	});
	expect(
		table.find(
			docnos(['absent'], () => 3),
			0,
		),
	).toBe(-1);
});

it('orders as bytes do', () => {
	fc.assert(
		fc.property(id, id, (x, y) => {
			const order = compareDocnos(
				docnos([x, y], () => 0),
				0,
				1,
			);
			expect(Math.sign(order)).toBe(Buffer.compare(Buffer.from(x), Buffer.from(y)));
		}),
	);
});
