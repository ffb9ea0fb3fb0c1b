import { type Bindings, storable } from './database.ts';
import { type PgGraphOptions, readValidAt } from './graph-options.ts';

/**
 * The walk as common table expressions, of which the last, `graph_leg`, has doc_index and score. It starts from
 * `graph_seeds` (doc_index, weight: the best has 1), which must stand before it.
 *
 * A walk is one row per start and hop: the nodes it has been to, those that it reached last with what arrived at each,
 * strongest first. A document's support is the sum over the walks; a seed gets, besides the support of the others,
 * `seed_share` x its weight x the strongest support of any document: the rule of `graph` and `graph:typed`.
 */
export function graphSql(schema: string, options: PgGraphOptions, bindings: Bindings, depth: number): string {
	const number = (value: number): string => bindings.bind(value, 'float8');
	const neighbours = bindings.bind(options.neighbours, 'int');
	const triples = options.source === 'triples';
	const edges = triples ? edgesSql(schema, options, bindings) : '';
	const step = triples
		? typedStep(number(options.hub_cap), number(options.decay))
		: keywordStep(schema, number(options.hub_cap), neighbours);
	// Support between documents decays from the second hop on; along edges, from the first.
	const decay = triples ? '1::float8' : `CASE WHEN walk.hop = 0 THEN 1::float8 ELSE ${number(options.decay)} END`;
	const weight = triples ? 'weight / sum(weight) OVER ()' : 'weight';
	const generated = options.role === 'generator' ? 'WHERE doc_index NOT IN (SELECT doc_index FROM graph_starts)' : '';
	return `${edges}graph_starts AS MATERIALIZED (
		SELECT doc_index, weight FROM graph_seeds
		${triples ? 'WHERE EXISTS (SELECT FROM graph_edges WHERE node = doc_index)' : ''}
		ORDER BY weight DESC, doc_index LIMIT ${bindings.bind(options.seeds_per_query, 'int')}),
	walk (start, hop, worth, visited, reached, strengths) AS (
		SELECT doc_index, 0, ${weight}, ARRAY[doc_index], ARRAY[doc_index], ARRAY[1::float8] FROM graph_starts
		UNION ALL
		SELECT walk.start, walk.hop + 1, walk.worth * ${decay}, walk.visited || next.nodes, next.nodes, next.strengths
		FROM walk CROSS JOIN LATERAL (
			SELECT array_agg(node ORDER BY strength DESC, node) AS nodes,
				array_agg(strength ORDER BY strength DESC, node) AS strengths
			FROM (${step.replaceAll('$frontier', `unnest(walk.reached[1:${neighbours}], walk.strengths[1:${neighbours}]) AS f (node, strength)`)}) AS arrived
		) AS next
		WHERE walk.hop < ${bindings.bind(options.hops, 'int')} AND next.nodes IS NOT NULL),
	graph_support AS MATERIALIZED (
		SELECT doc_index, sum(gain) AS support FROM (
			SELECT r.node AS doc_index, walk.worth * r.strength AS gain
			FROM walk, unnest(walk.reached, walk.strengths) AS r (node, strength) WHERE walk.hop > 0
		) AS gains ${triples ? `WHERE doc_index IN (SELECT doc_index FROM graph_documents)` : ''} GROUP BY doc_index),
	graph_scored AS (
		SELECT doc_index, coalesce(support, 0) + coalesce(${number(options.seed_share)} * weight
			* (SELECT max(support) FROM graph_support), 0) AS score
		FROM graph_support FULL OUTER JOIN graph_starts USING (doc_index)),
	graph_leg AS MATERIALIZED (
		SELECT doc_index, score FROM (SELECT * FROM graph_scored ${generated}) AS kept WHERE score > 0
		ORDER BY score DESC, doc_index LIMIT ${bindings.bind(depth, 'int')})`;
}

