import { type Spool, StoredList, StoredMap, type WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import type { Headers } from '../archive/headers.ts';
import type { WarcPage } from '../warc/warc.ts';
import { type CopyCounts, type Fate, type ManifestEntry, type Step, type Verdict, verdicts } from './fate.ts';
import { type Original, type Payload, payloadOf } from './payload.ts';

/** A file, or an archive in a WACZ: its range among all records, lines or pages. */
export interface PartPlan {
  /** Number of its first one. */
  readonly from: number;
  length: number;
  /** Where the row of each page of a table is; missing for an archive. */
  readonly rows?: { readonly spool: Spool; readonly from: number };
}

/** A finished plan. Everything that grows with the input is in the work folder. */
export interface Planned {
  /** The steps for all records, lines and pages, in their order. */
  steps(): Generator<Step>;
  /** In the order of the input. */
  readonly manifest: StoredList<ManifestEntry>;
  readonly counts: CopyCounts;
}

/** A record that is treated like the pages it is linked with. */
interface Companion {
  readonly at: number;
  readonly id: string;
  readonly links: readonly string[];
}

/** A dropped page, held until it is known which page it may refer to. */
interface DroppedPage {
  readonly entry: ManifestEntry;
  /** Number of its record, line or place; `undefined` if it has none of its own. */
  readonly at?: number;
  readonly payload?: Payload;
}

/** A record whose verdict differs from the one noted when it was read. */
interface Change {
  readonly at: number;
  readonly verdict: Verdict;
  readonly revisitOf?: Original;
}

/** The id of a page, and the number of its line or place. */
interface Renamed {
  readonly at: number;
  readonly id: string;
}

/** Number of look-ups made together, since each call waits for the disk once. */
const LOOKED_UP_TOGETHER = 1 << 10;

/** Verdicts that a record's page may have on its own. If a record has several, the first in this order counts. */
const ranked = ['keep', 'aside', 'leave-out'] as const;

/** Keys of the facts about records and pages that are stored while a plan is made. */
const key = {
  /** Present if the page of a record has this verdict. */
  outcome: (record: string, verdict: Verdict): string => `${verdict} ${record}`,
  /** The record whose page names a record. */
  namedBy: (record: string): string => `named ${record}`,
  /** The payload of a kept page, as JSON. */
  payload: (page: string): string => `payload ${page}`,
};

/**
 * Takes records and pages in their order, and decides in the end about each: about pages by `fateOf`, and about records
 * that belong to pages by those pages (`planCopy`).
 */
export class Planner {
  readonly #fateOf: (page: Page) => Fate;
  readonly #folder: WorkFolder;
  /** A byte for each record, line or page: its verdict when it was read. */
  readonly #verdicts: Spool;
  readonly #companions: StoredList<Companion>;
  readonly #dropped: StoredList<DroppedPage>;
  /** Pages with another id than the reader gives them, by the number of their line or place. */
  readonly #renamed: StoredList<Renamed>;
  /** By the keys below. */
  readonly #known: StoredMap;
  #kept = 0;

  constructor(fateOf: (page: Page) => Fate, folder: WorkFolder, mostWaiting?: number) {
    this.#fateOf = fateOf;
    this.#folder = folder;
    this.#verdicts = folder.spool();
    this.#companions = new StoredList(folder);
    this.#dropped = new StoredList(folder);
    this.#renamed = new StoredList(folder);
    this.#known = new StoredMap(folder, 'copy', mostWaiting);
  }

  begin(rows?: PartPlan['rows']): PartPlan {
    return { from: this.#verdicts.length, length: 0, ...(rows && { rows }) };
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

  /** Adds a page whose segments came before. All of them get its verdict. */
  async addUnfinished({ of, page }: WarcPage): Promise<void> {
    if (page === undefined) return;
    const verdict = await this.#judge(page, undefined, undefined);
    await this.#settle(of.headers.get('warc-record-id') ?? '', verdict);
  }

  async end(): Promise<Planned> {
    const manifest = new StoredList<ManifestEntry>(this.#folder);
    const counts = { kept: this.#kept, revisits: 0, leftOut: 0, putAside: 0 };
    const revisits = await this.#revisits((entry) => {
      manifest.push(entry);
      counts[entry.action === 'revisit' ? 'revisits' : entry.action === 'aside' ? 'putAside' : 'leftOut']++;
    });
    const companions = await this.#leavingCompanions();
    const [noted, renamed] = [this.#verdicts, this.#renamed];
    return {
      ...{ manifest, counts },
      steps: () => stepsOf(noted, [revisits, companions], renamed),
    };
  }

  /** Releases the data that the plan was made from. */
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
          // records that belong to a revisit stay, too
          await this.#settle(payload.original.recordId, 'keep');
        }
        onEntry(isRevisit ? { ...entry, action: 'revisit' } : entry);
      }
    }
    return changes;
  }

  /** The companions of which no page stays. */
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

  /** @param at number of the page's record, line or place, if it has one of its own */
  async #judge(page: Page, at: number | undefined, record: ArchiveRecord | undefined): Promise<Verdict> {
    const { action, id = page.id, ...why } = this.#fateOf(page);
    // a record is copied as it is
    if (id !== page.id && at !== undefined && record === undefined) this.#renamed.push({ at, id });
    const payload = record && payloadOf(record);
    if (action === 'keep') {
      this.#kept++;
      if (payload !== undefined) await this.#known.put(key.payload(id), JSON.stringify(payload));
      return 'keep';
    }
    const named = { id, url: page.url, ...why };
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

/** The noted verdicts with all later changes applied. Each list is in the order of the records. */
function* stepsOf(
  noted: Spool,
  changes: readonly Iterable<Change>[],
  renamed: Iterable<Renamed>,
): Generator<Step> {
  const names = renamed[Symbol.iterator]();
  let name = names.next();
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
    if (!name.done && name.value.at === at) {
      step = { ...step, id: name.value.id };
      name = names.next();
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
