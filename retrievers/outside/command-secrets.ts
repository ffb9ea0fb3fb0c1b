import { BenchError } from '../../harness/errors.ts';

/** Names of flags, variables and parameters whose value nobody should read. */
const NAME =
	/(^|[-_.])((api|access|auth|private|secret|service)[-_]?keys?|tokens?|secrets?|password|passwd|pwd|passphrase|bearer|credentials?)$/i;
/** Forms that known services give their keys, and what follows Bearer. */
const FORMS =
	/\b(sk|pk|rk)[-_][\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bhf_\w{20,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{8,}\.[\w-]{8,}|\bBearer\s+(?!env:)\S{8,}/;
const IN_ADDRESS = /\w:\/\/[^\s/@:]*:(?!env:)[^\s/@]+@/;
const FROM_ENVIRONMENT = /^env:(?<variable>[A-Za-z_]\w*)$/;

/**
 * Refuses a command with a secret written out: commands are names of systems, so they stand in manifests, tables and
 * logs. What is told as one: the value of a flag, variable or parameter with such a name (`--api-key x`, `TOKEN=x`,
 * `?token=x`), a password in an address, and the forms that known services give their keys.
 *
 * @throws BenchError `usage`, without the secret
 */
export function refuseSecrets(words: readonly string[]): void {
	// What is inside `sh -c '...'` is read too.
	const parts = words.flatMap((word) => [word, ...(/\s/.test(word) ? word.split(/\s+/) : [])]);
	for (const [i, part] of parts.entries()) {
		if (FORMS.test(part)) throw refusal('something with the form of a key');
		if (IN_ADDRESS.test(part)) throw refusal('an address with a password');
		const flag = /^-{1,2}(?<name>[\w.-]+)$/.exec(part)?.groups?.name;
		const next = parts[i + 1];
		if (flag !== undefined && next !== undefined && !next.startsWith('-') && isSecret(flag, next))
			throw refusal(`a value for --${flag}`);
		for (const { groups } of part.matchAll(/(?<name>[\w.-]+)=(?<value>[^&\s]*)/g)) {
			const { name = '', value = '' } = groups ?? {};
			if (isSecret(name, value)) throw refusal(`a value for ${name}`);
		}
	}
}

/** Whether it could be one: nothing, a number such as that of `--max-tokens 512`, or a variable's name is none. */
function isSecret(name: string, value: string): boolean {
	// A key by itself may be that of a table; a long one is not.
	const tells = NAME.test(name) || (name.toLowerCase() === 'key' && value.length >= 16);
	return tells && value !== '' && !/^\d{1,6}$/.test(value) && !FROM_ENVIRONMENT.test(value);
}

function refusal(what: string): BenchError {
	return new BenchError('usage', `the name of the system has ${what} written out, which manifests would keep`, {
		hint: 'Of a command: set a variable in the environment, which it gets whole, or write --api-key env:MY_KEY. Of an address: --set header.authorization=env:MY_TOKEN.',
	});
}

/**
 * The words to start a program with: `env:NAME` alone, or after the = of a flag, is the variable's value.
 *
 * @throws BenchError `environment` for a variable that is not set
 */
export function withEnvironment(words: readonly string[], environment = process.env): readonly string[] {
	return words.map((word) => {
		const { before = '', variable } = /^(?<before>[\w.-]+=)?env:(?<variable>[A-Za-z_]\w*)$/.exec(word)?.groups ?? {};
		if (variable === undefined) return word;
		const value = environment[variable];
		if (value === undefined || value === '')
			throw new BenchError('environment', `${variable} is not set, which the command reads (env:${variable})`);
		return before + value;
	});
}
