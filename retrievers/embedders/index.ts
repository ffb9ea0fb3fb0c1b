import { BenchError } from '../../harness/errors.ts';
import type { EmbedderContext, TextEmbedder } from './embedding.ts';
import { openHf } from './hf.ts';
import { openLocal } from './local.ts';
import { openOpenAi } from './openai.ts';

type Open = (model: string, context: EmbedderContext) => Promise<TextEmbedder>;

/** Every provider, by the word before the colon. */
const PROVIDERS: Readonly<Record<string, Open>> = { local: openLocal, hf: openHf, openai: openOpenAi };

/**
 * The embedder of a spec `<provider>:<model>`; a bare name is one of the built-in models. Loads no weights: they come
 * at the first text that is really embedded.
 * @throws BenchError `model` for a provider or model that is not known
 */
export async function openEmbedder(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const colon = spec.indexOf(':');
	const provider = colon < 0 ? 'local' : spec.slice(0, colon);
	const open = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
	if (open === undefined)
		throw new BenchError('model', `there is no embedding provider "${provider}" (in "${spec}")`, {
			hint: `Write <provider>:<model>; providers are ${Object.keys(PROVIDERS).join(', ')}.`,
		});
	return open(spec.slice(colon + 1), context);
}
