import fc from 'fast-check';

/**
 * Property tests draw the same inputs at every run, so that a red build is the fault of its change. `BENCH_TEST_SEED`
 * draws others: a number, or `random`.
 */
const { BENCH_TEST_SEED: seed = '20261122' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
