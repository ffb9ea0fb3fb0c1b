import type { OptionValues } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';

export const FTS_OPTIONS = {
	config: option.text('english', 'text search configuration: english, simple ... (pg_ts_config of the server)'),
	parser: option.choice(
		'plainto',
		['plainto', 'websearch'],
		'plainto_tsquery or websearch_to_tsquery ("quoted", -not, or)',
	),
	rank: option.choice(
		'ts_rank',
		['ts_rank', 'ts_rank_cd'],
		'by frequency, or by how close the words stand (cover density)',
	),
	rank_weights: option.list(['0.1', '0.2', '0.4', '1'], {
		minItems: 4,
		help: 'weights of D category, C tags, B expanded keywords, A content; each 0 to 1',
	}),
	normalization: option.integer(0, { min: 0, max: 63, help: "ts_rank's bit mask for document length; 0 ignores it" }),
	sort: option.choice(
		'relevance',
		['relevance', 'importance', 'recency'],
		'relevance (0.7 ts_rank + 0.3 importance), importance (0.4 + 0.6), or recency (newest match first)',
	),
	or_broaden: option.flag(true, 'where fewer than depth rows hold every word, add rows that hold any'),
	or_broaden_min_rank: option.number(0.01, { min: 0, help: 'rows that hold any word need a rank above this' }),
	merge_sort: option.choice(
		'tiers',
		['tiers', 'importance'],
		'rows added by or_broaden come after the others, or all are sorted again by importance alone, whatever sort says',
	),
};

export type FtsOptions = OptionValues<typeof FTS_OPTIONS>;

/** Checks what the specification can't say. Throws `usage`. */
export function checkFtsOptions(owner: string, { config, rank_weights }: FtsOptions): void {
	checkConfigName(owner, config);
	const fits = rank_weights.every((weight) => Number(weight) >= 0 && Number(weight) <= 1 && weight.trim() !== '');
	if (rank_weights.length !== 4 || !fits)
		throw new BenchError('usage', `${owner}: rank_weights takes four numbers from 0 to 1 (D,C,B,A)`, {
			hint: 'The default is 0.1,0.2,0.4,1.',
		});
}

/** A configuration is written into SQL, so only a plain name is let through. Throws `usage`. */
export function checkConfigName(owner: string, config: string): void {
	if (!/^[a-z_][a-z0-9_.]*$/i.test(config))
		throw new BenchError('usage', `${owner}: "${config}" is not the name of a text search configuration`, {
			hint: 'For example english or simple.',
		});
}
