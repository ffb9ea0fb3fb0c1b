import { BenchError } from '../../errors.ts';
import { nearNames } from '../../options.ts';
import { beir } from './beir.ts';
import type { DatasetFormat } from './format.ts';
import { locomo } from './locomo.ts';
import { longmemeval } from './longmemeval.ts';
import { hotpotqa, musique, twoWiki } from './multihop.ts';
import { qrels } from './qrels.ts';
import { trec } from './trec.ts';
import { tsv } from './tsv.ts';

/** Every foreign format, in the order `bench import --help` shows them. */
export const FORMATS: readonly DatasetFormat[] = [
	beir,
	trec,
	tsv,
	qrels,
	locomo,
	longmemeval,
	hotpotqa,
	musique,
	twoWiki,
];

/** @throws BenchError `usage` for a name that is none, with the near ones. */
export function findFormat(name: string): DatasetFormat {
	const found = FORMATS.find((format) => format.name === name);
	if (found !== undefined) return found;
	const names = FORMATS.map((format) => format.name);
	const near = nearNames(name, names);
	throw new BenchError('usage', `There is no format "${name}"`, {
		hint: `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}There are: ${names.join(', ')}.`,
	});
}
