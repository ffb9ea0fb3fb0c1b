import type { Json } from '../../contract.ts';
import { readJsonElements } from '../json-values.ts';
import { shown } from '../problems.ts';
import type { ImportSink, SourceLocation } from './format.ts';

/** Corrected evidence of one question. */
export interface Correction {
	/** The question's text as the correction has it: it must be that of the question it is applied to. */
	readonly question: string;
	readonly evidence: Json;
	readonly location: SourceLocation;
	/** Set once it was applied or refused. */
	used: boolean;
}

/**
 * Reads a file of corrections, as published audits of LoCoMo have them: objects with `question_id`
 * (`locomo_<conversation>_qa<question>`, both from 0), `question` and `correct_evidence`. By `conversation/question`.
 */
export async function readCorrections(path: string, sink: ImportSink): Promise<ReadonlyMap<string, Correction>> {
	const corrections = new Map<string, Correction>();
	for await (const { line, value, reason } of readJsonElements(path, sink.mostUnpacked)) {
		const location = { file: path, line };
		const at = /^locomo_(\d+)_qa(\d+)$/.exec(typeof value?.question_id === 'string' ? value.question_id : '');
		const { question, correct_evidence: evidence } = value ?? {};
		if (at === null || typeof question !== 'string' || evidence === undefined)
			sink.reject(location, reason ?? 'is no correction: it lacks question_id, question or correct_evidence');
		else corrections.set(`${Number(at[1])}/${Number(at[2])}`, { question, evidence, location, used: false });
	}
	return corrections;
}

/** The evidence to use in place of the question's own; undefined where there is none, or it is about another question. */
export function correctedEvidence(
	question: string,
	id: string,
	correction: Correction | undefined,
	sink: ImportSink,
): Json | undefined {
	if (correction === undefined) return undefined;
	correction.used = true;
	if (sameText(correction.question, question)) {
		sink.count('questions whose evidence was corrected');
		return correction.evidence;
	}
	sink.reject(correction.location, `the text of the correction is not that of question ${shown(id)}: not applied`);
	return undefined;
}

/** Corrections that no question took. */
export function reportUnused(corrections: ReadonlyMap<string, Correction>, sink: ImportSink): void {
	for (const { used, location } of corrections.values())
		if (!used) sink.reject(location, 'the correction is of a question that is not there or not judged: not applied');
}

function sameText(one: string, other: string): boolean {
	const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
	return plain(one) === plain(other);
}
