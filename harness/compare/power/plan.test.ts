import { describe, expect, it } from 'vitest';
import { POWER_DEFAULTS } from './options.ts';
import { planSizes } from './plan.ts';

describe('planSizes', () => {
	it('sizes the primary question at alpha and each stratum at its level in their family', () => {
		const rows = planSizes([{ sd: 0.5, source: 'test' }], 4, { ...POWER_DEFAULTS, deltas: [0.1, 0.25] });
		// statsmodels: d .2 and .5 at .05 need 199 and 34; scipy: a half-width of .1 and .25 needs 98 and 18.
		expect(rows.map(({ stratum, level }) => [stratum, level])).toEqual([
			['overall', 0.05],
			['each stratum', 0.0125],
		]);
		expect(rows[0]?.needed).toEqual([199, 34]);
		expect(rows[0]?.forInterval).toEqual([98, 18]);
		expect(rows[1]?.needed[0]).toBeGreaterThan(199);
	});

	it('has no row for strata where there is one, and no correction where none is asked for', () => {
		const spread = { sd: 0.5, source: 'test' };
		expect(planSizes([spread], 1, POWER_DEFAULTS)).toHaveLength(1);
		const [overall, each] = planSizes([spread], 4, { ...POWER_DEFAULTS, correction: 'none' });
		expect(each?.needed).toEqual(overall?.needed);
	});
});
