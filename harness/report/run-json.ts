import type { Json, JsonObject } from '../contract.ts';
import type { RunFolder } from '../results/run-folder.ts';

/** What `--json` prints of runs: the run itself where there is one, else all of them under `runs`. */
export function runsToJson(runs: readonly RunFolder[]): JsonObject {
	const views = runs.map(
		({ path, manifest, summary, timings }) => ({ run: path, manifest, summary, timings }) as unknown as JsonObject,
	);
	return views.length === 1 ? (views[0] as JsonObject) : { runs: views as readonly Json[] };
}
