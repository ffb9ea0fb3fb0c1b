import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { EmbedRole } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { option } from '../../../harness/options.ts';
import type { CountedVector, EmbedderFacts, TextEmbedder } from '../embedding.ts';
import { specOptions } from '../spec-options.ts';
import { filesOf, LAYOUT, type NamedRows, openNamedRows } from './named-rows.ts';
import { asStored, normalised, STORAGES, type Storage } from './storage.ts';
import { storageLoss } from './storage-loss.ts';

const OPTIONS = {
	dims: option.integer(0, {
		min: 1,
		also: [0],
		help: 'only the first numbers of each vector, for models that allow it (Matryoshka); 0: all',
	}),
	storage: option.choice('float32', STORAGES, 'as a store would keep the vectors; what that loses is measured'),
};
const EXAMPLE = 'For example vectors:embeddings/scifact?dims=256';

interface Spec {
	readonly folder: string;
	readonly dims: number;
	readonly storage: Storage;
}

function readSpec(model: string): Spec {
	const question = model.indexOf('?');
	const folder = question < 0 ? model : model.slice(0, question);
	if (folder === '') throw new BenchError('usage', 'vectors: names no folder', { hint: `${EXAMPLE}. ${LAYOUT}` });
	const { values } = specOptions(question < 0 ? '' : model.slice(question + 1), OPTIONS, `vectors:${folder}`, EXAMPLE);
	return { folder: resolve(folder), dims: values.dims, storage: values.storage };
}

/** `vectors:<folder>?dims=<n>&storage=<type>`: documents and queries that were embedded elsewhere, found by their ids. */
export const vectorsProvider = {
	name: 'vectors',
	summary: 'vectors of your own, embedded elsewhere: vectors:<folder>[?dims=n&storage=type], .npy or .fvecs with ids',
	options: OPTIONS,
	check(model: string): EmbedderFacts {
		const { folder } = readSpec(model);
		if (!existsSync(folder) || !statSync(folder).isDirectory())
			throw new BenchError('usage', `vectors:${model}: there is no folder ${folder}`, { hint: LAYOUT });
		const files = (['document', 'query'] as const).flatMap((role) => Object.values(filesOf(folder, role)));
		return { name: `vectors:${basename(folder)}`, maxTokens: undefined, countsTokens: false, files };
	},
	async open(model: string): Promise<TextEmbedder> {
		return openVectors(readSpec(model));
	},
};

function openVectors({ folder, dims, storage }: Spec): TextEmbedder {
	const rows: Readonly<Record<EmbedRole, NamedRows>> = {
		document: openNamedRows(folder, 'document'),
		query: openNamedRows(folder, 'query'),
	};
	const close = (): void => {
		for (const { file } of Object.values(rows)) file.close();
	};
	const name = `vectors:${basename(folder)}`;
	try {
		const { document, query } = rows;
		const { columns } = document.file;
		if (query.file.columns !== columns)
			throw new BenchError(
				'data',
				`${query.file.path} holds vectors of ${query.file.columns} numbers, ${document.file.path} of ${columns}`,
			);
		if (dims > columns)
			throw new BenchError('usage', `${name}: dims is ${dims}, and the vectors have ${columns} numbers`);
		const dimensions = dims === 0 ? columns : dims;
		const whole = (role: EmbedRole, id: string): Float32Array => {
			const { file, rowOf } = rows[role];
			const row = rowOf.get(id) as number;
			const vector = normalised(file.row(row).slice(0, dimensions));
			if (vector === undefined)
				throw new BenchError(
					'data',
					`${file.path}: row ${row + 1}, of ${role} "${id}", has ${dims === 0 ? '' : `in its first ${dims} numbers `}no direction: all are 0, or one is NaN or infinite`,
					{
						hint: 'Embed it anew, or leave the document out of the dataset.',
					},
				);
			return vector;
		};
		const id = [
			name,
			...(['document', 'query'] as const).map(
				(role) =>
					`${role}s=${rows[role]
						.hashes()
						.map((hash) => hash.slice(0, 16))
						.join('/')}`,
			),
			`storage=${storage}`,
			`dimensions=${dimensions}${dimensions === columns ? '' : ` of ${columns}`}`,
		].join(' ');
		const refuse = (): never => {
			throw new BenchError('usage', `${name} has vectors of documents and queries, and none for other texts`, {
				hint: 'What embeds titles, windows or concepts needs a model: --embedder local:<name>, for example.',
			});
		};
		return {
			id,
			dimensions,
			embed: refuse,
			embedCounted: refuse,
			load: async () => undefined,
			byId: {
				vectors(role, ids) {
					requireAll(rows[role], role, ids);
					return ids.map((one): CountedVector => ({ vector: asStored(whole(role, one), storage), tokens: -1 }));
				},
				facts: (documents) => {
					if (storage === 'float32') return {};
					const queries = [...query.rowOf.keys()];
					return { storage, storage_loss: storageLoss(storage, documents, queries, whole) };
				},
			},
			close,
		};
	} catch (error) {
		close();
		throw error;
	}
}

function requireAll({ file, rowOf }: NamedRows, role: EmbedRole, ids: readonly string[]): void {
	const missing = ids.filter((id) => !rowOf.has(id));
	if (missing.length === 0) return;
	const words = role === 'document' ? 'documents' : 'queries';
	throw new BenchError(
		'data',
		`${file.path} has no vector for ${missing.length} of ${ids.length} ${words}; the first is "${missing[0]}"`,
		{
			hint: `Every one of the dataset needs a row, and its id a line in ${words}.ids, written as in the dataset.`,
		},
	);
}
