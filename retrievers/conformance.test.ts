import { resolveOptions } from '../harness/options.ts';
import { testRetriever } from './conformance.ts';
import { dense, denseRetriever } from './dense/dense.ts';
import { letterEmbedder } from './embedders/testing/letter-embedder.ts';
import { cooccurrence } from './graph/cooccurrence.ts';
import { createHybrid } from './hybrid/hybrid.ts';
import { findRetriever } from './index.ts';
import { fts } from './lexical/fts.ts';
import { fts5 } from './lexical/fts5.ts';
import { optionsOf } from './options-of.ts';

testRetriever(fts);
testRetriever(fts, { options: { sort: 'importance' } });
testRetriever(fts5);
testRetriever(fts5, { options: { tokenizer: 'porter' } });

// Twelve documents are too few for the default pruning at 2 %.
const small = { max_share: 0.5 };
const seeds = new Map([
	['fts', [{ docId: '2', score: 2 }]],
	[
		'dense',
		[
			{ docId: '9', score: 0.9 },
			{ docId: '2', score: 0.8 },
		],
	],
]);
testRetriever(cooccurrence, { options: small });
testRetriever(cooccurrence, { options: small, seeds });
testRetriever(cooccurrence, { options: { ...small, role: 'generator' }, seeds });

const letters: typeof dense = {
	...dense,
	index: (corpus, options, context) => denseRetriever(corpus, options, context, letterEmbedder()),
};
testRetriever(letters);

const hybrid = createHybrid(findRetriever);
const settings = { legs: ['fts', 'fts5', 'graph'], 'graph.seeds': ['fts'], 'graph.max_share': 0.5 };
testRetriever(hybrid, { options: await resolved(settings) });

async function resolved(given: Readonly<Record<string, string | number | readonly string[]>>) {
	return resolveOptions('hybrid', await optionsOf(hybrid, given), given);
}
