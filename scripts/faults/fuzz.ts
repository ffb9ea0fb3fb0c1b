import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBench } from '../testing/call-bench.ts';
import { FUZZ_INPUTS, type FuzzInput, fuzzFolder } from './fuzz-inputs.ts';
import { leftovers } from './kills/scenario.ts';
import { mutated } from './mutate.ts';
import { type FaultKind, saidWrong } from './trial.ts';

/** Inputs that somebody wrote, mutated: each is read, or refused in words, and nothing half is left. */
export const fuzz: FaultKind = {
	name: 'fuzzed inputs',
	tried: `${FUZZ_INPUTS.length} commands on mutated inputs`,
	short: 200,
	usual: 16_000,
	async open() {
		const folder = await fuzzFolder();
		const broken: string[] = [];
		for (const { args, makes = [] } of FUZZ_INPUTS) {
			const { code, stderr } = await callBench(args, folder);
			if (code === 2) broken.push(`bench ${args.join(' ')} does not work at all: ${stderr}`);
			for (const name of makes) rmSync(join(folder, name), { recursive: true, force: true });
		}
		if (broken.length > 0) throw new Error(broken.join('\n'));
		return {
			async run(stream) {
				const { file, args, makes = [] } = FUZZ_INPUTS[stream.below(FUZZ_INPUTS.length)] as FuzzInput;
				const path = join(folder, file);
				const content = readFileSync(path);
				let changed = mutated(content, stream);
				// What comes seldom alone may come together.
				while (stream.next() < 0.3) changed = mutated(changed, stream);
				writeFileSync(path, changed);
				try {
					const { stdout, stderr, code } = await callBench(args, folder);
					const call = `bench ${args.join(' ')}`;
					if (![0, 1, 2, 3].includes(code ?? -1)) return `${call}: exit ${code}`;
					const left = leftovers(folder);
					if (left.length > 0) return `${call}: left behind: ${left.join(', ')}`;
					const wrong = saidWrong(stdout + stderr);
					return wrong === undefined ? undefined : `${call}: ${wrong}`;
				} finally {
					writeFileSync(path, content);
					for (const name of makes) rmSync(join(folder, name), { recursive: true, force: true });
				}
			},
			close: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};
