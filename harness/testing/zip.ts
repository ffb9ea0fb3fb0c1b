import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip of these files. */
export async function zipOf(
	files: Readonly<Record<string, Buffer>>,
	compressed: (name: string) => boolean = () => true,
): Promise<Buffer> {
	const zip = new ZipFile();
	for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name, { compress: compressed(name) });
	zip.end();
	return buffer(zip.outputStream);
}
