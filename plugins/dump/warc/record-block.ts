import type { BlockSummary } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { BlockOrder } from '../block-order.ts';
import type { Place } from '../bytes/pieces.ts';
import type { DamageCode, DamagedSpot } from '../damage.ts';
import { idHash, PageIds } from '../ids.ts';
import type { Limits } from '../limits.ts';
import { OpenSource, type Reading, type Redirect, type StoredSource } from '../reading.ts';
import { newStats, otherReasons } from '../stats.ts';
import { Segments } from './segments.ts';
import { warcUnits } from './warc.ts';

/** Which records to read. */
export interface RecordsContext {
  /** With the part of it that is the block. */
  readonly stored: StoredSource;
  readonly limits: Limits;
}

/** What is told of records. */
export interface RecordsSummary extends BlockSummary {
  readonly told: {
    /** Where the record of each page lies. */
    readonly places: readonly Place[];
    readonly spots: readonly DamagedSpot[];
    readonly redirects: readonly Redirect[];
    /** Records that are no page, by reason, in the order of the first of each. */
    readonly skipped: ReadonlyMap<string, number>;
  };
}

/** Damage of one record: where it begins and ends is not in doubt. */
const WITHIN_A_RECORD: ReadonlySet<DamageCode> = new Set([
  'no-http-header',
  'unknown-coding',
  'truncated',
  'short-body',
  'partial-response',
  'broken-body',
  'digest',
  'not-a-digest',
]);

/** Bodies of one block, so that its gram sets do not take the memory of a file's. */
const MOST_BODY_BYTES = 64 << 20;

/**
 * Gives the pages of whole records to `take`, under ids as they have where none is taken; `undefined` where records do not begin
 * and end where the block does, or come in segments, which may lie in other blocks. In any thread.
 */
export async function readBlock(
  _: Uint8Array,
  { stored, limits }: RecordsContext,
  take: (page: Page) => void,
): Promise<RecordsSummary | undefined> {
  const spots: DamagedSpot[] = [];
  const redirects: Redirect[] = [];
  const stats = newStats();
  let isPlain = true;
  const reading: Reading = {
    ...{ limits, stats, field: undefined, signal: undefined, isPassing: true },
    ...{ ids: new PageIds(), blocks: new BlockOrder(), segments: new Segments() },
    onDamage(spot) {
      spots.push(spot);
      if (!WITHIN_A_RECORD.has(spot.code)) isPlain = false;
    },
    onRedirect: (redirect) => redirects.push(redirect),
    onNote() {},
    onBytes() {},
  };
  const idHashes: number[] = [];
  const places: Place[] = [];
  let bodyLength = 0;
  const source = new OpenSource(stored, reading);
  try {
    for await (const { record, pages } of warcUnits(source)) {
      if (record.type === 'continuation' || record.headers.has('warc-segment-number')) return undefined;
      for (const { of, page } of pages) {
        if (page === undefined) continue;
        bodyLength += page.body.length;
        if (bodyLength > MOST_BODY_BYTES || !isPlain) return undefined;
        idHashes.push(idHash(page.id));
        places.push(of.place);
        take(page);
      }
    }
  } catch {
    // whoever reads the file then says what is wrong with it
    return undefined;
  } finally {
    await source.close();
  }
  const { skipped } = stats;
  // which reasons are counted apart depends on those before
  if (!isPlain || skipped.has(otherReasons)) return undefined;
  return { idHashes: Float64Array.from(idHashes), bodyLength, told: { places, spots, redirects, skipped } };
}
