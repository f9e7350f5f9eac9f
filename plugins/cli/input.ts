import type { Page } from '../../src/index.ts';
import { type DamagedSpot, newStats, readPages } from '../dump/index.ts';
import { damageLine } from './damage.ts';
import type { Progress } from './progress.ts';

/** The pages of a command's INPUT arguments, and what is known of them while they are read. */
export interface Input {
  /** To be walked once. */
  readonly pages: AsyncIterable<Page>;
  /** Damaged spots so far, in the order of the input; each was also noted on stderr. */
  readonly damaged: readonly DamagedSpot[];
  /** Bytes of page bodies so far. */
  readonly bytes: number;
  /** Records and files that are sound but no page, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Draws the bar: how much of the input is read. */
  showRead(detail: string): void;
}

/** Reads `inputs` (files, folders, globs, `-`) for a command. Throws as `readPages` does, when walked. */
export function openInput(inputs: readonly string[], field: string | undefined, progress: Progress): Input {
  const damaged: DamagedSpot[] = [];
  const stats = newStats();
  const read = { bytes: 0, done: 0, total: 0 };
  const pages = readPages(inputs, {
    ...(field === undefined ? {} : { field }),
    stats,
    onDamage(spot) {
      damaged.push(spot);
      progress.note(`damaged: ${damageLine(spot)}`);
    },
    onProgress(done, total) {
      Object.assign(read, { done, total });
    },
  });
  return {
    pages: counted(pages, (length) => {
      read.bytes += length;
    }),
    damaged,
    get bytes() {
      return read.bytes;
    },
    get skipped() {
      return Object.fromEntries(stats.skipped);
    },
    showRead: (detail) => progress.update('reading', read.done, read.total, detail),
  };
}

async function* counted(pages: AsyncIterable<Page>, add: (length: number) => void): AsyncGenerator<Page> {
  for await (const page of pages) {
    add(page.body.length);
    yield page;
  }
}
