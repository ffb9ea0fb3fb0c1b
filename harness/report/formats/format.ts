import type { Tone, View } from '../view.ts';

/** How a view is rendered where a format leaves a choice. */
export interface RenderOptions {
	/** Full tables too, where the format has a first screen. */
	readonly details: boolean;
	/** Columns of the terminal; undefined: as wide as the tables are. */
	readonly width?: number;
	/** Colours a text by its tone, or leaves it as it is. */
	readonly paint?: (tone: Tone, text: string) => string;
}

export interface Format {
	readonly name: string;
	readonly summary: string;
	/** The text of a view, ending without a line break. */
	render(view: View, options: RenderOptions): string;
}
