import type { CompletedCall } from './calls.ts';

/**
 * The script with which bash (3.2 or later) completes calls. Where it offers nothing, bash completes files.
 *
 * A word is compared only with the one before it, so values of `--option=value` are not completed.
 */
export function bashScript(calls: readonly CompletedCall[]): string {
  const commands = calls.filter(({ words }) => words.length === 1);
  const parents = new Set(calls.flatMap(({ words }) => (words.length > 1 ? [words[0]] : [])));
  const values = calls.flatMap(({ words, options }) =>
    options.flatMap(({ name, value }) =>
      typeof value === 'string'
        ? value === 'none'
          ? []
          : [`    '${words.join(' ')} ${name}') return ;;`]
        : [`    '${words.join(' ')} ${name}') known='${value.join(' ')}' ;;`],
    ),
  );
  const options = calls.map(
    ({ words, options }) =>
      `        '${words.join(' ')}') known='${options.map(({ name }) => name).join(' ')}' ;;`,
  );
  const operands = calls.flatMap(({ words, operands }) =>
    typeof operands === 'string' ? [] : [`        '${words.join(' ')}') known='${operands.join(' ')}' ;;`],
  );
  return `# bash completion of neardup, made by: neardup completion bash
_neardup() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local call="\${COMP_WORDS[1]}" known=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ words }) => words[0]).join(' ')}' -- "$current"))
    return
  fi
  case "$call" in
    ${[...parents].join(' | ')}) [ "$COMP_CWORD" -gt 2 ] && call="$call \${COMP_WORDS[2]}" ;;
  esac
  case "$call $previous" in
${values.join('\n')}
  esac
  if [ -z "$known" ]; then
    case "$current" in
      -*) case "$call" in
${options.join('\n')}
      esac ;;
      *) case "$call" in
${operands.join('\n')}
      esac ;;
    esac
  fi
  [ -n "$known" ] && COMPREPLY=($(compgen -W "$known" -- "$current"))
}
complete -o default -F _neardup neardup
`;
}
