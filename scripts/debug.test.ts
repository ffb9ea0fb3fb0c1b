import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from './testing/call-bench.ts';
import { runBench } from './testing/run-bench.ts';
import { smallDataset } from './testing/small-dataset.ts';

describe('bench --debug', () => {
	it('prints the traces of an error and of its causes, which are kept back otherwise', async () => {
		const folder = smallDataset();
		writeFileSync(join(folder, 'mine.mjs'), 'export const mine = () => {\n\tthrow new Error("deep down");\n};\n');
		const args = ['run', '--retriever', './mine.mjs', '--retries', '0'];
		const plain = await callBench(args, folder);
		expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining('deep down') });
		expect(plain.stderr).not.toMatch(/\n\s+at /);
		const debug = await callBench([...args, '--debug'], folder);
		expect(debug.stderr).toMatch(/caused by Error: deep down\n\s+at .*mine\.mjs:2:\d+\)/);
	});
});

it('the line of TypeScript that threw is that of its author', () => {
	const folder = smallDataset();
	const code =
		'interface Nothing {\n\tx: number;\n}\nexport const mine = (): Nothing[] => {\n\tthrow new Error("here");\n};\n';
	writeFileSync(join(folder, 'mine.mts'), code);
	const { stderr } = runBench(['run', '--retriever', './mine.mts', '--retries', '0'], folder);
	expect(stderr).toMatch(/It was thrown at .*mine\.mts:5\./);
});
