import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium of the machine is; undefined where there is none, and then the tests that need one are skipped. */
export const chromiumPath: string | undefined = [process.env.BENCH_CHROMIUM ?? '', ...PATHS].find(
	(path) => path !== '' && existsSync(path),
);

/** A headless browser that asks nobody for anything, with a profile of its own. */
export async function openChromium(executablePath: string): Promise<Browser> {
	const { chromium } = await import('playwright-core');
	return chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}
