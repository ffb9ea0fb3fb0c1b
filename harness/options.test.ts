import { describe, expect, it } from 'vitest';
import type { BenchError } from './errors.ts';
import { nearNames, resolveOptions } from './options.ts';

const defaults = { k: 60, sort: 'relevance', exclude_base: false, legs: ['fts', 'dense'] as readonly string[] };

describe('resolveOptions', () => {
	it('reads text as the type of the default', () => {
		expect(
			resolveOptions('hybrid', defaults, { k: '10.5', exclude_base: 'true', legs: 'fts, graph', sort: 'recency' }),
		).toEqual({
			k: 10.5,
			exclude_base: true,
			legs: ['fts', 'graph'],
			sort: 'recency',
		});
	});

	it('leaves the defaults as they were', () => {
		resolveOptions('hybrid', defaults, { k: 1 });
		expect(defaults.k).toBe(60);
	});

	it('names the near options where one is unknown', () => {
		const attempt = () => resolveOptions('hybrid', defaults, { exclude_bse: 'true' });
		expect(attempt).toThrow('hybrid has no option "exclude_bse"');
		try {
			attempt();
		} catch (error) {
			expect((error as BenchError).hint).toContain('Did you mean exclude_base?');
		}
	});

	it.each([
		['k', 'many', 'a number'],
		['k', '', 'a number'],
		['k', 'Infinity', 'a number'],
		['exclude_base', 'perhaps', 'true or false'],
	])('refuses %s=%s', (key, value, wanted) => {
		expect(() => resolveOptions('hybrid', defaults, { [key]: value })).toThrow(
			`option ${key} takes ${wanted}, not "${value}"`,
		);
	});
});

describe('nearNames', () => {
	it('puts the nearest first and leaves out what is far', () => {
		expect(nearNames('fts6', ['dense', 'fts5', 'fts', 'graph'])).toEqual(['fts5', 'fts']);
		expect(nearNames('zzzzzz', ['dense', 'fts5'])).toEqual([]);
	});
});
