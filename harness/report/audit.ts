import type { AuditReport } from '../legs/audit/audit-json.ts';
import type { Example, LegAudit, MeasuredLeg } from '../legs/audit/index.ts';
import { notATestOf, STAGE_VERDICTS, whyNotATest } from '../legs/audit/index.ts';
import { formatMetric } from './numbers.ts';
import { type Column, renderTable } from './table.ts';

/** What each leg can do, what it did, and the evidence for both. */
export function renderAudit(report: AuditReport): string {
	const { cutoff, legs, stages } = report;
	const parts = [renderVerdicts(legs, cutoff)];
	if (legs.some(({ measured }) => measured !== undefined)) parts.push(renderMeasured(legs, cutoff));
	for (const leg of legs) parts.push(renderEvidence(leg));
	if (stages.length > 0)
		parts.push(
			renderTable(
				[{ header: 'stage' }, { header: 'verdict' }, { header: 'meaning' }],
				stages.map(({ stage, verdict }) => [stage, verdict, STAGE_VERDICTS[verdict]]),
			),
		);
	parts.push(
		`Thresholds are for a leg's first document that no other leg returns, the others at full depth: where they return\nfewer than ${cutoff} documents, anything enters. The first is for others with nothing in common and a document that no stage favours;\neasiest and hardest are over the inputs tried, and not given (-) where the list that the leg returned decides.`,
	);
	return parts.join('\n\n');
}

function renderVerdicts(legs: readonly LegAudit[], cutoff: number): string {
	const columns: Column[] = [
		{ header: 'leg' },
		{ header: 'weight', align: 'right' },
		{ header: 'verdict' },
		{ header: `enters top ${cutoff} above`, align: 'right' },
		{ header: 'easiest', align: 'right' },
		{ header: 'hardest', align: 'right' },
		{ header: 'evicts all above', align: 'right' },
	];
	return renderTable(
		columns,
		legs.map(({ leg, weight, verdict, threshold, thresholds, evictsFrom }) => [
			leg,
			String(weight),
			verdict,
			weightCell(threshold),
			...(threshold === thresholds.disjoint
				? [weightCell(thresholds.fullLists), weightCell(thresholds.hardest)]
				: ['-', '-']),
			evictsFrom === undefined ? '-' : weightCell(evictsFrom),
		]),
	);
}

function renderMeasured(legs: readonly LegAudit[], cutoff: number): string {
	const right = (header: string): Column => ({ header, align: 'right' });
	const rows = legs.flatMap(({ leg, measured }) => (measured === undefined ? [] : [{ leg, measured }]));
	const contribution = renderTable(
		[
			{ header: 'leg' },
			right('answered'),
			right('shared with the others'),
			right('touches their head'),
			right('relevant found'),
			right('found by it alone'),
			right(`of these in top ${cutoff}`),
		],
		rows.map(({ leg, measured }) => [
			leg,
			`${measured.queries - measured.emptyQueries - measured.excludedQueries}/${measured.queries}`,
			share(measured.overlapWithPool),
			share(measured.touchesHead),
			`${measured.relevant.returned}/${measured.relevant.all}`,
			String(measured.relevant.legOnly),
			String(measured.relevant.legOnlyInTop),
		]),
	);
	const pools = renderTable(
		[
			{ header: 'leg' },
			{ header: '' },
			right('pool size'),
			right('pool recall'),
			right(`nDCG@${cutoff}`),
			right(`best possible nDCG@${cutoff}`),
		],
		rows.flatMap(({ leg, measured }, i) => [...(i === 0 ? [] : ['rule' as const]), ...poolRows(leg, measured)]),
	);
	return `${contribution}\n\n${pools}`;
}

function poolRows(leg: string, { pool, ndcg }: MeasuredLeg): readonly (readonly string[])[] {
	const { withLeg, withoutLeg, control } = pool;
	const size = (value: number): string => value.toFixed(1);
	const rows = [
		[
			leg,
			'with it',
			size(withLeg.size),
			formatMetric(withLeg.recall),
			formatMetric(ndcg.withLeg),
			formatMetric(ndcg.ceilingWith),
		],
		[
			'',
			'without',
			size(withoutLeg.size),
			formatMetric(withoutLeg.recall),
			formatMetric(ndcg.withoutLeg),
			formatMetric(ndcg.ceilingWithout),
		],
		['', 'placebo: its documents shuffled', '', '', formatMetric(ndcg.orderPlacebo), ''],
		['', 'placebo: what it found for other queries', '', '', formatMetric(ndcg.sourcePlacebo), ''],
	];
	if (control === null) return rows;
	const short = control.shortQueries > 0 ? ` (lists too short for ${control.shortQueries} queries)` : '';
	return [
		...rows,
		['', `control: the others pulled deeper${short}`, size(control.size), formatMetric(control.recall), '', ''],
	];
}

function renderEvidence(audit: LegAudit): string {
	const reason = whyNotATest(audit);
	const lines = [`${audit.leg}: ${audit.verdict}`, ...audit.evidence.map((sentence) => `  ${sentence}`)];
	if (audit.example !== null) lines.push(...renderExample(audit.example));
	if (reason !== undefined) lines.push(`  A comparison with and without it is ${notATestOf(audit.leg)}.`);
	return lines.join('\n');
}

function renderExample({ exists, says, legs, top, newcomer }: Example): readonly string[] {
	const width = Math.max(...legs.map(({ name }) => name.length));
	const last = top.at(-1);
	const shown = top.length > 4 ? [...top.slice(0, 3), last as (typeof top)[number]] : top;
	const ranks = shown.map(({ rank, doc, score }) => `${rank} ${doc} ${short(score)}`);
	const below = newcomer !== undefined && !top.some(({ doc }) => doc === newcomer.doc);
	return [
		`  ${exists ? 'example' : 'no example'}: ${says}`,
		...legs.map(
			({ name, weight, head, more }) =>
				`    ${name.padEnd(width)}  x ${weight}  ${head.length === 0 ? '(nothing)' : head.join(' ')}${more > 0 ? ` ... ${more} more` : ''}`,
		),
		`    ${'fused'.padEnd(width)}  ${ranks.length === 0 ? '(nothing)' : top.length > 4 ? `${ranks.slice(0, 3).join(', ')} ... ${ranks[3]}` : ranks.join(', ')}${below ? ` ... ${newcomer.rank} ${newcomer.doc} ${short(newcomer.score)}` : ''}`,
	];
}

function weightCell(weight: number | null): string {
	return weight === null ? 'never' : weight === 0 ? 'any' : weight >= 100 ? weight.toFixed(1) : weight.toFixed(3);
}

function share(value: number | null): string {
	return value === null ? '-' : `${(100 * value).toFixed(1)} %`;
}

function short(score: number): string {
	return String(Number(score.toPrecision(4)));
}
