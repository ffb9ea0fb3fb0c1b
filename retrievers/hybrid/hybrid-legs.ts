import type { Options, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { defaultsOf, resolveOptions, type Settings } from '../../harness/options.ts';
import { optionsOf } from '../options-of.ts';

/** A leg as the user asked for it. */
export interface LegRequest {
	readonly name: string;
	/** The entry of `legs`: a built-in's name or a module path. */
	readonly written: string;
	readonly plugin: RetrieverPlugin;
}

/** A leg with its own options resolved, and the legs that seed it. */
export interface ResolvedLeg extends LegRequest {
	readonly options: Options;
	readonly seededBy: readonly string[];
}

const LEG_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Reads `legs`: names of retrievers, module paths, or `name=retriever`, which lets one retriever stand twice. Leg
 * names are unique and plain (letters, digits, _ and -), for options and file names are made of them.
 */
export async function requestLegs(
	entries: readonly string[],
	reserved: ReadonlySet<string>,
	find: (name: string) => Promise<RetrieverPlugin>,
): Promise<readonly LegRequest[]> {
	if (entries.length === 0)
		throw new BenchError('usage', 'hybrid: no legs', { hint: 'For example --set legs=fts,dense' });
	const legs = await Promise.all(entries.map((entry) => requestLeg(entry, find)));
	const seen = new Set<string>();
	for (const { name, written } of legs) {
		if (!LEG_NAME.test(name))
			throw new BenchError('usage', `hybrid: a leg can't be called "${name}"`, {
				hint: `Give it a plain name: legs=mine=${written}`,
			});
		if (reserved.has(name))
			throw new BenchError(
				'usage',
				`hybrid: a leg can't be called "${name}", for options of hybrid begin with that word`,
				{
					hint: `Give it another name: legs=my_${name}=${written}`,
				},
			);
		if (seen.has(name))
			throw new BenchError('usage', `hybrid: two legs are called "${name}"`, {
				hint: `Give one of them its own name: legs=${name},other=${written}`,
			});
		seen.add(name);
	}
	return legs;
}

/** One entry of `legs`: its name, and its retriever, found. */
export async function requestLeg(entry: string, find: (name: string) => Promise<RetrieverPlugin>): Promise<LegRequest> {
	const named = /^([A-Za-z0-9_-]+)=(.+)$/.exec(entry);
	const written = named?.[2] ?? entry;
	const plugin = await find(written);
	return { name: named?.[1] ?? plainName(plugin.name), written, plugin };
}

/** The name of a leg that the user did not name: `graph:typed` stands as `graph-typed`. */
function plainName(plugin: string): string {
	return plugin.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-+|-+$/g, '');
}

/**
 * The legs with their options, every leg after the legs that seed it and otherwise as listed. A seed that the user
 * named must be a leg; where the plugin's usual seeds are not all here, the legs that need no seeds are used instead.
 */
export async function resolveLegs(
	requests: readonly LegRequest[],
	settingsOf: (leg: string) => Settings,
	note: (message: string) => void,
): Promise<readonly ResolvedLeg[]> {
	const names = new Set(requests.map(({ name }) => name));
	const legs = await Promise.all(
		requests.map(async (request): Promise<ResolvedLeg> => {
			const settings = settingsOf(request.name);
			const options = resolveOptions(request.name, await optionsOf(request.plugin, settings), settings);
			const wanted = request.plugin.seededBy?.(options) ?? [];
			const missing = wanted.filter((seed) => !names.has(seed) || seed === request.name);
			if (missing.length === 0) return { ...request, options, seededBy: wanted };
			const usual = request.plugin.seededBy?.(defaultsOf(await optionsOf(request.plugin, {}))) ?? [];
			const base = requests.filter(({ plugin }) => plugin.seededBy === undefined).map(({ name }) => name);
			if (wanted.join() !== usual.join() || base.length === 0) throw missingSeeds(request.name, missing, names);
			note(
				`${request.name} starts from ${base.join(' and ')}: its usual seeds ${usual.join(' and ')} are not all among the legs`,
			);
			return { ...request, options, seededBy: base };
		}),
	);
	return seedsFirst(legs);
}

function missingSeeds(leg: string, missing: readonly string[], names: ReadonlySet<string>): BenchError {
	const others = [...names].filter((name) => name !== leg);
	return new BenchError(
		'usage',
		`hybrid: ${leg} is seeded by ${missing.join(' and ')}, which is not among the other legs`,
		{
			hint:
				others.length > 0
					? `The other legs are ${others.join(', ')}: name its seeds among them (${leg}.seeds=${others.join(',')}) or add the missing leg.`
					: `It needs another leg to start from: legs=fts,${leg}`,
		},
	);
}

function seedsFirst(legs: readonly ResolvedLeg[]): readonly ResolvedLeg[] {
	const ordered: ResolvedLeg[] = [];
	const done = new Set<string>();
	while (ordered.length < legs.length) {
		const next = legs.find((leg) => !done.has(leg.name) && leg.seededBy.every((seed) => done.has(seed)));
		if (next === undefined) {
			const circle = legs
				.filter((leg) => !done.has(leg.name))
				.map((leg) => `${leg.name} by ${leg.seededBy.join(' and ')}`);
			throw new BenchError('usage', `hybrid: these legs seed each other in a circle: ${circle.join(', ')}`, {
				hint: 'At least one leg has to start from the query alone.',
			});
		}
		ordered.push(next);
		done.add(next.name);
	}
	return ordered;
}
