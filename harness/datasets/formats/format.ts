import type { Doc, DocId, JsonObject, OptionSpecs, Options, Qrels, Query, QueryId } from '../../contract.ts';

/** A location in a source: the file as the user knows it, and the line (1-based). */
export interface SourceLocation {
	readonly file: string;
	readonly line: number;
}

/** A line, or a part of one, that did not become part of the dataset. */
export interface Rejected extends SourceLocation {
	/** Names ids and fields, never text of a document or query. */
	readonly reason: string;
}

/** Receives what a format reads, and checks all of it, once for all formats. */
export interface ImportSink {
	/** A document; refused when its id can't be one, or is taken. Says whether it was taken in. */
	doc(doc: Doc, location: SourceLocation): boolean;
	/** A query with its provenance (any keys); refused when its id can't be one, is taken, or its text is empty. */
	query(query: Query, provenance: JsonObject, location: SourceLocation): boolean;
	/** A judgment, before or after its query and document. Grades below 0 (junk, spam) count as 0, and are noted. */
	judge(queryId: QueryId, docId: DocId, grade: number, location: SourceLocation): void;
	reject(location: SourceLocation, reason: string): void;
	/** GiB that each packed source may unpack to; 0 where nobody named a limit. */
	readonly mostUnpacked: number;
	/** Something to know that is no rejection, counted: `left out: queries without an answer` -> 30. */
	count(what: string, times?: number): void;
}

/** The files that the user named: `role=path`, or a path alone. */
export interface Source {
	/** `docs`, `queries`, `qrels`; undefined where the user named none. */
	readonly role: string | undefined;
	readonly path: string;
}

/** The content to write in another format: the dataset and the provenance of its queries. */
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
	/** The meaning of the paths, for `--help`. */
	readonly takes: string;
	/** Options of reading, set with `--set key=value`. */
	readonly options: OptionSpecs;
	/**
	 * Reads everything into the sink and gives the files that were read.
	 *
	 * @throws BenchError `data` when a file can't be opened or is not of this format at all.
	 */
	read?(sources: readonly Source[], options: Options, sink: ImportSink): Promise<readonly string[]>;
	/** File name -> lines without line ends. Extra fields hold what the format has no field for. */
	write?(source: ExportSource): Readonly<Record<string, Iterable<string>>>;
}
