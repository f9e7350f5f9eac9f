import type { CompletedCall, CompletedOption, Operand } from './calls.ts';

/** The script with which zsh completes calls: a function for `fpath`, or a script to source. */
export function zshScript(calls: readonly CompletedCall[]): string {
  const commands = calls.filter(({ words }) => words.length === 1);
  const cases = commands.map((command) => {
    const [name] = command.words;
    const verbs = calls.filter(({ words }) => words.length === 2 && words[0] === name);
    return `    ${name})\n${verbs.length > 0 ? verbCases(verbs) : `      ${argumentsOf(command)}`} ;;`;
  });
  return `#compdef neardup
# zsh completion of neardup, made by: neardup completion zsh
_neardup() {
  local -a known
  if (( CURRENT == 2 )); then
    known=(${described(commands)})
    _describe command known
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _neardup ]; then _neardup "$@"; else compdef _neardup neardup; fi
`;
}

function verbCases(verbs: readonly CompletedCall[]): string {
  const cases = verbs.map((verb) => `        ${verb.words[1]}) ${argumentsOf(verb)} ;;`);
  return `      if (( CURRENT == 2 )); then
        known=(${described(verbs)})
        _describe verb known
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
${cases.join('\n')}
      esac`;
}

function described(calls: readonly CompletedCall[]): string {
  return calls.map(({ words, about }) => quoted(`${words.at(-1)}:${about}`)).join(' ');
}

function argumentsOf({ options, operands }: CompletedCall): string {
  const specs = options.map(optionSpec);
  if (operands !== 'none') specs.push(`*:operand:${actionOf(operands)}`);
  return ['_arguments', ...specs.map(quoted)].join(' ');
}

function optionSpec({ name, about, value }: CompletedOption): string {
  const explained = `${name}[${about.replace(/[[\]:\\]/g, '\\$&')}]`;
  return value === 'none' ? explained : `${explained}:value:${actionOf(value)}`;
}

function actionOf(operand: Operand): string {
  if (operand === 'file') return '_files';
  return typeof operand === 'string' ? '' : `(${operand.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
