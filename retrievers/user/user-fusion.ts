import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fusion } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { findFusion } from '../../harness/fusion/index.ts';
import { callUserAtOnce } from './user-call.ts';
import { hashUserCode } from './user-code.ts';
import { exportOf, exportsOf } from './user-export.ts';
import { importModule } from './user-module.ts';
import { type ExportedFusion, userOptions } from './user-options.ts';

/** A built-in fusion by name, or a user's own by the path of its module. */
export async function findFusionOrModule(name: string): Promise<Fusion> {
	return /[/\\]|\.[cm]?[jt]s(?:#[\w$]+)?$/.test(name) ? loadFusion(name) : findFusion(name);
}

/** The named export of a module (`./mine.ts#mine`), or its only one that is a fusion: an object with `name`, `options` (or plain `defaults`) and `score`. */
async function loadFusion(spec: string): Promise<Fusion> {
	const [path = '', wanted] = spec.split(/(?<=\.[cm]?[jt]s)#/);
	const file = resolve(path);
	if (!existsSync(file)) throw new BenchError('usage', `there is no fusion module ${path}`);
	const module = await importModule(file);
	const { main, named } = exportsOf(module);
	const candidates = wanted === undefined ? new Set([main, ...Object.values(named)]) : [exportOf(path, module, wanted)];
	const found = [...candidates].filter(isFusion);
	const [fusion] = found;
	if (fusion === undefined || found.length > 1)
		throw new BenchError('plugin', `${path} exports ${found.length === 0 ? 'no fusion' : 'several fusions'}`, {
			hint: 'It should export one object { name, summary, options, score(pool, weights, options, out) }.',
		});
	const { validate } = fusion;
	const { codeHash } = await hashUserCode(file);
	return {
		name: spec,
		codeHash,
		summary: fusion.summary ?? 'a fusion of your own',
		options: userOptions(fusion, path),
		...(validate === undefined
			? {}
			: {
					validate: (options, legs) =>
						callUserAtOnce({ module: path, doing: 'validate()' }, () => validate.call(fusion, options, legs)),
				}),
		score: (pool, weights, options, out) => checked(path, fusion, pool, weights, options, out),
	};
}

function isFusion(value: unknown): value is ExportedFusion {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as Partial<ExportedFusion>).score === 'function' &&
		('options' in value || 'defaults' in value)
	);
}

function checked(
	path: string,
	fusion: ExportedFusion,
	...[pool, weights, options, out]: Parameters<Fusion['score']>
): void {
	out.fill(Number.NaN);
	callUserAtOnce({ module: path, doing: 'score()' }, () => fusion.score(pool, weights, options, out));
	if (out.every(Number.isFinite)) return;
	throw new BenchError('plugin', `${path} left a candidate without a finite score`, {
		hint: 'score() has to write a finite number to out[candidate] for every candidate of the pool.',
	});
}
