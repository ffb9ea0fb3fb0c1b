import type { TypedOptions } from '../typed-options.ts';
import { base } from './base.ts';
import { entities } from './entities.ts';
import { facts } from './facts.ts';
import type { Seeding } from './seeding.ts';

/** Every way to seed the typed graph, by the name that the option `seeding` takes. */
export const SEEDINGS: Readonly<Record<TypedOptions['seeding'], Seeding>> = { base, entities, facts };
