import { plainText } from './plain-text.ts';

/** Text as text in HTML and SVG, in attributes too. */
export function htmlText(text: string): string {
	return plainText(text)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
