import { BenchError } from '../errors.ts';

/** The kind of a problem with a dataset, as `--json` names it. */
export type ProblemKind =
	| 'missing-file'
	| 'encoding'
	| 'nul'
	| 'json'
	| 'field'
	| 'duplicate'
	| 'unknown-document'
	| 'unknown-query'
	| 'grade'
	| 'disagreement'
	| 'nothing-there'
	| 'line-ends'
	| 'empty-text'
	| 'no-relevant'
	| 'ignored-key'
	| 'sensitive-judgments'
	| 'copies-of-sensitive'
	| 'fallback'
	| 'scope';

/** An error keeps the dataset from being used; a warning is something that its reader should know. */
export interface Problem {
	readonly severity: 'error' | 'warning';
	readonly kind: ProblemKind;
	/** File name inside the dataset's folder. */
	readonly file: string;
	/** 1-based; 0 when the problem is of the file as a whole. */
	readonly line: number;
	/** Names ids and fields, never text of a document or query. */
	readonly message: string;
}

/** Collects the problems of one file. */
export interface FileProblems {
	error(kind: ProblemKind, line: number, message: string): void;
	warning(kind: ProblemKind, line: number, message: string): void;
}

export function problemsOf(file: string, into: Problem[]): FileProblems {
	return {
		error: (kind, line, message) => void into.push({ severity: 'error', kind, file, line, message }),
		warning: (kind, line, message) => void into.push({ severity: 'warning', kind, file, line, message }),
	};
}

/** An id, a key or a stratum as messages show it: in quotes, cut to 60 characters. */
export function shown(name: string): string {
	return JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name);
}

/** `directory/file:line: message`, the line left out where there is none. */
export function formatProblem(directory: string, problem: Problem): string {
	const location = problem.line > 0 ? `${problem.file}:${problem.line}` : problem.file;
	return `${directory.replace(/\/+$/, '')}/${location}: ${problem.message}`;
}

const fileOrder = ['corpus.jsonl', 'queries.jsonl', 'qrels.jsonl'];

/** By file (corpus, queries, qrels), then by line. */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
	return [...problems].sort((x, y) => fileOrder.indexOf(x.file) - fileOrder.indexOf(y.file) || x.line - y.line);
}

/** How many problems an error message shows before it counts the rest. */
export const problemsShown = 20;

/** The error for a dataset with errors: the first twenty with file:line, then how many more there are. */
export function datasetError(directory: string, errors: readonly Problem[]): BenchError {
	const lines = errors.slice(0, problemsShown).map((problem) => formatProblem(directory, problem));
	const rest = errors.length - lines.length;
	if (rest > 0) lines.push(`and ${rest} more`);
	const count = errors.length === 1 ? 'a problem' : `${errors.length} problems`;
	return new BenchError('data', `${directory} can't be used, it has ${count}:\n${lines.join('\n')}`, {
		hint: rest > 0 ? `\`bench data validate ${directory}\` shows all of them.` : 'Put it right and try again.',
	});
}

/** Warnings as notes for a person: one line for each kind of each file, with the first location and the count. */
export function notesOf(directory: string, problems: readonly Problem[]): string[] {
	const groups = new Map<string, Problem[]>();
	for (const problem of problems) {
		if (problem.severity !== 'warning') continue;
		const key = `${problem.file} ${problem.kind}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [problem]);
		else group.push(problem);
	}
	return [...groups.values()].map((group) => {
		const first = formatProblem(directory, group[0] as Problem);
		return group.length === 1 ? first : `${first} (and ${group.length - 1} more of this kind)`;
	});
}
