/** Letters that hardly stand together in words, so that a search by parts of words does not hit a marker. */
const LETTERS = 'qxzjvkwy';
const LENGTH = 8;

/**
 * A name for the document of this docIndex, for servers that keep a name of ours and none of their own. It tells nothing
 * of the document: neither its id, which may be a title, nor its text.
 */
export function markerOf(docIndex: number): string {
	return [...docIndex.toString(LETTERS.length).padStart(LENGTH, '0')].map((digit) => LETTERS[Number(digit)]).join('');
}
