import { expect, it } from 'vitest';
import { splitStratum } from './metric-in-stratum.ts';

it.each([
	['recall@10', 'recall@10', undefined],
	['recall@10/exact', 'recall@10', 'exact'],
	['recall@10/a/b', 'recall@10', 'a/b'],
	['./own/mine.ts#f1@10', './own/mine.ts#f1@10', undefined],
	['./own/mine.mjs#f1/exact', './own/mine.mjs#f1', 'exact'],
])('%s is a metric and perhaps a stratum', (text, metric, stratum) => {
	expect(splitStratum(text)).toEqual({ metric, stratum });
});
