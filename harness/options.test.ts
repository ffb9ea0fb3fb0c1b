import { describe, expect, it } from 'vitest';
import type { BenchError } from './errors.ts';
import { findNamed, nearNames } from './names.ts';
import { defaultsOf, option, resolveOptions } from './options.ts';

const options = {
	k: option.number(60, { above: 0, help: 'the constant' }),
	depth: option.integer(50, { min: 1, max: 1000, help: '' }),
	chunk: option.integer(0, { min: 16, also: [0], help: '' }),
	sort: option.choice('relevance', ['relevance', 'recency'], ''),
	exclude_base: option.flag(false, ''),
	legs: option.list(['fts', 'dense'], { minItems: 1, help: '' }),
	name: option.text('', ''),
};

describe('resolveOptions', () => {
	it('reads text as the type of the default', () => {
		expect(
			resolveOptions('hybrid', options, { k: '10.5', exclude_base: 'true', legs: 'fts, graph', sort: 'recency' }),
		).toEqual({
			...defaultsOf(options),
			k: 10.5,
			exclude_base: true,
			legs: ['fts', 'graph'],
			sort: 'recency',
		});
	});

	it('leaves the defaults as they were', () => {
		resolveOptions('hybrid', options, { k: 1 });
		expect(defaultsOf(options).k).toBe(60);
	});

	it('names the near options where one is unknown', () => {
		const attempt = () => resolveOptions('hybrid', options, { exclude_bse: 'true' });
		expect(attempt).toThrow('hybrid has no option "exclude_bse"');
		try {
			attempt();
		} catch (error) {
			expect((error as BenchError).hint).toContain('Did you mean exclude_base?');
		}
	});

	it.each([
		['k', 'many', 'a number above 0'],
		['k', '', 'a number above 0'],
		['k', 'Infinity', 'a number above 0'],
		['k', '0', 'a number above 0'],
		['k', '-1', 'a number above 0'],
		['depth', '0', 'a whole number from 1 to 1000'],
		['depth', '1001', 'a whole number from 1 to 1000'],
		['depth', '1.5', 'a whole number from 1 to 1000'],
		['chunk', '7', '0 or a whole number from 16'],
		['sort', 'relevanse', 'relevance or recency'],
		['legs', ',', 'at least 1 of a list (a,b)'],
		['exclude_base', 'perhaps', 'true or false'],
	])('refuses %s=%s', (key, value, wanted) => {
		expect(() => resolveOptions('hybrid', options, { [key]: value })).toThrow(
			`option ${key} takes ${wanted}, not "${value}"`,
		);
	});
});

describe('ranges', () => {
	it('let in their ends, and the values that stand beside them', () => {
		const { depth, chunk } = resolveOptions('hybrid', options, { depth: '1000', chunk: '0' });
		expect([depth, chunk]).toEqual([1000, 0]);
		expect(resolveOptions('hybrid', options, { depth: 1, chunk: 16 })).toMatchObject({ depth: 1, chunk: 16 });
	});

	it('are told with the near word, the default and the help', () => {
		const hintOf = (settings: Record<string, string>) => {
			try {
				resolveOptions('hybrid', options, settings);
			} catch (error) {
				return (error as BenchError).hint;
			}
			return 'nothing was thrown';
		};
		expect(hintOf({ sort: 'relevanse' })).toBe('Did you mean relevance? The default is relevance.');
		expect(hintOf({ k: '-1' })).toBe('The default is 60. k: the constant.');
	});
});

describe('names that every object has', () => {
	it.each(['constructor', '__proto__', 'toString'])('%s is unknown like any other', (name) => {
		expect(() => resolveOptions('hybrid', options, Object.fromEntries([[name, '1']]))).toThrow(
			`hybrid has no option "${name}"`,
		);
		expect(() => findNamed('fusion', name, { rrf: 1 })).toThrow(`there is no fusion "${name}"`);
		expect(() => findNamed('fusion', name, new Map([['rrf', 1]]))).toThrow(`there is no fusion "${name}"`);
	});
});

describe('nearNames', () => {
	it('puts the nearest first and leaves out what is far', () => {
		expect(nearNames('fts6', ['dense', 'fts5', 'fts', 'graph'])).toEqual(['fts5', 'fts']);
		expect(nearNames('zzzzzz', ['dense', 'fts5'])).toEqual([]);
	});
});
