import { existsSync } from 'node:fs';
import type { Dataset, Json, ScopeMode } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { ownMetricName } from '../harness/metrics/own-metric.ts';
import type { Settings } from '../harness/options.ts';
import { type Experiment, runExperiment, type System } from '../harness/run/experiment.ts';
import type { Manifest } from '../harness/run/folder/run-folder.ts';
import { resolveSystem } from '../retrievers/resolve-system.ts';
import { withModuleTrust } from '../retrievers/user/module-trust.ts';
import { loadMetrics } from '../retrievers/user/user-metric.ts';
import { moduleFile } from '../retrievers/user/user-module.ts';
import { type ContextFlags, indexContext, openDataset } from './open-dataset.ts';
import type { Terminal } from './terminal.ts';

/** How a recorded run is opened. */
export interface RecordedFlags {
	/** Where the dataset stands now, if it has moved. */
	readonly data?: string;
	/** Modules that the manifest names may run. */
	readonly allowModules?: true;
}

/** The parts of a run, opened anew. */
export interface RecordedRun {
	readonly dataset: Dataset;
	readonly system: System;
}

/**
 * Makes a run again from its manifest and nothing else. `data` is where the dataset stands now, if it has moved; a
 * dataset of another fingerprint is an error, because no byte could agree.
 */
export async function repeatRun(
	manifest: Manifest,
	flags: ContextFlags & RecordedFlags,
	terminal: Terminal,
): Promise<Experiment> {
	const { dataset, system } = await openRecorded(manifest, flags, terminal);
	return runExperiment({
		dataset,
		system,
		metrics: await loadMetrics(manifest.metrics),
		depth: manifest.depth,
		context: indexContext(dataset, { ...flags, seed: manifest.seed }, terminal),
	});
}

/** The dataset and the system that a manifest records. */
export async function openRecorded(manifest: Manifest, flags: RecordedFlags, terminal: Terminal): Promise<RecordedRun> {
	const { dataset: recorded, selected_strata: strata } = manifest;
	const system = await recordedSystem(manifest, flags);
	const dataset = await openDataset(
		{
			data: flags.data ?? recorded.directory,
			sensitive: recorded.sensitive,
			...recordedScopes(recorded.scopes),
			...(strata === undefined ? {} : { strata }),
		},
		terminal,
	);
	if (dataset.fingerprint !== recorded.fingerprint)
		throw new BenchError('results', `the dataset at ${dataset.directory} is not the one of this run`, {
			hint: `The run was made on ${recorded.fingerprint.slice(0, 12)}, this is ${dataset.fingerprint.slice(0, 12)}: documents, queries or judgments have changed. Name the right folder with --data.`,
		});
	return { dataset, system };
}

/** The flags under which the run saw its scopes. */
export function recordedScopes(scopes: Manifest['dataset']['scopes']): {
	readonly scopes?: ScopeMode;
	readonly asOf?: boolean;
} {
	if (scopes === undefined) return {};
	// Without any scope there is nothing to name: only --as-of was asked for.
	return scopes.stores === 0 ? { asOf: scopes.as_of } : { scopes: scopes.mode, asOf: scopes.as_of };
}

/**
 * The system that a manifest records; one that was imported, or whose module is gone, is a BenchError. A manifest may be
 * somebody else's, and names code: see {@link requireTrusted}.
 */
export async function recordedSystem(manifest: Manifest, flags: RecordedFlags): Promise<System> {
	const { system } = manifest;
	if (system.plugin === 'import')
		throw new BenchError('results', `${system.name} was imported from a TREC file: there is no system to run again`, {
			hint: 'Import the file again and compare the two folders.',
		});
	requireModules(manifest);
	requireAllowedReach(manifest, flags);
	const trust = { allowed: flags.allowModules === true, hashes: new Set(codeHashes(system as unknown as Json)) };
	const found = await withModuleTrust(trust, () =>
		resolveSystem({ retriever: system.plugin, name: system.name, settings: system.options as Settings }),
	);
	const { plugin } = found;
	// Indexing opens legs, which may be modules too.
	return { ...found, plugin: { ...plugin, index: (...given) => withModuleTrust(trust, () => plugin.index(...given)) } };
}

/** Every hash of code that a manifest's system records, of itself, its legs and its fusion. */
function codeHashes(value: Json): readonly string[] {
	if (Array.isArray(value)) return value.flatMap(codeHashes);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		(key === 'code_sha256' || key === 'fusion_code_sha256') && typeof inner === 'string' ? [inner] : codeHashes(inner),
	);
}

/**
 * A manifest may be somebody else's. One that names a command, an address or a query of SQL, anywhere in its system,
 * would run it with the rights of whoever repeats the run, or send the documents there.
 *
 * @throws BenchError `results` unless the user allowed it
 */
function requireAllowedReach({ system, metrics }: Manifest, { allowModules }: RecordedFlags): void {
	if (allowModules === true) return;
	const reaching = stringsOf(system as unknown as Json).find((text) => /^(exec|mcp|sql):|:\/\//.test(text));
	if (reaching !== undefined)
		throw new BenchError('results', `the run names ${reaching}, which this command does not reach for by itself`, {
			hint: 'Commands run with all your rights, and addresses are sent the documents: look at it, then give --allow-modules.',
		});
	const own = metrics.find((name) => ownMetricName(name) !== undefined);
	if (own !== undefined)
		throw new BenchError('results', `the run was scored with ${own}, which this command does not run by itself`, {
			hint: 'It is code, and runs with all your rights: look at it, then give --allow-modules.',
		});
}

function stringsOf(value: Json): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap((inner) => stringsOf(inner as Json));
}

/** Paths in a manifest count from the folder where the run was made. */
function requireModules({ system }: Manifest): void {
	for (const { plugin } of [system, ...(system.legs ?? [])]) {
		const file = moduleFile(plugin);
		if (file !== undefined && !existsSync(file))
			throw new BenchError('results', `${system.name} was run with the module ${plugin}, which is not there`, {
				hint: `Looked for ${file}: repeat the run from the folder where it was made, for the path counts from there.`,
			});
	}
}
