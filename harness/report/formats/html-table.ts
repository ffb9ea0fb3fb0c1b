import type { Cell, ViewTable } from '../view.ts';
import { htmlText } from './html-text.ts';

/** A table of more rows than this is not printed unless the reader filters it. */
const PRINTED_ROWS = 200;

/** A table in a region that scrolls sideways; `browse` makes it one that the page's script sorts and filters. */
export function htmlTable({ columns, groups }: ViewTable, label: string, browse: boolean): string {
	const head = columns
		.map(
			({ header, align, filter }) =>
				`<th scope="col"${align === 'right' ? ' class="number"' : ''}${browse && filter === true ? ' data-filter' : ''}>${htmlText(header)}</th>`,
		)
		.join('');
	const named = columns.findIndex(({ identifies }) => identifies);
	const body = (browse ? [groups.flat()] : groups).map(
		(group) =>
			`<tbody>${group
				.map((row) => `<tr>${row.map((cell, i) => tableCell(cell, columns[i]?.align, i === named)).join('')}</tr>`)
				.join('\n')}</tbody>`,
	);
	const rows = groups.reduce((sum, group) => sum + group.length, 0);
	const classes = browse ? `scroll long${rows <= PRINTED_ROWS ? ' few' : ''}` : 'scroll';
	return [
		`<div class="${classes}" role="region" aria-label="${htmlText(label)}" tabindex="0"><table${browse ? ' class="browse"' : ''}><thead><tr>${head}</tr></thead>\n${body.join('\n')}</table></div>`,
		...(browse
			? [`<p class="unprinted">${rows} rows, not printed: filter them to ${PRINTED_ROWS} or fewer first.</p>`]
			: []),
	].join('\n');
}

function tableCell({ text, tone, more }: Cell, align: 'left' | 'right' | undefined, names: boolean): string {
	const classes = [...(align === 'right' ? ['number'] : []), ...(tone === undefined ? [] : [tone])];
	const attributes = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
	const words =
		more === undefined || more.length === 0
			? htmlText(text)
			: `<details><summary>${htmlText(text)}</summary><pre>${more.map(htmlText).join('\n')}</pre></details>`;
	return names ? `<th scope="row"${attributes}>${words}</th>` : `<td${attributes}>${words}</td>`;
}
