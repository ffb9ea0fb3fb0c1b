import { describe, expect, it } from 'vitest';
import type { Manifest, ManifestSystem } from '../../run/folder/run-folder.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { differenceOf } from './differing-legs.ts';

const MODULE = { plugin: 'mod/u.ts#mine', options: {}, facts: { code_sha256: 'a' } };

function manifest(system: ManifestSystem): Manifest {
	return { ...runForTests({ name: system.name, strata: { exact: { MRR: [1] } } }).manifest, system };
}

describe('differenceOf', () => {
	it('knows a module of the user alone for the leg of its name', () => {
		const leg = { name: 'mine', ...MODULE, depth: 50, seeded_by: [] };
		const fused = manifest({
			name: 'hybrid',
			plugin: 'hybrid',
			options: {},
			facts: {},
			legs: [leg, { ...leg, name: 'fts', plugin: 'fts', facts: {} }],
			pipeline: { legs: ['mine', 'fts'].map((name) => ({ name, weight: 1, depth: 50, exclude: [] })), stages: [] },
		});
		expect(differenceOf(manifest({ name: 'mine', ...MODULE }), fused).legs).toEqual(['fts']);
		const changed = { ...MODULE, facts: { code_sha256: 'b' } };
		expect(differenceOf(manifest({ name: 'mine', ...changed }), fused).legs).toEqual(['mine', 'fts']);
	});
});
