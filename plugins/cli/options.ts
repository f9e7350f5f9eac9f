import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { defaultMemoryBytes, defaultThreshold } from '../../src/flow/index.ts';
import { checkThreshold, mostThreads, type Similarity } from '../../src/join/index.ts';
import { OptionError, UsageError, wrongCall } from './errors.ts';
import type { InputOptions } from './input.ts';
import { inThousands } from './numbers.ts';
import { didYouMean } from './suggest.ts';

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

/** How inputs are read, from the options `reading`. */
export function readReading(values: {
  readonly field?: string | undefined;
  readonly 'allow-empty'?: boolean | undefined;
}): InputOptions {
  return { field: values.field, allowEmpty: values['allow-empty'] === true };
}

/**
 * The arguments of a call: the values of `options` and of the options that every command takes, and the positional
 * arguments.
 *
 * @throws OptionError for an unknown option, a missing value, a second one, or a value where none is taken
 * @throws UsageError for an empty argument, which would be the folder of the process
 */
export function parseCall<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
): ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options & typeof everywhere }>
> {
  const all = { ...options, ...everywhere };
  checkOptions(args, all);
  const call = parseArgs({ args, allowPositionals: true, options: all });
  if (call.positionals.includes('')) {
    throw new UsageError(
      `expected a name in each argument; got an empty one (${args.map(quoted).join(' ')}), such as that of an unset variable`,
    );
  }
  return call;
}

/** Refuses what `parseArgs` would refuse, so that all errors have the same wording. */
function checkOptions(args: string[], options: NonNullable<ParseArgsConfig['options']>): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const given = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { index, name, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (known === undefined) {
      const meant = didYouMean(name, Object.keys(options), (word) => `--${word}`);
      const file = existsSync(args[index]) ? ` (${quoted(`./${args[index]}`)} if the file is meant)` : meant;
      throw new OptionError(`${rawName}: there is no such option${file}`);
    }
    if (known.type === 'boolean' && value !== undefined) {
      throw new OptionError(`${rawName}: expected no value; got ${quoted(value)}`);
    }
    if (known.type === 'string' && value === undefined) {
      throw new OptionError(`${rawName}: expected a value behind it; got none`);
    }
    if (known.type === 'string' && !inlineValue && value !== '-' && value?.startsWith('-')) {
      const inline = `${rawName}=${value}`;
      throw new OptionError(
        `${rawName}: expected a value behind it; got ${quoted(value)}, which looks like an option (${inline} if it is none)`,
      );
    }
    if (known.type === 'boolean' || known.multiple) continue;
    if (given.has(name)) {
      const both = [given.get(name), value].map((each) => quoted(each ?? '')).join(' and ');
      throw new OptionError(`${rawName}: expected one value; got ${both}`);
    }
    given.set(name, value);
  }
}

/** `--threshold`, checked against the measure. It has no default beside overlap, whose threshold is a count. */
export function readThreshold(
  { threshold: given }: { readonly threshold?: string | undefined },
  similarity: Similarity,
): number {
  if (given === undefined && similarity === 'overlap')
    throw wrongCall('--threshold', 'a count of shared tokens (1, 2, 3 …) beside --similarity overlap');
  const threshold = given ?? String(defaultThreshold);
  const value = threshold.trim() === '' ? Number.NaN : Number(threshold);
  checked('--threshold', () => checkThreshold(similarity, value), threshold);
  return value;
}

/** The values of a switch. */
export const switchWords = ['on', 'off'] as const;

/** An option that is `on` (default) or `off`. */
export function readSwitch(values: Record<string, unknown>, name: string): boolean {
  return option(values, name, oneOf(switchWords), switchWords[0]) === switchWords[0];
}

/** `--site-model` and `--identity`. */
export function readSiteModel(values: Record<string, unknown>): {
  readonly siteModel: boolean;
  readonly identity: boolean;
} {
  const siteModel = readSwitch(values, 'site-model');
  const identity = readSwitch(values, 'identity');
  if (!siteModel && identity && values.identity !== undefined) {
    throw wrongCall('--identity on', 'the site model, by which names count', '--site-model off');
  }
  return { siteModel, identity };
}

