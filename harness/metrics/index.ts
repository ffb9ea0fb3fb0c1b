export { families } from './families.ts';
export type { MetricFamily } from './family.ts';
export { DEFAULT_METRICS, type ParseMetricOptions, parseMetric, parseMetrics } from './parse.ts';
