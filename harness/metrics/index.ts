export { families } from './families.ts';
export { DEFAULT_METRICS, parseMetric, parseMetrics } from './parse.ts';