/** `--threads`: by default the machine's cores. */
export function readThreads(values: { readonly threads?: string | undefined }): number {
  return option(values, 'threads', wholeNumberBetween(1, mostThreads), availableParallelism());
}

/** Least memory of exact joins out of core. No command works with less. */
const LEAST_MEMORY_BYTES = 1 << 20;

/** `--memory`, in bytes. */
export function readMemory(values: { readonly memory?: string | undefined }): number {
  const memoryBytes = option(values, 'memory', sizeBytes, defaultMemoryBytes);
  if (memoryBytes < LEAST_MEMORY_BYTES) {
    throw wrongCall('--memory', `at least ${sizeName(LEAST_MEMORY_BYTES)}`, JSON.stringify(values.memory));
  }
  return memoryBytes;
}

/** Throws if `where`, a command that takes only options, was called with other arguments. */
export function refuseArguments(
  where: string,
  positionals: readonly string[],
  expected = 'options only',
): void {
  if (positionals.length > 0) throw wrongCall(where, expected, positionals.map(quoted).join(' '));
}

/** Throws for an option that is not one of `taken`, and so has no effect on a call of `where`. */
export function refuseOthers(
  where: string,
  values: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): void {
  const allowed = [...taken, 'quiet', 'threads'];
  const other = Object.keys(values).find((name) => values[name] !== undefined && !allowed.includes(name));
  if (other === undefined) return;
  const words = taken.map((name) => `--${name}`).join(', ');
  const expected = taken.length === 0 ? 'no options' : `only options that it takes (${words})`;
  throw wrongCall(where, expected, `--${other}`);
}

/** Reads an option's text, or throws an error that says in one line what was expected. */
type Reader<T> = (text: string, option: string) => T;

/** A number within [least, most]; `most` may be infinite. */
export function numberBetween(least: number, most: number): Reader<number> {
  const range = Number.isFinite(most) ? `a number from ${least} to ${most}` : `a number, ${least} or more`;
  return (text, option) => {
    const value = Number(text);
    if (!(value >= least && value <= most) || text.trim() === '' || !Number.isFinite(value)) {
      throw wrongCall(option, range, quoted(text));
    }
    return value;
  };
}

/** A whole number within [least, most]. */
export function wholeNumberBetween(least: number, most: number): Reader<number> {
  return (text, option) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      const range = `from ${inThousands(least)} to ${inThousands(most)}`;
      throw wrongCall(option, `a whole number ${range}`, quoted(text));
    }
    return value;
  };
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return (text, option) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw wrongCall(option, `one of ${words.join(', ')}`, `${quoted(text)}${didYouMean(text, words)}`);
    }
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

/** A size in the form that {@link sizeBytes} reads, in the largest unit of which it is a whole number: 2GB. */
export function sizeName(bytes: number): string {
  const [unit, size] = Object.entries(UNIT_BYTES).findLast(([, each]) => bytes % each === 0) ?? ['', 1];
  return `${bytes / size}${unit.toUpperCase()}B`;
}

/**
 * A reader that calls one of the library's. Its errors are errors of the call. `words` are some of the values that it
 * accepts.
 */
export function checkedBy<T>(read: (text: string) => T, words: readonly string[] = []): Reader<T> {
  return (text, option) => checked(option, () => read(text), text, words);
}

/**
 * Returns what `check` returns. An error of `check` becomes the error of a wrong call at `where`, an option or a
 * command. `text` is what was typed, and `words` are values that might have been meant.
 */
export function checked<T>(where: string, check: () => T, text?: string, words: readonly string[] = []): T {
  try {
    return check();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // the library names its own option, which is this one, and the value that it made of the text
    const expected = where.startsWith('--') ? message.replace(/^\w+: (?=expected )/, '') : message;
    if (text === undefined) throw new UsageError(`${where}: ${expected}`);
    throw new UsageError(
      `${where}: ${expected.replace(/; got NaN$/, () => `; got ${quoted(text)}`)}${didYouMean(text, words)}`,
    );
  }
}

/** Reads `values[name]` with `read`, or returns `fallback` if the option was not given. */
export function option<T>(values: Record<string, unknown>, name: string, read: Reader<T>, fallback: T): T {
  const text = values[name];
  return typeof text === 'string' ? read(text, `--${name}`) : fallback;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