/** The affinity of documents is the cosine of their idf-weighted concepts; concepts of many documents are passed over. */
function keywordStep(schema: string, hubCap: string, neighbours: string): string {
	return `SELECT other.doc_index AS node, sum(f.strength / d1.norm * (c.idf * c.idf) / d2.norm) AS strength
		FROM $frontier
		JOIN ${schema}.documents d1 ON d1.doc_index = f.node AND d1.norm > 0
		JOIN ${schema}.memory_concepts own ON own.doc_index = f.node
		JOIN ${schema}.concepts c ON c.concept = own.concept AND c.idf <> 0
		JOIN ${schema}.memory_concepts other ON other.concept = c.concept
		JOIN ${schema}.documents d2 ON d2.doc_index = other.doc_index
		WHERE (SELECT count(*) FROM ${schema}.memory_concepts holders WHERE holders.concept = c.concept) <= ${hubCap}
			AND other.doc_index <> ALL (walk.visited)
		GROUP BY other.doc_index ORDER BY strength DESC, node LIMIT ${neighbours}`;
}

/** The strength of a node is divided over its edges by weight, times decay; hubs are reached and not walked through. */
function typedStep(hubCap: string, decay: string): string {
	return `SELECT e.target AS node, sum(${decay} * f.strength / total.weight * e.weight) AS strength
		FROM $frontier
		CROSS JOIN LATERAL (SELECT sum(weight) AS weight, count(*) AS degree FROM graph_edges WHERE node = f.node) AS total
		JOIN graph_edges e ON e.node = f.node
		WHERE (walk.hop = 0 OR total.degree <= ${hubCap} OR f.node = ANY (SELECT doc_index FROM graph_documents))
			AND NOT EXISTS (SELECT FROM unnest(walk.visited) AS v (node) WHERE v.node = e.target)
		GROUP BY e.target`;
}

/** Every edge that holds at the time, from both of its ends. */
function edgesSql(schema: string, options: PgGraphOptions, bindings: Bindings): string {
	const at = readValidAt('', options.valid_at);
	const time = at === undefined ? undefined : bindings.bind(at.toISOString(), 'timestamptz');
	const holds =
		time === undefined
			? 'valid_to IS NULL'
			: `(valid_from IS NULL OR valid_from <= ${time}) AND (valid_to IS NULL OR ${time} < valid_to)`;
	return `graph_mentions AS MATERIALIZED (SELECT DISTINCT doc_index, concept FROM ${schema}.memory_concepts WHERE ${holds}),
	graph_documents AS MATERIALIZED (SELECT DISTINCT doc_index FROM graph_mentions),
	graph_facts AS MATERIALIZED (
		SELECT source, target, sum(weight) AS weight FROM ${schema}.concept_edges WHERE ${holds} GROUP BY source, target),
	graph_edges AS MATERIALIZED (
		SELECT doc_index AS node, concept AS target, 1::float8 AS weight FROM graph_mentions
		UNION ALL SELECT concept, doc_index, 1::float8 FROM graph_mentions
		UNION ALL SELECT source, target, weight FROM graph_facts
		UNION ALL SELECT target, source, weight FROM graph_facts),
	`;
}

/** `graph_seeds` out of documents that other legs found. */
export function givenSeeds(
	bindings: Bindings,
	seeds: readonly { readonly docIndex: number; readonly weight: number }[],
): string {
	const rows = bindings.bind(
		JSON.stringify(seeds.map(({ docIndex, weight }) => ({ doc_index: docIndex, weight }))),
		'jsonb',
	);
	return `graph_seeds AS MATERIALIZED (
		SELECT doc_index, weight FROM jsonb_to_recordset(${rows}) AS s (doc_index int, weight float8))`;
}

/** `graph_seeds` out of the concepts that a query names: documents weigh the idf of what they hold of them. */
export function namedSeedsSql(schema: string, bindings: Bindings, names: Iterable<string>): string {
	const wanted = bindings.bind(JSON.stringify([...names].map(storable)), 'jsonb');
	return `graph_named AS MATERIALIZED (
		SELECT m.doc_index, sum(c.idf) AS weight FROM ${schema}.concepts c
		JOIN (SELECT DISTINCT doc_index, concept FROM ${schema}.memory_concepts) AS m USING (concept)
		WHERE c.name IN (SELECT jsonb_array_elements_text(${wanted})) GROUP BY m.doc_index),
	graph_seeds AS MATERIALIZED (
		SELECT doc_index, CASE WHEN best > 0 THEN weight / best ELSE 1 END AS weight
		FROM graph_named, (SELECT max(weight) AS best FROM graph_named) AS top)`;
}
