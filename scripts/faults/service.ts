import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { smallPool } from '../testing/judged-pool.ts';
import { startBench } from '../testing/start-bench.ts';
import { copyOf, filesBelow } from './kills/scenario.ts';
import { numbersOf } from './numbers-of.ts';
import { SERVICE_FAULTS, SLOW_FAULTS } from './service-faults.ts';
import { SERVICE_TARGETS, type ServiceTarget } from './service-targets.ts';
import { CANARY_KEY, type FaultKind, saidWrong } from './trial.ts';

/** Every fault at every service that can be waited for. */
const PAIRS: readonly (readonly [fault: string, target: ServiceTarget])[] = Object.keys(SERVICE_FAULTS).flatMap(
	(fault) =>
		SERVICE_TARGETS.filter(({ brief }) => brief === true || !SLOW_FAULTS.has(fault)).map(
			(target) => [fault, target] as const,
		),
);

/**
 * A service answers every request with one fault: the command ends, with exit code 2 and words; no key, no text of a
 * document and nothing sensitive is in them, nor in a file that is left; and nothing sensitive was sent.
 */
export const service: FaultKind = {
	name: 'faulty services',
	tried: `${Object.keys(SERVICE_FAULTS).length} faults of ${SERVICE_TARGETS.map(({ name }) => name).join(', ')}`,
	short: 24,
	usual: PAIRS.length,
	// Most of it is waiting, for seven attempts of an embedder about half a minute.
	atOnce: 8,
	hangsAfter: 240,
	async open() {
		const template = await smallPool();
		return {
			async run(stream, trial) {
				// The short form tries another part of them each time that its seed is another.
				const [fault, target] = PAIRS[trial % PAIRS.length] as (typeof PAIRS)[number];
				stream.next();
				const wrong = await tryOne(template, fault, target);
				return wrong === undefined ? undefined : `${fault}, ${target.name}: ${wrong}`;
			},
			close: () => rmSync(template, { recursive: true, force: true }),
		};
	},
};

async function tryOne(template: string, fault: string, target: ServiceTarget): Promise<string | undefined> {
	const seen: string[] = [];
	const server = createServer(async (request: IncomingMessage, response) => {
		let sent = '';
		for await (const chunk of request) sent += String(chunk);
		seen.push(sent);
		if (request.url?.startsWith('/good/') !== true) return SERVICE_FAULTS[fault]?.(response, sent);
		const { input } = JSON.parse(sent) as { input: readonly string[] };
		const data = input.map((text, index) => ({ index, embedding: numbersOf(text) }));
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const folder = copyOf(template);
	try {
		const own = { OPENAI_BASE_URL: `${url}/good/v1`, OPENAI_API_KEY: CANARY_KEY, ...target.environment(url) };
		const { stdout, stderr, code } = await startBench(target.args(url), folder, own).outcome;
		const said = stdout + stderr;
		if (code !== 2) return `exit ${code}: ${said.slice(0, 300)}`;
		if (seen.length === 0) return `nothing was asked: ${said.slice(0, 300)}`;
		const wrong =
			saidWrong(said) ?? (/whippet|kettle|SECRETWORD/.test(said) ? `a text: ${said.slice(0, 300)}` : undefined);
		if (wrong !== undefined) return wrong;
		if (seen.some((sent) => sent.includes('SECRETWORD'))) return 'a sensitive document was sent';
		const held = new RegExp(`${CANARY_KEY}|SECRETWORD|whippet`);
		const leak = filesBelow(folder).find(
			(path) => !path.startsWith('data/') && held.test(readFileSync(join(folder, path), 'latin1')),
		);
		return leak === undefined ? undefined : `${leak} holds what it must not`;
	} finally {
		server.closeAllConnections();
		server.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
