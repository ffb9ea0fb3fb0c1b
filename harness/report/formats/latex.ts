import type { Cell, Section, Tone, View, ViewTable } from '../view.ts';
import type { Format } from './format.ts';
import { plainText } from './plain-text.ts';
import { tablesOf } from './tables-of.ts';

/**
 * A booktabs table per section: `\usepackage{booktabs}` is all that it needs. The caption says what is shown and by which
 * test; the answer and the notes stand below the table, where a reader can cut them.
 */
export const latexFormat: Format = {
	name: 'latex',
	summary: 'booktabs tables for a paper',
	render(view, { details }) {
		const tables = tablesOf(view).filter(({ table, detail }) => table !== undefined && (details || detail !== true));
		return [
			'% needs \\usepackage{booktabs}',
			...view.warnings.map((warning) => `% warning: ${plainText(warning)}`),
			...tables.map((section, i) => renderTable(view, section, i === 0)),
		].join('\n\n');
	},
};

function renderTable({ title, kind, answer, method, notes }: View, section: Section, first: boolean): string {
	const table = section.table as ViewTable;
	const caption = [section.title ?? title, ...(method === undefined ? [] : [method])].map(sentence).join(' ');
	const below = [...(first ? answer : []), ...(section.notes ?? []), ...(first ? notes : [])];
	return [
		'\\begin{table}',
		'\\centering',
		'\\small',
		`\\caption{${caption}}`,
		`\\label{tab:${kind}-${section.name}}`.replace(/[^\\{}:\w-]|_/g, '-'),
		`\\begin{tabular}{@{}${table.columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')}@{}}`,
		'\\toprule',
		`${table.columns.map(({ header }) => latexText(header)).join(' & ')} \\\\`,
		'\\midrule',
		table.groups.map((group) => group.map(row).join('\n')).join('\n\\midrule\n'),
		'\\bottomrule',
		'\\end{tabular}',
		...(below.length === 0
			? []
			: [
					'\\par\\smallskip',
					`\\begin{minipage}{\\linewidth}\\footnotesize ${below.map(sentence).join('\n\n')}\\end{minipage}`,
				]),
		'\\end{table}',
	].join('\n');
}

function sentence(words: string): string {
	return latexText(words).replace(/([^.!?])$/, '$1.');
}

/** Verdicts carry a mark, so that a column of them is read at a glance, in print too. */
const MARKS: Readonly<Partial<Record<Tone, string>>> = {
	good: '$\\triangle$',
	bad: '$\\bigtriangledown$',
	same: '$=$',
	open: '$\\circ$',
	special: '$\\times$',
};

function row(cells: readonly Cell[]): string {
	return `${cells.map(cell).join(' & ')} \\\\`;
}

function cell({ text, tone }: Cell): string {
	const escaped = latexText(text);
	// A minus sign of its own width, so that columns of differences line up.
	const signed = /^[+-][\d.]/.test(text)
		? escaped.replace(/(^|\s)-(?=[\d.])/g, '$1$-$').replace(/(^|\s)\+(?=[\d.])/g, '$1$+$')
		: escaped;
	const weighed = tone === 'good' || tone === 'bad' ? `\\textbf{${signed}}` : signed;
	const mark = tone === undefined || !/^\(?[a-z]/i.test(text) ? undefined : MARKS[tone];
	return mark === undefined ? weighed : `${weighed} ${mark}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
	'\\': '\\textbackslash{}',
	'{': '\\{',
	'}': '\\}',
	$: '\\$',
	'&': '\\&',
	'#': '\\#',
	'%': '\\%',
	_: '\\_',
	'~': '\\textasciitilde{}',
	'^': '\\textasciicircum{}',
	'<': '\\textless{}',
	'>': '\\textgreater{}',
	'|': '\\textbar{}',
	'"': "''",
	Δ: '$\\Delta$',
	'±': '$\\pm$',
	'→': '$\\rightarrow$',
	'×': '$\\times$',
	'≥': '$\\ge$',
	'≤': '$\\le$',
	'…': '\\ldots{}',
};

/** Characters that the fonts which LaTeX loads by itself do not have: they would stop it. */
const UNSET = /[^\x20-\x7e\n\u00a1-\u017e\u2013\u2014\u2018-\u201d]/gu;

/** Text as text in LaTeX. */
export function latexText(text: string): string {
	// Sparklines are drawn with characters that the fonts of TeX do not have.
	const drawn = plainText(text).replace(/[\u2581-\u2588]+\s?/g, '');
	return drawn
		.replace(/[\\{}$&#%_~^<>|"Δ±→×≥≤…]/g, (character) => ESCAPES[character] as string)
		.replace(
			UNSET,
			(character) => `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`,
		);
}
