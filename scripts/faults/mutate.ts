import type { RandomStream } from '../../harness/random.ts';

/** A file as damage or a mistake leaves it: a bit flipped, an end missing, a part twice, a value of another kind. */
export function mutated(content: Buffer, stream: RandomStream): Buffer {
	const at = stream.below(Math.max(1, content.length));
	const kind = stream.below(6);
	if (kind === 0) return content.subarray(0, at);
	if (kind === 1) return Buffer.concat([content.subarray(0, at), content.subarray(stream.below(content.length + 1))]);
	if (kind === 2)
		return Buffer.concat([content.subarray(0, at), ODD[stream.below(ODD.length)] as Buffer, content.subarray(at)]);
	if (kind === 3) return otherValue(content, stream);
	const changed = Buffer.from(content);
	if (content.length > 0) changed[at] = (changed[at] as number) ^ (1 << stream.below(8));
	return changed;
}

const ODD = ['\0', '\ufeff', '\u001b[31m', '{', ']', 'null', '1e999', '"__proto__":1,', '\r\n', '\xff\xfe'].map(
	(text) => Buffer.from(text, 'latin1'),
);

const VALUES = ['null', '[]', '{}', '-1', '1e308', '"constructor"', 'true', '""', '0.5', '[null]'];

/** A value of JSON in it replaced by one of another kind. */
function otherValue(content: Buffer, stream: RandomStream): Buffer {
	const text = content.toString('latin1');
	const values = [...text.matchAll(/(?<=[:[,]\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=\s*[,}\]])/g)];
	const found = values[stream.below(Math.max(1, values.length))];
	if (found === undefined) return content;
	const value = VALUES[stream.below(VALUES.length)] as string;
	return Buffer.from(text.slice(0, found.index) + value + text.slice(found.index + found[0].length), 'latin1');
}
