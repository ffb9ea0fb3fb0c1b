/** Recipes for servers that people have, by name. What each was tried with is said in retrievers/outside/README.md. */
export const MCP_RECIPES: Readonly<Record<string, unknown>> = {
	'server-memory': serverMemory(false),
	'server-memory-words': serverMemory(true),
	'chroma-mcp': {
		servers: ['chroma'],
		setup: [{ tool: 'chroma_create_collection', arguments: { collection_name: 'recall-bench' } }],
		store: {
			tool: 'chroma_add_documents',
			batch: 100,
			arguments: {
				collection_name: 'recall-bench',
				documents: { each_doc: '{{content}}' },
				ids: { each_doc: '{{marker}}' },
			},
		},
		search: {
			tool: 'chroma_query_documents',
			arguments: {
				collection_name: 'recall-bench',
				query_texts: ['{{query}}'],
				n_results: '{{k}}',
				include: ['distances'],
			},
			answer: { id: 'ids[0][]', score: '-distances[0][]' },
		},
		failed: '^Error|Failed to',
		semantic: true,
		share: ['.cache/chroma'],
	},
	// By words: its search by meaning fetches a model first, and is a setting of its own.
	'basic-memory': {
		servers: ['Basic Memory'],
		env: {
			BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED: 'false',
			BASIC_MEMORY_HOME: '{{scratch}}/basic-memory',
			BASIC_MEMORY_CONFIG_DIR: '{{scratch}}/.basic-memory',
		},
		store: {
			tool: 'write_note',
			arguments: { title: '{{marker}}', content: '{{content}}', directory: 'bench', project: 'main' },
		},
		search: {
			tool: 'search_notes',
			arguments: { query: '{{query}}', page_size: '{{k}}', project: 'main', output_format: 'json' },
			answer: { id: 'results[].title' },
		},
		failed: '^#? ?(Error|Search Failed)',
	},
	'mcp-memory-service': {
		servers: ['memory'],
		env: {
			MCP_MEMORY_STORAGE_BACKEND: 'sqlite_vec',
			MCP_MEMORY_BASE_DIR: '{{scratch}}/memory',
			MCP_MEMORY_SQLITE_PATH: '{{scratch}}/memory/memory.db',
			MCP_MEMORY_BACKUPS_PATH: '{{scratch}}/memory/backups',
		},
		store: {
			tool: 'memory_store',
			// Documents of one conversation are not merged for being alike.
			arguments: { content: '{{content}}', conversation_id: 'recall-bench' },
			answer: { pattern: 'hash: (?<id>[0-9a-f]{64})' },
			already: '[Dd]uplicate',
		},
		search: {
			tool: 'memory_search',
			arguments: { query: '{{query}}', mode: 'semantic', limit: '{{k}}' },
			answer: { pattern: '(?:^|\\n) +Hash: (?<id>[0-9a-f]{64})' },
			most: 100,
		},
		failed: '^(Error|Failed)',
		semantic: true,
		share: ['.cache/huggingface', '.cache/mcp_memory', '.cache/torch'],
	},
	'mcp-memory-libsql': {
		servers: ['mcp-memory-libsql'],
		env: { LIBSQL_URL: 'file:{{scratch}}/memory.db' },
		store: {
			tool: 'create_entities',
			batch: 50,
			arguments: {
				entities: { each_doc: { name: '{{marker}}', entityType: 'document', observations: ['{{content}}'] } },
			},
		},
		search: {
			tool: 'search_nodes',
			arguments: { query: '{{query}}', limit: '{{k}}' },
			answer: { id: 'entities[].name' },
			most: 50,
			query_characters: 512,
		},
	},
};

/** It looks for the query as it stands in names, types and observations; `perWord` asks for each word by itself. */
function serverMemory(perWord: boolean): unknown {
	return {
		servers: perWord ? [] : ['memory-server'],
		env: { MEMORY_FILE_PATH: '{{scratch}}/memory.jsonl' },
		store: {
			tool: 'create_entities',
			batch: 100,
			arguments: {
				entities: { each_doc: { name: '{{marker}}', entityType: 'document', observations: ['{{content}}'] } },
			},
		},
		search: {
			tool: 'search_nodes',
			arguments: { query: '{{query}}' },
			answer: { id: 'entities[].name' },
			per_word: perWord,
		},
		remark: perWord
			? 'one call per word of the query, ranked by the number of words found'
			: 'finds the whole query as it stands',
	};
}
