import type { WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { arcPages } from '../arc/arc.ts';
import { pagesOf } from '../pages.ts';
import { type OpenData, OpenSource, type Reading } from '../reading.ts';
import type { Source } from '../sources.ts';
import { wacz } from '../wacz/format.ts';
import { warc } from '../warc/format.ts';
import { unfinishedPages, warcUnits } from '../warc/warc.ts';
import type { Fate } from './fate.ts';
import { type PartPlan, type Planned, Planner } from './planner.ts';

/** A source, and what becomes of what is in it. */
export interface SourcePlan {
  readonly source: Source;
  /** Archives are copied record by record. */
  readonly byRecord: boolean;
  readonly parts: readonly PartPlan[];
}

/** All that is to be copied. */
interface CopyPlan extends Planned {
  readonly sources: readonly SourcePlan[];
}

/**
 * Reads all sources once and says what becomes of each record, line and page. A page goes its own way by `fateOf`, and
 * with it the records that belong to it: those that name it, or that it names, in `WARC-Concurrent-To` or
 * `WARC-Refers-To`: where these go different ways, it is kept before it is put aside, and that before it is left out.
 * What belongs to no page is kept. Memory: some 100 MB, whatever the number of records.
 *
 * @param mostWaiting so much of what is known of records waits in memory before it goes to disk
 */
export async function planCopy(
  sources: readonly Source[],
  reading: Reading,
  byRecord: (source: Source) => boolean,
  fateOf: (page: Page) => Fate,
  folder: WorkFolder,
  mostWaiting?: number,
): Promise<CopyPlan> {
  const planner = new Planner(fateOf, folder, mostWaiting);
  // one for all files, of which there may be as many as pages
  const rows = folder.spool();
  const watched: Reading = { ...reading, onRow: (row) => void rows.append(rowBytes(row)) };
  try {
    const plans: SourcePlan[] = [];
    for (const source of sources) {
      const isByRecord = byRecord(source);
      const parts: PartPlan[] = [];
      if (isByRecord) {
        for await (const { file, isArc } of archivesOf(source, reading)) {
          const part = planner.begin();
          if (isArc) for await (const page of arcPages(file)) await planner.addPage(part, page);
          else
            for await (const unit of warcUnits(file)) await planner.addRecord(part, unit.record, unit.pages);
          parts.push(part);
        }
      } else {
        const part = planner.begin({ spool: rows, from: rows.length });
        for await (const page of pagesOf(source, watched)) await planner.addPage(part, page);
        parts.push(part);
      }
      plans.push({ source, byRecord: isByRecord, parts });
    }
    for await (const unfinished of unfinishedPages(reading)) await planner.addUnfinished(unfinished);
    return { sources: plans, ...(await planner.end()) };
  } finally {
    await planner.close();
  }
}

const ROW_BYTES = 8;

function rowBytes(row: number): Uint8Array {
  const bytes = Buffer.alloc(ROW_BYTES);
  bytes.writeDoubleLE(row);
  return bytes;
}

/** The row of page number `page` of a table. */
export function rowAt({ rows }: PartPlan, page: number): number {
  const bytes = Buffer.alloc(ROW_BYTES);
  rows!.spool.read(rows!.from + ROW_BYTES * page, bytes);
  return bytes.readDoubleLE();
}

/** The archives of a WARC or WACZ file, opened one after the other. */
export async function* archivesOf(
  { format, ...stored }: Source,
  reading: Reading,
): AsyncGenerator<{ readonly file: OpenData; readonly isArc: boolean }> {
  const file = new OpenSource(stored, reading);
  try {
    if (format === warc) yield { file, isArc: false };
    else if (format === wacz) {
      const { waczArchives } = await import('../wacz/wacz.ts');
      yield* waczArchives(file);
    }
  } finally {
    await file.close();
  }
}
