import { describe, expect, it } from 'vitest';
import { serverOf } from './address.ts';
import { postgresFts } from './fts.ts';

describe('the server of kept rankings', () => {
	const of = (url: string, environment: NodeJS.ProcessEnv = {}) => JSON.stringify(serverOf(url, environment));

	it('is another for every host, port, database and user, and for what the address leaves out', () => {
		const all = [
			of(''),
			of('postgres://a@one:1/x'),
			of('postgres://a@two:1/x'),
			of('postgres://a@one:2/x'),
			of('postgres://a@one:1/y'),
			of('postgres://b@one:1/x'),
			of('postgres://a@one:1/x?options=-csearch_path%3Dmine'),
			of('postgres:///x', { PGHOST: 'one' }),
			of('postgres:///x', { PGHOST: 'two' }),
		];
		expect(new Set(all).size).toBe(all.length);
	});

	it('is named by the option or by BENCH_POSTGRES_URL alike, and holds no password', () => {
		const url = 'postgres://a@one:1/x';
		const secret = 'postgres://a:s3cret@one:1/x?password=s3cret';
		expect(of('', { BENCH_POSTGRES_URL: url })).toBe(of(url));
		expect(of('', { BENCH_POSTGRES_URL: secret })).toBe(of(url));
		expect(of('embedded', { BENCH_POSTGRES_URL: url })).toBe(of(''));
		expect(postgresFts.surroundings?.({ url: 'embedded' } as never)).toEqual({ server: 'embedded' });
	});
});
