import type { CompletedCall, CompletedOption } from './calls.ts';

/** The script with which fish completes calls. Where it offers nothing, fish completes files. */
export function fishScript(calls: readonly CompletedCall[]): string {
  const lines = calls.flatMap((call) => {
    const place = `__neardup_behind ${call.words.slice(0, -1).join(' ')}`.trim();
    const condition = `__neardup_call ${call.words.join(' ')}`;
    const isParent = calls.some(
      ({ words }) => words.length > call.words.length && words[0] === call.words[0],
    );
    const operands =
      typeof call.operands === 'string'
        ? call.operands === 'none'
          ? [line(condition, '-f')]
          : []
        : isParent
          ? []
          : [line(condition, '-f', '-a', quoted(call.operands.join(' ')))];
    return [
      line(place, '-f', '-a', call.words.at(-1) ?? '', '-d', quoted(call.about)),
      ...operands,
      ...call.options.map((option) => line(condition, ...optionWords(option))),
    ];
  });
  return `# fish completion of neardup, made by: neardup completion fish
function __neardup_call
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test "$words[3]" = "$argv[2]"
end
function __neardup_behind
    set -l words (commandline -opc)
    test (count $words) -eq (math (count $argv) + 1); or return 1
    test (count $argv) -eq 0; or test "$words[2]" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function optionWords({ name, about, value }: CompletedOption): string[] {
  const words = ['-l', name.slice(2), '-d', quoted(about)];
  if (value === 'none') return words;
  if (value === 'file') return [...words, '-r', '-F'];
  return [...words, '-x', ...(value === 'other' ? [] : ['-a', quoted(value.join(' '))])];
}

function line(condition: string, ...words: readonly string[]): string {
  return ['complete', '-c', 'neardup', '-n', quoted(condition), ...words].join(' ');
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
