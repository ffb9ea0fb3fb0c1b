import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../harness/files/package-root.ts';
import { strayError } from './stray-error.ts';

function thrownAt(...frames: readonly string[]): Error {
	const error = new Error('nobody waits');
	error.stack = ['Error: nobody waits', ...frames.map((frame) => `    at ${frame}`)].join('\n');
	return error;
}

const OURS = `callUser (file://${join(packageRoot(), 'dist', 'retrievers', 'user-call.js')}:12:22)`;

describe('strayError', () => {
	it.each([
		['/w/mod/u.ts', 'Object.f (data:text/javascript,a%3Bb.ts%3B?filePath=%2Fw%2Fmod%2Fu.ts%3Fnamespace%3De0:2:1252)'],
		['/w/u.ts', 'f (file:///w/u.ts?namespace=123:1:20)'],
		['/w/x y/u.cjs', 'async f (/w/x y/u.cjs:1:2)'],
		['/w/u.mjs', 'file:///w/u.mjs:1:2'],
	])('names %s', (file, frame) => {
		const stray = strayError(thrownAt('process.processTicksAndRejections (node:internal/queues:95:5)', frame, OURS));
		expect(stray?.message).toBe(`${file}: nobody waits`);
	});

	it('leaves what began in our own code, in a package or nowhere', () => {
		expect(strayError(thrownAt(OURS, 'f (/w/u.cjs:1:2)'))).toBeUndefined();
		expect(strayError(thrownAt('f (/w/node_modules/p/index.js:1:2)', 'f (/w/u.cjs:1:2)'))).toBeUndefined();
		expect(strayError(thrownAt('f (node:internal/x:1:2)'))).toBeUndefined();
		expect(strayError('text')).toBeUndefined();
	});
});
