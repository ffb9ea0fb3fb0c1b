import type { EmbedderContext } from '../embedding.ts';
import type { CatalogueModel } from '../model-catalogue.ts';

/** A source of models. */
export interface ModelSource {
	readonly name: string;
	/** The requirement, for `bench model list`. */
	readonly summary: string;
	/**
	 * Writes the model's fetched files into a folder, under their paths; the caller checks every byte. Throws an
	 * Unreachable where it has not got them or does not answer: then the next source is asked.
	 */
	fetch(model: CatalogueModel, into: string, context: EmbedderContext): Promise<void>;
}

/** Why a source gave nothing, in a few words. */
export class Unreachable extends Error {
	override readonly name = 'Unreachable';
}
