import type { Doc, Json, JsonObject } from '../../contract.ts';
import { gradesToLine, queryToLine } from '../../datasets/lines.ts';
import { circularityOf } from './circularity.ts';
import { relevantTo, type WordedItem } from './item.ts';

/** The lines of queries.jsonl and qrels.jsonl for queries of one stratum, numbered from 1. */
export function datasetLines(
	worded: readonly WordedItem[],
	corpus: readonly Doc[],
	neighbours: Json,
): { readonly queries: readonly JsonObject[]; readonly qrels: readonly JsonObject[] } {
	const idOf = (docIndex: number): string => (corpus[docIndex] as Doc).id;
	const lines = worded.map(({ item, text, provenance }, number) => {
		const id = `${item.stratum}_${String(number + 1).padStart(3, '0')}`;
		const about: JsonObject = {
			...provenance,
			source_ids: item.targets.map(idOf),
			...(item.nearDuplicates.length === 0 ? {} : { near_duplicates: item.nearDuplicates.map(idOf) }),
			...(item.discriminates ? { discriminator: true } : {}),
			...(item.entity === undefined ? {} : { entity: item.entity }),
			circular: circularityOf(item.stratum, neighbours),
		};
		const keys = Object.entries(about).map(([key, value]) => [`_${key}`, value] as const);
		return {
			query: queryToLine({ id, text, stratum: item.stratum }, Object.fromEntries(keys)),
			qrels: gradesToLine(id, new Map(relevantTo(item).map((docIndex) => [idOf(docIndex), 1]))),
		};
	});
	return { queries: lines.map(({ query }) => query), qrels: lines.map(({ qrels }) => qrels) };
}
