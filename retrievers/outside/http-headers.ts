import type { Options } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';

const PREFIX = 'header.';

/**
 * The headers of `header.<name>=env:<VARIABLE>` options. Manifests have the variable's name only, so no secret can get
 * into one: values that are written out are refused.
 *
 * @throws BenchError `usage` for a value written out, `environment` for a variable that is not set
 */
export function headersOf(options: Options): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(options)
			.filter(([name]) => name.startsWith(PREFIX))
			.map(([name, value]) => {
				const variable = /^env:(?<variable>\w+)$/.exec(String(value))?.groups?.variable;
				if (variable === undefined)
					throw new BenchError('usage', `option ${name} takes env:<VARIABLE>, not a value written out`, {
						hint: `Manifests keep all options. Write --set ${name}=env:MY_TOKEN and set MY_TOKEN in the environment.`,
					});
				const header = process.env[variable];
				if (header === undefined || header === '')
					throw new BenchError('environment', `${variable} is not set, which option ${name} reads`);
				return [name.slice(PREFIX.length), checkedHeader(variable, header)];
			}),
	);
}

/** Names of header options among what was set. */
export function headerNames(settings: Options): readonly string[] {
	return Object.keys(settings).filter((name) => name.startsWith(PREFIX) && name.length > PREFIX.length);
}

/** What fetch would refuse by a message that repeats it. */
function checkedHeader(variable: string, value: string): string {
	const header = value.trim();
	if (/^[\x20-\x7e]+$/.test(header)) return header;
	throw new BenchError('environment', `${variable} holds line breaks or other characters that no header can carry`, {
		hint: 'A header can carry printable ASCII only. Was something else pasted?',
	});
}
