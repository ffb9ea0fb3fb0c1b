import { ENVIRONMENT, type FileCheck, type Verification } from '../../run/folder/verify.ts';
import { wordCell } from '../cells.ts';
import { formatMetric } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Check, type Section, type View, viewTable } from '../view.ts';

type Difference = Verification['manifest'][number];

/** Whether a run repeats to the byte, file by file; `path` is its folder. */
export function verificationView(path: string, verification: Verification): View {
	const { files, manifest, verified } = verification;
	return {
		kind: 'verification',
		title: `Verification of ${path}`,
		answer: [
			verified
				? `verified: ${path} repeats to the byte`
				: verification.fallbackQueries > 0
					? `not verified: ${verification.fallbackQueries} queries were answered by a fallback, not by the system`
					: `not verified: ${path} does not repeat to the byte`,
		],
		warnings: [],
		sections: [filesSection(files), ...(manifest.length === 0 ? [] : [manifestSection(manifest)])],
		notes: verified ? [] : notesOf(verification),
		data: toJsonObject({ run: path, ...verification }),
		checks: [...files.map(checkOf), ...manifest.map(manifestCheck)],
	};
}

/** Why a run that is not verified may differ, and by how much. */
function notesOf({ approximate, moved, files }: Verification): readonly string[] {
	if (files.every(({ repeated }) => repeated === 'same')) return [];
	return [
		...(moved === undefined
			? []
			: [
					`The overall mean that moved most is ${moved.metric}: recorded ${formatMetric(moved.recorded)}, repeated ${formatMetric(moved.repeated)}.`,
				]),
		...(approximate
			? [
					'The system searches approximately: its index need not come out the same when it is built again, and then the same settings give another run. What it found of exact search stands in the manifest (approximate).',
				]
			: []),
	];
}

function filesSection(files: readonly FileCheck[]): Section {
	return {
		name: 'files',
		table: viewTable<FileCheck>(
			[
				{ key: 'file', header: 'file', identifies: true, cell: ({ file }) => file },
				{
					key: 'stored',
					header: 'in the folder',
					cell: ({ stored }) => wordCell(stored, stored === 'same' ? 'good' : 'bad'),
				},
				{
					key: 'repeated',
					header: 'repeated',
					cell: ({ repeated }) => wordCell(repeated, repeated === 'same' ? 'good' : 'bad'),
				},
			],
			files,
		),
	};
}

function manifestSection(differences: readonly Difference[]): Section {
	return {
		name: 'manifest',
		title: 'The manifest differs',
		findings: differences.map(
			({ field, recorded, repeated }) => `${field}: recorded ${recorded}, repeated ${repeated}`,
		),
	};
}

function checkOf({ file, stored, repeated }: FileCheck): Check {
	return {
		name: file,
		outcome: stored === 'same' && repeated === 'same' ? 'pass' : 'fail',
		message: `in the folder: ${stored}; repeated: ${repeated}`,
	};
}

function manifestCheck({ field, recorded, repeated }: Difference): Check {
	return {
		name: `manifest ${field}`,
		outcome: ENVIRONMENT.includes(field) ? 'note' : 'fail',
		message: `recorded ${recorded}, repeated ${repeated}`,
	};
}
