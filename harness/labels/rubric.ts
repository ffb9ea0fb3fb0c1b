import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../contract.ts';
import { isGrade } from '../datasets/fields.ts';
import { BenchError } from '../errors.ts';
import { identityHash } from '../files/json.ts';

export interface RubricGrade {
	readonly grade: number;
	/** A word or two, for the key's label. */
	readonly label: string;
	/** When this grade is to be given. */
	readonly meaning: string;
}

/** The question to a judge, and the meaning of each grade. Judgments under different rubrics are different judgments. */
export interface Rubric {
	readonly name: string;
	readonly question: string;
	/** Ascending; at least two grades, single digits. */
	readonly grades: readonly RubricGrade[];
}

/** The four grades of the TREC Deep Learning tracks (Craswell et al. 2020), told for memories and passages. */
export const DEFAULT_RUBRIC: Rubric = {
	name: 'four-grades',
	question: 'How far does this document answer the query?',
	grades: [
		{ grade: 0, label: 'not relevant', meaning: 'It has nothing to do with the query, or only shares words with it.' },
		{ grade: 1, label: 'related', meaning: 'It is on the topic of the query but does not answer it.' },
		{
			grade: 2,
			label: 'highly relevant',
			meaning: 'It holds an answer or a needed part of one, but unclear or among other things.',
		},
		{ grade: 3, label: 'perfectly relevant', meaning: 'It is about the query and answers it.' },
	],
};

/** sha-256 (hex) of a rubric: recorded with every judgment made under it. */
export function rubricHash({ name, question, grades }: Rubric): string {
	return identityHash({ name, question, grades: grades as unknown as Json });
}

/**
 * A rubric of one's own: `{"name": .., "question": .., "grades": {"0": {"label": .., "meaning": ..}, ..}}`.
 *
 * @throws BenchError `data` for a file that is no rubric.
 */
export function readRubric(path: string): Rubric {
	const fail = (message: string): never => {
		throw new BenchError('data', `${path}: ${message}`, {
			hint: 'A rubric is {"name": "..", "question": "..", "grades": {"0": {"label": "..", "meaning": ".."}, "1": {..}}}.',
		});
	};
	const text = (value: Json | undefined, key: string): string =>
		typeof value === 'string' && value.trim() !== '' ? value.trim() : fail(`${key} must be a text`);
	const file = objectOf(parse(path, fail)) ?? fail('it must be one JSON object');
	const grades = Object.entries(objectOf(file.grades) ?? fail('grades must be an object')).map(([key, value]) => {
		const entry = objectOf(value) ?? fail(`grade ${key} must have a label and a meaning`);
		if (!/^[0-9]$/.test(key) || !isGrade(Number(key))) fail(`grade "${key}" must be one digit: it is a key to press`);
		return { grade: Number(key), label: text(entry.label, 'label'), meaning: text(entry.meaning, 'meaning') };
	});
	if (grades.length < 2) fail('it must have two grades or more');
	return {
		name: text(file.name, 'name'),
		question: text(file.question, 'question'),
		grades: grades.sort((x, y) => x.grade - y.grade),
	};
}

function parse(path: string, fail: (message: string) => never): Json {
	let content: string;
	try {
		content = readFileSync(path, 'utf8');
	} catch (cause) {
		throw new BenchError('data', `${path} can't be read`, { cause });
	}
	try {
		return JSON.parse(content) as Json;
	} catch {
		return fail('it is not valid JSON');
	}
}

function objectOf(value: Json | undefined): JsonObject | undefined {
	return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
