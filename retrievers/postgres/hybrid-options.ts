import type { OptionValues } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { ADDRESS_OPTION, checkAddress } from './address.ts';
import { checkDenseOptions, PG_DENSE_OPTIONS } from './dense-options.ts';
import { checkFtsOptions, FTS_OPTIONS } from './fts-options.ts';
import { PG_GRAPH_OPTIONS, readValidAt } from './graph-options.ts';
import { partOf, prefixed } from './prefixed.ts';

const weight = () => option.number(1, { min: 0, help: 'weight of the leg; 0 is the same as no leg' });

export const PG_HYBRID_OPTIONS = {
	...ADDRESS_OPTION,
	legs: option.list(['fts', 'dense'], {
		choices: ['fts', 'dense', 'graph'],
		minItems: 1,
		help: 'what is fused; graph starts from the others',
	}),
	depth: option.integer(50, { min: 1, help: 'documents per leg' }),
	k: option.number(60, { min: 0, help: 'the constant of reciprocal rank fusion' }),
	'weights.fts': weight(),
	'weights.dense': weight(),
	'weights.graph': weight(),
	importance: option.flag(true, 'multiplies the fused score by base + slope x importance'),
	'importance.base': option.number(0.7, { min: 0, help: 'factor of a document of importance 0' }),
	'importance.slope': option.number(0.3, { min: 0, help: 'what importance 1 adds to the factor' }),
	...prefixed('fts', FTS_OPTIONS),
	...prefixed('dense', PG_DENSE_OPTIONS),
	...prefixed('graph', PG_GRAPH_OPTIONS),
};

export type PgHybridOptions = OptionValues<typeof PG_HYBRID_OPTIONS>;

export const ftsPart = (options: PgHybridOptions) => partOf('fts', FTS_OPTIONS, options);
export const densePart = (options: PgHybridOptions) => partOf('dense', PG_DENSE_OPTIONS, options);
export const graphPart = (options: PgHybridOptions) => partOf('graph', PG_GRAPH_OPTIONS, options);

export type LegName = 'dense' | 'fts' | 'graph';

/** The legs of positive weight, in the order in which they are added up. */
export function activeLegs(options: PgHybridOptions): readonly LegName[] {
	return (['dense', 'fts', 'graph'] as const).filter(
		(leg) => options.legs.includes(leg) && options[`weights.${leg}`] > 0,
	);
}

/** Checks what the specification can't say. Throws `usage`. */
export function checkHybridOptions(owner: string, options: PgHybridOptions): void {
	checkAddress(owner, options.url);
	const legs = activeLegs(options);
	if (legs.every((leg) => leg === 'graph'))
		throw new BenchError(
			'usage',
			`${owner}: ${legs.length === 0 ? 'no leg has a weight' : 'graph has nothing to start from'}`,
			{
				hint: 'It needs fts or dense among its legs, for example legs=fts,dense,graph.',
			},
		);
	if (legs.includes('fts')) checkFtsOptions(`${owner} fts`, ftsPart(options));
	if (legs.includes('dense')) checkDenseOptions(`${owner} dense`, densePart(options));
	if (legs.includes('graph')) readValidAt(`${owner} graph`, options['graph.valid_at']);
}
