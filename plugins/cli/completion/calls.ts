import type { OptionHelp, Usage } from '../usage.ts';

/** What can follow a word: one of a few words, a file or folder, something else, or nothing of its own. */
export type Operand = readonly string[] | 'file' | 'other' | 'none';

/** An option of a call. */
export interface CompletedOption {
  /** Includes the dashes. */
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly value: Operand;
}

/** A command, or a verb of one, and what can follow it. */
export interface CompletedCall {
  /** For example `['dedup']` or `['index', 'add']`. */
  readonly words: readonly string[];
  /** One line. */
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly operands: Operand;
}

/** The options that `help`, `version` and every command accept, too. */
const everywhere: readonly CompletedOption[] = [
  { name: '--help', about: 'what it does, its options, and examples', value: 'none' },
  { name: '--no-color', about: 'no colours', value: 'none' },
];

/** All calls in the usages: the commands, and the verbs of each. */
export function completedCalls(usages: Readonly<Record<string, Usage>>): CompletedCall[] {
  const names = Object.keys(usages);
  const help = { words: ['help'], about: 'what a command does', options: [], operands: names };
  const version = {
    words: ['version'],
    about: 'which version this is',
    options: [],
    operands: 'none',
  } as const;
  const calls = Object.entries(usages).flatMap(([name, usage]) => {
    const verbs = Object.entries(usage.verbs ?? {});
    const own = completedCall([name], usage);
    if (verbs.length === 0) return [own];
    const below = verbs.map(([verb, verbUsage]) => completedCall([name, verb], verbUsage));
    return [{ ...own, operands: verbs.map(([verb]) => verb) }, ...below];
  });
  return [...calls, help, version];
}

function completedCall(words: readonly string[], { call, about, options, examples }: Usage): CompletedCall {
  const named = examples.flatMap(([example]) =>
    example.startsWith('completion ') ? [example.split(' ')[1]] : [],
  );
  const other = call.includes(' URL') ? 'none' : 'file';
  return {
    words,
    about: firstLine(about),
    options: [...options.map(completedOption), ...everywhere],
    operands: named.length > 0 ? named : other,
  };
}

function completedOption([written, about, words]: OptionHelp): CompletedOption {
  const [name, placeholder] = written.split(' ');
  const open = /^(FILE|DIR|INPUT)/.test(placeholder ?? '') ? 'file' : 'other';
  return { name, about: firstLine(about), value: placeholder === undefined ? 'none' : (words ?? open) };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0].replace(/[,:]$/, '');
}
