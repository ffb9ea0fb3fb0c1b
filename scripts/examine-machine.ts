import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { datasetNames, resolveDataset } from '../harness/datasets/resolve.ts';
import type { Finding } from '../harness/report/doctor.ts';
import { formatBytes } from '../harness/report/numbers.ts';
import { MODELS } from '../retrievers/embedders/model-catalogue.ts';
import { faultyFiles, modelFolder } from '../retrievers/embedders/model-files.ts';
import { vectorCache } from '../retrievers/embedders/vector-cache.ts';

type Check = (places: { readonly cacheDir: string; readonly resultsDir: string }) => Promise<Finding> | Finding;

/** Looks at everything a run needs, in the order in which it would fail. */
export async function examine(places: { cacheDir: string; resultsDir: string }): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	for (const [what, check] of Object.entries(CHECKS)) {
		try {
			findings.push(await check(places));
		} catch (error) {
			findings.push({ what, state: 'broken', detail: (error as Error).message });
		}
	}
	return findings;
}

const CHECKS: Readonly<Record<string, Check>> = {
	node: () => {
		const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
		const enough = major > 20 || (major === 20 && minor >= 19);
		return { what: 'node', state: enough ? 'ok' : 'broken', detail: `${process.version}, 20.19 or newer is needed` };
	},
	sqlite: async () => {
		const { default: Database } = await import('better-sqlite3');
		const db = new Database(':memory:');
		const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
		db.close();
		return { what: 'sqlite', state: 'ok', detail: `SQLite ${version}, native module loads` };
	},
	fts5: async () => {
		const { default: Database } = await import('better-sqlite3');
		const db = new Database(':memory:');
		db.exec("CREATE VIRTUAL TABLE t USING fts5(x); INSERT INTO t VALUES ('found')");
		const found = db.prepare("SELECT x FROM t WHERE t MATCH 'found'").get();
		db.close();
		return { what: 'fts5', state: found === undefined ? 'broken' : 'ok', detail: 'full-text search answers' };
	},
	onnxruntime: () => {
		const require = createRequire(import.meta.url);
		const transformers = require.resolve('@xenova/transformers');
		const runtime = createRequire(transformers).resolve('onnxruntime-node');
		createRequire(transformers)('onnxruntime-node');
		return { what: 'onnxruntime', state: 'ok', detail: dirname(dirname(runtime)) };
	},
	models: async ({ cacheDir }) => {
		const states = await Promise.all(
			MODELS.map(async (model) => {
				const faulty = await faultyFiles(model, modelFolder(model.name, { cacheDirectory: cacheDir }));
				return { model: model.name, ready: faulty.length === 0 };
			}),
		);
		const ready = states.filter((state) => state.ready).map(({ model }) => model);
		return ready.length > 0
			? { what: 'models', state: 'ok', detail: `${ready.join(', ')}: whole` }
			: {
					what: 'models',
					state: 'missing',
					detail: `none here yet: fetched at first need, or by bench model fetch ${states[0]?.model ?? ''}; the sample ships its vectors`,
				};
	},
	cache: ({ cacheDir }) => {
		writable(cacheDir);
		const path = join(cacheDir, 'vectors.sqlite');
		if (!existsSync(path)) return { what: 'cache', state: 'missing', detail: `${path}: made at first use` };
		const cache = vectorCache(cacheDir, () => undefined);
		const vectors = cache.stats().reduce((sum, entry) => sum + entry.vectors, 0);
		cache.close();
		return { what: 'cache', state: 'ok', detail: `${path}: ${vectors} vectors` };
	},
	results: ({ resultsDir }) => {
		writable(resultsDir);
		return { what: 'results', state: 'ok', detail: `${resolve(resultsDir)} can be written` };
	},
	dataset: () => {
		const { directory } = resolveDataset();
		return { what: 'dataset', state: 'ok', detail: `${directory}; by name: ${datasetNames().join(', ') || 'none'}` };
	},
	disk: ({ cacheDir }) => {
		const { bavail, bsize } = statfsSync(nearestFolder(cacheDir));
		const free = bavail * bsize;
		const enough = free > 500e6;
		return {
			what: 'disk',
			state: enough ? 'ok' : 'broken',
			detail: `${formatBytes(free)} free${enough ? '' : '; a model and its vectors want 500 MB'}`,
		};
	},
};

/** @throws where the folder, or the nearest one above it, can't be written */
function writable(folder: string): void {
	accessSync(nearestFolder(folder), constants.W_OK);
}

function nearestFolder(folder: string): string {
	let path = resolve(folder);
	while (!existsSync(path)) path = dirname(path);
	return path;
}
