import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Options, OptionValue } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { Settings } from '../../../harness/options.ts';
import { TRIPLES_FILE } from '../../../retrievers/graph/triples.ts';
import { findRetriever, RETRIEVERS } from '../../../retrievers/index.ts';

/** The leg that a retest is of. */
export interface RetestLeg {
	/** Its name among the legs. */
	readonly name: string;
	/** A built-in's name or a module path. */
	readonly retriever: string;
}

/** A variant before it is retrieved: options of the leg. */
export interface VariantSettings {
	readonly label: string;
	readonly settings: Options;
}

const AS_SET: VariantSettings = { label: 'as set', settings: {} };

/**
 * The leg of a name: `graph` is `graph:typed` where the dataset has triples, else the co-occurrence graph.
 * `name=retriever` is taken as it is written.
 */
export async function findRetestLeg(written: string, datasetDirectory: string): Promise<RetestLeg> {
	const named = /^([A-Za-z0-9_-]+)=(.+)$/.exec(written);
	if (named !== null) return { name: named[1] as string, retriever: named[2] as string };
	if (written === 'graph' && existsSync(join(datasetDirectory, TRIPLES_FILE)))
		return { name: 'graph', retriever: 'graph:typed' };
	const plugin = await findRetriever(written);
	const plain = (plugin.name.split(':')[0] ?? '').replace(/[^A-Za-z0-9_-]+/g, '_');
	return { name: plain === '' ? 'leg' : plain, retriever: written };
}

/**
 * The variants to test. `wanted` are `--variant` texts (`seeding=base,walk=khop`; `default` stands for the family),
 * the family where there are none. Options that are `fixed` by the user are not varied.
 */
export function variantsOf(
	{ retriever }: RetestLeg,
	wanted: readonly string[],
	fixed: Settings,
): readonly VariantSettings[] {
	const plugin = Object.hasOwn(RETRIEVERS, retriever) ? RETRIEVERS[retriever] : undefined;
	const family = (): readonly VariantSettings[] => {
		const axes = Object.entries(plugin?.variants ?? {}).filter(([name]) => !Object.hasOwn(fixed, name));
		const combined = axes.reduce<readonly Options[]>(
			(before, [name, values]) => before.flatMap((some) => values.map((value) => ({ ...some, [name]: value }))),
			[{}],
		);
		return combined.map(labelled);
	};
	const variants =
		wanted.length === 0
			? family()
			: wanted.flatMap((text) => (text === 'default' ? family() : [labelled(readVariant(text))]));
	const labels = variants.map(({ label }) => label);
	const twice = labels.find((label, i) => labels.indexOf(label) !== i);
	if (twice !== undefined) throw new BenchError('usage', `variant ${twice} is there twice`);
	return variants;
}

function labelled(settings: Options): VariantSettings {
	const entries = Object.entries(settings);
	if (entries.length === 0) return AS_SET;
	return { label: entries.map(([name, value]) => `${name}=${String(value)}`).join(' '), settings };
}

function readVariant(text: string): Options {
	const settings: Record<string, OptionValue> = Object.create(null);
	for (const part of text.split(',')) {
		const equals = part.indexOf('=');
		if (equals < 1)
			throw new BenchError('usage', `--variant ${text} is not of the form key=value,key=value`, {
				hint: 'For example --variant seeding=base,walk=khop; `--variant default` is the family that is tested without it.',
			});
		settings[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
	}
	return settings;
}
