import { csvFormat } from './csv.ts';
import type { Format } from './format.ts';
import { githubFormat } from './github.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { junitFormat } from './junit.ts';
import { latexFormat } from './latex.ts';
import { markdownFormat } from './markdown.ts';
import { tableFormat } from './table.ts';
import { viewFormat } from './view.ts';

/** Every format by the name that `--format` and `--report` take. */
export const formats = {
	table: tableFormat,
	markdown: markdownFormat,
	csv: csvFormat,
	latex: latexFormat,
	json: jsonFormat,
	html: htmlFormat,
	junit: junitFormat,
	github: githubFormat,
	view: viewFormat,
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;
export const FORMAT_NAMES = Object.keys(formats) as readonly FormatName[];
