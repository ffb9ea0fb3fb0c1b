import type { OptionValue } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { TestedPart } from '../../../harness/legs/part/tested-part.ts';
import { isSameValue } from '../../../harness/legs/sweep/variants.ts';
import { type Settings, showValue } from '../../../harness/options.ts';
import type { System } from '../../../harness/run/experiment.ts';
import { findRetriever } from '../../../retrievers/index.ts';
import { optionsOf } from '../../../retrievers/options-of.ts';
import { variedSystem } from '../../../retrievers/vary-system.ts';
import { openOneSystem } from '../../open-one-system.ts';
import type { SystemFlags } from '../../open-systems.ts';
import { unknownPart, type WrittenPart } from './find-part.ts';

/** A system with a part, and the same without it. */
export interface PartPair {
	readonly part: TestedPart;
	readonly having: System;
	readonly without: System;
	/** What is to be known of the pair, in sentences. */
	readonly notes: readonly string[];
}

/** Resolves both systems before anything is read. Throws `usage` for whatever does not fit. */
export async function openPartPair(written: WrittenPart, flags: SystemFlags): Promise<PartPair> {
	return written.kind === 'stage' ? stagePair(written, flags) : optionPair(written, flags);
}

/** A stage is left out; one that the system does not have is added behind its stages. */
async function stagePair({ value, ...part }: WrittenPart, flags: SystemFlags): Promise<PartPair> {
	// The options of a stage are options of the system only where it is listed.
	const isOwn = (text: string): boolean => text.startsWith(`${part.name}.`);
	const system = await openOneSystem({ ...flags, set: flags.set.filter((text) => !isOwn(text)) }, 'retest');
	const listed = system.options.stages;
	if (!Array.isArray(listed))
		throw new BenchError('usage', `${system.name} has no stages`, {
			hint: 'Name a system of legs and stages, such as hybrid or claude-mem:observations.',
		});
	const has = listed.includes(part.name);
	const stages = has ? listed : [...listed, part.name];
	const own: Settings = Object.fromEntries(
		flags.set.filter(isOwn).map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
	);
	const open = await optionsOf(system.plugin, { ...system.options, stages });
	const [first] = Object.keys(open).filter((key) => key.startsWith(`${part.name}.`));
	const having = await variedSystem(system, {
		stages,
		...own,
		...(value === undefined || first === undefined ? {} : { [first]: value }),
	});
	const without = await variedSystem(system, { stages: listed.filter((name) => name !== part.name) });
	return {
		part,
		having: { ...having, name: `${system.name} with ${part.written}` },
		without: { ...without, name: `${system.name} without ${part.name}` },
		notes: has ? [] : [`${part.name} is no stage of ${system.name}: it is added as the last one.`],
	};
}

/** An option has the value, against what it is in the system, or where that is the value already, by default. */
async function optionPair(asWritten: WrittenPart, flags: SystemFlags): Promise<PartPair> {
	const { value, ...part } = asWritten;
	const { name: key, written } = part;
	const system = await openOneSystem(flags, 'retest');
	const specs = await optionsOf(system.plugin, system.options);
	if (!Object.hasOwn(specs, key)) throw await unknownPart(asWritten, system);
	if (value === undefined)
		throw new BenchError('usage', `${key} is an option: what value of it is tested?`, {
			hint: `For example \`bench retest ${key}=${showValue(specs[key]?.default ?? '')}\`.`,
		});
	const having = await variedSystem(system, { [key]: value });
	const wanted = having.options[key] as OptionValue;
	// A workflow is a hybrid with other defaults: without them it is the hybrid's own.
	const plain = await optionsOf(await findRetriever('hybrid'), knownOptions(system)).catch(() => undefined);
	const otherwise = [system.options[key], specs[key]?.default, plain?.[key]?.default].find(
		(candidate) => candidate !== undefined && !isSameValue(candidate, wanted),
	);
	if (otherwise === undefined)
		throw new BenchError('usage', `${written} is what ${system.name} does by default: there is nothing to compare`, {
			hint: `Test another value, or set what it is compared with: --set ${key}=...`,
		});
	const without = await variedSystem(system, { [key]: otherwise });
	return {
		part,
		having: { ...having, name: `${system.name} with ${key}=${showValue(wanted)}` },
		without: { ...without, name: `${system.name} with ${key}=${showValue(otherwise)}` },
		notes: [],
	};
}

/** The options of a workflow that say which options a hybrid has. */
function knownOptions({ options }: System): Settings {
	const { legs, stages, fusion } = options;
	return Object.fromEntries(
		Object.entries({ legs, stages, fusion }).filter((entry): entry is [string, OptionValue] => entry[1] !== undefined),
	);
}
