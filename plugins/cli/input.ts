import type { Page } from '../../src/index.ts';
import {
  type DamagedSpot,
  newStats,
  ownResults,
  type ReadNote,
  type Redirect,
  readPages,
} from '../dump/index.ts';
import { damageLine } from './damage.ts';
import { many } from './numbers.ts';
import { printable } from './printable.ts';
import type { Progress } from './progress.ts';

/** The pages of a command's INPUT arguments, and what is known of them while they are read. */
export interface Input {
  /** To be walked once. */
  readonly pages: AsyncIterable<Page>;
  /** Damaged spots so far, in the order of the input; each was also noted on stderr. */
  readonly damaged: readonly DamagedSpot[];
  /** What is to be known of the input otherwise; each was also noted on stderr. */
  readonly notes: readonly ReadNote[];
  /** Bytes of page bodies so far. */
  readonly bytes: number;
  /** Records and files that are sound but no page, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** How much of the stored bytes was read; undefined where their number is not known. */
  readonly share: number | undefined;
  /** Draws the bar: how much of the input is read. */
  showRead(detail: string): void;
}

/** How inputs are read, by the options of `reading` in options.ts. */
export interface InputOptions {
  /** `--field`. */
  readonly field: string | undefined;
  /** Inputs without a page are no error. */
  readonly allowEmpty: boolean;
}

/** Reasons why records are no pages that one line names. */
const SHOWN_REASONS = 4;

/**
 * Reads `inputs` (files, folders, globs, `-`) for a command. Throws as `readPages` does, when walked, and at its
 * end where no page came out: to go on with nothing is what nobody meant, unless they said so.
 */
export function openInput(
  inputs: readonly string[],
  { field, allowEmpty }: InputOptions,
  progress: Progress,
  onRedirect?: (redirect: Redirect) => void,
): Input {
  const damaged: DamagedSpot[] = [];
  const notes: ReadNote[] = [];
  const stats = newStats();
  const read = { bytes: 0, done: 0, total: 0 };
  const pages = readPages(inputs, {
    ...(field === undefined ? {} : { field }),
    stats,
    ...(onRedirect === undefined ? {} : { onRedirect }),
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
  });
  async function* counted(): AsyncGenerator<Page> {
    for await (const page of pages) {
      read.bytes += page.body.length;
      yield page;
    }
    if (stats.pages === 0 && !allowEmpty) throw new Error(noPageIn(inputs, stats.skipped, damaged));
  }
  return {
    pages: counted(),
    damaged,
    notes,
    get bytes() {
      return read.bytes;
    },
    get skipped() {
      return Object.fromEntries(stats.skipped);
    },
    get share() {
      return read.total > 0 ? read.done / read.total : undefined;
    },
    showRead: (detail) => progress.update('reading', read.done, read.total, detail),
  };
}

/** What was seen where no page was: one line. */
function noPageIn(
  inputs: readonly string[],
  skipped: ReadonlyMap<string, number>,
  damaged: readonly DamagedSpot[],
): string {
  const reasons = [...skipped].sort(([, a], [, b]) => b - a);
  const shown = reasons.slice(0, SHOWN_REASONS).map(([reason, count]) => `${count} × ${printable(reason)}`);
  const seen = [
    ...(shown.length > 0 ? [`skipped ${shown.join(', ')}${reasons.length > shown.length ? ', …' : ''}`] : []),
    ...(damaged.length > 0
      ? [`${many(damaged.length, 'damaged spot')}, the first ${damageLine(damaged[0]!)}`]
      : []),
  ];
  const of = inputs.length === 1 ? inputs[0] : many(inputs.length, 'input');
  return (
    `expected a page in ${of}; got none (${seen.join('; ') || 'no record at all'}): ` +
    (skipped.has(ownResults)
      ? 'what an earlier run wrote is no input; name the input of that run, or see it by neardup report DIR'
      : 'if that may be, say --allow-empty')
  );
}
