import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';

type Recipe = Readonly<Record<string, string | number>>;

/** One index, its documents by `_bulk`, as Elasticsearch and OpenSearch share it. */
const LUCENE: Recipe = {
	reset: 'DELETE:/{{index}}',
	create: 'PUT:/{{index}}',
	add: 'POST:/_bulk',
	add_body:
		'{{#docs}}{"index": {"_index": "{{index}}", "_id": "{{id}}"}}\n{"content": "{{content}}", "tags": "{{tags}}"}\n{{/docs}}',
	add_failed: 'errors',
	commit: 'POST:/{{index}}/_refresh',
	ready: 'GET:/',
	search: 'POST:/{{index}}/_search',
	hits: 'hits.hits[]._id',
	score: 'hits.hits[]._score',
	// More than 1,024 clauses are refused (indices.query.bool.max_clause_count).
	query_words: 1000,
};
const TEXT_FIELDS = '"content": {"type": "text"}, "tags": {"type": "text"}';
const WITH_VECTORS =
	'{{#docs}}{"index": {"_index": "{{index}}", "_id": "{{id}}"}}\n{"content": "{{content}}", "tags": "{{tags}}", "vector": {{vector}}}\n{{/docs}}';
const ELASTIC_VECTORS = `{"mappings": {"properties": {${TEXT_FIELDS}, "vector": {"type": "dense_vector", "dims": {{dimensions}}, "similarity": "cosine"}}}}`;
const ELASTIC_KNN = '"field": "vector", "query_vector": {{vector}}, "k": {{k}}, "num_candidates": 1000';

/** Defaults of the http options for services that people have, by name. */
export const HTTP_RECIPES: Readonly<Record<string, Recipe>> = {
	json: {},
	'lucene-match': {
		...LUCENE,
		create_body: `{"mappings": {"properties": {${TEXT_FIELDS}}}}`,
		body: '{"size": {{k}}, "_source": false, "query": {"match": {"content": "{{query}}"}}}',
	},
	'elasticsearch-knn': {
		...LUCENE,
		create_body: ELASTIC_VECTORS,
		add_body: WITH_VECTORS,
		body: `{"size": {{k}}, "_source": false, "knn": {${ELASTIC_KNN}}}`,
		embedder: DEFAULT_EMBEDDER,
	},
	'elasticsearch-rrf': {
		...LUCENE,
		create_body: ELASTIC_VECTORS,
		add_body: WITH_VECTORS,
		body: `{"size": {{k}}, "_source": false, "retriever": {"rrf": {"rank_constant": 60, "rank_window_size": {{k}}, "retrievers": [{"standard": {"query": {"match": {"content": "{{query}}"}}}}, {"knn": {${ELASTIC_KNN}}}]}}}`,
		embedder: DEFAULT_EMBEDDER,
	},
	'opensearch-knn': {
		...LUCENE,
		create_body: `{"settings": {"index.knn": true}, "mappings": {"properties": {${TEXT_FIELDS}, "vector": {"type": "knn_vector", "dimension": {{dimensions}}, "space_type": "cosinesimil"}}}}`,
		add_body: WITH_VECTORS,
		body: '{"size": {{k}}, "_source": false, "query": {"knn": {"vector": {"vector": {{vector}}, "k": {{k}}}}}}',
		embedder: DEFAULT_EMBEDDER,
	},
	qdrant: {
		reset: 'DELETE:/collections/{{index}}',
		create: 'PUT:/collections/{{index}}',
		create_body: '{"vectors": {"size": {{dimensions}}, "distance": "Cosine"}}',
		add: 'PUT:/collections/{{index}}/points?wait=true',
		add_body: '{"points": [{{#docs,}}{"id": {{n}}, "vector": {{vector}}, "payload": {"doc_id": "{{id}}"}}{{/docs}}]}',
		ready: 'GET:/readyz',
		search: 'POST:/collections/{{index}}/points/query',
		body: '{"query": {{vector}}, "limit": {{k}}, "with_payload": ["doc_id"]}',
		hits: 'result.points[].payload.doc_id',
		score: 'result.points[].score',
		embedder: DEFAULT_EMBEDDER,
	},
	// At most 250 documents a page. Its text_match is larger than a double holds exactly: the order counts.
	typesense: {
		reset: 'DELETE:/collections/{{index}}',
		create: 'POST:/collections',
		create_body: '{"name": "{{index}}", "fields": [{"name": "content", "type": "string"}]}',
		add: 'POST:/collections/{{index}}/documents/import?action=upsert',
		add_body: '{{#docs}}{"id": "{{id}}", "content": "{{content}}"}\n{{/docs}}',
		add_failed: '[].error',
		ready: 'GET:/health',
		search: 'GET:/collections/{{index}}/documents/search?q={{query}}&query_by=content&per_page={{k}}',
		hits: 'hits[].document.id',
	},
};

export const RECIPE_NAMES = Object.keys(HTTP_RECIPES) as [string, ...string[]];
