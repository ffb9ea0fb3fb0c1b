import { testRetriever } from '../conformance.ts';
import { postgresFts } from './fts.ts';
import { DATABASES, inSharedCache } from './testing/places.ts';

for (const url of DATABASES) {
	testRetriever(inSharedCache(postgresFts), { options: { url } });
	testRetriever(inSharedCache(postgresFts), {
		options: { url, sort: 'importance', rank: 'ts_rank_cd', parser: 'websearch' },
	});
}
