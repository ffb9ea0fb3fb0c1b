import { figureText } from '../pictures/draw.ts';
import type { Figure } from '../pictures/figure.ts';
import type { Cell, Section, ViewTable } from '../view.ts';
import type { Format } from './format.ts';
import { plainText } from './plain-text.ts';

/** GitHub's Markdown, for a pull request or a note. */
export const markdownFormat: Format = {
	name: 'markdown',
	summary: "GitHub's Markdown",
	render({ title, answer, warnings, sections, notes }, { details }) {
		return [
			`### ${markdownText(title)}`,
			...answer.map((sentence) => `**${markdownText(sentence)}**`),
			...(warnings.length > 0 ? [warnings.map((warning) => `> **Note:** ${markdownText(warning)}`).join('\n>\n')] : []),
			...sections.filter(({ detail }) => details || detail !== true).flatMap(sectionBlocks),
			notes.map((note) => `- ${markdownText(note)}`).join('\n'),
		]
			.filter((block) => block !== '')
			.join('\n\n');
	},
};

function sectionBlocks({ title, findings = [], picture, table, notes = [] }: Section): readonly string[] {
	return [
		...(title === undefined ? [] : [`#### ${markdownText(title)}`]),
		...findings.map(markdownText),
		...(picture === undefined ? [] : pictureBlocks(picture)),
		...(table === undefined ? [] : [markdownTable(table)]),
		...(notes.length > 0 ? [notes.map((note) => `- ${markdownText(note)}`).join('\n')] : []),
	];
}

/** Pictures that can be drawn with characters; the table says what the others would. */
function pictureBlocks(picture: Figure): readonly string[] {
	const lines = figureText(picture);
	if (lines === undefined) return [];
	// A name with backticks in it must not end the block.
	const text = lines.map(plainText).join('\n');
	const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
	return [`${fence}text\n${text}\n${fence}`];
}

function markdownTable({ columns, groups }: ViewTable): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [
		line(columns.map(({ header }) => markdownText(header))),
		`|${columns.map(({ align }) => (align === 'right' ? '---:' : ':---')).join('|')}|`,
		...groups.flat().map((row) => line(row.map(cellText))),
	].join('\n');
}

function cellText({ text, tone }: Cell): string {
	const escaped = markdownText(text);
	return tone === undefined || tone === 'quiet' || escaped === '' ? escaped : `**${escaped}**`;
}

/** Text as text: no tag, link, picture, mention, reference or table edge in it is taken for one. */
export function markdownText(text: string): string {
	return (
		plainText(text)
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replace(/[\\`*_[\]|~]/g, '\\$&')
			// A zero-width space keeps a name from becoming a mention or a reference; recall@10 stays as it is.
			.replace(/(^|[^\w])([@#])(?=\w)/g, '$1$2\u200b')
	);
}
