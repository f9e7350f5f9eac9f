import { availableParallelism } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import {
  defaultMemoryBytes,
  defaultThreshold,
  extractModes,
  gramName,
  wordFourGrams,
} from '../../src/flow/index.ts';
import { type ExtractMode, type GramSpec, parseGramSpec, type Similarity } from '../../src/index.ts';
import { checkThreshold, mostThreads } from '../../src/join/index.ts';
import { UsageError, wrongCall } from './errors.ts';
import type { InputOptions } from './input.ts';

/** Options that every command takes. */
const everywhere = {
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  threads: { type: 'string' },
} as const;

/** Options of commands that read pages. */
export const reading = {
  field: { type: 'string' },
  'allow-empty': { type: 'boolean' },
} as const;

/** How inputs are read, by the options of `reading`. */
export function readReading(values: {
  readonly field?: string | undefined;
  readonly 'allow-empty'?: boolean | undefined;
}): InputOptions {
  return { field: values.field, allowEmpty: values['allow-empty'] === true };
}

/** Options that say how a page becomes a gram set. */
export const shaping = {
  gram: { type: 'string' },
  multiset: { type: 'boolean' },
  extract: { type: 'string' },
} as const;

/** The arguments of a call: the values of `options` and of those that every command takes, and the positional ones. */
export function parseCall<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
): ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options & typeof everywhere }>
> {
  return parseArgs({ args, allowPositionals: true, options: { ...options, ...everywhere } });
}

/** How a page becomes a gram set, by the options of `shaping`. */
export function readShaping(values: { readonly [Name in keyof typeof shaping]?: string | boolean }): {
  /** As given, such as `word:4`. */
  readonly gramName: string;
  readonly gram: GramSpec;
  readonly extract: ExtractMode;
  readonly multiset: boolean;
} {
  const gram = option(values, 'gram', checkedBy(parseGramSpec), wordFourGrams);
  return {
    gramName: gramName(gram),
    gram,
    extract: option(values, 'extract', oneOf(extractModes), extractModes[0]),
    multiset: values.multiset === true,
  };
}

/** `--threshold`, checked against the measure; so is the default, which is no count. */
export function readThreshold(
  { threshold = String(defaultThreshold) }: { readonly threshold?: string | undefined },
  similarity: Similarity,
): number {
  const value = threshold.trim() === '' ? Number.NaN : Number(threshold);
  checked('--threshold', () => checkThreshold(similarity, value));
  return value;
}

/** An option that is `on`, unless told, or `off`. */
export function readSwitch(values: Record<string, unknown>, name: string): boolean {
  return option(values, name, oneOf(['on', 'off'] as const), 'on') === 'on';
}

/** `--threads`: by default the machine's cores. */
export function readThreads(values: { readonly threads?: string | undefined }): number {
  return option(values, 'threads', wholeNumberBetween(1, mostThreads), availableParallelism());
}

/** `--memory`, in bytes. */
export function readMemory(values: { readonly memory?: string | undefined }): number {
  return option(values, 'memory', sizeBytes, defaultMemoryBytes);
}

/** Reads an option's text, or says in one line what was expected. */
type Reader<T> = (text: string, option: string) => T;

/** A number within [least, most]. */
export function numberBetween(least: number, most: number): Reader<number> {
  return (text, option) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw wrongCall(option, `a number from ${least} to ${most}`, quoted(text));
    }
    return value;
  };
}

/** A whole number within [least, most]. */
export function wholeNumberBetween(least: number, most: number): Reader<number> {
  return (text, option) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw wrongCall(option, `a whole number from ${least} to ${most}`, quoted(text));
    }
    return value;
  };
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return (text, option) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw wrongCall(option, words.join(', '), quoted(text));
    return word;
  };
}

const UNIT_BYTES: Record<string, number> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** A size such as 2GB, 512MB, 512MiB or 1000000; the units are powers of 1024. */
export const sizeBytes: Reader<number> = (text, option) => {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (UNIT_BYTES[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (!(bytes >= 1)) throw wrongCall(option, 'a size such as 2GB or 512MB', quoted(text));
  return Math.floor(bytes);
};

/** A size as {@link sizeBytes} reads it, in the largest unit of which it is a whole number: 2GB. */
export function sizeName(bytes: number): string {
  const [unit, size] = Object.entries(UNIT_BYTES).findLast(([, each]) => bytes % each === 0) ?? ['', 1];
  return `${bytes / size}${unit.toUpperCase()}B`;
}

/** A reader of the library, whose errors are wrong calls here. */
export function checkedBy<T>(read: (text: string) => T): Reader<T> {
  return (text, option) => checked(option, () => read(text));
}

/** What `check` returns; what it throws is a wrong call at `where`, an option or a command. */
export function checked<T>(where: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The library names its own option, which is this one.
    const own = `${where.replace(/^--/, '')}: `;
    throw new UsageError(`${where}: ${message.startsWith(own) ? message.slice(own.length) : message}`);
  }
}

/** Reads `values[name]` with `read`, or returns `fallback` when the option was not given. */
export function option<T>(values: Record<string, unknown>, name: string, read: Reader<T>, fallback: T): T {
  const text = values[name];
  return typeof text === 'string' ? read(text, `--${name}`) : fallback;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
