import type { BayesReading } from '../compare/bayes-readings.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { Json, JsonObject } from '../contract.ts';
import { effectInterval } from '../stats/effect-interval.ts';
import { bayesJson, renderBayes } from './bayes.ts';
import { markdownText } from './markdown-table.ts';
import { type UnjudgedOutcome, unjudgedJson, unjudgedSentences } from './unjudged.ts';

/** What stands beside a comparison's own numbers. */
export interface CompareReadings {
	readonly unjudged: UnjudgedOutcome;
	/** Where it was asked for; in the order of the comparison's rows. */
	readonly bayes: readonly BayesReading[] | undefined;
}

/** The readings as parts of a text report, after the comparison's own. */
export function renderReadings(comparison: Comparison, { unjudged, bayes }: CompareReadings): readonly string[] {
	const sentences = unjudgedSentences(unjudged);
	return [
		...(sentences.length > 0 ? [sentences.join('\n')] : []),
		...(bayes === undefined ? [] : [renderBayes(bayes, comparison)]),
	];
}

/** The readings for a pull request or a note, after the comparison's own Markdown. */
export function readingsMarkdown(comparison: Comparison, { unjudged, bayes }: CompareReadings): readonly string[] {
	return [
		...unjudgedSentences(unjudged).map((sentence) => `> **Note:** ${markdownText(sentence)}\n`),
		...(bayes === undefined ? [] : [`\`\`\`text\n${renderBayes(bayes, comparison)}\n\`\`\`\n`]),
	];
}

/** The object of `bench compare --json` with the readings in its rows, which are in the order of the comparison's. */
export function withReadings(
	json: JsonObject,
	{ rows, options }: Comparison,
	{ unjudged, bayes }: CompareReadings,
): JsonObject {
	const printed = json.rows as readonly JsonObject[];
	return {
		...json,
		unjudged_unavailable: 'unavailable' in unjudged ? unjudged.unavailable : null,
		rows: rows.map((row, i): Json => {
			const reading =
				'unavailable' in unjudged || row.role !== 'primary'
					? undefined
					: unjudged.readings.find((one) => one.baseline === row.baseline && one.challenger === row.challenger);
			const interval = effectInterval(row.effect, 1 - options.alpha);
			const posterior = bayes?.[i];
			return {
				...printed[i],
				d_z_ci: interval === undefined ? null : [interval.low, interval.high],
				unjudged: reading === undefined ? null : unjudgedJson(reading),
				...(posterior === undefined ? {} : { bayes: bayesJson(posterior) }),
			};
		}),
	};
}
