import type { Command } from 'commander';
import type { ExportCorpusFlags } from '../actions/memory/run.ts';
import { addOutputFlags, collect, commaList, positiveInteger } from '../flags.ts';

export function registerExportCorpus(program: Command): void {
	const command = program
		.command('export-corpus')
		.summary('a corpus out of a memory database')
		.description(
			'Reads an SQLite memory store, or a query on a Postgres server, read-only, and writes data/<name>/corpus.jsonl. Sensitive rows are left out and counted. The observations of claude-mem are known by their table.',
		)
		.argument('<source>', 'the SQLite file, or postgres://user@host/database')
		.option('--name <name>', "the dataset's name (default: the file's)")
		.option('--data-dir <dir>', 'where datasets stand', 'data')
		.option('--table <name>', 'the table (default: memories, or the only one with the column of the text)')
		.option(
			'--map <field=column>',
			'where a field is not in the column of its name: id, content, category, tags, expanded_keywords, importance, is_sensitive, created_at; an empty column leaves the field out; repeatable',
			collect,
			[],
		)
		.option('--sql <select>', 'postgres://: the SELECT whose rows are read, or a .sql file that holds it')
		.option('--keep <columns>', 'columns to keep as metadata, comma-separated', commaList, [])
		.option('--importance-max <n>', 'the largest importance in the store; it becomes 1', positiveInteger, 1)
		.option('--force', 'replace a corpus.jsonl that is there');
	command.addOption(
		command
			.createOption('--form <form>', 'what the database is (default: as its tables show)')
			.choices(['memories', 'claude-mem']),
	);
	command.addOption(
		command
			.createOption('--parts <how>', 'claude-mem: title, narrative and facts as a document each, or joined')
			.choices(['each', 'joined'])
			.default('each'),
	);
	addOutputFlags(command).action(async (path: string, flags: ExportCorpusFlags) => {
		const { runExportCorpus } = await import('../actions/memory/run.ts');
		await runExportCorpus(path, flags);
	});
}
