import { createHash } from 'node:crypto';
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

/** What is done with a record, a line or a page. */
type Verdict = 'keep' | 'leave-out' | 'revisit' | 'aside';

/** A file, or an archive in a WACZ, and what becomes of each of its records, lines or pages, in their order. */
export interface PartPlan {
  readonly verdicts: readonly Verdict[];
  /** What the revisits among them refer to, by their place in `verdicts`. */
  readonly revisits: ReadonlyMap<number, Original>;
  /** Of a table: the row of each page, from 0. */
  readonly rows: readonly number[];
}

/** A source, and what becomes of what is in it. */
export interface SourcePlan {
  readonly source: Source;
  /** Archives are copied record by record. */
  readonly byRecord: boolean;
  readonly parts: readonly PartPlan[];
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

/** All that is to be copied. */
interface CopyPlan {
  readonly sources: readonly SourcePlan[];
  /** In the order of the input. */
  readonly manifest: readonly ManifestEntry[];
  readonly counts: { readonly pages: number; readonly kept: number };
}

/** A longer HTTP header is none that a revisit repeats. */
export const MOST_HEAD_BYTES: number = 64 * 1024;

/**
 * Reads all sources once and says what becomes of each record, line and page. A page goes its own way by `fateOf`, and
 * with it the records that belong to it: those that name it, or that it names, in `WARC-Concurrent-To` or
 * `WARC-Refers-To`. What belongs to no page is kept. Memory: some 200 bytes a record of a page and its companions.
 */
export async function planCopy(
  sources: readonly Source[],
  reading: Reading,
  byRecord: (source: Source) => boolean,
  fateOf: (page: Page) => Fate,
): Promise<CopyPlan> {
  const planner = new Planner(fateOf);
  const plans: SourcePlan[] = [];
  for (const source of sources) {
    const isByRecord = byRecord(source);
    const parts: PartPlan[] = [];
    if (isByRecord) {
      for await (const { file, isArc } of archivesOf(source, reading)) {
        const part = planner.begin();
        if (isArc) for await (const page of arcPages(file)) planner.addPage(part, page);
        else for await (const unit of warcUnits(file)) planner.addRecord(part, unit.record, unit.pages);
        parts.push(part);
      }
    } else {
      const part = planner.begin();
      const watched: Reading = { ...reading, onRow: (row) => void part.rows.push(row) };
      for await (const page of pagesOf(source, watched)) planner.addPage(part, page);
      parts.push(part);
    }
    plans.push({ source, byRecord: isByRecord, parts });
  }
  for await (const unfinished of unfinishedPages(reading)) planner.addUnfinished(unfinished);
  return { sources: plans, ...planner.end() };
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

interface OpenPart extends PartPlan {
  readonly verdicts: Verdict[];
  readonly revisits: Map<number, Original>;
  readonly rows: number[];
}

/** A record that goes the way of the pages it is linked with. */
interface Companion {
  readonly part: OpenPart;
  readonly at: number;
  readonly id: string;
  readonly links: readonly string[];
}

/** A page that is no plain copy of its record, until it is known what it may refer to. */
interface DroppedPage {
  readonly entry: ManifestEntry;
  readonly part: OpenPart | undefined;
  readonly at: number;
  readonly payload: Payload | undefined;
}

/** What two records have to have in common for one to be a revisit of the other. */
interface Payload {
  readonly key: string;
  readonly original: Original;
}

class Planner {
  readonly #fateOf: (page: Page) => Fate;
  readonly #companions: Companion[] = [];
  /** Verdicts of pages by the ids of their records; what is kept once stays. */
  readonly #outcomes = new Map<string, Verdict>();
  /** Ids of records that pages name, and the records of these pages. */
  readonly #namedBy = new Map<string, string>();
  readonly #dropped: DroppedPage[] = [];
  readonly #payloads = new Map<string, Payload>();
  readonly #manifest: ManifestEntry[] = [];
  #pages = 0;
  #kept = 0;

  constructor(fateOf: (page: Page) => Fate) {
    this.#fateOf = fateOf;
  }

  begin(): OpenPart {
    return { verdicts: [], revisits: new Map(), rows: [] };
  }

  addPage(part: OpenPart, page: Page): void {
    part.verdicts.push(this.#judge(page, part, part.verdicts.length, undefined));
  }

  addRecord(part: OpenPart, record: ArchiveRecord, pages: readonly WarcPage[]): void {
    const at = part.verdicts.length;
    const id = record.headers.get('warc-record-id') ?? '';
    part.verdicts.push('keep');
    let isPage = false;
    for (const { of, page } of pages) {
      if (of !== record) this.addUnfinished({ of, page });
      else if (page !== undefined) {
        isPage = true;
        const verdict = this.#judge(page, part, at, of);
        part.verdicts[at] = verdict;
        this.#settle(id, verdict);
        for (const named of linksOf(record.headers)) this.#namedBy.set(named, id);
      }
    }
    if (isPage || id === '') return;
    const origin = record.headers.get('warc-segment-origin-id');
    const own = record.headers.has('warc-segment-number') ? [origin ?? id] : [];
    this.#companions.push({ part, at, id, links: [...own, ...linksOf(record.headers)] });
  }

  /** A page whose segments lie before: they all go its way. */
  addUnfinished({ of, page }: WarcPage): void {
    if (page === undefined) return;
    const verdict = this.#judge(page, undefined, 0, undefined);
    this.#settle(of.headers.get('warc-record-id') ?? '', verdict);
  }

  end(): Omit<CopyPlan, 'sources'> {
    for (const { entry, part, at, payload } of this.#dropped) {
      const of = entry.known ? undefined : this.#payloads.get(entry.representative ?? '');
      const isRevisit =
        part !== undefined &&
        payload !== undefined &&
        of?.key === payload.key &&
        of.original.recordId !== payload.original.recordId;
      if (isRevisit) {
        part.verdicts[at] = 'revisit';
        part.revisits.set(at, of.original);
        this.#outcomes.set(payload.original.recordId, 'revisit');
      }
      this.#manifest.push(isRevisit ? { ...entry, action: 'revisit' } : entry);
    }
    for (const { part, at, id, links } of this.#companions) {
      const named = this.#namedBy.get(id);
      const outcomes = [...links, ...(named === undefined ? [] : [named])]
        .map((link) => this.#outcomes.get(link))
        .filter((outcome) => outcome !== undefined);
      if (outcomes.length === 0 || outcomes.some((each) => each === 'keep' || each === 'revisit')) continue;
      part.verdicts[at] = outcomes.includes('aside') ? 'aside' : 'leave-out';
    }
    const counts = { pages: this.#pages, kept: this.#kept };
    return { manifest: this.#manifest, counts };
  }

  #settle(id: string, verdict: Verdict): void {
    const before = this.#outcomes.get(id);
    if (before === undefined || verdict === 'keep') this.#outcomes.set(id, verdict);
  }

  #judge(page: Page, part: OpenPart | undefined, at: number, record: ArchiveRecord | undefined): Verdict {
    const { action, ...why } = this.#fateOf(page);
    const payload = record && payloadOf(record);
    this.#pages++;
    if (action === 'keep') {
      this.#kept++;
      if (payload !== undefined) this.#payloads.set(page.id, payload);
      return 'keep';
    }
    const named = { id: page.id, url: page.url, ...why };
    const entry: ManifestEntry = { ...named, action: action === 'aside' ? 'aside' : 'left-out' };
    this.#dropped.push({ entry, part, at, payload: action === 'drop' ? payload : undefined });
    return action === 'aside' ? 'aside' : 'leave-out';
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
