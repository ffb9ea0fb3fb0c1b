import type { JsonObject } from '../../contract.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { formatCount } from '../numbers.ts';

/** The system and its dataset, in a few lines. */
export function manifestLines({ path, manifest }: RunFolder): readonly string[] {
	const { dataset, system, tool } = manifest;
	const strata = Object.entries(dataset.strata).map(([name, queries]) => `${name} ${queries}`);
	const lines: [string, string][] = [
		['run', path],
		['created', `${manifest.created} with ${tool.name} ${tool.version}, node ${manifest.node}, ${manifest.platform}`],
		[
			'dataset',
			`${dataset.name} (${dataset.fingerprint.slice(0, 12)}): ${formatCount(dataset.docs)} documents, ${formatCount(dataset.queries)} queries: ${strata.join(', ')}`,
		],
		['system', `${system.name}: ${system.plugin}${optionsText(system.options)}`],
	];
	if (system.legs !== undefined)
		for (const leg of system.legs) lines.push(['', `leg ${leg.name}, depth ${leg.depth}${factsText(leg.facts)}`]);
	else if (Object.keys(system.facts).length > 0) lines.push(['', factsText(system.facts).slice(2)]);
	lines.push(['depth, seed', `${manifest.depth}, ${manifest.seed}`]);
	return lines.map(([label, text]) => `${label.padEnd(12)}${text}`);
}

function optionsText(options: JsonObject): string {
	const entries = Object.entries(options);
	return entries.length === 0 ? '' : `, ${entries.map(([key, value]) => `${key}=${String(value)}`).join(' ')}`;
}

function factsText(facts: JsonObject): string {
	const entries = Object.entries(facts);
	return entries.length === 0 ? '' : `: ${entries.map(([key, value]) => `${key} ${factText(value)}`).join(', ')}`;
}

function factText(value: JsonObject[string]): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
