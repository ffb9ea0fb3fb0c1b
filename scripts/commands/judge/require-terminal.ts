import { BenchError } from '../../../harness/errors.ts';
import type { Io } from '../../io.ts';

/** @throws BenchError `environment` where no screen can be shown or no key be read */
export function requireTerminal({ stdin, stdout }: Io): void {
	const missing = stdin.isTTY !== true ? 'stdin' : stdout.isTTY !== true ? 'stdout' : undefined;
	if (missing !== undefined)
		throw new BenchError('environment', `bench judge shows a screen and reads keys, but ${missing} is no terminal`, {
			hint: 'Run it in a terminal without pipes; --llm lets a model judge, --status only tells how far a judge is.',
		});
	if (process.env.TERM === 'dumb')
		throw new BenchError('environment', 'this terminal (TERM=dumb) can move no cursor', {
			hint: 'Use another one.',
		});
}
