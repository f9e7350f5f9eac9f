import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type ExtractMode, type GramSpec, parseGramSpec } from '../../src/index.ts';
import { UsageError } from './errors.ts';

/** Options that every command takes. */
const everywhere = {
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  threads: { type: 'string' },
} as const;

/** Options that say how a page becomes a gram set. */
export const shaping = {
  gram: { type: 'string' },
  multiset: { type: 'boolean' },
  extract: { type: 'string' },
} as const;

/** The words of a call: values of `options` and of those that every command takes, and what stands beside them. */
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
  const gramName = option(values, 'gram', (text) => text, 'word:4');
  return {
    gramName,
    gram: checkedBy(parseGramSpec)(gramName, '--gram'),
    extract: option(values, 'extract', oneOf(['main', 'visible', 'none']), 'main'),
    multiset: values.multiset === true,
  };
}

/** Reads an option's text, or says in one line what was expected. */
export type Reader<T> = (text: string, option: string) => T;

/** A number within [least, most]. */
export function numberBetween(least: number, most: number): Reader<number> {
  return (text, option) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new UsageError(`${option}: expected a number from ${least} to ${most}, got ${quoted(text)}`);
    }
    return value;
  };
}

/** A whole number within [least, most]. */
export function wholeNumberBetween(least: number, most: number): Reader<number> {
  return (text, option) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new UsageError(
        `${option}: expected a whole number from ${least} to ${most}, got ${quoted(text)}`,
      );
    }
    return value;
  };
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return (text, option) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw new UsageError(`${option}: expected ${words.join(', ')}, got ${quoted(text)}`);
    }
    return word;
  };
}

const unitBytes: Record<string, number> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** A size such as 2GB, 512MB, 512MiB or 1000000; the units are powers of 1024. */
export const sizeBytes: Reader<number> = (text, option) => {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (unitBytes[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (!(bytes >= 1)) {
    throw new UsageError(`${option}: expected a size such as 2GB or 512MB, got ${quoted(text)}`);
  }
  return Math.floor(bytes);
};

/** What another reader of the library throws as a RangeError, said as a wrong call. */
export function checkedBy<T>(read: (text: string) => T): Reader<T> {
  return (text, option) => {
    try {
      return read(text);
    } catch (error) {
      throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

/** Reads `values[name]` with `read`, or returns `fallback` when the option was not given. */
export function option<T>(values: Record<string, unknown>, name: string, read: Reader<T>, fallback: T): T {
  const text = values[name];
  return typeof text === 'string' ? read(text, `--${name}`) : fallback;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
