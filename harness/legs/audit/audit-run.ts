import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Doc, Fusion } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { pipelineFromJson } from '../../fusion/pipeline-json.ts';
import { corpusOrder, toIndexed } from '../../ranking.ts';
import { fileName } from '../../run/folder/file-name.ts';
import { readRecordedIds } from '../../run/folder/read-rankings.ts';
import type { Manifest, RunFolder } from '../../run/folder/run-folder.ts';
import { auditKept, auditPipeline } from './audit-system.ts';
import type { LegAudit } from './leg-audit.ts';

export interface RunAuditOptions {
	readonly cutoff: number;
	/** Fusions of the user's own, by the name that the manifest records. */
	readonly ownFusions?: Readonly<Record<string, Fusion>>;
}

/**
 * The static audit of the system that a manifest records; no legs for a system that is no fusion. A fusion or stage
 * that can't be found by its name is a BenchError.
 */
export function auditFromManifest(manifest: Manifest, options: RunAuditOptions): readonly LegAudit[] {
	const { pipeline } = manifest.system;
	if (pipeline === undefined) return [];
	return auditPipeline(pipelineFromJson(pipeline, options.ownFusions), { cutoff: options.cutoff });
}

/**
 * The audit of a run from its folder: the static one, and what the kept rankings of the legs show of their patterns
 * (empty, constant, locked to their seeds, away from the head). The dataset is not at hand, so nothing is said of
 * relevance, and where stages read documents the static audit stands alone.
 */
export function auditRun(run: RunFolder, options: RunAuditOptions): readonly LegAudit[] {
	const kept = keptFromRun(run, options);
	if (kept === undefined) return auditFromManifest(run.manifest, options);
	return auditKept(kept, { cutoff: options.cutoff }).map(({ measured: _, ...audit }) => audit);
}

function keptFromRun(run: RunFolder, { ownFusions }: RunAuditOptions): KeptLegs | undefined {
	const { legs, pipeline: recorded } = run.manifest.system;
	if (legs === undefined || recorded === undefined) return undefined;
	const pipeline = pipelineFromJson(recorded, ownFusions);
	if (pipeline.stages.length > 0) return undefined;
	const files = legs.map((leg) => `legs/${fileName(leg.name)}.trec`);
	if (!files.every((file) => existsSync(join(run.path, file)))) return undefined;

	const rankings = files.map((file) => readRecordedIds(run, file));
	const queryIds = [...new Set(rankings.flatMap((byQuery) => [...byQuery.keys()]))];
	const docIds = new Set(rankings.flatMap((byQuery) => [...byQuery.values()].flat().map(({ docId }) => docId)));
	const corpus = [...docIds].map(bareDoc);
	const order = corpusOrder(corpus);
	return {
		corpus,
		queries: queryIds.map((id) => ({ id, text: '', stratum: '' })),
		qrels: new Map(),
		pipeline,
		legs: legs.map((leg, i) => ({
			name: leg.name,
			depth: leg.depth,
			seededBy: leg.seeded_by,
			rankings: queryIds.map((queryId) =>
				toIndexed(rankings[i]?.get(queryId) ?? [], order, leg.depth, { retriever: leg.name, queryId }),
			),
			seeds: queryIds.map(() => undefined),
			facts: leg.facts,
		})),
		features: () => ({
			importance: new Float64Array(corpus.length),
			createdAt: new Float64Array(corpus.length),
			field: () => [],
			exactMatch: () => false,
		}),
	};
}

function bareDoc(id: string): Doc {
	return { id, content: '', tags: [], expandedKeywords: [], importance: 0, sensitive: false, metadata: {} };
}
