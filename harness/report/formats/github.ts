import type { Check } from '../view.ts';
import type { Format } from './format.ts';
import { checksOf } from './junit.ts';
import { plainText } from './plain-text.ts';

/** Workflow commands that GitHub shows as annotations of a run. */
export const githubFormat: Format = {
	name: 'github',
	summary: "annotations of GitHub's workflows",
	render: (view) =>
		checksOf(view)
			.map(({ name, outcome, message }) => `::${LEVELS[outcome]} title=${property(name)}::${data(message)}`)
			.join('\n'),
};

const LEVELS: Readonly<Record<Check['outcome'], string>> = {
	pass: 'notice',
	fail: 'error',
	inconclusive: 'warning',
	note: 'notice',
};

function data(text: string): string {
	return plainText(text).replaceAll('%', '%25');
}

function property(text: string): string {
	return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
