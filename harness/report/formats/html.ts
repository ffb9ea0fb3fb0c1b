import { createHash } from 'node:crypto';
import { NARROW } from '../pictures/axis.ts';
import { drawFigure } from '../pictures/draw.ts';
import type { Figure } from '../pictures/figure.ts';
import type { Section } from '../view.ts';
import type { Format } from './format.ts';
import { SCRIPT } from './html-script.ts';
import { STYLE } from './html-style.ts';
import { htmlTable } from './html-table.ts';
import { htmlText } from './html-text.ts';

/** Pages of more titled sections than this begin with a list of them. */
const CONTENTS_FROM = 5;

/**
 * One page that opens from disk and asks for nothing else: every section, pictures drawn, the details folded. It reads
 * the same without its script, which sorts and filters long tables; its policy lets nothing else run or load.
 */
export const htmlFormat: Format = {
	name: 'html',
	summary: 'one self-contained page with pictures',
	render({ title, answer, warnings, sections, notes }) {
		const scripted = sections.some(({ browse }) => browse === true);
		const policy = [
			"default-src 'none'",
			`style-src '${hashOf(STYLE)}'`,
			...(scripted ? [`script-src '${hashOf(SCRIPT)}'`] : []),
			"base-uri 'none'",
			"form-action 'none'",
		].join('; ');
		return [
			'<!doctype html>',
			'<html lang="en">',
			'<head>',
			'<meta charset="utf-8">',
			'<meta name="viewport" content="width=device-width, initial-scale=1">',
			`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
			`<title>${htmlText(title)}</title>`,
			`<style>${STYLE}</style>`,
			'</head>',
			'<body>',
			'<main>',
			`<h1>${htmlText(title)}</h1>`,
			...warnings.map((warning) => `<p class="warning" role="note">${htmlText(warning)}</p>`),
			...answer.map((sentence) => `<p class="answer">${htmlText(sentence)}</p>`),
			...contents(sections),
			...sections.map(renderSection),
			...(notes.length > 0 ? [list(notes)] : []),
			'</main>',
			...(scripted ? [`<script>${SCRIPT}</script>`] : []),
			'</body>',
			'</html>',
		].join('\n');
	},
};

function contents(sections: readonly Section[]): readonly string[] {
	const titled = sections.filter(({ title }) => title !== undefined);
	if (titled.length < CONTENTS_FROM) return [];
	const items = titled.map(
		({ name, title }) => `<li><a href="#${htmlText(encodeURIComponent(name))}">${htmlText(title as string)}</a></li>`,
	);
	return [`<nav aria-label="Contents"><ol>${items.join('')}</ol></nav>`];
}

function renderSection(section: Section): string {
	const { name, title, detail, findings = [], picture, table, browse, notes = [] } = section;
	const heading = title ?? name.replaceAll('_', ' ');
	const body = [
		...findings.map((finding) => `<p>${htmlText(finding)}</p>`),
		...(picture === undefined ? [] : [renderPicture(picture, heading)]),
		...(table === undefined ? [] : [htmlTable(table, heading, browse === true)]),
		...(notes.length > 0 ? [list(notes)] : []),
	].join('\n');
	const id = htmlText(name);
	return detail === true
		? `<section id="${id}"><details><summary>${htmlText(heading)}</summary>\n${body}\n</details></section>`
		: `<section id="${id}">${title === undefined ? '' : `<h2>${htmlText(heading)}</h2>`}\n${body}\n</section>`;
}

function renderPicture(figure: Figure, heading: string): string {
	// Drawn twice: the style shows the one that fits, so that nothing has to be scrolled sideways or shrunk.
	const wide = drawFigure(figure);
	const narrow = drawFigure(figure, NARROW);
	return `<figure aria-label="${htmlText(`Picture: ${heading}`)}"><div class="wide">${wide.svg}</div><div class="narrow">${narrow.svg}</div><figcaption>${htmlText(wide.caption)}</figcaption></figure>`;
}

function list(sentences: readonly string[]): string {
	return `<ul class="notes">${sentences.map((sentence) => `<li>${htmlText(sentence)}</li>`).join('')}</ul>`;
}

/** The source of an inline style or script in the words of a policy. */
function hashOf(content: string): string {
	return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
