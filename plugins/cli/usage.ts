import { defaultMemoryBytes, extractModes, gramName, wordFourGrams } from '../../src/flow/index.ts';
import { sizeName } from './options.ts';

/** An option as `--help` shows it: how it is written, and what it does, in one line or several. */
export type OptionHelp = readonly [option: string, about: string];

/** What `--help` of a command prints: its call, what it does, and its options below one another. */
export function usageText(call: string, about: string, options: readonly OptionHelp[]): string {
  return `usage: neardup ${call}\n\n${about}\n\n${optionLines(options)}\n`;
}

/** Options, one below the other; what they do is aligned in a column. */
export function optionLines(options: readonly OptionHelp[]): string {
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

/** Words that an option takes, the default first: as in "main, visible, none (main)". */
export function choice(words: readonly string[], about = ''): string {
  return `${words.join(', ')}${about} (${words[0]})`;
}

/** `--gram`. */
export const gramHelp: OptionHelp = [
  '--gram G',
  `word:Q, char:Q, line:Q or sentence:Q (${gramName(wordFourGrams)})`,
];
/** `--multiset`. */
export const multisetHelp: OptionHelp = [
  '--multiset',
  'the k-th occurrence of a gram counts as a gram of its own',
];
/** `--extract`. */
export const extractHelp: OptionHelp = ['--extract E', choice(extractModes, ': which text of a page counts')];
/** `--field`, of inputs that are records with named fields. */
export const fieldHelp: OptionHelp = [
  '--field NAME',
  'the JSONL field or Parquet column that holds the page',
];
/** `--allow-empty`, of commands that read pages. */
export const allowEmptyHelp: OptionHelp = ['--allow-empty', 'inputs without any page are no error'];
/** `--threads`, which every command takes. */
export const threadsHelp: OptionHelp = ['--threads N', "(the machine's cores)"];
/** `--json`, which every command takes. */
export const jsonHelp: OptionHelp = ['--json', 'print the summary as one JSON object and nothing else'];
/** `--quiet`, which every command takes. */
export const quietHelp: OptionHelp = ['--quiet', 'no progress'];

/** `--memory`, and what is held in it. */
export function memoryHelp(about: string): OptionHelp {
  return ['--memory SIZE', `${about} (${sizeName(defaultMemoryBytes)})`];
}
