import { formatVersion, lineOf, padded, trailerKey } from './format.ts';
import { StageError } from './stage-error.ts';

/** Number of lines and the sum of their XXH64 modulo 2^64: the same for any order and any partitions. */
export interface LineSum {
  lines: number;
  hashes: bigint;
}

/** The last line of what a verb wrote. */
export interface Trailer {
  readonly verb: string;
  /** The version of neardup that wrote it. */
  readonly version: string;
  /** Name of the run. Lines of two runs are never mixed. */
  readonly run: string;
  /** Sum of the lines before it. */
  readonly written: LineSum;
  /** Sum of the lines that the verb had read, without trailers. */
  readonly read: LineSum;
  /** The verb's counters by name. {@link addCounters} combines those of partitions. */
  readonly counters: Readonly<Record<string, number>>;
}

const SUM_DIGITS = 16;

/** No lines. */
export function noLines(): LineSum {
  return { lines: 0, hashes: 0n };
}

/** Adds `other` to `sum`. */
export function addSum(sum: LineSum, other: LineSum): void {
  sum.lines += other.lines;
  sum.hashes = BigInt.asUintN(64, sum.hashes + other.hashes);
}

/** Adds the counters of a partition. A counter whose name begins with `largest` is a maximum; all others are sums. */
export function addCounters(counters: Record<string, number>, other: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(other)) {
    const known = counters[name] ?? 0;
    counters[name] = name.startsWith('largest') ? Math.max(known, value) : known + value;
  }
}

/** Whether two sums belong to the same lines, as far as 64 bits show. */
export function sameLines(a: LineSum, b: LineSum): boolean {
  return a.lines === b.lines && a.hashes === b.hashes;
}

/** `~ VERB VERSION RUN WRITTEN SUM READ SUM NAME=COUNT,NAME=COUNT…`. */
export function trailerLine({ verb, version, run, written, read, counters }: Trailer): string {
  const counted = Object.entries(counters).map(([name, count]) => `${name}=${count}`);
  return lineOf(trailerKey, verb, version, run, ...sumFields(written), ...sumFields(read), counted.join(','));
}

/** Whether a line is a trailer, or the beginning of one. */
export function isTrailer(line: string): boolean {
  return line.startsWith(`${formatVersion}\t${trailerKey}`);
}

/** Where a trailer must come from. */
interface TrailerOrigin {
  /** Version of neardup. */
  readonly version: string;
  readonly run: string;
}

/** Reads a trailer. @throws StageError for one that is cut, or that comes from elsewhere than `origin` */
export function parseTrailer(line: string, origin?: TrailerOrigin): Trailer {
  const [, , verb, version, run, lines, hashes, readLines, readHashes, counted] = line.split('\t');
  const written = sumOf(lines, hashes);
  const read = sumOf(readLines, readHashes);
  if (written === undefined || read === undefined || counted === undefined) {
    throw new StageError('truncated', `expected a whole trailer; got ${JSON.stringify(line)}`);
  }
  if (origin !== undefined) checkOrigin(verb, { version, run }, origin);
  const counters = Object.fromEntries(
    counted
      .split(',')
      .filter((each) => each !== '')
      .map((each) => each.split('='))
      .map(([name, count]) => [name, Number(count)]),
  );
  return { verb, version, run, written, read, counters };
}

function checkOrigin(verb: string, got: TrailerOrigin, expected: TrailerOrigin): void {
  if (got.version !== expected.version) {
    throw new StageError(
      'foreign',
      `expected what neardup ${expected.version} wrote; got the output of ${verb} of neardup ${got.version}: put the same bundle on every machine`,
    );
  }
  if (got.run !== expected.run) {
    throw new StageError(
      'foreign',
      `expected lines of run ${expected.run}; got the output of ${verb} of run ${got.run}`,
    );
  }
}

function sumFields({ lines, hashes }: LineSum): [string, string] {
  return [padded(lines, SUM_DIGITS), hashes.toString(16).padStart(SUM_DIGITS, '0')];
}

function sumOf(lines = '', hashes = ''): LineSum | undefined {
  if (!/^\d{16}$/.test(lines) || !/^[0-9a-f]{16}$/.test(hashes)) return undefined;
  return { lines: Number(lines), hashes: BigInt(`0x${hashes}`) };
}
