import { option } from '../../options.ts';
import { dbsfScale } from './dbsf.ts';
import { minmax } from './minmax.ts';
import { none } from './none.ts';
import type { Normaliser } from './scale.ts';
import { zscore } from './zscore.ts';

const NAMES = ['none', 'minmax', 'zscore', 'dbsf'] as const;

/** The normalisers that `norm` of combsum and combmnz may name. */
export const normalisers: Readonly<Record<(typeof NAMES)[number], Normaliser>> = {
	none,
	minmax,
	zscore,
	dbsf: dbsfScale,
};

export const normaliserOption = option.choice('minmax', NAMES, "how a leg's scores are brought to a common scale");
