import type { PlannedSending } from '../../contract.ts';
import { countCell } from '../cells.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type View, viewTable } from '../view.ts';

/** What a run would embed: where to, how many texts and tokens, and whether that is sent unasked. */
export function sendingPlanView({
	planned,
	mostTokens,
}: {
	readonly planned: readonly PlannedSending[];
	readonly mostTokens: number;
}): View {
	const sent = planned.filter(({ host }) => host !== undefined);
	const tokens = sent.reduce((sum, each) => sum + each.tokens, 0);
	const hosts = [...new Set(sent.map(({ host }) => host))];
	const needsYes = tokens > mostTokens;
	return {
		kind: 'sending_plan',
		title: 'What would be embedded',
		answer: [
			planned.length === 0
				? 'Nothing would be embedded: every vector is there already, or no system needs any.'
				: sent.length === 0
					? 'Nothing would be sent: what is embedded is embedded in this process.'
					: `About ${formatCount(tokens)} tokens would be sent to ${hosts.join(' and ')}${needsYes ? `, more than the ${formatCount(mostTokens)} that are sent unasked: --yes sends them, or --send-limit ${tokens}` : ''}.`,
		],
		warnings: [],
		sections:
			planned.length === 0
				? []
				: [
						{
							name: 'planned',
							table: viewTable<PlannedSending>(
								[
									{ key: 'model', header: 'model', identifies: true, cell: ({ model }) => model },
									{ key: 'host', header: 'sent to', cell: ({ host }) => host ?? 'nobody (this process)' },
									{ key: 'what', header: 'what', identifies: true, cell: ({ what }) => what },
									{ key: 'texts', header: 'texts', align: 'right', cell: ({ texts }) => countCell(texts) },
									{ key: 'tokens', header: 'tokens, about', align: 'right', cell: (each) => countCell(each.tokens) },
								],
								planned,
							),
						},
					],
		notes: ['Nothing was sent, embedded or retrieved. Texts whose vectors are in the cache are not counted.'],
		data: toJsonObject({
			planned: planned.map((each) => ({ ...each, host: each.host ?? null })),
			tokensSent: tokens,
			mostTokens: Number.isFinite(mostTokens) ? mostTokens : null,
			needsYes,
		}),
	};
}
