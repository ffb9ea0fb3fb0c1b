import { expect, it } from 'vitest';
import type { ChatRequest } from './chat.ts';
import { shownMessage } from './shown-message.ts';

const request: ChatRequest = {
	system: 'Be brief.',
	user: 'Marta keeps the whippet in the blue house. 马塔养了一只惠比特犬',
	docs: [],
	json: true,
	maxTokens: 10,
};

it('shows what an endpoint says, without the key and without a word of what was sent to it', () => {
	expect(shownMessage('no such model: gpt-9', request, undefined)).toBe('no such model: gpt-9');
	expect(shownMessage('bad key sk-1, sorry', request, 'sk-1')).toBe('bad key [key], sorry');
	const echoed = shownMessage(
		'cannot read "MARTA keeps the whippet in 一只惠比特犬" of the request',
		request,
		undefined,
	);
	expect(echoed).not.toMatch(/marta|keeps|whippet|惠/i);
	expect(echoed).toContain('cannot read');
	expect(shownMessage('x'.repeat(500), request, undefined)).toHaveLength(200);
});
