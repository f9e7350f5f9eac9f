import { createHash } from 'node:crypto';
import { type Spool, StoredList, StoredMap, type WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { arcPages } from '../arc/arc.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import { toBase32 } from '../archive/digests.ts';
import type { Headers } from '../archive/headers.ts';
import { parseHttpHead } from '../archive/http.ts';
import { pagesOf } from '../pages.ts';
import { type OpenData, OpenSource, type Reading } from '../reading.ts';
import type { Source } from '../sources.ts';
import { wacz } from '../wacz/format.ts';
import { warc } from '../warc/format.ts';
import { unfinishedPages, type WarcPage, warcUnits } from '../warc/warc.ts';

/** What is to become of a page, as whoever decided it says. */
export interface Fate {
  readonly action: 'keep' | 'drop' | 'aside';
  /** Of a dropped page: the id of the page that stands for it. */
  readonly representative?: string;
  /** Whether that page is in none of the inputs: nothing can be a revisit of it. */
  readonly known?: true;
  readonly similarity?: number;
  /** Why, for programs. */
  readonly code?: string;
}

/** What is done with a record, a line or a page: on disk its place in this list. */
const verdicts = ['keep', 'leave-out', 'revisit', 'aside'] as const;

type Verdict = (typeof verdicts)[number];

/** A file, or an archive in a WACZ: which of all records, lines or pages are its own. */
export interface PartPlan {
  /** Number of the first one. */
  readonly from: number;
  length: number;
  /** Of a table: whether the row of each page is known. */
  readonly rows: Spool | undefined;
}

/** A source, and what becomes of what is in it. */
export interface SourcePlan {
  readonly source: Source;
  /** Archives are copied record by record. */
  readonly byRecord: boolean;
  readonly parts: readonly PartPlan[];
}

/** What becomes of a record, a line or a page. */
export interface Step {
  readonly verdict: Verdict;
  readonly revisitOf?: Original;
}

/** A record that a revisit refers to. */
export interface Original {
  readonly recordId: string;
  readonly url: string;
  readonly date: string;
  /** `sha1:` and so on: that of the payload of both. */
  readonly payloadDigest: string;
}

/** A page that is not in the copy as it was, and why. */
export interface ManifestEntry extends Omit<Fate, 'action'> {
  readonly id: string;
  readonly url: string;
  readonly action: 'left-out' | 'revisit' | 'aside';
}

/** All that is to be copied; what grows with the input is in the work folder. */
interface CopyPlan {
  readonly sources: readonly SourcePlan[];
  /** What becomes of all records, lines and pages, in their order. */
  steps(): Generator<Step>;
  /** In the order of the input. */
  readonly manifest: StoredList<ManifestEntry>;
  readonly counts: CopyCounts;
}

/** How many pages are in a copy, and how many are not. */
export interface CopyCounts {
  readonly kept: number;
  readonly revisits: number;
  readonly leftOut: number;
  readonly putAside: number;
}

/** A longer HTTP header is none that a revisit repeats. */
export const MOST_HEAD_BYTES: number = 64 * 1024;

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
        const part = planner.begin(folder.spool());
        const watched: Reading = { ...reading, onRow: (row) => void part.rows?.append(rowBytes(row)) };
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
  rows!.read(ROW_BYTES * page, bytes);
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

/** A record that goes the way of the pages it is linked with. */
interface Companion {
  readonly at: number;
  readonly id: string;
  readonly links: readonly string[];
}

/** A page that is no plain copy of its record, until it is known what it may refer to. */
interface DroppedPage {
  readonly entry: ManifestEntry;
  /** Its record, line or place; `undefined` where it has none of its own. */
  readonly at?: number;
  readonly payload?: Payload;
}

/** What two records have to have in common for one to be a revisit of the other. */
interface Payload {
  readonly key: string;
  readonly original: Original;
}

/** A record that becomes something else than was noted when it was read. */
interface Change {
  readonly at: number;
  readonly verdict: Verdict;
  readonly revisitOf?: Original;
}

/** Looked up together: each call for some waits for the disk once. */
const LOOKED_UP_TOGETHER = 1 << 10;

/** Verdicts that a record's page may have by itself, the one that counts where there are several first. */
const ranked = ['keep', 'aside', 'leave-out'] as const;

/** What is known of records and pages while a plan is made, by their ids. */
const key = {
  /** There where the page of a record has a verdict. */
  outcome: (record: string, verdict: Verdict): string => `${verdict} ${record}`,
  /** The record whose page names a record. */
  namedBy: (record: string): string => `named ${record}`,
  /** The payload of a kept page, as JSON. */
  payload: (page: string): string => `payload ${page}`,
};

class Planner {
  readonly #fateOf: (page: Page) => Fate;
  readonly #folder: WorkFolder;
  /** A byte for each record, line or page: as it was when it was read. */
  readonly #verdicts: Spool;
  readonly #companions: StoredList<Companion>;
  readonly #dropped: StoredList<DroppedPage>;
  /** By the keys below. */
  readonly #known: StoredMap;
  #kept = 0;

  constructor(fateOf: (page: Page) => Fate, folder: WorkFolder, mostWaiting?: number) {
    this.#fateOf = fateOf;
    this.#folder = folder;
    this.#verdicts = folder.spool();
    this.#companions = new StoredList(folder);
    this.#dropped = new StoredList(folder);
    this.#known = new StoredMap(folder, 'copy', mostWaiting);
  }

  begin(rows?: Spool): PartPlan {
    return { from: this.#verdicts.length, length: 0, rows };
  }

  async addPage(part: PartPlan, page: Page): Promise<void> {
    this.#note(part, await this.#judge(page, this.#verdicts.length, undefined));
  }

  async addRecord(part: PartPlan, record: ArchiveRecord, pages: readonly WarcPage[]): Promise<void> {
    const at = this.#verdicts.length;
    const id = record.headers.get('warc-record-id') ?? '';
    let own: Verdict | undefined;
    for (const { of, page } of pages) {
      if (of !== record) await this.addUnfinished({ of, page });
      else if (page !== undefined) {
        own = await this.#judge(page, at, of);
        await this.#settle(id, own);
        for (const named of linksOf(record.headers)) await this.#known.put(key.namedBy(named), id);
      }
    }
    this.#note(part, own ?? 'keep');
    if (own !== undefined || id === '') return;
    const origin = record.headers.get('warc-segment-origin-id');
    const whole = record.headers.has('warc-segment-number') ? [origin ?? id] : [];
    this.#companions.push({ at, id, links: [...whole, ...linksOf(record.headers)] });
  }

  /** A page whose segments lie before: they all go its way. */
  async addUnfinished({ of, page }: WarcPage): Promise<void> {
    if (page === undefined) return;
    const verdict = await this.#judge(page, undefined, undefined);
    await this.#settle(of.headers.get('warc-record-id') ?? '', verdict);
  }

  async end(): Promise<Omit<CopyPlan, 'sources'>> {
    const manifest = new StoredList<ManifestEntry>(this.#folder);
    const counts = { kept: this.#kept, revisits: 0, leftOut: 0, putAside: 0 };
    const revisits = await this.#revisits((entry) => {
      manifest.push(entry);
      counts[entry.action === 'revisit' ? 'revisits' : entry.action === 'aside' ? 'putAside' : 'leftOut']++;
    });
    const companions = await this.#leavingCompanions();
    const noted = this.#verdicts;
    return {
      ...{ manifest, counts },
      steps: () => stepsOf(noted, [revisits, companions]),
    };
  }

  /** Lets go of what the plan was made from. */
  async close(): Promise<void> {
    this.#companions.close();
    this.#dropped.close();
    await this.#known.close();
  }

  /** The dropped pages that become revisits; `onEntry` is called for each dropped page. */
  async #revisits(onEntry: (entry: ManifestEntry) => void): Promise<StoredList<Change>> {
    const changes = new StoredList<Change>(this.#folder);
    for (const some of inChunks(this.#dropped)) {
      const found = await this.#known.getMany(
        some.map(({ entry }) => key.payload(entry.representative ?? '')),
      );
      for (const [i, { entry, at, payload }] of some.entries()) {
        const text = entry.known ? undefined : found[i];
        const of = text === undefined ? undefined : (JSON.parse(text) as Payload);
        const isRevisit =
          at !== undefined &&
          payload !== undefined &&
          of?.key === payload.key &&
          of.original.recordId !== payload.original.recordId;
        if (isRevisit) {
          changes.push({ at, verdict: 'revisit', revisitOf: of.original });
          // what belongs to a revisit stays, too
          await this.#settle(payload.original.recordId, 'keep');
        }
        onEntry(isRevisit ? { ...entry, action: 'revisit' } : entry);
      }
    }
    return changes;
  }

  /** The companions that go where no page of theirs stays. */
  async #leavingCompanions(): Promise<StoredList<Change>> {
    const changes = new StoredList<Change>(this.#folder);
    for (const some of inChunks(this.#companions)) {
      const namedBy = await this.#known.getMany(some.map(({ id }) => key.namedBy(id)));
      const links = some.map(({ links: own }, i) => (namedBy[i] === undefined ? own : [...own, namedBy[i]]));
      const found = await this.#known.getMany(
        links.flat().flatMap((link) => ranked.map((verdict) => key.outcome(link, verdict))),
      );
      let next = 0;
      for (const [i, { at }] of some.entries()) {
        let best: number = ranked.length;
        for (let left = ranked.length * links[i].length; left > 0; left--, next++) {
          if (found[next] !== undefined) best = Math.min(best, next % ranked.length);
        }
        const verdict = ranked[best];
        if (verdict !== undefined && verdict !== 'keep') changes.push({ at, verdict });
      }
    }
    return changes;
  }

  async #settle(id: string, verdict: Verdict): Promise<void> {
    await this.#known.put(key.outcome(id, verdict), '1');
  }

  #note(part: PartPlan, verdict: Verdict): void {
    this.#verdicts.append(Uint8Array.of(verdicts.indexOf(verdict)));
    part.length++;
  }

  /** @param at the page's record, line or place, where it has one of its own */
  async #judge(page: Page, at: number | undefined, record: ArchiveRecord | undefined): Promise<Verdict> {
    const { action, ...why } = this.#fateOf(page);
    const payload = record && payloadOf(record);
    if (action === 'keep') {
      this.#kept++;
      if (payload !== undefined) await this.#known.put(key.payload(page.id), JSON.stringify(payload));
      return 'keep';
    }
    const named = { id: page.id, url: page.url, ...why };
    this.#dropped.push({
      entry: { ...named, action: action === 'aside' ? 'aside' : 'left-out' },
      ...(at === undefined ? {} : { at }),
      ...(action === 'drop' && payload !== undefined ? { payload } : {}),
    });
    return action === 'aside' ? 'aside' : 'leave-out';
  }
}

