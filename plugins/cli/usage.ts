/**
 * An option as `--help` shows it: how it is written, what it does, in one or several lines, and the words that it
 * takes.
 */
export type OptionHelp = readonly [option: string, about: string, words?: readonly string[]];

/** The help of a command. `--help` prints it, and completion is made from it. */
export interface Usage {
  /** For example `dedup INPUT… [options]`. */
  readonly call: string;
  readonly about: string;
  readonly options: readonly OptionHelp[];
  /** Calls, and the purpose of each. */
  readonly examples: readonly (readonly [call: string, about: string])[];
  /** Commands below this one, by name. */
  readonly verbs?: Readonly<Record<string, Usage>>;
}

/** A command: reads its own arguments, prints its own result, and returns the exit code. */
export interface Command {
  run(args: string[]): Promise<number>;
  readonly usage: Usage;
}

/** The text of a command's `--help`: its call, what it does, its options one below the other, and examples. */
export function usageText({ call, about, verbs = {}, options, examples }: Usage): string {
  const calls = Object.values(verbs).map((verb): OptionHelp => {
    const [, ...rest] = verb.call.replace(' [options]', '').split(' ');
    return [rest.join(' '), verb.about];
  });
  const parts = [
    `usage: neardup ${call}`,
    about,
    ...(calls.length > 0 ? [optionLines(calls)] : []),
    ...(options.length > 0 ? [optionLines(options)] : []),
    `examples:\n${optionLines(examples.map(([example, what]) => [`neardup ${example}`, what]))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Options, one below the other; what they do is aligned in a column. */
function optionLines(options: readonly OptionHelp[]): string {
  const width = Math.max(...options.map(([option]) => option.length)) + 2;
  const rows = options.flatMap(([option, about]) => {
    const [first, ...more] = about.split('\n');
    return [`${option.padEnd(width)}${first}`, ...more.map((line) => ' '.repeat(width) + line)];
  });
  return rows.map((row) => `  ${row}`).join('\n');
}

/** A list of words, wrapped at some 80 characters. */
export function wrapped(words: readonly string[]): string {
  return words.join(', ').replace(/(.{60,80},) /g, '$1\n');
}

/** An option that takes one of a few words, the first one by default: as in "main, visible, none (main)". */
export function choice(
  option: string,
  words: readonly string[],
  about = '',
  unlessTold: string = words[0],
): OptionHelp {
  return [option, `${words.join(', ')}${about} (${unlessTold})`, words];
}

/** `--field`, for inputs that are records with named fields. */
export const fieldHelp: OptionHelp = [
  '--field NAME',
  'the JSONL field or Parquet column that holds the page',
];
/** `--allow-empty`, for commands that read pages. */
export const allowEmptyHelp: OptionHelp = ['--allow-empty', 'inputs without any page are no error'];
/** `--threads`, which every command takes. */
export const threadsHelp: OptionHelp = ['--threads N', "(the machine's cores)"];
/** `--json`, which every command takes. */
export const jsonHelp: OptionHelp = ['--json', 'print the summary as one JSON object and nothing else'];
/** `--quiet`, which every command takes. */
export const quietHelp: OptionHelp = ['--quiet', 'no progress'];
/** `--force`, for commands that write a folder. */
export const forceHelp: OptionHelp = [
  '--force',
  'write into DIR even where it holds the results of other inputs or options',
];

/** `--memory`, with what it limits. */
export function memoryHelp(about: string): OptionHelp {
  return ['--memory SIZE', `${about} (half of the machine's memory)`];
}
