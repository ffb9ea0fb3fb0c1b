import pRetry from 'p-retry';
import type { Dataset, Query } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { ExperimentOptions } from './experiment.ts';
import { type Journal, openJournal } from './journal.ts';
import type { OpenSystem, RetrievedQuery } from './open-system.ts';
import type { QueryPolicy } from './query-policy.ts';
import { QueryFailure } from './retrieve.ts';
import { runIdentity } from './run-identity.ts';
import { inStoreOrder } from './scopes/visible.ts';
import { StageClock } from './stage-clock.ts';

export interface RetrievedRun {
	/** By query index; a failed query has an empty ranking and no times. */
	readonly retrieved: readonly RetrievedQuery[];
	/** Queries that failed after all retries. */
	readonly failed: number;
	/** Queries that an interrupted run had retrieved before. */
	readonly resumed: number;
	/** How many were asked at once. */
	readonly concurrency: number;
	/** Of the queries asked now, failed ones included; undefined where none was. */
	readonly queriesPerSecond: number | undefined;
}

/** Queries retrieved once, untimed, before the clock starts. */
const WARM_UP_QUERIES = 5;

const BACK_OFF = { minTimeout: 250, factor: 2, maxTimeout: 10_000 };

/**
 * Every query through an open system, after a warm-up: `policy.concurrency` at once, the results in the order of the
 * queries. A query that fails is asked again; more than `policy.maxFailures` that failed for good end the run with the
 * last one's error. Under `journal` what came is kept for the next call.
 */
export async function overQueries(
	open: OpenSystem,
	options: ExperimentOptions,
	policy: QueryPolicy,
): Promise<RetrievedRun> {
	const { dataset, context, system, depth } = options;
	const { queries } = dataset;
	const journal =
		options.journal === undefined
			? undefined
			: openJournal(
					context.cacheDirectory,
					runIdentity(open, system, dataset, { depth, seed: context.seed, unknownIds: policy.unknownIds }),
					queries.length,
					options.journal === 'fresh',
				);
	const kept = journal?.kept ?? new Map<number, RetrievedQuery>();
	if (kept.size > 0)
		context.note(
			`${system.name}: ${kept.size} of ${queries.length} queries are kept from an interrupted run, which goes on (--fresh starts over)`,
		);
	const order = inStoreOrder(dataset);
	const left = order.filter((index) => !kept.has(index));
	const results = new Map(kept);
	const bar = context.progress.start(`retrieving with ${system.name}`, queries.length);
	if (kept.size > 0) bar.advance(kept.size);
	const concurrency = Math.min(policy.concurrency, open.concurrency);
	try {
		await warmUp(
			open,
			warmUpQueries(
				dataset,
				left.map((index) => queries[index] as Query),
			),
		);
		const started = performance.now();
		const failed = await askAll(open, queries, { order, kept }, { ...policy, concurrency }, (index, retrieved) => {
			results.set(index, retrieved);
			journal?.add(index, retrieved);
			bar.advance();
		});
		const seconds = (performance.now() - started) / 1000;
		journal?.remove();
		return {
			retrieved: queries.map((_query, index) => results.get(index) ?? nothing(open)),
			failed,
			resumed: kept.size,
			concurrency,
			queriesPerSecond: left.length === 0 ? undefined : left.length / seconds,
		};
	} catch (error) {
		throw keptSoFar(error, results.size, queries.length, journal);
	} finally {
		journal?.close();
		bar.stop();
	}
}

/** A store of another scope is not opened for the warm-up alone. */
export function warmUpQueries({ scopes }: Dataset, queries: readonly Query[]): readonly Query[] {
	const first = queries.slice(0, WARM_UP_QUERIES);
	return scopes?.mode === 'separate' ? first.filter(({ scope }) => scope === first[0]?.scope) : first;
}

/** Its failures are told when the query is asked in earnest. */
async function warmUp(open: OpenSystem, queries: readonly Query[]): Promise<void> {
	try {
		for (const query of queries) await open.retrieve(query);
	} catch (error) {
		if (!isFailure(error)) throw error;
	}
}

/** @returns how many queries failed */
async function askAll(
	open: OpenSystem,
	queries: readonly Query[],
	{ order, kept }: { readonly order: readonly number[]; readonly kept: ReadonlyMap<number, RetrievedQuery> },
	policy: QueryPolicy,
	onRetrieved: (index: number, retrieved: RetrievedQuery) => void,
): Promise<number> {
	let next = 0;
	let failed = 0;
	let over: { readonly error: unknown } | undefined;
	const worker = async (): Promise<void> => {
		while (over === undefined && next < order.length) {
			const index = order[next++] as number;
			const query = queries[index] as Query;
			try {
				if (!kept.has(index)) onRetrieved(index, await persistently(open, query, policy.retries));
				else await open.resume(query, kept.get(index) as RetrievedQuery);
			} catch (error) {
				if (isFailure(error)) failed++;
				if (!isFailure(error) || failed > policy.maxFailures) over ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: policy.concurrency }, worker));
	if (over === undefined) return failed;
	if (policy.maxFailures === 0 || !isFailure(over.error)) throw over.error;
	const { message, hint } = over.error as BenchError;
	throw new BenchError('plugin', `${failed} queries failed, and ${policy.maxFailures} may. The last: ${message}`, {
		...(hint === undefined ? {} : { hint }),
		cause: over.error,
	});
}

function persistently(open: OpenSystem, query: Query, retries: number): Promise<RetrievedQuery> {
	return pRetry(() => open.retrieve(query), {
		...BACK_OFF,
		retries,
		shouldRetry: ({ error }) => isFailure(error),
	});
}

/** True of errors that another attempt may mend, unlike wrong ids or a missing model. */
function isFailure(error: unknown): boolean {
	return error instanceof QueryFailure || (error instanceof BenchError && error.code === 'network');
}

/** The error, with what the next call starts from. */
function keptSoFar(error: unknown, done: number, all: number, journal: Journal | undefined): unknown {
	if (journal === undefined || done === 0 || !(error instanceof BenchError)) return error;
	const kept = `${done} of ${all} queries are kept: the same command goes on from there.`;
	return new BenchError(error.code, error.message, {
		hint: error.hint === undefined ? kept : `${error.hint}\n${kept}`,
		cause: error.cause ?? error,
	});
}

function nothing({ fused }: OpenSystem): RetrievedQuery {
	const ranking = { docs: new Int32Array(0), scores: new Float64Array(0) };
	const byLeg = new Map((fused?.legs ?? []).map(({ name }) => [name, { ranking, seeds: undefined }]));
	return { ranking, byLeg, clock: new StageClock(), unknownIds: 0 };
}
