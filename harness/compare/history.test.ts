import { describe, expect, it } from 'vitest';
import { inOrderOfCommits } from './history.ts';

describe('inOrderOfCommits', () => {
	const run = (name: string, commit: string | null) => ({
		name,
		manifest: { tool: { name: 'recall-bench', version: '0.1.0', commit } },
	});
	const ordered = (...runs: readonly ReturnType<typeof run>[]) => inOrderOfCommits(runs).map(({ name }) => name);

	it('keeps runs of one commit together, commits by their first run', () => {
		expect(ordered(run('1', 'a'), run('2', 'b'), run('3', 'a'), run('4', 'c'), run('5', 'b'))).toEqual([
			'1',
			'3',
			'2',
			'5',
			'4',
		]);
	});

	it('leaves by their time what no commit tells', () => {
		expect(
			ordered(run('1', null), run('2', 'a'), run('3', null), run('4', 'a+changes'), run('5', 'a+changes')),
		).toEqual(['1', '2', '3', '4', '5']);
	});
});
