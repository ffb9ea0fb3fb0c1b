import type { OptionValues } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { FIELD_CHOICES } from '../dense/document-text.ts';
import { checkEmbedder } from '../embedders/index.ts';
import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';
import { readWhere } from './where.ts';

export const PG_DENSE_OPTIONS = {
	embedder: option.text(DEFAULT_EMBEDDER, '<provider>:<model>; `bench model list` shows the built-in ones'),
	fields: option.choice('content', FIELD_CHOICES, 'the fields of a document that are embedded'),
	type: option.choice(
		'auto',
		['auto', 'vector', 'halfvec'],
		'vector (4 bytes a number) or halfvec (2); auto: vector embedded, halfvec on a server',
	),
	index: option.choice('none', ['none', 'hnsw', 'ivfflat'], 'none is exact search; the others are approximate'),
	m: option.integer(16, { min: 2, max: 100, help: 'hnsw: links of a node' }),
	ef_construction: option.integer(64, { min: 4, max: 1000, help: 'hnsw: candidates while building, at least 2 m' }),
	ef_search: option.integer(40, {
		min: 1,
		max: 1000,
		help: 'hnsw: candidates of a search; below depth it cuts the result',
	}),
	lists: option.integer(100, { min: 1, max: 32_768, help: 'ivfflat: clusters' }),
	probes: option.integer(10, { min: 1, max: 32_768, help: 'ivfflat: clusters that a search looks at' }),
	iterative_scan: option.choice(
		'off',
		['off', 'strict_order', 'relaxed_order'],
		'whether the index is read on until depth rows pass the filter (pgvector 0.8; ivfflat: relaxed_order only)',
	),
	require_index: option.flag(
		false,
		'turns sequential scans off, so that the index is measured even where it is slower',
	),
	where: option.list([], {
		help: 'conditions on category, tag, importance, created_at: category=decisions,created_at>=2024-01-01',
	}),
};

export type PgDenseOptions = OptionValues<typeof PG_DENSE_OPTIONS>;

/** Checks what the specification can't say. Throws `usage`. */
export function checkDenseOptions(owner: string, options: PgDenseOptions): void {
	checkEmbedder(options.embedder);
	readWhere(owner, options.where);
	const { index, m, ef_construction, iterative_scan, require_index } = options;
	if (index === 'hnsw' && ef_construction < 2 * m)
		throw new BenchError(
			'usage',
			`${owner}: ef_construction is ${ef_construction}, and has to be at least 2 m = ${2 * m}`,
		);
	if (index === 'ivfflat' && iterative_scan === 'strict_order')
		throw new BenchError('usage', `${owner}: ivfflat knows no iterative_scan=strict_order`, {
			hint: 'It takes off or relaxed_order.',
		});
	if (index === 'none' && require_index)
		throw new BenchError('usage', `${owner}: require_index is set, but index is none`, {
			hint: 'Set index=hnsw or index=ivfflat.',
		});
}
