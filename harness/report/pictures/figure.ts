import type { Tone } from '../tone.ts';

// Pictures as plain data: what is to be drawn, not how. A view holds them as it holds tables; formats that can show a
// picture draw them (`draw.ts`), and a view with pictures survives JSON.

/** A difference with its interval, per row. */
export interface ForestFigure {
	readonly kind: 'forest';
	readonly rows: readonly ForestRow[];
	/** Of the intervals: `95 %`. */
	readonly confidence: string;
	/** The axis label of a difference: `hybrid minus fts`. */
	readonly what: string;
}

export interface ForestRow {
	/** `multihop`; with several metrics or systems, `group` says which. */
	readonly label: string;
	readonly group?: string;
	readonly delta: number;
	readonly low: number;
	readonly high: number;
	/**
	 * Only where nothing was found: the smallest true loss and gain (> 0) that would have been; absent: none that the
	 * metric allows.
	 */
	readonly mde?: { readonly loss?: number; readonly gain?: number };
	/** A line that the interval is held against, such as a gate's limit. */
	readonly limit?: number;
	/** The verdict as a word and as a meaning. */
	readonly word: string;
	readonly tone: Tone;
}

/** Differences by query, from the largest loss to the largest gain. */
export interface DifferencesFigure {
	readonly kind: 'differences';
	readonly what: string;
	/** In any order. */
	readonly deltas: readonly number[];
	readonly mean: { readonly value: number; readonly low: number; readonly high: number };
	readonly confidence: string;
}

/** Quality against latency, a point per system. */
export interface TradeoffFigure {
	readonly kind: 'tradeoff';
	readonly metric: string;
	readonly systems: readonly TradeoffPoint[];
}

export interface TradeoffPoint {
	readonly label: string;
	readonly quality: number;
	/** Interval of the mean. */
	readonly low?: number;
	readonly high?: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p95: number;
}

/** Mean latency by stage, stacked. */
export interface StagesFigure {
	readonly kind: 'stages';
	/** Milliseconds that a stage adds to the mean query. */
	readonly systems: readonly {
		readonly label: string;
		readonly stages: readonly { readonly name: string; readonly milliseconds: number }[];
	}[];
}

/** Which legs a system has, and what it is worth. */
export interface LegMatrixFigure {
	readonly kind: 'leg-matrix';
	readonly metric: string;
	readonly legs: readonly string[];
	readonly rows: readonly LegMatrixRow[];
}

export interface LegMatrixRow {
	/** Names of the legs that it has. */
	readonly has: readonly string[];
	readonly value: number;
	readonly low?: number;
	readonly high?: number;
	/** Against the whole system, or `as set`. */
	readonly word?: string;
	readonly tone?: Tone;
}

/** A metric along one setting. */
export interface CurveFigure {
	readonly kind: 'curve';
	readonly axis: string;
	readonly metric: string;
	readonly steps: readonly {
		readonly at: number | string;
		/** On the queries that settings were chosen on. */
		readonly value: number | undefined;
		/** On queries that had no part in the choice. */
		readonly unseen?: number;
	}[];
	/** Stretch that can not be told from the best. */
	readonly flat?: { readonly from: number | string; readonly to: number | string };
	/** Stretch in which no document of the leg's own can enter. */
	readonly notLive?: { readonly from: number | string; readonly to: number | string; readonly why: string };
	readonly asSet?: number | string;
	/** The worth of choosing by this sweep on unseen queries, and on the seen ones. */
	readonly chosen?: { readonly at: number | string; readonly seen: number; readonly unseen: number };
}

/** A metric over two settings. */
export interface HeatMapFigure {
	readonly kind: 'heat-map';
	readonly metric: string;
	readonly x: { readonly name: string; readonly values: readonly (number | string)[] };
	readonly y: { readonly name: string; readonly values: readonly (number | string)[] };
	/** By y, then x; null where there is no point. */
	readonly values: readonly (readonly (number | null)[])[];
}

/** One metric over time, with the interval of each mean. */
export interface HistoryFigure {
	readonly kind: 'history';
	readonly metric: string;
	readonly points: readonly {
		/** The label under it: a date, a commit. */
		readonly label: string;
		readonly value: number;
		readonly low: number;
		readonly high: number;
		/** Its change against the one before is a loss. */
		readonly loss?: boolean;
	}[];
	readonly confidence: string;
}

/** From which weight a leg's own documents enter the top, per leg. */
export interface ThresholdsFigure {
	readonly kind: 'thresholds';
	/** The K of "top K". */
	readonly cutoff: number;
	readonly rows: readonly ThresholdsRow[];
}

export interface ThresholdsRow {
	readonly label: string;
	/** As set. */
	readonly weight: number;
	/** The smallest weight at which a document of the leg's own enters some full lists of the others; null: none does. */
	readonly easiest: number | null;
	/** Whether nothing enters below `easiest`. */
	readonly proven: boolean;
	/** The weight from which one enters the hardest full lists; null: at no weight. */
	readonly hardest: number | null;
	readonly word: string;
	readonly tone: Tone;
}

export type Figure =
	| ForestFigure
	| ThresholdsFigure
	| DifferencesFigure
	| TradeoffFigure
	| StagesFigure
	| LegMatrixFigure
	| CurveFigure
	| HeatMapFigure
	| HistoryFigure;

/** A figure drawn. */
export interface Drawn {
	readonly svg: string;
	/** How it is to be read; shown below it. */
	readonly caption: string;
}
