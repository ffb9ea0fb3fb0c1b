import type { ChatRequest } from './chat.ts';

type Parameter = readonly [name: string, value: (request: ChatRequest) => unknown];

/** Parameters that an endpoint may not know: left out for the rest of the run once it has refused them. */
const OPTIONAL: readonly Parameter[] = [
	['response_format', ({ json }) => (json ? { type: 'json_object' } : undefined)],
	['temperature', () => 0],
	['max_tokens', ({ maxTokens }) => maxTokens],
];

/** The body of a request, which learns what its endpoint does not take. */
export interface RequestBody {
	write(request: ChatRequest): string;
	/** Whether a refusal (HTTP 400 or 422) names a parameter that was sent and can be left out; it is from now on. */
	learn(refusal: string): boolean;
}

export function requestBody(model: string): RequestBody {
	const refused = new Set<string>();
	return {
		write(request) {
			const optional = OPTIONAL.filter(([name]) => !refused.has(name)).map(([name, value]) => [name, value(request)]);
			return JSON.stringify({
				model,
				messages: [
					{ role: 'system', content: request.system },
					{ role: 'user', content: request.user },
				],
				...Object.fromEntries(optional),
			});
		},
		learn(refusal) {
			const named = OPTIONAL.map(([name]) => name).filter((name) => refusal.includes(name) && !refused.has(name));
			for (const name of named) refused.add(name);
			return named.length > 0;
		},
	};
}
