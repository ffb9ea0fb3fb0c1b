import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		globalSetup: ['scripts/build-for-tests.ts'],
		testTimeout: 60_000,
		hookTimeout: 120_000,
		pool: 'forks',
		// Vitest leaves one core free by default; a second worker nearly halves the time on two.
		maxWorkers: '100%',
		setupFiles: ['scripts/testing/fast-check-seed.ts'],
		projects: [
			// Nothing in harness/ keeps state between calls, so its test files can share a process: half the time.
			{ extends: true, test: { name: 'harness', include: ['harness/**/*.test.ts'], isolate: false } },
			{ extends: true, test: { name: 'rest', include: ['{retrievers,scripts}/**/*.test.ts'], isolate: false } },
		],
		coverage: {
			provider: 'v8',
			include: ['harness/**/*.ts', 'retrievers/**/*.ts'],
			exclude: ['**/*.test.ts', '**/testing/**'],
			reporter: ['text-summary', 'html'],
			// Without the model and the oracles, whose tests are then skipped, the figures are a point lower.
			thresholds: { lines: 88, functions: 85, branches: 78 },
		},
	},
});
