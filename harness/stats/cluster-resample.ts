import { randomStream } from '../random.ts';
import type { ClusterSums } from './clusters.ts';
import type { Resampled } from './resample.ts';

/**
 * The cluster bootstrap (Davison & Hinkley 1997, 3.8; Field & Welsh 2007): whole clusters are drawn with replacement and
 * keep all their queries. The mean of a resample is over its queries; its standard error is the cluster-robust one.
 */
export function resampleClusters(
	{ sizes, sums }: ClusterSums,
	resamples: number,
	seed: number,
	name: string,
): Resampled {
	const count = sizes.length;
	const stream = randomStream(seed, `cluster-bootstrap/${name}`);
	const drawn = new Int32Array(count);
	const means = new Float64Array(resamples);
	const standardErrors = new Float64Array(resamples);
	for (let resample = 0; resample < resamples; resample++) {
		stream.fillBelow(count, drawn);
		let [total, n, squares, cross, sizeSquares] = [0, 0, 0, 0, 0];
		for (let i = 0; i < count; i++) {
			const sum = sums[drawn[i] as number] as number;
			const size = sizes[drawn[i] as number] as number;
			total += sum;
			n += size;
			squares += sum * sum;
			cross += sum * size;
			sizeSquares += size * size;
		}
		const mean = total / n;
		const spread = squares - 2 * mean * cross + mean * mean * sizeSquares;
		means[resample] = mean;
		standardErrors[resample] =
			count < 2 || spread <= 1e-12 * squares ? 0 : Math.sqrt((count / (count - 1)) * spread) / n;
	}
	return { means, standardErrors };
}
