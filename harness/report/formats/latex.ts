import type { Cell, Section, View, ViewTable } from '../view.ts';
import type { Format } from './format.ts';
import { plainText } from './plain-text.ts';
import { tablesOf } from './tables-of.ts';

/** A booktabs table per section, the notes as caption: `\usepackage{booktabs}` is all that it needs. */
export const latexFormat: Format = {
	name: 'latex',
	summary: 'booktabs tables for a paper',
	render(view, { details }) {
		const tables = tablesOf(view).filter(({ table, detail }) => table !== undefined && (details || detail !== true));
		return [
			'% needs \\usepackage{booktabs}',
			...view.warnings.map((warning) => `% warning: ${plainText(warning)}`),
			...tables.map((section) => renderTable(view, section)),
		].join('\n\n');
	},
};

function renderTable({ title, kind, answer, notes }: View, section: Section): string {
	const table = section.table as ViewTable;
	const sentences = [section.title ?? title, ...answer, ...(section.notes ?? []), ...notes];
	const caption = sentences.map((sentence) => latexText(sentence).replace(/([^.!?])$/, '$1.')).join(' ');
	return [
		'\\begin{table}',
		'\\centering',
		`\\caption{${caption}}`,
		`\\label{tab:${kind}-${section.name}}`.replaceAll('_', '-'),
		`\\begin{tabular}{${table.columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')}}`,
		'\\toprule',
		`${table.columns.map(({ header }) => latexText(header)).join(' & ')} \\\\`,
		'\\midrule',
		table.groups.map((group) => group.map(row).join('\n')).join('\n\\midrule\n'),
		'\\bottomrule',
		'\\end{tabular}',
		'\\end{table}',
	].join('\n');
}

function row(cells: readonly Cell[]): string {
	return `${cells.map(cell).join(' & ')} \\\\`;
}

function cell({ text, tone }: Cell): string {
	const escaped = latexText(text);
	// A minus sign of its own width, so that columns of differences line up.
	const signed = /^[+-][\d.]/.test(text)
		? escaped.replace(/(^|\s)-(?=[\d.])/g, '$1$-$').replace(/(^|\s)\+(?=[\d.])/g, '$1$+$')
		: escaped;
	return tone === 'good' || tone === 'bad' ? `\\textbf{${signed}}` : signed;
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
};

/** Text as text in LaTeX. */
export function latexText(text: string): string {
	// Sparklines are drawn with characters that the fonts of TeX do not have.
	const drawn = plainText(text).replace(/[\u2581-\u2588]+\s?/g, '');
	return drawn.replace(/[\\{}$&#%_~^<>|"Δ±→×≥≤]/g, (character) => ESCAPES[character] as string);
}
