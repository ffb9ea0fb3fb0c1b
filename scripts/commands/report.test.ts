import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { chromiumPath, openChromium } from '../testing/chromium.ts';
import { knownRuns } from '../testing/known-runs.ts';
import { smallDataset } from '../testing/small-dataset.ts';

let folder = '';

beforeAll(async () => {
	folder = knownRuns({ weak: { exact: 60, multihop: 20 }, strong: { exact: 58, multihop: 45 } });
	for (const name of ['weak', 'strong']) {
		const args = ['import-run', `${name}.trec`, '--out', `results/${name}`, '--metrics', 'recall@10,MRR', '--quiet'];
		expect((await callBench(args, folder)).code).toBe(0);
	}
	const { code, stderr } = await callBench(['report', 'weak', 'strong', '--out', 'page.html', '--quiet'], folder);
	expect(stderr).toBe('');
	expect(code).toBe(0);
});

const page = (): string => readFileSync(join(folder, 'page.html'), 'utf8');

describe('bench report', () => {
	it('answers as the terminal does, and says where the page is', async () => {
		const { stdout } = await callBench(['report', 'weak', 'strong', '--out', 'again.html', '--quiet'], folder);
		expect(stdout).toContain('strong beats weak on recall@10 overall');
		expect(stdout).toMatch(/page {2}again\.html \([\d.]+ KB\)/);
		expect(page()).toContain('strong beats weak on recall@10 overall');
		expect(readFileSync(join(folder, 'again.html'), 'utf8')).toBe(page());
	});

	it('compares all pairs with letters, and takes strata for a question', async () => {
		const args = ['report', 'weak', 'strong', '--out', 'pairs.html', '--quiet'];
		expect((await callBench([...args, '--all-pairs', '--strata', 'exact'], folder)).code).toBe(0);
		const pairs = readFileSync(join(folder, 'pairs.html'), 'utf8');
		expect(pairs).toContain('weak, strong, each against each, on data');
		expect(pairs).toContain('Systems of one row that share a letter are not told apart.');
		expect(pairs).toContain('multihop (exploratory)');
		expect(page()).not.toContain('multihop (exploratory)');
		const wrong = await callBench([...args, '--strata', 'exakt'], folder);
		expect(wrong.code).toBe(2);
		expect(wrong.stderr).toContain('Did you mean exact?');
	});

	it('holds every query, the losses and the pictures, and no text of the data', () => {
		expect(page().match(/<th scope="row">(exact|multihop)_\d+<\/th>/g)).toHaveLength(120);
		expect(page()).toContain('of 120 relevant documents 80 are in the top 10');
		expect(page().match(/<svg /g)?.length).toBeGreaterThanOrEqual(2);
		expect(page()).not.toMatch(/what of|about d_/);
		expect(page()).not.toMatch(/https?:|src=|url\(|@import/);
	});

	it('puts texts in where it is asked to, and says so', async () => {
		const args = ['report', 'weak', '--out', 'texts.html', '--with-text', '--quiet'];
		const { stderr } = await callBench(args, folder);
		expect(stderr).toContain('This page holds texts of queries and documents');
		const texts = readFileSync(join(folder, 'texts.html'), 'utf8');
		expect(texts).toContain('This page holds texts of queries and documents');
		expect(texts).toContain('what of exact_3');
		expect(texts).toContain('about d_exact_3');
	});

	it('takes the view of another command in, and refuses what is none', async () => {
		await callBench(['losses', 'weak', '--report', 'view=losses.json', '--quiet'], folder);
		const { code } = await callBench(['report', 'losses.json', '--out', 'joined.html', '--quiet'], folder);
		expect(code).toBe(0);
		expect(readFileSync(join(folder, 'joined.html'), 'utf8')).toContain('Where relevant documents of weak get lost');
		writeFileSync(join(folder, 'other.json'), '{"format":"bench-view-1","view":{"title":3}}');
		const refused = await callBench(['report', 'other.json'], folder);
		expect(refused.code).toBe(2);
		expect(refused.stderr).toMatch(/other\.json is no view: view\.\w+/);
		expect(refused.stderr).toContain('--report view=<file>');
	});

	it('shows a page without losses where the dataset is not at hand', async () => {
		const elsewhere = smallDataset();
		const path = join(folder, 'results', 'weak');
		const { code } = await callBench(['report', path, '--out', 'far.html', '--quiet'], elsewhere);
		expect(code).toBe(0);
		const far = readFileSync(join(elsewhere, 'far.html'), 'utf8');
		expect(far).toMatch(/not at hand/);
		expect(far).toContain('exact_3');
	});
});

describe.skipIf(chromiumPath === undefined)('the page in a browser (skipped where there is no Chromium)', () => {
	let browser: Browser;
	const said: string[] = [];

	beforeAll(async () => {
		browser = await openChromium(chromiumPath as string);
	});
	afterAll(async () => browser?.close());

	async function open(file: string, options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Page> {
		const context = await browser.newContext(options);
		const opened = await context.newPage();
		opened.on('console', (message) => said.push(`console: ${message.text()}`));
		opened.on('pageerror', (error) => said.push(`error: ${error.message}`));
		opened.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`));
		opened.on('request', (request) => {
			if (request.url() !== `file://${file}`) said.push(`request: ${request.url()}`);
		});
		await opened.goto(`file://${file}`);
		return opened;
	}

	const firstCells = (opened: Page): Promise<string[]> =>
		opened.locator('table.browse tbody tr:visible th').allTextContents();

	it('sorts and filters, with nothing to complain of and nothing asked for', async () => {
		const opened = await open(join(folder, 'page.html'));
		const before = await firstCells(opened);
		expect(before).toHaveLength(120);
		const status = opened.getByRole('status');
		expect(await status.textContent()).toBe('120 of 120 rows');

		await opened.getByLabel('change', { exact: true }).selectOption('worse');
		expect(await status.textContent()).toBe('2 of 120 rows');
		expect(await firstCells(opened)).toEqual(['exact_58', 'exact_59']);
		await opened.getByLabel('change', { exact: true }).selectOption('');

		await opened.getByLabel('stratum', { exact: true }).selectOption('multihop');
		await opened.getByLabel('find query').fill('_1');
		expect((await firstCells(opened)).every((id) => id.startsWith('multihop_1'))).toBe(true);
		await opened.getByLabel('find query').fill('');
		await opened.getByLabel('stratum', { exact: true }).selectOption('');

		const delta = opened.locator('table.browse thead').getByRole('button', { name: 'delta' });
		await delta.click();
		expect(await opened.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
		expect((await firstCells(opened))[0]).toBe('multihop_20');
		await delta.press('Enter');
		expect((await firstCells(opened)).slice(0, 2)).toEqual(['exact_58', 'exact_59']);
		const query = opened.locator('table.browse thead').getByRole('button', { name: 'query' });
		await query.click();
		// Numbers in names in their order: 2 before 10.
		expect((await firstCells(opened)).slice(0, 3)).toEqual(['exact_0', 'exact_1', 'exact_2']);
		expect(said).toEqual([]);
	});

	it('reads the same without JavaScript', async () => {
		const opened = await open(join(folder, 'page.html'), { javaScriptEnabled: false });
		expect(await firstCells(opened)).toHaveLength(120);
		expect(await opened.getByRole('img').count()).toBeGreaterThanOrEqual(2);
		expect(await opened.locator('.controls').count()).toBe(0);
		await opened.locator('table.browse summary').first().click();
		expect(await opened.locator('table.browse pre').first().isVisible()).toBe(true);
	});

	it.each([400, 900, 1400])('at %d px nothing but tables scrolls sideways, and no picture is shrunk', async (width) => {
		const opened = await open(join(folder, 'page.html'));
		await opened.setViewportSize({ width, height: 900 });
		expect(await opened.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
		const pictures = await opened.getByRole('img').all();
		expect(pictures.length).toBeGreaterThanOrEqual(2);
		for (const picture of pictures) {
			const { x = 0, width: wide = 0 } = (await picture.boundingBox()) ?? {};
			const drawn = Number((await picture.getAttribute('viewBox'))?.split(' ')[2]);
			expect(x + wide).toBeLessThanOrEqual(width);
			expect(wide / drawn).toBeGreaterThan(0.9);
		}
	});

	it('shows hostile names as text', async () => {
		const hostile = `<script>alert(1)</script>"']]>\u202e<img src=x onerror=alert(2)>`;
		const view = JSON.parse(readFileSync(join(folder, 'losses.json'), 'utf8'));
		const swapped = JSON.stringify(view).replaceAll('exact', JSON.stringify(hostile).slice(1, -1));
		writeFileSync(join(folder, 'hostile.json'), swapped);
		await callBench(['report', 'hostile.json', '--out', 'hostile.html', '--quiet'], folder);
		const opened = await open(join(folder, 'hostile.html'));
		await opened.locator('summary').first().click();
		expect(await opened.locator('img').count()).toBe(0);
		expect((await firstCells(opened))[0]).toContain('<script>alert(1)</script>');
		expect(said).toEqual([]);
	});

	it('runs no script but its own', async () => {
		const smuggled = page().replace('</main>', '<script>document.title = "taken"</script></main>');
		writeFileSync(join(folder, 'smuggled.html'), smuggled);
		const opened = await open(join(folder, 'smuggled.html'));
		expect(await opened.title()).toBe('strong against weak on data');
		expect(said.splice(0).join()).toMatch(/Content Security Policy/);
		expect(await opened.getByRole('status').textContent()).toBe('120 of 120 rows');
	});
});

it('leaves nothing beside the pages', () => {
	expect(existsSync(join(folder, 'page.html'))).toBe(true);
	expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
});
