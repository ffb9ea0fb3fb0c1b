import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { findNamed } from '../../../harness/names.ts';

/** A completion script made from the commands themselves, so that it can't fall behind them. */
export function completionScript(program: CommandUnknownOpts, shell: string): string {
	const write = findNamed('shell', shell, SHELLS, { message: `there are no completions for "${shell}"` });
	return write(wordsByCommand(program));
}

const SHELLS: Readonly<Record<string, (words: ReadonlyMap<string, readonly string[]>) => string>> = {
	bash: bashScript,
	zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(words)}`,
};

/** The words that may follow each command path: subcommands, then options. */
function wordsByCommand(command: CommandUnknownOpts, path = ''): Map<string, readonly string[]> {
	const words = new Map<string, readonly string[]>([
		[
			path,
			[
				...command.commands.map((sub) => sub.name()),
				...command.options.map((option) => option.long ?? option.short ?? ''),
				'--help',
			],
		],
	]);
	for (const sub of command.commands)
		for (const [subPath, subWords] of wordsByCommand(sub, `${path} ${sub.name()}`.trim())) words.set(subPath, subWords);
	return words;
}

// The script's own ${...} are bash, not templates.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: bash
function bashScript(words: ReadonlyMap<string, readonly string[]>): string {
	const cases = [...words].map(([path, list]) => `    "${path}") words="${list.join(' ')}" ;;`);
	return [
		'_bench() {',
		'  local current="${COMP_WORDS[COMP_CWORD]}" path="" words="" i',
		'  for ((i = 1; i < COMP_CWORD; i++)); do',
		'    case "${COMP_WORDS[i]}" in',
		'      -*) break ;;',
		'      *) path="${path:+$path }${COMP_WORDS[i]}" ;;',
		'    esac',
		'  done',
		'  while :; do',
		'    case "$path" in',
		...cases.map((line) => `  ${line}`),
		'      *) path="${path% *}"; [[ "$path" == *" "* || -n "$path" ]] && continue ;;',
		'    esac',
		'    break',
		'  done',
		'  COMPREPLY=($(compgen -W "$words" -- "$current"))',
		// Where no word of ours fits: runs of the results folder, then files.
		'  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -W "$(command ls -1 results 2>/dev/null)" -- "$current"))',
		'  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$current"))',
		'}',
		'complete -F _bench bench',
		'',
	].join('\n');
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: bash
