import { BenchError } from '../../errors.ts';

/**
 * Whether an id can stand in a TREC file: fields there are separated by white space (ASCII, as trec_eval takes it), and
 * a line that begins with # is a comment.
 */
function isTrecToken(id: string): boolean {
	return id !== '' && !/[ \t\n\v\f\r\0]/.test(id) && !id.startsWith('#');
}

export function requireTrecToken(id: string, what: string): string {
	if (!isTrecToken(id))
		throw new BenchError('data', `${what} "${id}" can't be written to a TREC file`, {
			hint: 'Its fields are separated by white space and # begins a comment: rename the id in the dataset.',
		});
	return id;
}
