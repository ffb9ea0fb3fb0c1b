import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * One entry of a zip archive (a jar is one), or undefined where it has no entry of that name. Stored and deflated
 * entries without ZIP64, which is what jars of this size are (APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16).
 */
export function zipEntry(archive: Buffer, name: string): Buffer | undefined {
	const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
	if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('not a zip archive');
	const entries = archive.readUInt16LE(end + 10);
	let at = archive.readUInt32LE(end + 16);
	for (let i = 0; i < entries; i++) {
		if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('the zip directory is damaged');
		const nameLength = archive.readUInt16LE(at + 28);
		if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) return entryContent(archive, at);
		at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
	}
	return undefined;
}

function entryContent(archive: Buffer, at: number): Buffer {
	const method = archive.readUInt16LE(at + 10);
	const size = archive.readUInt32LE(at + 20);
	const local = archive.readUInt32LE(at + 42);
	// The local header repeats the name and has an extra field of its own length.
	const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
	const packed = archive.subarray(start, start + size);
	if (method === 0) return Buffer.from(packed);
	if (method === 8) return inflateRawSync(packed);
	throw new Error(`zip method ${method} is not supported`);
}