function* inChunks<Value>(values: Iterable<Value>): Generator<Value[]> {
  let chunk: Value[] = [];
  for (const value of values) {
    chunk.push(value);
    if (chunk.length < LOOKED_UP_TOGETHER) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** What was noted of all, with what has changed since: each list of changes is in the order of what they are of. */
function* stepsOf(noted: Spool, changes: readonly Iterable<Change>[]): Generator<Step> {
  const cursors = changes.map((list) => list[Symbol.iterator]());
  const next = cursors.map((cursor) => cursor.next());
  const byte = new Uint8Array(1);
  for (let at = 0; at < noted.length; at++) {
    noted.read(at, byte);
    let step: Step = { verdict: verdicts[byte[0]!]! };
    for (const [i, { value, done }] of next.entries()) {
      if (done || value.at !== at) continue;
      const { at: _, ...changed } = value as Change;
      step = changed;
      next[i] = cursors[i]!.next();
    }
    yield step;
  }
}

/** Records that a record names as belonging to it. */
function linksOf(headers: Headers): string[] {
  return ['warc-concurrent-to', 'warc-refers-to']
    .map((name) => headers.get(name))
    .filter((id) => id !== undefined);
}

/** The payload of a sound response that is at hand as a whole; `undefined` for all else. */
function payloadOf({ type, headers, block, blockLength, damage }: ArchiveRecord): Payload | undefined {
  const recordId = headers.get('warc-record-id');
  if (headers.has('warc-truncated') || headers.has('warc-segment-number')) return undefined;
  if (type !== 'response' || damage !== undefined || block.length !== blockLength) return undefined;
  const head = parseHttpHead(block, MOST_HEAD_BYTES);
  if (head === undefined || head.isLong || recordId === undefined) return undefined;
  const digest = createHash('sha1').update(block.subarray(head.length)).digest();
  const stated = headers.get('warc-payload-digest');
  return {
    key: `${blockLength - head.length}:${digest.toString('hex')}`,
    original: {
      recordId,
      url: headers.get('warc-target-uri') ?? '',
      date: headers.get('warc-date') ?? '',
      payloadDigest: stated ?? `sha1:${toBase32(digest)}`,
    },
  };
}
