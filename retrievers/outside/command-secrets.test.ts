import { describe, expect, it } from 'vitest';
import { refuseSecrets, withEnvironment } from './command-secrets.ts';
import { commandWords } from './command-words.ts';
import { outsidePlugin } from './index.ts';

const SECRET = 's3cretValue12345678';

describe('a secret in the name of a system', () => {
	it.each([
		`exec:"python r.py --api-key ${SECRET}"`,
		`exec:"python r.py --apikey=${SECRET}"`,
		`exec:"python r.py --openai.token ${SECRET}"`,
		`exec:"env MY_TOKEN=${SECRET} python r.py"`,
		`exec:"sh -c 'MY_SECRET=${SECRET} python r.py'"`,
		`exec:"sh -c 'python r.py --password ${SECRET}'"`,
		`exec:"python r.py postgres://me:${SECRET}@host/db"`,
		`exec:"python r.py sk-${SECRET}"`,
		`exec:"curl -H 'Authorization: Bearer ${SECRET}'"`,
		`mcp:"npx -y my-server --token=${SECRET}"`,
		`mcp:https://host/mcp?api_key=${SECRET}`,
		`mcp:https://me:${SECRET}@host/mcp`,
		`http://host/search?token=${SECRET}`,
		`http://host/search?key=${SECRET}`,
	])('%s is refused, and not repeated', (spec) => {
		let failure: unknown;
		try {
			outsidePlugin(spec.replace(/"(.*)"/, '$1'));
		} catch (error) {
			failure = error;
		}
		expect(failure).toMatchObject({ code: 'usage', hint: expect.stringContaining('env:MY_') });
		expect(JSON.stringify([failure, (failure as Error).message, (failure as { hint: string }).hint])).not.toContain(
			SECRET,
		);
	});

	it.each([
		'python r.py --max-tokens 512 --key-file ./key.txt --tokenizer porter --monkey see',
		'python r.py --api-key env:MY_KEY --token=env:MY_TOKEN --verbose',
		'npx -y @scope/mcp-server --url http://localhost:80/a?q=1',
		'python r.py --sort-key name --key id',
		'python r.py --token',
	])('%s is none', (command) => {
		expect(() => refuseSecrets(commandWords(command))).not.toThrow();
	});

	it('may be named, and is read when the program is started', () => {
		const words = ['r.py', '--key', 'env:MY_KEY', '--token=env:MY_TOKEN', 'not-env:X'];
		expect(withEnvironment(words, { MY_KEY: 'a b', MY_TOKEN: 'c' })).toEqual([
			...['r.py', '--key', 'a b', '--token=c', 'not-env:X'],
		]);
		expect(() => withEnvironment(words, { MY_KEY: 'a' })).toThrow('MY_TOKEN is not set');
	});
});
