import { BenchError } from '../harness/errors.ts';
import type { System } from '../harness/experiment.ts';
import type { Settings } from '../harness/options.ts';
import { findRetriever } from '../retrievers/index.ts';
import { optionsOf, systemOf } from '../retrievers/resolve-system.ts';
import { type Config, readConfig } from './config.ts';

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
	const systems: System[] = [];
	const taken = new Set<Assignment>();
	for (const name of names) {
		const own = assignments.filter(({ system }) => system === undefined || system === name);
		const accepted = names.length === 1 ? own : await acceptedBy(name, own, config);
		for (const assignment of accepted) taken.add(assignment);
		systems.push(await open(name, accepted, config, flags.embedder));
	}
	// What no system took is refused in the words of the first one.
	const leftOver = assignments.filter((assignment) => !taken.has(assignment));
	if (leftOver.length > 0) await open(names[0] as string, leftOver, config, undefined);
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

/** Of several systems, each takes the options that it has; one system takes all, and refuses what it does not know. */
async function acceptedBy(
	name: string,
	assignments: readonly Assignment[],
	config: Config,
): Promise<readonly Assignment[]> {
	const { plugin, settings } = await request(name, assignments, config);
	const known = await optionsOf(plugin, settings);
	return assignments.filter(({ system, key }) => system !== undefined || known[key] !== undefined);
}

async function request(name: string, assignments: readonly Assignment[], config: Config) {
	const configured = config[name];
	const set = Object.fromEntries(assignments.map(({ key, value }) => [key, value]));
	const settings: Settings = { ...configured?.options, ...set };
	return { plugin: await findRetriever(configured?.retriever ?? name), settings, configured };
}

async function open(
	name: string,
	assignments: readonly Assignment[],
	config: Config,
	embedder: string | undefined,
): Promise<System> {
	const { plugin, settings, configured } = await request(name, assignments, config);
	return systemOf(plugin, settings, {
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
