import { hash64 } from '../../../src/sketch/index.ts';
import { formatVersion } from './format.ts';
import { StageError } from './stage-error.ts';
import { addSum, isTrailer, type LineSum, noLines, parseTrailer, sameLines } from './trailer.ts';

const LF = 10;
/** Number of lines handed on together: few enough to become garbage before the collector promotes them. */
const BATCH_LINES = 128;

/** How the lines of a stage are read. */
interface ReaderOptions {
  /** The version of neardup that must have written them. */
  readonly version: string;
  /** The run that they must belong to. */
  readonly run: string;
  /** Whether they must be sorted by bytes. */
  readonly sorted: boolean;
  /** Whether they are one partition of several. Then the driver checks the sums. */
  readonly isPartition: boolean;
}

/**
 * The lines that earlier stages wrote, without their trailers, split into fields; the version is field 0.
 *
 * In a sorted input all trailers come after all other lines; in concatenated outputs each trailer comes after the lines
 * of its own output. Unless the input is a partition, the sums of all trailers must equal those of all lines at the end
 * of the input. This reveals lines that a dead process did not write.
 *
 * A field holds bytes as characters (latin1). Memory: the longest line, and a piece of the input.
 *
 * @throws StageError if the lines are not those that were written
 */
export class LineReader {
  /** Sum of the lines so far. */
  readonly sum: LineSum = noLines();
  /** Sum of the lines so far according to the trailers. */
  readonly #promised: LineSum = noLines();
  #trailers = 0;
  #lineNumber = 0;
  #previous = '';
  readonly #input: AsyncIterable<Buffer>;
  readonly #options: ReaderOptions;

  constructor(input: AsyncIterable<Buffer>, options: ReaderOptions) {
    this.#input = input;
    this.#options = options;
  }

  /** All lines, in batches. */
  async *batches(): AsyncGenerator<readonly string[][]> {
    for await (const lines of wholeLines(this.#input)) {
      const batch: string[][] = [];
      for (const line of lines) {
        const fields = this.#take(line);
        if (fields !== undefined) batch.push(fields);
      }
      if (batch.length > 0) yield batch;
    }
    this.#checkEnd();
  }

  #take(bytes: Buffer): string[] | undefined {
    this.#lineNumber++;
    const line = bytes.toString('latin1');
    if (isTrailer(line)) {
      this.#takeTrailer(line);
      return undefined;
    }
    const fields = line.split('\t');
    if (fields[0] !== formatVersion || fields.length < 3) {
      throw new StageError(
        fields[0] === formatVersion ? 'malformed' : 'foreign',
        `line ${this.#lineNumber}: expected a line of format ${formatVersion}; got ${shown(line)}`,
      );
    }
    if (this.#options.sorted) this.#checkOrder(line);
    this.sum.lines++;
    this.sum.hashes = BigInt.asUintN(64, this.sum.hashes + hash64(bytes));
    return fields;
  }

  #takeTrailer(line: string): void {
    addSum(this.#promised, parseTrailer(line, this.#options).written);
    this.#trailers++;
  }

  #checkOrder(line: string): void {
    if (line < this.#previous) {
      throw new StageError(
        'unsorted',
        `line ${this.#lineNumber}: expected lines in the order of their bytes (LC_ALL=C sort); got ${shown(line)} after ${shown(this.#previous)}`,
      );
    }
    this.#previous = line;
  }

  #checkEnd(): void {
    if (this.#options.isPartition) return;
    if (this.#trailers === 0) {
      throw new StageError(
        'truncated',
        `expected a trailer at the end; got ${this.sum.lines} lines without: the output of the stage before is cut`,
      );
    }
    if (sameLines(this.sum, this.#promised)) return;
    const code = this.sum.lines < this.#promised.lines ? 'truncated' : 'changed';
    throw new StageError(
      code,
      `expected the ${this.#promised.lines} lines that ${this.#trailers} trailers tell of; got ${this.sum.lines}${code === 'changed' ? ' of another checksum' : ''}`,
    );
  }
}

/**
 * All whole lines of pieces, in batches that are valid until the next one is asked for.
 *
 * @throws StageError if the last line has no line feed
 */
async function* wholeLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  /** The pieces of an unfinished line, which are joined only once. */
  let begun: Buffer[] = [];
  for await (const piece of input) {
    let lines: Buffer[] = [];
    let from = 0;
    for (let to = piece.indexOf(LF); to >= 0; to = piece.indexOf(LF, from)) {
      const end = piece.subarray(from, to);
      lines.push(begun.length === 0 ? end : Buffer.concat([...begun, end]));
      begun = [];
      from = to + 1;
      if (lines.length < BATCH_LINES) continue;
      yield lines;
      lines = [];
    }
    // Copied: the next piece may be in the same memory.
    if (from < piece.length) begun.push(Buffer.from(piece.subarray(from)));
    if (lines.length > 0) yield lines;
  }
  if (begun.length > 0) {
    const cut = Buffer.concat(begun).toString('latin1');
    throw new StageError('truncated', `expected a line feed behind each line; got the end in ${shown(cut)}`);
  }
}

const SHOWN_CHARACTERS = 60;

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
