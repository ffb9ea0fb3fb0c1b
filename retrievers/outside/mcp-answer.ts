import { BenchError } from '../../harness/errors.ts';
import { stepsOf, valuesAt } from './answer-path.ts';
import { type Hit, isId } from './hits.ts';
import type { McpAnswer } from './mcp-recipe.ts';

/** The result of a tool. */
export interface ToolResult {
	/** Its structured content, else the JSON of its text; undefined where it is prose. */
	readonly json: unknown;
	readonly text: string;
}

interface RawResult {
	readonly content?: unknown;
	readonly structuredContent?: unknown;
	readonly isError?: unknown;
}

/** @throws BenchError `plugin` for an answer that is called an error, or is one by the recipe's pattern */
export function readResult(tool: string, raw: RawResult, failed?: string): ToolResult {
	const parts = Array.isArray(raw.content) ? (raw.content as readonly { type?: unknown; text?: unknown }[]) : [];
	const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
	const text = texts.join('\n');
	if (raw.isError === true || (failed !== undefined && new RegExp(failed).test(text)))
		throw new BenchError('plugin', `${tool} says: ${text.trim().slice(0, 400)}`);
	return { json: raw.structuredContent ?? parsed(texts), text };
}

/** Some servers wrap what they return in a member called result. */
function parsed(texts: readonly string[]): unknown {
	try {
		return texts.length === 1 ? JSON.parse(texts[0] as string) : texts.map((text) => JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}

/** @throws BenchError `plugin` where the answer has nothing of the kind that the recipe says */
export function hitsOf(tool: string, result: ToolResult, where: McpAnswer): readonly Hit[] {
	if ('pattern' in where)
		return [...result.text.matchAll(new RegExp(where.pattern, 'g'))].map(({ groups }) => ({
			id: groups?.id ?? '',
			score: groups?.score === undefined ? undefined : Number(groups.score),
		}));
	const json = unwrapped(result.json, where.id);
	if (json === undefined)
		throw new BenchError('plugin', `${tool} answered prose, and the recipe says where ids stand in JSON`, {
			hint: `It says: ${result.text.slice(0, 200)}\nA recipe's answer may be a pattern over text instead.`,
		});
	const ids = valuesAt(json, where.id);
	const scores = where.score === undefined ? [] : valuesAt(json, where.score);
	return ids.map((id, rank) => {
		if (!isId(id)) throw new BenchError('plugin', `${tool}: there is no id at rank ${rank + 1} of ${where.id}`);
		const score = scores[rank];
		return { id: String(id), score: typeof score === 'number' ? score : undefined };
	});
}

/** A server that can return objects only wraps anything else in `result`, as JSON or as text of JSON. */
function unwrapped(json: unknown, path: string): unknown {
	if (typeof json !== 'object' || json === null || !('result' in json)) return json;
	const [first] = stepsOf(path);
	if (typeof first === 'string' && first in json) return json;
	const { result } = json;
	if (typeof result !== 'string') return result;
	try {
		return JSON.parse(result);
	} catch {
		return undefined;
	}
}
