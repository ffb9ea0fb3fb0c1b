/**
 * Which default hybrid earns its place: every candidate on every dataset, and what leaving one dataset out would choose.
 *
 *   npx tsx scripts/check/default-hybrid.ts [--cache <dir>] [--write <folder>] <dataset folder> ...
 *
 * A difference is the nDCG@10 or recall@10 of a candidate less that of the best single leg on the same queries. The
 * first dataset is the sample: each of its strata is looked at beside the whole. Legs are retrieved once per dataset
 * and kept; the rest is arithmetic. `--write` puts the summary between the marks in the folder's README.md, and all
 * candidates into its candidates.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadDataset } from '../../harness/datasets/load.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { resolveSystem } from '../../retrievers/resolve-system.ts';
import { silentContext } from '../silent-context.ts';
import { candidates, DEEPEST } from './default-hybrid/candidates.ts';
import { type Measured, measure } from './default-hybrid/cells.ts';
import { allCandidates, summary } from './default-hybrid/tables.ts';

const { values, positionals: folders } = parseArgs({
	allowPositionals: true,
	options: { cache: { type: 'string', default: 'cache' }, write: { type: 'string' } },
});

const system = await resolveSystem({
	retriever: 'hybrid',
	settings: {
		legs: 'fts,plain=fts5,lexical=fts5:english,dense,graph,fts_graph=graph',
		depth: DEEPEST,
		'graph.seeds': 'lexical,dense',
		'fts_graph.seeds': 'fts,dense',
	},
});
const sets: Measured[] = [];
for (const [i, folder] of folders.entries()) {
	const dataset = await loadDataset(folder, { sensitive: 'leave-out' });
	const { kept } = await keepLegs({
		dataset,
		system,
		context: silentContext(dataset, { cacheDirectory: values.cache }),
	});
	sets.push(measure(dataset.name, kept, i === 0));
	console.error(`kept the legs of ${dataset.name}`);
}

const tried = candidates();
const differences = new Map(sets.map((set) => [set, tried.map((candidate) => set.differences(candidate))]));
const text = summary(sets, tried, differences);
console.log(text);
if (values.write !== undefined) {
	const readme = join(values.write, 'README.md');
	const [BEGIN, END] = ['<!-- made by scripts/check/default-hybrid.ts -->', '<!-- end -->'];
	const [before, rest = ''] = readFileSync(readme, 'utf8').split(BEGIN);
	const after = rest.slice(rest.indexOf(END));
	writeFileSync(readme, `${before}${BEGIN}\n\n${text}\n\n${after}`);
	writeFileSync(join(values.write, 'candidates.md'), allCandidates(sets, tried, differences));
}
