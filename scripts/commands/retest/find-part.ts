import { BenchError } from '../../../harness/errors.ts';
import { stages as STAGES } from '../../../harness/fusion/stages/index.ts';
import type { TestedPart } from '../../../harness/legs/part/tested-part.ts';
import { didYouMean, unknownName } from '../../../harness/names.ts';
import type { System } from '../../../harness/run/experiment.ts';
import { HYBRID_OPTIONS } from '../../../retrievers/hybrid/hybrid-options.ts';
import { RETRIEVERS } from '../../../retrievers/index.ts';
import { optionsOf } from '../../../retrievers/options-of.ts';
import { isOutsideSpec } from '../../../retrievers/outside/index.ts';
import { isSqlSpec } from '../../../retrievers/postgres/sql.ts';
import { isModuleSpec } from '../../../retrievers/user/user-module.ts';

/** A stage or option as the argument of `bench retest` writes it, before the system is known. */
export interface WrittenPart extends TestedPart {
	/** The value behind `=`. */
	readonly value: string | undefined;
}

/**
 * The stage (`window`, `sort=recency`) or option (`dense.units=fields`) that the argument names; undefined for a leg.
 * `ofSystem`: --retriever names a system, and the argument is a part of it.
 *
 * @param set the texts of `--set`: a stage listed there is meant as a stage, whatever retriever has its name
 */
export function findPart(written: string, ofSystem: boolean, set: readonly string[]): WrittenPart | undefined {
	const [, key, value] = /^([A-Za-z0-9_.-]+)=(.*)$/s.exec(written) ?? [];
	const name = key ?? written;
	const isStage = Object.hasOwn(STAGES, name);
	const isListed = set.some((text) => text.startsWith('stages=') && text.slice(7).split(',').includes(name));
	const isLeg = key === undefined ? isRetriever(name) : isRetriever(value as string);
	const isOption = key !== undefined && (key.includes('.') || Object.hasOwn(HYBRID_OPTIONS, key));
	if (isLeg && !ofSystem && !isOption && !(isStage && (isListed || !isRetriever(name)))) return undefined;
	if (isStage) return { kind: 'stage', name, written, value };
	return { kind: 'option', name, written, value };
}

/** The error for what is no part of the system: the near names among legs, stages and options. */
export async function unknownPart({ name, written, value }: WrittenPart, system: System): Promise<BenchError> {
	const legs = Object.hasOwn(system.options, 'legs') ? (system.options.legs as readonly string[]) : [];
	if (value === undefined && (isRetriever(name) || legs.some((leg) => leg.split('=')[0] === name)))
		return new BenchError('usage', `${name} is a leg, not a stage or option of ${system.name}`, {
			hint: `\`bench retest ${name} --base ...\` without --retriever tests a leg; \`bench ablate\` leaves out every leg of a system.`,
		});
	const [owner = ''] = name.split('.');
	if (name !== owner && Object.hasOwn(STAGES, owner))
		return new BenchError('usage', `${system.name} has no option "${name}" without the stage ${owner}`, {
			hint: `Add it with --set stages=${owner}, or test the stage itself: \`bench retest ${owner}\`.`,
		});
	const options = Object.keys(await optionsOf(system.plugin, system.options));
	const known = [...new Set([...Object.keys(RETRIEVERS), ...Object.keys(STAGES), ...options])].filter(
		(one) => one !== name,
	);
	const ofPrefix = options.filter((option) => name.includes('.') && option.startsWith(`${owner}.`));
	const meant = value === undefined ? undefined : didYouMean(value, Object.keys(RETRIEVERS));
	return unknownName('leg, stage or option', name, known, {
		message: `there is no leg, stage or option "${written}"`,
		list: `${ofPrefix.length === 0 ? '' : `Of ${owner}: ${ofPrefix.join(', ')}. `}Stages: ${Object.keys(STAGES).join(', ')}. An option is written key=value, a leg of your own is a path such as ./mine.ts.`,
		...(meant === undefined ? {} : { hint: `A leg is name=retriever. ${meant}` }),
	});
}

function isRetriever(name: string): boolean {
	return Object.hasOwn(RETRIEVERS, name) || isModuleSpec(name) || isOutsideSpec(name) || isSqlSpec(name);
}
