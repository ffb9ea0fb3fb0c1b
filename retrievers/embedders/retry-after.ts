/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC
 * 9110, 10.2.3). Undefined where it says nothing that can be read.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
	const precise = headers.get('retry-after-ms');
	if (precise !== null && /^\d+(\.\d+)?$/.test(precise)) return Math.ceil(Number(precise));
	const text = headers.get('retry-after')?.trim();
	if (text === undefined || text === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
