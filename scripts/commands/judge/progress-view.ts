import { type Session, sessionCounts } from '../../../harness/labels/session.ts';
import { formatCount } from '../../../harness/report/numbers.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import type { View } from '../../../harness/report/view.ts';

/** How far a judge is with a pool. */
export function progressView(path: string, session: Session): View {
	const { items, judged, skipped, left } = sessionCounts(session);
	const reasons = new Map<string, number>();
	for (const decision of session.decisions.values())
		if ('skipped' in decision) reasons.set(decision.skipped, (reasons.get(decision.skipped) ?? 0) + 1);
	const why = [...reasons].map(([reason, count]) => `${count} ${SKIPPED[reason] ?? reason}`);
	return receiptView({
		kind: 'judging',
		title: 'How far the judge is',
		answer: [
			`judgments  ${path}`,
			`${formatCount(judged)} of ${formatCount(items)} judged${skipped > 0 ? `, skipped: ${why.join(', ')}` : ''}, ${formatCount(left)} left`,
		],
		data: toJsonObject({ judgments: path, items, judged, skipped: reasons, left }),
	});
}

const SKIPPED: Readonly<Record<string, string>> = {
	person: 'by the judge',
	refused: 'refused by the model',
	unreadable: 'without a readable answer',
	sensitive: 'sensitive, never sent',
};
