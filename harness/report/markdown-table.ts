/** A table in GitHub's Markdown. Pipes in cells are escaped. */
export function markdownTable(
	columns: readonly { readonly header: string; readonly align?: 'left' | 'right' }[],
	rows: readonly (readonly string[])[],
): string {
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
	return [
		line(columns.map(({ header }) => header)),
		`|${columns.map(({ align }) => (align === 'right' ? '---:' : ':---')).join('|')}|`,
		...rows.map(line),
	].join('\n');
}

/** Text as text: no tag in it is taken for one. */
export function markdownText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
