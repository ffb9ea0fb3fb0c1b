import { BenchError } from '../../../harness/errors.ts';
import type { Settings } from '../../../harness/options.ts';
import type { System } from '../../../harness/run/experiment.ts';
import { requestLeg } from '../../../retrievers/hybrid/hybrid-legs.ts';
import { findRetriever } from '../../../retrievers/index.ts';
import { systemOf } from '../../../retrievers/resolve-system.ts';
import type { RetestLeg, VariantSettings } from './variants.ts';

export interface RetestSystemsRequest {
	readonly leg: RetestLeg;
	/** The legs that it is added to, as `legs` takes them: `dense`, `lexical=fts5:english`. */
	readonly base: readonly string[];
	/** Options of the fused system. */
	readonly set: Settings;
	readonly variants: readonly VariantSettings[];
	readonly embedder: string | undefined;
}

/** Every system of a retest, its options resolved and checked. */
export interface RetestSystems {
	/** The base legs alone. */
	readonly base: System;
	readonly variants: readonly (VariantSettings & { readonly system: System })[];
}

/** Resolves every system before anything is read. Throws `usage` for whatever does not fit. */
export async function resolveRetestSystems(request: RetestSystemsRequest): Promise<RetestSystems> {
	const { leg, base, set, variants, embedder } = request;
	const hybrid = await findRetriever('hybrid');
	const resolve = (settings: Settings): Promise<System> =>
		systemOf(hybrid, settings, embedder === undefined ? {} : { embedder });
	// The leg's settings have no meaning without it.
	const ofLeg = (key: string): boolean => key === 'exclude_base' || key.split('.').includes(leg.name);
	const withoutLeg = Object.fromEntries(Object.entries(set).filter(([key]) => !ofLeg(key)));
	// A seeded leg starts from the base that it is added to.
	const { options } = await findRetriever(leg.retriever);
	const names = (await Promise.all(base.map((entry) => requestLeg(entry, findRetriever)))).map(({ name }) => name);
	const seeds = Object.hasOwn(options, 'seeds') ? { [`${leg.name}.seeds`]: names } : {};
	const legs = [...base, `${leg.name}=${leg.retriever}`];
	const resolved = [];
	for (const variant of variants) {
		const own = Object.fromEntries(
			Object.entries(variant.settings).map(([key, value]) => [`${leg.name}.${key}`, value]),
		);
		resolved.push({ ...variant, system: await resolve({ ...seeds, ...set, ...own, legs }) });
	}
	return { base: await resolve({ ...withoutLeg, legs: base }), variants: resolved };
}

/** The settings of `--set`. The legs are named otherwise. */
export function readRetestSettings(texts: readonly string[]): Settings {
	return Object.fromEntries(
		texts.map((text) => {
			const equals = text.indexOf('=');
			if (equals < 1) throw new BenchError('usage', `--set ${text} is not of the form key=value`);
			const key = text.slice(0, equals);
			if (key === 'legs')
				throw new BenchError('usage', 'the legs are the base and the leg under test', {
					hint: 'Name the base with --base fts,dense.',
				});
			return [key, text.slice(equals + 1)] as const;
		}),
	);
}

/** The leg's own options that the settings fix. */
export function ownSettings({ name }: RetestLeg, set: Settings): Settings {
	return Object.fromEntries(
		Object.entries(set).flatMap(([key, value]) =>
			key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value] as const] : [],
		),
	);
}
