import type { Cell, Section, ViewTable } from '../view.ts';
import type { Format } from './format.ts';
import { STYLE } from './html-style.ts';
import { plainText } from './plain-text.ts';

/** One page that opens from disk and asks for nothing else: every section, the details folded. */
export const htmlFormat: Format = {
	name: 'html',
	summary: 'one self-contained page',
	render({ title, answer, warnings, sections, notes }) {
		return [
			'<!doctype html>',
			'<html lang="en">',
			'<head>',
			'<meta charset="utf-8">',
			'<meta name="viewport" content="width=device-width, initial-scale=1">',
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
			`<title>${htmlText(title)}</title>`,
			`<style>${STYLE}</style>`,
			'</head>',
			'<body>',
			'<main>',
			`<h1>${htmlText(title)}</h1>`,
			...warnings.map((warning) => `<p class="warning" role="note">${htmlText(warning)}</p>`),
			...answer.map((sentence) => `<p class="answer">${htmlText(sentence)}</p>`),
			...sections.map(renderSection),
			...(notes.length > 0 ? [list(notes)] : []),
			'</main>',
			'</body>',
			'</html>',
		].join('\n');
	},
};

function renderSection(section: Section): string {
	const { name, title, detail, findings = [], table, notes = [] } = section;
	const body = [
		...findings.map((finding) => `<p>${htmlText(finding)}</p>`),
		...(table === undefined ? [] : [renderTable(table, title ?? name)]),
		...(notes.length > 0 ? [list(notes)] : []),
	].join('\n');
	const heading = htmlText(title ?? name.replaceAll('_', ' '));
	return detail === true
		? `<section id="${htmlText(name)}"><details><summary>${heading}</summary>\n${body}\n</details></section>`
		: `<section id="${htmlText(name)}">${title === undefined ? '' : `<h2>${heading}</h2>`}\n${body}\n</section>`;
}

function renderTable({ columns, groups }: ViewTable, label: string): string {
	const head = columns
		.map(({ header, align }) => `<th scope="col"${align === 'right' ? ' class="number"' : ''}>${htmlText(header)}</th>`)
		.join('');
	const body = groups.map(
		(group) =>
			`<tbody>${group.map((row) => `<tr>${row.map((cell, i) => renderCell(cell, columns[i]?.align)).join('')}</tr>`).join('\n')}</tbody>`,
	);
	return `<div class="scroll" role="region" aria-label="${htmlText(label)}" tabindex="0"><table><thead><tr>${head}</tr></thead>\n${body.join('\n')}</table></div>`;
}

function renderCell({ text, tone }: Cell, align: 'left' | 'right' | undefined): string {
	const classes = [...(align === 'right' ? ['number'] : []), ...(tone === undefined ? [] : [tone])];
	return `<td${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>${htmlText(text)}</td>`;
}

function list(sentences: readonly string[]): string {
	return `<ul class="notes">${sentences.map((sentence) => `<li>${htmlText(sentence)}</li>`).join('')}</ul>`;
}

/** Text as text in HTML, in attributes too. */
export function htmlText(text: string): string {
	return plainText(text)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
