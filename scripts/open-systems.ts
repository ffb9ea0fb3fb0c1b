import type { RetrieverPlugin } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { unknownName } from '../harness/names.ts';
import type { Settings } from '../harness/options.ts';
import type { System } from '../harness/run/experiment.ts';
import { findRetriever, RETRIEVERS } from '../retrievers/index.ts';
import { optionsOf } from '../retrievers/options-of.ts';
import { isOutsideSpec } from '../retrievers/outside/index.ts';
import { systemOf } from '../retrievers/resolve-system.ts';
import { isModuleSpec } from '../retrievers/user/user-module.ts';
import { type Config, type ConfiguredSystem, readConfig } from './config.ts';

export interface SystemFlags {
	readonly retriever: readonly string[];
	readonly set: readonly string[];
	readonly config?: string;
	readonly embedder?: string;
}

/**
 * The systems that the flags name, `hybrid` where they name none. `--set key=value` goes to every system that has the
 * option and must fit at least one; `--set name:key=value` goes to the system of that name alone.
 */
export async function openSystems(flags: SystemFlags): Promise<readonly System[]> {
	const config = await readConfig(flags.config);
	const names = flags.retriever.length > 0 ? flags.retriever : ['hybrid'];
	const assignments = flags.set.map((text) => readAssignment(text, names));
	const found = await Promise.all(names.map((name) => findSystem(name, config, flags.embedder)));
	const systems: System[] = [];
	const taken = new Set<Assignment>();
	for (const one of found) {
		const own = assignments.filter(({ system }) => system === undefined || system === one.name);
		const accepted = names.length === 1 ? own : await acceptedBy(one, own);
		for (const assignment of accepted) taken.add(assignment);
		systems.push(await open(one, accepted));
	}
	// A setting that no system took is refused in the words of the first one.
	const leftOver = assignments.filter((assignment) => !taken.has(assignment));
	if (leftOver.length > 0) await open(found[0] as FoundSystem, leftOver);
	return withDistinctNames(systems);
}

interface Assignment {
	/** Only the system of this name; undefined: every one. */
	readonly system: string | undefined;
	readonly key: string;
	readonly value: string;
}

function readAssignment(text: string, systems: readonly string[]): Assignment {
	const equals = text.indexOf('=');
	if (equals < 1)
		throw new BenchError('usage', `--set ${text} is not of the form key=value`, {
			hint: 'For example --set weights.graph=0.5.',
		});
	const left = text.slice(0, equals);
	const value = text.slice(equals + 1);
	const system = systems.find((name) => left.startsWith(`${name}:`));
	return { system, key: system === undefined ? left : left.slice(system.length + 1), value };
}

/** A system before its options: its plugin and its entry in the config. */
interface FoundSystem {
	/** As the flags write it. */
	readonly name: string;
	readonly plugin: RetrieverPlugin;
	readonly configured: ConfiguredSystem | undefined;
	readonly embedder: string | undefined;
}

async function findSystem(name: string, config: Config, embedder: string | undefined): Promise<FoundSystem> {
	const configured = config.get(name);
	const known = [...config.keys(), ...Object.keys(RETRIEVERS)];
	if (!known.includes(name) && !isModuleSpec(name) && !isOutsideSpec(name))
		throw unknownName(config.size === 0 ? 'retriever' : 'retriever or configured system', name, known, {
			hint: '`bench list` shows the built-in ones; one of your own is a path such as ./mine.ts, or exec:"python mine.py", http://..., mcp:"...".',
		});
	return { name, plugin: await findRetriever(configured?.retriever ?? name), configured, embedder };
}

/** Of several systems, each takes the options that it has; one system takes all, and refuses what it does not know. */
async function acceptedBy(found: FoundSystem, assignments: readonly Assignment[]): Promise<readonly Assignment[]> {
	const known = await optionsOf(found.plugin, settingsOf(found, assignments));
	return assignments.filter(({ system, key }) => system !== undefined || Object.hasOwn(known, key));
}

function settingsOf({ configured }: FoundSystem, assignments: readonly Assignment[]): Settings {
	return { ...configured?.options, ...Object.fromEntries(assignments.map(({ key, value }) => [key, value])) };
}

async function open(found: FoundSystem, assignments: readonly Assignment[]): Promise<System> {
	const { name, plugin, configured, embedder } = found;
	return systemOf(plugin, settingsOf(found, assignments), {
		...(configured === undefined ? {} : { name }),
		...(embedder === undefined ? {} : { embedder }),
	});
}

/** Two systems of one name (a plugin given twice) would overwrite each other. */
function withDistinctNames(systems: readonly System[]): readonly System[] {
	const seen = new Map<string, number>();
	return systems.map((system) => {
		const times = (seen.get(system.name) ?? 0) + 1;
		seen.set(system.name, times);
		return times === 1 ? system : { ...system, name: `${system.name}-${times}` };
	});
}
