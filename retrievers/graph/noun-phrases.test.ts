import { describe, expect, it } from 'vitest';
import { normaliseName, normaliseWord } from './normalise.ts';
import { nounPhrases } from './noun-phrases.ts';

describe('normaliseWord', () => {
	it.each([
		['Ledgers', 'ledger'],
		['diaries', 'diary'],
		['boxes', 'box'],
		['cases', 'case'],
		['glasses', 'glass'],
		['glass', 'glass'],
		['analysis', 'analysis'],
		['species', 'species'],
		['Marta’s', 'marta'],
		["neighbours'", 'neighbour'],
		['ﬁle', 'file'],
		['GAS', 'gas'],
		['台風', '台風'],
	])('%s -> %s', (word, normal) => expect(normaliseWord(word)).toBe(normal));
});

describe('normaliseName', () => {
	it('drops stop words and the words that are nothing but marks', () => {
		expect(normaliseName('The Backups of the Ledger!')).toBe('backup ledger');
		expect(normaliseName('and the - ')).toBe('');
	});
});

describe('nounPhrases', () => {
	it('ends a phrase at stop words, punctuation and verb endings', () => {
		expect(nounPhrases('The garden shed was painted; old bicycles leaning on fences.')).toEqual([
			'garden shed',
			'bicycle',
			'fence',
		]);
	});

	it('reads pairs of a long run', () => {
		expect(nounPhrases('home network backup power supply')).toEqual([
			'home network',
			'network backup',
			'backup power',
			'power supply',
		]);
	});

	it('reads names by their looks, but not the capital that opens a clause', () => {
		expect(nounPhrases('Yesterday Marta Keller saw NASA and v2')).toEqual([
			'marta',
			'keller',
			'marta keller',
			'nasa',
			'v2',
		]);
		expect(nounPhrases('Garden hose. Garden hose')).toEqual(['garden hose']);
	});

	it('reads the same phrases, each once, whatever was read before', () => {
		const text = 'The ledger, the Ledgers and the ledger of Marta';
		expect(nounPhrases(text)).toEqual(['ledger', 'marta']);
		expect(nounPhrases(text)).toEqual(nounPhrases(text));
	});
});
