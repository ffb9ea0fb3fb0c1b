import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atExit } from './at-exit.ts';

export interface Scratch {
	readonly folder: string;
	/** The process's own environment with its home and data folders inside `folder`. */
	readonly env: Readonly<Record<string, string>>;
	/** Removes the folder, unless it is one to keep. */
	remove(): void;
}

/** Of a person's home: downloads and settings of package runners, none of which holds memories. */
const SHARED = ['.npm', '.npmrc', '.cache/uv', '.local/share/uv', '.config/uv', '.config/pip'];

/**
 * A folder in which a server finds a home of its own, so that it never sees or changes the person's memories. `keep`
 * names a folder that stays; otherwise it is a temporary one. What `share` names in the person's home is linked to.
 */
export function openScratch(share: readonly string[], keep?: string): Scratch {
	const folder = keep ?? mkdtempSync(join(tmpdir(), 'recall-bench-'));
	mkdirSync(folder, { recursive: true });
	for (const name of [...SHARED, ...share]) {
		const own = join(homedir(), name);
		const link = join(folder, name);
		if (!existsSync(own) || existsSync(link)) continue;
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(own, link, 'junction');
	}
	const inside = (...parts: string[]): string => join(folder, ...parts);
	const set = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
	const remove = (): void => {
		done();
		if (keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	const done = atExit(() => {
		if (keep === undefined) rmSync(folder, { recursive: true, force: true });
	});
	return {
		folder,
		env: {
			...Object.fromEntries(set),
			HOME: folder,
			USERPROFILE: folder,
			APPDATA: inside('AppData', 'Roaming'),
			LOCALAPPDATA: inside('AppData', 'Local'),
			XDG_DATA_HOME: inside('.local', 'share'),
			XDG_CONFIG_HOME: inside('.config'),
			XDG_CACHE_HOME: inside('.cache'),
			XDG_STATE_HOME: inside('.local', 'state'),
		},
		remove,
	};
}
