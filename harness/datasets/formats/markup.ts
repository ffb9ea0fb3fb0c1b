import { own } from '../../names.ts';
import type { ImportSink, SourceLocation } from './format.ts';
import { type SourceFile, textLines } from './source-lines.ts';

export interface MarkedUp {
	/** The text between the tags. */
	readonly body: string;
	/** Inside the opening tag, after its name. */
	readonly attributes: string;
	/** The location of its beginning. */
	readonly location: SourceLocation;
}

/**
 * The elements of one name in a file of TREC's SGML, streamed: from `<name ...>` to `</name>`, one after another. Text
 * between elements is rejected (tags around all of them are passed over), as is an element that does not end.
 */
export async function* elements(file: SourceFile, name: string, sink: ImportSink): AsyncGenerator<MarkedUp> {
	const opening = new RegExp(`<${name}(\\s[^>]*)?>`, 'i');
	const closing = new RegExp(`</${name}>`, 'i');
	let open: { readonly location: SourceLocation; readonly attributes: string; readonly lines: string[] } | undefined;
	for await (const { text, location } of textLines(file, sink)) {
		let rest = text;
		for (;;) {
			if (open === undefined) {
				const start = opening.exec(rest);
				const before = start === null ? rest : rest.slice(0, start.index);
				if (before.replace(/<[^>]*>/g, '').trim() !== '') sink.reject(location, `there is text outside of <${name}>`);
				if (start === null) break;
				open = { location, attributes: start[1] ?? '', lines: [] };
				rest = rest.slice(start.index + start[0].length);
			}
			const end = closing.exec(rest);
			if (end === null) {
				open.lines.push(rest);
				break;
			}
			open.lines.push(rest.slice(0, end.index));
			yield { body: open.lines.join('\n'), attributes: open.attributes, location: open.location };
			open = undefined;
			rest = rest.slice(end.index + end[0].length);
		}
	}
	if (open !== undefined) sink.reject(open.location, `the <${name}> that begins here does not end`);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text without tags, the common entities read, runs of spaces as one. */
export function plainText(marked: string): string {
	return marked
		.replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ' ')
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
			if (name !== undefined) return own(named, name.toLowerCase()) ?? whole;
			const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
			return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
		})
		.replace(/[ \t]+/g, ' ')
		.replace(/ ?\n ?/g, '\n')
		.trim();
}
