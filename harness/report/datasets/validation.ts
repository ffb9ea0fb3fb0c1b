import { join } from 'node:path';
import type { Problem } from '../../datasets/problems.ts';
import type { Validation } from '../../datasets/validate.ts';
import { wordCell } from '../cells.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type View, viewTable } from '../view.ts';

/** `bench data validate`: every problem, errors first. */
export function validationView(validation: Validation): View {
	const { directory, errors, warnings, fingerprint } = validation;
	const problems = [...errors, ...warnings];
	const counts = [
		`${formatCount(validation.docs)} documents`,
		`${formatCount(validation.queries)} queries (${formatCount(validation.judgedQueries)} judged)`,
		`${formatCount(validation.sensitiveLeftOut)} sensitive documents left out`,
	];
	return {
		kind: 'validation',
		title: `Validation of ${directory}`,
		answer: [
			`${directory}: ${plural(errors.length, 'error')}, ${plural(warnings.length, 'warning')}; ${counts.join(', ')}`,
		],
		warnings: [],
		sections: problems.length === 0 ? [] : [{ name: 'problems', table: problemTable(directory, problems) }],
		notes: fingerprint === undefined ? [] : [`fingerprint ${fingerprint}`],
		data: toJsonObject({ ok: errors.length === 0, ...validation }),
		checks: [
			{
				name: directory,
				outcome: errors.length === 0 ? 'pass' : 'fail',
				message: `${plural(errors.length, 'error')}, ${plural(warnings.length, 'warning')}`,
			},
		],
	};
}

function problemTable(directory: string, problems: readonly Problem[]) {
	return viewTable<Problem>(
		[
			{
				key: 'severity',
				header: 'severity',
				cell: ({ severity }) => wordCell(severity, severity === 'error' ? 'bad' : 'open'),
			},
			{
				key: 'location',
				header: 'location',
				identifies: true,
				cell: ({ file, line }) => `${join(directory, file)}${line > 0 ? `:${line}` : ''}`,
			},
			{ key: 'problem', header: 'problem', wraps: true, cell: ({ message }) => message },
		],
		problems,
	);
}

function plural(count: number, word: string): string {
	return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
