import { findNamed } from '../../names.ts';
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
	return findNamed('format', name, new Map(FORMATS.map((format) => [format.name, format])));
}
