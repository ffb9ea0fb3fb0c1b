/** The streams of a command line: the process's own, or a test's. */
export interface Io {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: Output;
	readonly stderr: Output;
	/** The exit code of a command that ends without an error; 0 unless it is set. */
	exitCode: number;
}

export interface Output {
	write(text: string): unknown;
	readonly isTTY?: boolean;
	/** Width of the terminal in characters. */
	readonly columns?: number;
}

export function processIo(): Io {
	return { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, exitCode: 0 };
}
