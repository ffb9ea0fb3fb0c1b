import { existsSync } from 'node:fs';
import type { Dataset, ScopeMode } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { parseMetrics } from '../harness/metrics/index.ts';
import type { Settings } from '../harness/options.ts';
import { type Experiment, runExperiment, type System } from '../harness/run/experiment.ts';
import type { Manifest } from '../harness/run/folder/run-folder.ts';
import { resolveSystem } from '../retrievers/resolve-system.ts';
import { moduleFile } from '../retrievers/user/user-module.ts';
import { indexContext, openDataset, type PlaceFlags } from './open-dataset.ts';
import type { Terminal } from './terminal.ts';

/** What a run was made of, opened anew. */
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
	flags: PlaceFlags & { readonly data?: string },
	terminal: Terminal,
): Promise<Experiment> {
	const { dataset, system } = await openRecorded(manifest, flags, terminal);
	return runExperiment({
		dataset,
		system,
		metrics: parseMetrics(manifest.metrics),
		depth: manifest.depth,
		context: indexContext(dataset, { ...flags, seed: manifest.seed }, terminal),
	});
}

/** The dataset and the system that a manifest records. */
export async function openRecorded(
	manifest: Manifest,
	flags: { readonly data?: string },
	terminal: Terminal,
): Promise<RecordedRun> {
	const { dataset: recorded, selected_strata: strata } = manifest;
	const system = await recordedSystem(manifest);
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

function recordedScopes(scopes: Manifest['dataset']['scopes']): {
	readonly scopes?: ScopeMode;
	readonly asOf?: boolean;
} {
	if (scopes === undefined) return {};
	// Without any scope there is nothing to name: only --as-of was asked for.
	return scopes.stores === 0 ? { asOf: scopes.as_of } : { scopes: scopes.mode, asOf: scopes.as_of };
}

/** The system that a manifest records; one that was imported, or whose module is gone, is a BenchError. */
export async function recordedSystem(manifest: Manifest): Promise<System> {
	const { system } = manifest;
	if (system.plugin === 'import')
		throw new BenchError('results', `${system.name} was imported from a TREC file: there is no system to run again`, {
			hint: 'Import the file again and compare the two folders.',
		});
	requireModules(manifest);
	return resolveSystem({ retriever: system.plugin, name: system.name, settings: system.options as Settings });
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
