import { afterAll, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../testing/temporary-folder.ts';
import { loadDataset } from './load.ts';
import { loadOpenCorpus } from './load-corpus.ts';

const folder = temporaryFolder({
	'corpus.jsonl': jsonl(
		{ id: 1, content: 'The code of the safe is 4711', is_sensitive: 1 },
		{ id: 2, content: 'the code  of the safe is 4711' },
		{ id: 3, content: 'The kettle whistles' },
	),
	'queries.jsonl': jsonl({ query_id: 'q', text: 'kettle', stratum: 's', relevant_ids: [3] }),
});
afterAll(() => folder.dispose());

it('a copy of a sensitive document is left out of a run as it is out of an extraction, and counted', async () => {
	const notes: string[] = [];
	const dataset = await loadDataset(folder.path, { note: (message) => notes.push(message) });
	expect(dataset.corpus.map(({ id }) => id)).toEqual(['3']);
	expect(dataset.sensitiveLeftOut).toBe(2);
	expect(notes.join('\n')).toContain('1 document holds the text of a sensitive one without its mark');
	expect(await loadOpenCorpus(folder.path)).toMatchObject({ sensitiveLeftOut: 1, copiesLeftOut: 1 });
	const local = await loadDataset(folder.path, { sensitive: 'lexical-only' });
	expect(local.corpus.map(({ sensitive }) => sensitive)).toEqual([true, true, false]);
});
