import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { BenchError } from '../../../harness/errors.ts';
import { isIdleWal } from './open.ts';

/** How long the rows of a view are waited for, in milliseconds. */
export const VIEW_LIMIT_MS = 600_000;

/** Counts the rows of a view, in a process that can be ended: inside SQLite nothing can. */
const COUNT = `
const [path, name, driver, copied] = process.argv.slice(1);
const content = copied === 'true' ? require('node:fs').readFileSync(path) : undefined;
content?.fill(1, 18, 20);
const database = new (require(driver))(content ?? path, content === undefined ? { readonly: true } : {});
database.prepare('SELECT count(*) FROM "' + name.replaceAll('"', '""') + '"').get();
`;

/**
 * A view can be a query without an end. Its rows are counted first, by a process that is ended when the time is up;
 * whatever else is wrong shows when they are read.
 *
 * @throws BenchError `data` where they do not end within `limit` milliseconds
 */
export function checkEnds(path: string, view: string, limit = VIEW_LIMIT_MS): void {
	const driver = createRequire(import.meta.url).resolve('better-sqlite3');
	const { error } = spawnSync(process.execPath, ['-e', COUNT, path, view, driver, String(isIdleWal(path))], {
		stdio: 'ignore',
		timeout: limit,
		killSignal: 'SIGKILL',
		env: {},
	});
	if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT')
		throw new BenchError('data', `${path}: the rows of view ${view} do not end within ${limit / 1000} s`, {
			hint: 'Name a table with --table, or export a view with a LIMIT.',
		});
}
