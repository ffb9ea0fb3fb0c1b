import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../harness/random.ts';

const DOCS = 3000;
const QUERIES = 300;
const WORDS =
	'kettle ledger whippet thunder router dawn midnight backup marta cellar ferry ladder autumn chemistry'.split(' ');

/** A folder with a dataset whose work takes a while, under data/, and as tab-separated files to be imported. */
export function largeFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-large-'));
	const stream = randomStream(1, 'large folder');
	const words = (count: number): string =>
		Array.from({ length: count }, () => `${WORDS[stream.below(WORDS.length)]}${stream.below(40)}`).join(' ');
	const docs = Array.from({ length: DOCS }, (_, i) => ({ id: i + 1, content: words(40) }));
	const queries = Array.from({ length: QUERIES }, (_, i) => ({
		query_id: `q${i}`,
		text: words(4),
		stratum: i % 2 === 0 ? 'even' : 'odd',
		relevant_ids: [1 + stream.below(DOCS)],
	}));
	const write = (name: string, lines: readonly string[]): void =>
		writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
	mkdirSync(join(folder, 'data'));
	write(
		'data/corpus.jsonl',
		docs.map((doc) => JSON.stringify(doc)),
	);
	write(
		'data/queries.jsonl',
		queries.map((query) => JSON.stringify(query)),
	);
	write(
		'docs.tsv',
		docs.map(({ id, content }) => `${id}\t${content}`),
	);
	write(
		'queries.tsv',
		queries.map(({ query_id, text }) => `${query_id}\t${text}`),
	);
	write(
		'qrels.tsv',
		queries.map(({ query_id, relevant_ids }) => `${query_id}\t${relevant_ids[0]}\t1`),
	);
	return folder;
}
