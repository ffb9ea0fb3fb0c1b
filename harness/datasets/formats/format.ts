import type { Doc, DocId, JsonObject, OptionSpecs, Options, Qrels, Query, QueryId } from '../../contract.ts';

/** Where in a source something stands: the file as the user knows it, and its line (1-based). */
export interface SourceLocation {
	readonly file: string;
	readonly line: number;
}

/** A line, or a part of one, that did not become part of the dataset. */
export interface Rejected extends SourceLocation {
	/** Names ids and fields, never text of a document or query. */
	readonly reason: string;
}

/** Where a format hands over what it reads. Everything is checked here, once for all formats. */
export interface ImportSink {
	/** A document; refused when its id can't be one, or is taken. Says whether it was taken in. */
	doc(doc: Doc, place: SourceLocation): boolean;
	/** A query with its provenance (any keys); refused when its id can't be one, is taken, or its text is empty. */
	query(query: Query, provenance: JsonObject, place: SourceLocation): boolean;
	/** A judgment, before or after its query and document. Grades below 0 (junk, spam) count as 0, and are noted. */
	judge(queryId: QueryId, docId: DocId, grade: number, place: SourceLocation): void;
	reject(place: SourceLocation, reason: string): void;
	/** Something to know that is no rejection, counted: `left out: queries without an answer` -> 30. */
	count(what: string, times?: number): void;
}

/** What the user named: `role=path`, or a path alone. */
export interface Source {
	/** `docs`, `queries`, `qrels`; undefined where the user named none. */
	readonly role: string | undefined;
	readonly path: string;
}

/** What is written in another format: the dataset and the provenance of its queries. */
export interface ExportSource {
	readonly corpus: readonly Doc[];
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	readonly provenance: ReadonlyMap<QueryId, JsonObject>;
}

/** A foreign format of datasets, to be read, written or both. Reading streams. */
export interface DatasetFormat {
	readonly name: string;
	readonly summary: string;
	/** What the paths are, for `--help`. */
	readonly takes: string;
	/** Options of reading, set with `--set key=value`. */
	readonly options: OptionSpecs;
	/**
	 * Reads everything into the sink and gives the files that were read.
	 *
	 * @throws BenchError `data` when a file can't be opened or is not of this format at all.
	 */
	read?(sources: readonly Source[], options: Options, sink: ImportSink): Promise<readonly string[]>;
	/** File name -> lines without line ends. What the format has no place for stands in extra fields. */
	write?(source: ExportSource): Readonly<Record<string, Iterable<string>>>;
}
