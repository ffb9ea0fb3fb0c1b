import { cpus } from 'node:os';

/** The properties of a machine that times depend on. Nothing in it tells whose machine it is. */
export interface Machine {
	readonly cpu: string;
	readonly cores: number;
	/** Operating system and architecture: `linux-x64`. */
	readonly platform: string;
	readonly node_major: number;
}

export function thisMachine(): Machine {
	const cores = cpus();
	return {
		cpu: cores[0]?.model.trim() || 'unknown',
		cores: cores.length,
		platform: `${process.platform}-${process.arch}`,
		node_major: Number.parseInt(process.versions.node, 10),
	};
}

export function machineText({ cpu, cores, platform, node_major }: Machine): string {
	return `${cpu}, ${cores} cores, ${platform}, node ${node_major}`;
}
