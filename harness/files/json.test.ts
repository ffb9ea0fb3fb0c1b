import { expect, it } from 'vitest';
import { canonicalJson, identityHash } from './json.ts';

it('gives equal values equal bytes, whatever the order of their keys', () => {
	expect(canonicalJson({ b: [{ y: 1, x: null }], a: 'é' })).toBe('{"a":"é","b":[{"x":null,"y":1}]}');
	expect(identityHash({ a: 1, b: 2 })).toBe(identityHash({ b: 2, a: 1 }));
	expect(identityHash({ a: [1, 2] })).not.toBe(identityHash({ a: [2, 1] }));
});
