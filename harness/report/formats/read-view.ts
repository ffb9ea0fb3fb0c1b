import * as v from 'valibot';
import { BenchError } from '../../errors.ts';
import { drawFigure } from '../pictures/draw.ts';
import type { Figure } from '../pictures/figure.ts';
import type { View } from '../view.ts';
import { VIEW_FORMAT } from './view.ts';

const texts = v.optional(v.array(v.string()));

const cell = v.looseObject({
	text: v.string(),
	tone: v.optional(v.picklist(['good', 'bad', 'same', 'open', 'special', 'quiet'])),
	more: texts,
});

const column = v.looseObject({
	key: v.string(),
	header: v.string(),
	align: v.picklist(['left', 'right']),
	identifies: v.boolean(),
});

const section = v.looseObject({
	name: v.string(),
	title: v.optional(v.string()),
	detail: v.optional(v.boolean()),
	browse: v.optional(v.boolean()),
	findings: texts,
	notes: texts,
	picture: v.optional(v.looseObject({ kind: v.string() })),
	table: v.optional(v.looseObject({ columns: v.array(column), groups: v.array(v.array(v.array(cell))) })),
});

const file = v.looseObject({
	format: v.literal(VIEW_FORMAT),
	view: v.looseObject({
		kind: v.string(),
		title: v.string(),
		answer: v.array(v.string()),
		sections: v.array(section),
		warnings: v.array(v.string()),
		notes: v.array(v.string()),
	}),
});

/**
 * A view back from what `--format view` wrote.
 *
 * @param path where the text is from, for messages
 * @throws BenchError `results` for anything else
 */
export function readView(text: string, path: string): View {
	const fail = (why: string, cause?: unknown): never => {
		throw new BenchError('results', `${path} is no view: ${why}`, {
			hint: 'Write one with --report view=<file> on the command whose result it is, for example `bench ablate --report view=ablation.json`.',
			...(cause === undefined ? {} : { cause }),
		});
	};
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		return fail((error as Error).message, error);
	}
	const result = v.safeParse(file, parsed);
	if (!result.success) {
		const [issue] = result.issues;
		return fail(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
	}
	const view = result.output.view as unknown as View;
	for (const { name, picture } of view.sections)
		if (picture !== undefined && !canBeDrawn(picture)) fail(`the picture of ${name} can't be drawn`);
	return { ...view, data: {} };
}

function canBeDrawn(picture: Figure): boolean {
	try {
		return !/NaN|undefined/.test(drawFigure(picture).svg);
	} catch {
		return false;
	}
}
