import type { OptionSpecs } from '../../../harness/contract.ts';
import { openService, type ServiceKind, serverName } from '../../hosted/service.ts';
import type { EmbedderContext, EmbedderFacts, TextEmbedder } from '../embedding.ts';
import { type HostedModel, hostedEmbedder } from './hosted-embedder.ts';
import { type HostedSpec, readHostedSpec } from './hosted-spec.ts';

/** The description of one provider; {@link hostedProvider} makes the rest. */
export interface HostedKind<S extends OptionSpecs> {
	readonly name: string;
	readonly summary: string;
	/** A whole spec, for hints. */
	readonly example: string;
	readonly options: S;
	readonly service: ServiceKind;
	/** Tokens of the window that the spec's model has; undefined where nobody says. */
	window(spec: HostedSpec<S>): number | undefined;
	/** Checks what the options' specification can't express; throws `usage`. */
	check?(spec: HostedSpec<S>): void;
	/** The model but for what every hosted one has. May ask the service about itself, but sends no text. */
	open(spec: HostedSpec<S>, service: HostedModel['service']): Promise<HostedParts> | HostedParts;
}

export type HostedParts = Omit<HostedModel, 'id' | 'service' | 'concurrency'> & {
	/** The part of the id for everything else that the vectors depend on: `dtype=int8`. */
	readonly identity: readonly string[];
};

/** A provider whose models run on a server. What weights it runs is in the id only where the server says it. */
export function hostedProvider<S extends OptionSpecs & { readonly concurrency: { readonly default: number } }>(
	kind: HostedKind<S>,
) {
	function read(spec: string): HostedSpec<S> {
		const found = readHostedSpec(kind.name, spec, kind.options, kind.example);
		kind.check?.(found);
		return found;
	}
	return {
		name: kind.name,
		summary: kind.summary,
		options: kind.options as OptionSpecs,
		check(model: string): EmbedderFacts {
			const spec = read(model);
			return { name: spec.owner, maxTokens: kind.window(spec), countsTokens: false };
		},
		async open(model: string, _context: EmbedderContext): Promise<TextEmbedder> {
			const spec = read(model);
			const service = openService(spec.owner, kind.service);
			const { identity, ...parts } = await kind.open(spec, service);
			return hostedEmbedder({
				...parts,
				id: [spec.owner, `server=${serverName(service)}`, ...identity, `dimensions=${parts.dimensions}`].join(' '),
				service,
				concurrency: spec.values.concurrency as number,
			});
		},
	};
}
