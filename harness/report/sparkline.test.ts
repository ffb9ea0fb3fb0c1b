import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

test('from the lowest to the highest', () => {
	expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
	expect(sparkline([0.5, undefined, 0.1])).toBe('█ ▁');
});

test('a level curve is drawn in the middle, an empty one not at all', () => {
	expect(sparkline([0.3, 0.3, 0.1 + 0.2])).toBe('▅▅▅');
	expect(sparkline([])).toBe('');
	expect(sparkline([undefined])).toBe(' ');
});

test('long ones are thinned', () => {
	const line = sparkline(
		Array.from({ length: 1000 }, (_, i) => i),
		10,
	);
	expect([...line]).toHaveLength(10);
	expect(line.startsWith('▁')).toBe(true);
	expect(line.endsWith('█')).toBe(true);
});
