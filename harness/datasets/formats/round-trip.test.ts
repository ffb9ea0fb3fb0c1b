import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../files/package-root.ts';
import { jsonl, temporaryFolder } from '../../testing/temporary-folder.ts';
import { exportDataset } from '../export.ts';
import { importDataset } from '../import.ts';
import { loadDataset } from '../load.ts';
import { readDataset } from '../read-dataset.ts';
import { FORMATS } from './index.ts';

const writable = FORMATS.filter(({ read, write }) => read !== undefined && write !== undefined).map(
	(format) => [format.name, format] as const,
);

const folder = temporaryFolder({});
afterAll(() => folder.dispose());
let turn = 0;
beforeEach(() => {
	turn++;
});

async function throughFormat(directory: string, format: (typeof writable)[number][1], name: string) {
	const out = join(folder.path, `${name}-out`);
	await exportDataset(directory, format, out, 'lexical-only');
	return importDataset({ format, paths: [out], name, settings: {}, dataDirectory: join(folder.path, 'data') });
}

// Texts that formats stumble over: separators, quotes, markup, entities, line ends, emptiness.
const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 20 }),
	fc
		.array(
			fc.constantFrom(
				'a',
				' ',
				'\t',
				'\n',
				'\r',
				'\r\n',
				'"',
				'<DOC>',
				'&amp;',
				'\\n',
				'{"x":1}',
				'#',
				'é',
				'🦊',
				'\0',
				'\ud83e',
			),
			{ maxLength: 8 },
		)
		.map((parts) => parts.join('')),
);
const filled = text.filter((value) => value.trim() !== '');
const id = fc.stringMatching(/^[a-zA-Z0-9_.:-]{1,8}$/);
const word = fc.stringMatching(/^[a-z]{1,5}$/);
const doc = fc.record(
	{
		id,
		content: text,
		category: filled,
		tags: fc.array(word),
		expanded_keywords: fc.array(word),
		importance: fc.constantFrom(0, 0.25, 0.5, 1),
		created_at: fc.constantFrom('2024-05-31T09:30:00Z', 1717147800),
		is_sensitive: fc.constantFrom(0, 1),
		title: text,
		metadata: fc.jsonValue({ maxDepth: 2 }),
		fields: fc.jsonValue({ maxDepth: 2 }),
		contents: text,
		text,
	},
	{ requiredKeys: ['id', 'content'] },
);
const query = fc.record(
	{
		query_id: id,
		text: filled,
		stratum: fc.constantFrom('exact', 'multi hop', 'all'),
		_from: fc.jsonValue({ maxDepth: 2 }),
		_text: text,
	},
	{ requiredKeys: ['query_id', 'text', 'stratum'] },
);
const dataset = fc
	.tuple(
		fc.uniqueArray(doc, { minLength: 1, maxLength: 4, selector: (each) => each.id }),
		fc.uniqueArray(query, { minLength: 1, maxLength: 3, selector: (each) => each.query_id }),
		fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
	)
	.map(([docs, queries, table]) => ({
		'corpus.jsonl': jsonl(...docs),
		'queries.jsonl': jsonl(...queries),
		'qrels.jsonl': jsonl(
			...queries.map(({ query_id }, row) => ({
				query_id,
				// At least one judgment: a query that no file judges is left out of no format, but a file without any is.
				grades: Object.fromEntries(docs.map((each, column) => [each.id, table[row]?.[column] ?? 1])),
			})),
		),
	}));

describe.each(writable)('%s', (name, format) => {
	it('written and read again, any dataset is the same, with the provenance of its queries', async () => {
		let run = 0;
		await fc.assert(
			fc.asyncProperty(dataset, async (files) => {
				const source = temporaryFolder(files);
				try {
					const { directory, rejected } = await throughFormat(source.path, format, `${name}-${turn}-${run++}`);
					expect(rejected).toEqual([]);
					const [before, after] = [
						await readDataset(source.path, 'lexical-only'),
						await readDataset(directory, 'lexical-only'),
					];
					expect(after.corpus).toEqual(before.corpus);
					expect(after.queries).toEqual(before.queries);
					expect(after.qrels).toEqual(before.qrels);
					expect(after.queryRecords.map((each) => each.provenance)).toEqual(
						before.queryRecords.map((each) => each.provenance),
					);
				} finally {
					source.dispose();
				}
			}),
			{ numRuns: 25 },
		);
	});

	const shared = join(packageRoot(), '../shared/data');
	// Beside the datasets there may be folders of original files.
	const names = existsSync(shared)
		? readdirSync(shared).filter((name) => existsSync(join(shared, name, 'corpus.jsonl')))
		: [];
	it.skipIf(names.length === 0)('public datasets come back with the same fingerprint', async () => {
		for (const each of names) {
			const { directory } = await throughFormat(join(shared, each), format, `${each}-${name}`);
			const [before, after] = [await loadDataset(join(shared, each)), await loadDataset(directory)];
			expect(after.fingerprint, each).toBe(before.fingerprint);
		}
	});
});
