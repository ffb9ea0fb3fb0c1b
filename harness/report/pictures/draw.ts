import { WIDTH } from './axis.ts';
import { drawCurve } from './curve.ts';
import { drawDifferences } from './differences.ts';
import type { Drawn, Figure } from './figure.ts';
import { drawForest } from './forest.ts';
import { forestText } from './forest-text.ts';
import { drawHeatMap } from './heat-map.ts';
import { drawHistory } from './history.ts';
import { drawLegMatrix } from './leg-matrix.ts';
import { drawStages } from './stages.ts';
import { drawThresholds } from './thresholds.ts';
import { drawTradeoff } from './tradeoff.ts';

type Draw = {
	readonly [Kind in Figure['kind']]: (figure: Extract<Figure, { readonly kind: Kind }>, width: number) => Drawn;
};

const DRAW: Draw = {
	forest: drawForest,
	thresholds: drawThresholds,
	differences: drawDifferences,
	tradeoff: drawTradeoff,
	stages: drawStages,
	'leg-matrix': drawLegMatrix,
	curve: drawCurve,
	'heat-map': drawHeatMap,
	history: drawHistory,
};

/**
 * A figure as an SVG element whose `aria-label` says what it shows. Colours come from the page's style.
 *
 * @param width of the drawing in pixels: `WIDTH`, or `NARROW` for a phone, where words stand above what they are about
 */
export function drawFigure(figure: Figure, width = WIDTH): Drawn {
	return (DRAW[figure.kind] as (figure: Figure, width: number) => Drawn)(figure, width);
}

/** A figure drawn with characters, for forms that know no pictures; undefined for those that need one. */
export function figureText(figure: Figure): readonly string[] | undefined {
	return figure.kind === 'forest' ? forestText(figure) : undefined;
}
