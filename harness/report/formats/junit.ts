import type { Check, View } from '../view.ts';
import type { Format } from './format.ts';
import { htmlText } from './html-text.ts';

/** JUnit XML, one test case a check; a view without checks is one case that passes with the answer as its output. */
export const junitFormat: Format = {
	name: 'junit',
	summary: 'JUnit XML for CI',
	render(view) {
		const checks = checksOf(view);
		const failures = checks.filter(({ outcome }) => outcome === 'fail').length;
		const skipped = checks.filter(({ outcome }) => outcome === 'inconclusive').length;
		return [
			'<?xml version="1.0" encoding="UTF-8"?>',
			`<testsuites name="bench ${htmlText(view.kind)}" tests="${checks.length}" failures="${failures}" skipped="${skipped}">`,
			`\t<testsuite name="${htmlText(view.title)}" tests="${checks.length}" failures="${failures}" skipped="${skipped}">`,
			...checks.map((check) => testCase(view.kind, check)),
			'\t</testsuite>',
			'</testsuites>',
		].join('\n');
	},
};

export function checksOf({ checks, title, answer }: View): readonly Check[] {
	return checks ?? [{ name: title, outcome: 'pass', message: answer.join(' ') }];
}

function testCase(kind: string, { name, outcome, message }: Check): string {
	const text = htmlText(message);
	const body =
		outcome === 'fail'
			? `<failure message="${text}"/>`
			: outcome === 'inconclusive'
				? `<skipped message="${text}"/>`
				: `<system-out>${text}</system-out>`;
	return `\t\t<testcase classname="bench.${htmlText(kind)}" name="${htmlText(name)}">${body}</testcase>`;
}
