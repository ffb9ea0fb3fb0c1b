import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { mutated } from './mutate.ts';
import { type FaultKind, saidWrong } from './trial.ts';

/** Files, and the commands that read them. */
const INPUTS: readonly (readonly [file: string, ...args: readonly string[]])[] = [
	['data/corpus.jsonl', 'data', 'validate', 'data'],
	['data/queries.jsonl', 'data', 'validate', 'data'],
	['data/qrels.jsonl', 'data', 'validate', 'data'],
	['data/corpus.jsonl', 'run', '--retriever', 'fts5', '--out', 'fuzzed'],
	['data/queries.jsonl', 'run', '--retriever', 'fts', '--out', 'fuzzed'],
	['run.trec', 'eval', 'run.trec', 'qrels.txt'],
	['qrels.txt', 'eval', 'run.trec', 'qrels.txt', '--trec-compat'],
	['run.trec', 'import-run', 'run.trec', '--data', 'data', '--out', 'imported'],
	['bench.config.json', 'run', '--config', 'bench.config.json', '--retriever', 'mine', '--out', 'fuzzed'],
	['bench.gate.json', 'gate', '--baseline', 'base', '--candidate', 'base', '--resamples', '200'],
	['data/triples.jsonl', 'graph', 'stats', '--retriever', 'graph:typed'],
];

/** Inputs that somebody wrote, mutated: each is read, or refused in words. */
export const fuzz: FaultKind = {
	name: 'fuzzed inputs',
	tried: `${INPUTS.length} commands on mutated inputs`,
	short: 300,
	usual: 20_000,
	async open() {
		const folder = smallDataset();
		const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
		write('qrels.txt', 'q1 0 1 1\nq2 0 2 3\nq3 0 3 1\n');
		write('bench.config.json', '{"systems":{"mine":{"retriever":"fts5","options":{"tokenizer":"porter"}}}}');
		write('bench.gate.json', '{"metrics":{"MRR":{"max_drop":0.5}}}');
		write(
			'data/triples.jsonl',
			'{"id":"1","triples":[["kettle","whistles at","dawn"]]}\n{"id":"4","triples":[["whippet","fears","thunder"]]}\n',
		);
		await callBench(['run', '--retriever', 'fts5', '--out', 'base'], folder);
		write('run.trec', readFileSync(join(folder, 'base', 'run.trec'), 'utf8'));
		return {
			async run(stream) {
				const [file, ...args] = INPUTS[stream.below(INPUTS.length)] as readonly [string, ...string[]];
				const path = join(folder, file);
				const content = readFileSync(path);
				writeFileSync(path, mutated(content, stream));
				try {
					const { stdout, stderr, code } = await callBench(args, folder);
					if (![0, 1, 2, 3].includes(code ?? -1)) return `bench ${args.join(' ')}: exit ${code}`;
					const wrong = saidWrong(stdout + stderr);
					return wrong === undefined ? undefined : `bench ${args.join(' ')}: ${wrong}`;
				} finally {
					writeFileSync(path, content);
				}
			},
			close: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};
