import type { Doc, IndexContext, OptionValues, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import type { CorpusLine } from '../corpus-line.ts';
import { batchesOf } from './batches.ts';
import { hashCommandFiles } from './command-files.ts';
import { refuseSecrets, withEnvironment } from './command-secrets.ts';
import { commandName, commandWords } from './command-words.ts';
import { type Answer, startConversation } from './conversation.ts';
import { readBytes, readDescription } from './exec-answers.ts';
import { rankingOf, readHits } from './hits.ts';
import { limitedNotes } from './limited-notes.ts';

const options = {
	batch: option.integer(200, { min: 1, help: 'documents per index request' }),
	batch_characters: option.integer(1_000_000, { min: 1000, help: 'characters of JSON per index request' }),
	start_timeout: option.number(120, { above: 0, help: 'seconds until it must have answered describe' }),
	index_timeout: option.number(600, { above: 0, help: 'seconds for each index request' }),
};

/**
 * `exec:<command>`: any program that answers JSON lines on stdin and stdout. The protocol is in
 * retrievers/outside/README.md.
 *
 * @throws BenchError `usage` for a command that can't be read
 */
export function execPlugin(spec: string): RetrieverPlugin<typeof options> {
	const words = commandWords(spec.slice('exec:'.length));
	refuseSecrets(words);
	const label = commandName(words);
	return {
		name: spec,
		shortName: label,
		summary: 'a program that answers JSON lines on stdin and stdout',
		stage: 'exec',
		options,
		...hashCommandFiles(words),
		index: (corpus, values, context) => open(words, label, corpus, values, context),
	};
}

async function open(
	words: readonly string[],
	label: string,
	corpus: readonly Doc[],
	values: OptionValues<typeof options>,
	context: IndexContext,
): Promise<Retriever> {
	const talk = startConversation(withEnvironment(words), label, limitedNotes(label, context));
	try {
		const description = readDescription(
			await talk.ask({ message: { method: 'describe' }, doing: 'describe', seconds: values.start_timeout }),
			label,
		);
		talk.allow(description.concurrency);
		let last: Answer | undefined;
		const bar = context.progress.start(`indexing with ${label}`, corpus.length);
		try {
			let sent = 0;
			const send = async (docs: readonly CorpusLine[]): Promise<void> => {
				sent += docs.length;
				last = await talk.ask({
					message: { method: 'index', docs, last: sent === corpus.length },
					doing: 'a batch of documents',
					seconds: values.index_timeout,
				});
				bar.advance(docs.length);
			};
			const limits = { docs: values.batch, characters: values.batch_characters };
			for (const docs of batchesOf(corpus, limits, description.fields))
				await send(description.filters_scope ? withScopes(docs, corpus) : docs);
			if (corpus.length === 0) await send([]);
		} finally {
			bar.stop();
		}
		const order = corpusOrder(corpus);
		const { name, version, fields } = description;
		return {
			concurrency: description.concurrency,
			filtersScope: description.filters_scope,
			retrieve: async (query, depth, { signal }) => {
				if (depth === 0) return [];
				const answer = await talk.ask({
					message: {
						...{ method: 'search', query: query.text, k: depth, query_id: query.id },
						...(description.filters_scope && query.scope !== undefined ? { scope: query.scope } : {}),
					},
					doing: 'a search',
					seconds: SEARCH_SECONDS,
					signal,
				});
				return rankingOf(readHits(answer.hits, `the answer of ${label}`), depth, order);
			},
			indexSizeBytes: () => readBytes(last),
			facts: () => ({
				...(name === undefined ? {} : { name }),
				...(version === undefined ? {} : { version }),
				...(fields === undefined ? {} : { fields }),
				...(description.filters_scope ? { filters_scope: true } : {}),
			}),
			close: talk.close,
		};
	} catch (error) {
		talk.close();
		throw error;
	}
}

/** The scopes of each document beside its fields; a document without any is in every scope. */
function withScopes(lines: readonly CorpusLine[], corpus: readonly Doc[]): readonly CorpusLine[] {
	const wanted = new Set(lines.map(({ id }) => id));
	const scopesOf = new Map(
		corpus.flatMap(({ id, scopes }) => (wanted.has(id) && scopes !== undefined ? [[id, scopes]] : [])),
	);
	return lines.map((line) => {
		const scope = scopesOf.get(String(line.id));
		return scope === undefined ? line : { ...line, scope };
	});
}

/** The run's own `--timeout` comes first as a rule. */
const SEARCH_SECONDS = 3600;
