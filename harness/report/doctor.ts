import { wordCell } from './cells.ts';
import { toJsonObject } from './snake-case.ts';
import { type View, viewTable } from './view.ts';

/** One thing that a run needs, and whether it is there. */
export interface Finding {
	readonly what: string;
	/** `missing`: something optional is not there; the detail says what goes without it. */
	readonly state: 'ok' | 'missing' | 'broken';
	readonly detail: string;
}

const TONES = { ok: 'good', missing: 'open', broken: 'bad' } as const;

export function doctorView(findings: readonly Finding[]): View {
	const broken = findings.filter(({ state }) => state === 'broken').map(({ what }) => what);
	return {
		kind: 'doctor',
		title: 'What a run needs',
		answer: [broken.length === 0 ? 'Everything that a run needs is here.' : `Broken: ${broken.join(', ')}.`],
		warnings: [],
		sections: [
			{
				name: 'findings',
				table: viewTable<Finding>(
					[
						{ key: 'what', header: 'what', identifies: true, cell: ({ what }) => what },
						{ key: 'state', header: 'state', cell: ({ state }) => wordCell(state, TONES[state]) },
						{ key: 'detail', header: 'detail', cell: ({ detail }) => detail },
					],
					findings,
				),
			},
		],
		notes: [],
		data: toJsonObject({ findings }),
	};
}
