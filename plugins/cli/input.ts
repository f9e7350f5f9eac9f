import { isBlock, type PageBlock, type PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import {
  type DamagedSpot,
  InputError,
  newStats,
  ownResults,
  type ReadNote,
  type ReadOptions,
  type Redirect,
  readBlocks,
  readPages,
} from '../dump/index.ts';
import { damageLine } from './damage.ts';
import { many } from './numbers.ts';
import { printable } from './printable.ts';
import type { Progress } from './progress.ts';

/** The pages of a command's INPUT arguments, and what is known about them while they are read. */
export interface Input {
  /** Walk either these or {@link Input.blocks}, and only once. */
  readonly pages: AsyncIterable<Page>;
  /** The pages for `shingleRecords` with this number of threads. */
  blocks(threads: number): AsyncIterable<PageInput>;
  /** Damaged spots so far, in the order of the input. Each is also printed to stderr. */
  readonly damaged: readonly DamagedSpot[];
  /** Notes on the input. Each is also printed to stderr. */
  readonly notes: readonly ReadNote[];
  /** Bytes of page bodies so far. */
  readonly bytes: number;
  /** Number of sound records and files that are no pages, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /**
   * Share of the stored bytes that had been read when the last page given to `showRead` came; undefined if their number
   * is not known.
   */
  readonly share: number | undefined;
  /** Number of pages in that share: fewer than were given to `showRead`, as the pages of a block come together. */
  readonly pagesOfShare: number;
  /** Draws the bar at the share of the input that had been read when page number `pages` came. */
  showRead(pages: number): void;
}

/** How to read inputs, by the options `reading` of options.ts. */
export interface InputOptions {
  /** `--field`. */
  readonly field: string | undefined;
  /** Whether inputs without any page are accepted. */
  readonly allowEmpty: boolean;
  /** Whether a file that the system stops reading is an error and no damage. */
  readonly throwUnreadable?: boolean;
}

/** Number of positions that are kept: more pages than all threads have in work. */
const MOST_AHEAD = 1 << 17;

/** Most reasons why records are no pages that one line names. */
const SHOWN_REASONS = 4;

/**
 * Reads `inputs` (files, folders, globs, `-`) for a command. Throws when walked, as `readPages` does, and at the end if
 * there was no page, unless the caller allows that: it is hardly ever intended.
 */
export function openInput(
  inputs: readonly string[],
  { field, allowEmpty, throwUnreadable = false }: InputOptions,
  progress: Progress,
  onRedirect?: (redirect: Redirect) => void,
  onPlace?: (id: string, place: string) => void,
): Input {
  const damaged: DamagedSpot[] = [];
  const notes: ReadNote[] = [];
  const stats = newStats();
  const read = { bytes: 0, done: 0, total: 0 };
  const readAtPage = new PositionOfPage();
  let shown = 0;
  const options: ReadOptions = {
    ...(field === undefined ? {} : { field }),
    throwUnreadable,
    stats,
    ...(onRedirect === undefined ? {} : { onRedirect }),
    ...(onPlace === undefined ? {} : { onPlace }),
    onDamage(spot) {
      damaged.push(spot);
      progress.note(`damaged: ${damageLine(spot)}`);
    },
    onNote(note) {
      notes.push(note);
      progress.note(`note: ${printable(`${note.file}: ${note.text}`)}`);
    },
    onProgress(done, total) {
      Object.assign(read, { done, total });
    },
  };
  function count(pages: number, bodyLength: number, position: number): void {
    read.bytes += bodyLength;
    for (let i = 0; i < pages; i++) readAtPage.came(position);
  }
  /** A block whose pages are counted when they are reached. */
  function countedBlock(block: PageBlock): PageBlock {
    const { bytes, size, reader, context } = block;
    const position = read.done;
    return {
      ...{ bytes, size, reader, context },
      read: (take, readJson) => block.read(take, readJson),
      accept(summary) {
        const ids = block.accept(summary);
        if (ids !== undefined) count(summary.idHashes.length, summary.bodyLength, position);
        return ids;
      },
      async *pages(kept) {
        for await (const page of block.pages(kept)) {
          count(1, page.body.length, position);
          yield page;
        }
      },
    };
  }
  async function* counted(input: AsyncIterable<PageInput>): AsyncGenerator<PageInput> {
    let hasBlocks = false;
    for await (const each of input) {
      if (each === 'after blocks') yield each;
      else if (isBlock(each)) {
        hasBlocks = true;
        yield countedBlock(each);
      } else {
        count(1, each.body.length, read.done);
        yield each;
      }
    }
    if (stats.pages === 0 && hasBlocks) yield 'after blocks';
    if (stats.pages === 0 && !allowEmpty) throw new Error(noPageIn(inputs, stats.skipped, damaged));
  }
  return {
    // without blocks, every item is a page
    pages: counted(readPages(inputs, options)) as AsyncGenerator<Page>,
    blocks: (threads) => counted(readBlocks(inputs, options, threads)),
    damaged,
    notes,
    get bytes() {
      return read.bytes;
    },
    get skipped() {
      return Object.fromEntries(stats.skipped);
    },
    get share() {
      return read.total > 0 ? shown / read.total : undefined;
    },
    get pagesOfShare() {
      return readAtPage.pagesBefore;
    },
    showRead(pages) {
      shown = readAtPage.of(pages);
      progress.update({ phase: 'reading', done: shown, total: read.total, count: [pages, 'page'] });
    },
  };
}

/**
 * How much of the input had been read when each page came. Reading is ahead of the finished pages by what threads have
 * in work, so that its own position would show more progress than there is.
 */
class PositionOfPage {
  #positions: number[] = [];
  /** Pages before the first of `#positions`. */
  #before = 0;
  #last = 0;
  #pagesBefore = 0;

  /** Number of pages that came before the first one at the position last asked for. */
  get pagesBefore(): number {
    return this.#pagesBefore;
  }

  /** Notes the position at which the next page came. */
  came(position: number): void {
    this.#positions.push(position);
    // the positions may never be asked for
    if (this.#positions.length > MOST_AHEAD) this.#forget(MOST_AHEAD / 2);
  }

  /** Position at which page number `page`, from 1, came. Earlier positions are forgotten. */
  of(page: number): number {
    const at = page - 1 - this.#before;
    if (at >= 0 && at < this.#positions.length) {
      const position = this.#positions[at];
      if (position !== this.#last) {
        let first = at;
        while (first > 0 && this.#positions[first - 1] === position) first--;
        this.#pagesBefore = this.#before + first;
      }
      this.#last = position;
      this.#forget(at + 1);
    }
    return this.#last;
  }

  #forget(count: number): void {
    this.#positions.splice(0, count);
    this.#before += count;
  }
}

/** The input, or the number of inputs. */
function inputsInWords(inputs: readonly string[]): string {
  return inputs.length === 1 ? inputs[0]! : many(inputs.length, 'input');
}

/** Whether a run read its pages from standard input, which cannot be read again, and no other input is named. */
export function isSpent(named: readonly string[], ofRun: readonly string[]): boolean {
  return named.length === 0 && ofRun.includes('-');
}

/** Adds to the error of an input that an earlier run read how to name it where it is now. `call`: of the command. */
export function whereItWas(error: unknown, call: string): unknown {
  if (!(error instanceof InputError)) return error;
  const { message } = error;
  return new Error(
    `${message}: the run read it; start neardup in the folder of that run, or name it as it is now: neardup ${call} INPUT…`,
  );
}

/** What an input had that was no page, for the end of an error that looked for one. */
export function seenInstead({ skipped, damaged }: Pick<Input, 'skipped' | 'damaged'>): string {
  const seen = notPages(new Map(Object.entries(skipped)), damaged);
  return seen === '' ? 'none' : `none (${seen})`;
}

/** One line that says what was found instead of pages. */
export function noPageIn(
  inputs: readonly string[],
  skipped: ReadonlyMap<string, number>,
  damaged: readonly DamagedSpot[],
): string {
  return (
    `expected a page in ${inputsInWords(inputs)}; got none (${notPages(skipped, damaged) || 'no record at all'}): ` +
    (skipped.has(ownResults)
      ? 'what an earlier run wrote is no input; name the input of that run, or see it by neardup report DIR'
      : 'if that may be, say --allow-empty')
  );
}

/** What was skipped and damaged, in words; nothing where there was neither. */
function notPages(skipped: ReadonlyMap<string, number>, damaged: readonly DamagedSpot[]): string {
  const reasons = [...skipped].sort(([, a], [, b]) => b - a);
  const shown = reasons.slice(0, SHOWN_REASONS).map(([reason, count]) => `${count} × ${printable(reason)}`);
  const seen = [
    ...(shown.length > 0 ? [`skipped ${shown.join(', ')}${reasons.length > shown.length ? ', …' : ''}`] : []),
    ...(damaged.length > 0
      ? [`${many(damaged.length, 'damaged spot')}, the first ${damageLine(damaged[0]!)}`]
      : []),
  ];
  return seen.join('; ');
}
