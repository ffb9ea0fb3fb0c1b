import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Dataset, Leg } from '../contract.ts';
import { legIdentity } from './leg-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'leg-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const dataset: Dataset = {
	name: 'small',
	directory: folder,
	corpus: [],
	queries: [],
	qrels: new Map(),
	fingerprint: 'f',
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};
const leg: Leg = {
	name: 'typed',
	stage: 'graph',
	plugin: 'graph:typed',
	options: {},
	depth: 50,
	seededBy: [],
	open: () => Promise.reject(new Error('not opened here')),
};
const identity = (one: Leg) => legIdentity(one, [one], dataset, 1);

describe('the identity of a leg', () => {
	it('changes with every file beside the corpus that the leg reads', () => {
		const reading = { ...leg, reads: ['triples.jsonl'] };
		const without = identity(reading);
		writeFileSync(join(folder, 'triples.jsonl'), '{"id": 1}\n');
		const first = identity(reading);
		writeFileSync(join(folder, 'triples.jsonl'), '{"id": 2}\n');
		const second = identity(reading);
		expect(new Set([without, first, second, identity(leg)]).size).toBe(4);
		expect(identity(reading)).toBe(second);
	});

	it('is that of its options, surroundings, depth and code besides', () => {
		const changed = [
			{ ...leg, depth: 51 },
			{ ...leg, options: { hops: 2 } },
			{ ...leg, codeHash: 'c' },
			{ ...leg, surroundings: { server: 'here' } },
			{ ...leg, surroundings: { server: 'there' } },
		];
		expect(new Set([leg, ...changed].map(identity)).size).toBe(6);
		expect(identity({ ...leg, name: 'other' })).toBe(identity(leg));
	});
});
