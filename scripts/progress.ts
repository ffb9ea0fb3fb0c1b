import cliProgress from 'cli-progress';
import type { Progress } from '../harness/contract.ts';
import { plainText } from '../harness/report/formats/plain-text.ts';

/** Progress bars with rate and time left, on stderr. */
export function terminalProgress(): Progress {
	return {
		start(name, total) {
			const label = plainText(name);
			const started = performance.now();
			let done = 0;
			const bar = new cliProgress.SingleBar({
				stream: process.stderr,
				// Work of unknown length shows how long it has taken.
				format:
					total === 0
						? '{label}  {duration_formatted}'
						: '{label} {bar} {value}/{total}  {rate}/s  {eta_formatted} left',
				barsize: 28,
				hideCursor: true,
				clearOnComplete: true,
				etaBuffer: 200,
				fps: 8,
			});
			bar.start(total, 0, { label, rate: '-' });
			return {
				advance(steps = 1) {
					done += steps;
					const seconds = (performance.now() - started) / 1000;
					const rate = seconds > 0 ? done / seconds : 0;
					bar.update(done, { label, rate: rate >= 10 ? Math.round(rate).toString() : rate.toFixed(1) });
				},
				stop: () => bar.stop(),
			};
		},
	};
}
