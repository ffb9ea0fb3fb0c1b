import { describe, expect, it } from 'vitest';
import { option } from '../../harness/options.ts';
import { userOptions, userOptionsFor } from './user-options.ts';

describe('options of a user', () => {
	it('are made from plain defaults, with their types and help', () => {
		const defaults = { n: 1, on: true, name: 'x', legs: ['a'] };
		expect(userOptions({ defaults, help: { n: 'how many' } }, 'mine.ts')).toEqual({
			n: option.number(1, { help: 'how many' }),
			on: option.flag(true, ''),
			name: option.text('x', ''),
			legs: option.list(['a'], { help: '' }),
		});
		expect(userOptions({}, 'mine.ts')).toEqual({});
		expect(userOptionsFor(defaults, undefined, 'mine.ts')).toEqual(userOptions({ defaults }, 'mine.ts'));
	});

	it('may be a specification, in full or as plain data', () => {
		const options = { k1: option.number(1.2, { min: 0, help: 'saturation' }) };
		expect(userOptions({ options }, 'mine.ts')).toEqual(options);
		expect(userOptionsFor({ k1: { type: 'number', default: 1.2 } }, undefined, 'mine.ts')).toEqual({
			k1: { type: 'number', default: 1.2, help: '' },
		});
	});

	it.each([
		[{ defaults: { n: null } }, 'the default of n'],
		[{ defaults: 'n=1' }, 'its defaults are no object'],
		[{ options: { n: 1 } }, 'option n has no type and default'],
		[{ options: { n: { type: 'float', default: 1 } } }, 'option n has no type and default'],
		[{ options: { n: { type: 'choice', default: 'a' } } }, 'option n has no choices'],
		[{ options: { n: { type: 'integer', default: 0, min: 1 } } }, 'option n takes a whole number from 1'],
	])('%j is refused', (given, message) => {
		expect(() => userOptions(given, 'mine.ts')).toThrow(`mine.ts: ${message}`);
	});
});
