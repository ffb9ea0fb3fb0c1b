import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, Leg } from '../contract.ts';
import { writeFileWhole } from '../files/write-file.ts';
import type { StoredLeg } from './leg-store.ts';

/** What a plugin took when it was last retrieved as a leg, for estimates of how long the next one takes. */
interface PluginTime {
	readonly documents: number;
	readonly queries: number;
	readonly index_seconds: number;
	/** Mean over the queries. */
	readonly query_ms: number;
}

type Times = Readonly<Record<string, PluginTime>>;

/** Remembers what a leg took, by its plugin. The last one counts. */
export function noteLegTime(
	cacheDirectory: string,
	plugin: string,
	{ corpus, queries }: Pick<Dataset, 'corpus' | 'queries'>,
	{ timing }: StoredLeg,
): void {
	if (timing === undefined || queries.length === 0) return;
	const sum = timing.milliseconds.reduce((total, one) => total + one, 0);
	const time: PluginTime = {
		documents: corpus.length,
		queries: queries.length,
		index_seconds: timing.indexSeconds,
		query_ms: sum / queries.length,
	};
	writeFileWhole(timesPath(cacheDirectory), `${JSON.stringify({ ...readTimes(cacheDirectory), [plugin]: time })}\n`);
}

/**
 * Seconds that retrieving a leg will take, from what its plugin took last; index and queries are taken to grow as the
 * corpus does. Undefined where its plugin was never retrieved as a leg.
 */
export function expectedSeconds(
	cacheDirectory: string,
	{ plugin }: Pick<Leg, 'plugin'>,
	{ corpus, queries }: Pick<Dataset, 'corpus' | 'queries'>,
): number | undefined {
	const time = readTimes(cacheDirectory)[plugin];
	if (time === undefined || time.documents === 0) return undefined;
	const growth = corpus.length / time.documents;
	return growth * (time.index_seconds + (queries.length * time.query_ms) / 1000);
}

function readTimes(cacheDirectory: string): Times {
	const path = timesPath(cacheDirectory);
	if (!existsSync(path)) return {};
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Times;
	} catch {
		// An estimate is lost, nothing else.
		return {};
	}
}

function timesPath(cacheDirectory: string): string {
	return join(cacheDirectory, 'leg-times.json');
}
