import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../harness/testing/temporary-folder.ts';
import { readConfig } from './config.ts';

const folders: { dispose(): void }[] = [];
afterAll(() => {
	for (const folder of folders) folder.dispose();
});

function configOf(content: unknown) {
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	const folder = temporaryFolder({ 'bench.config.json': text });
	folders.push(folder);
	return readConfig(`${folder.path}/bench.config.json`);
}

describe('a config file', () => {
	it('names systems, whose nested options are dotted ones', async () => {
		const options = { k: 60, legs: ['fts', 'dense'], weights: { graph: 0.5 }, sort: 'importance', deep: true };
		expect(
			await configOf({ systems: { mine: { retriever: 'hybrid', options }, plain: { retriever: 'fts' } } }),
		).toEqual(
			new Map([
				[
					'mine',
					{
						retriever: 'hybrid',
						options: { k: 60, legs: ['fts', 'dense'], 'weights.graph': 0.5, sort: 'importance', deep: true },
					},
				],
				['plain', { retriever: 'fts', options: {} }],
			]),
		);
	});

	it.each<[unknown, string, string]>([
		['{', 'is not valid JSON', 'Expected {'],
		[[], 'the file is an object', 'Expected {'],
		[{}, 'systems is missing', 'Expected {'],
		[{ systems: [] }, 'systems is an object', 'Expected {'],
		[{ system: {}, systems: {} }, 'unknown key "system"', 'Did you mean systems?'],
		[{ systems: { mine: {} } }, 'systems.mine.retriever is missing', 'Expected {'],
		[{ systems: { mine: { retriever: 3 } } }, 'systems.mine.retriever names no retriever', 'Expected {'],
		[
			{ systems: { mine: { retriever: 'fts', option: {} } } },
			'systems.mine has an unknown key "option"',
			'Did you mean options?',
		],
		[
			{ systems: { mine: { retriever: 'fts', options: { k: null } } } },
			'systems.mine.options.k is neither text, number',
			'Expected {',
		],
		[
			{ systems: { mine: { retriever: 'fts', options: { a: { b: [{}] } } } } },
			'systems.mine.options.a.b.0 is neither text, number nor true/false',
			'Expected {',
		],
	])('%j is refused with the field', async (content, message, hint) => {
		await expect(configOf(content)).rejects.toMatchObject({
			code: 'config',
			message: expect.stringMatching(new RegExp(`bench\\.config\\.json: .*${message.replace(/[.{]/g, '\\$&')}`)),
			hint: expect.stringContaining(hint),
		});
	});
});
