import { type DamageFacts, type ReportDamage, tellOnce } from './damage.ts';
import { type BinaryStore, present, readValue, scanEntries, write } from './disk/binary-store.ts';
import type { IndexStorage } from './disk/storage.ts';
import { IndexError, readableOfThisVersion, saidOf } from './errors.ts';
import {
  type CountsRecord,
  type DecisionRecord,
  decodeSketch,
  encodeJson,
  type SketchRecord,
  type Validators,
} from './layout/codec.ts';
import {
  type Change,
  pageEntries,
  removalEntries,
  type SketchedSet,
  searchEntries,
  sketchSet,
} from './layout/entries.ts';
import { COUNTS_KEY, decisionKey, pageOf, sketchKey, sketchRange, userKey } from './layout/keys.ts';
import type { IndexLayout } from './layout/parameters.ts';
import type { IndexMemory } from './memory/index-memory.ts';
import { pagesOfKeys, recordsOf, type StoredPage, standing } from './pages.ts';
import { readGrams } from './search.ts';
import { urlOf } from './verdicts.ts';

/** One batch in this many is forced to disk. A killed process loses none; a dead machine may, and open reports it. */
const CHECKPOINT_BATCHES = 1024;

/**
 * Most pages, and bytes of their gram sets, in one batch. More is no faster, and the memory that a batch takes outside
 * V8's heap is only freed by V8's garbage collection.
 */
const BATCH_PAGES = 128;
const BATCH_BYTES = 512 << 10;

/** Earlier pages put into the tables with each page stored once memory gets full. All are there before it is full. */
const FILLED_WITH_PAGE = 32;

/** A page with its decision and sketches, ready to be written. */
export interface DecidedPage {
  readonly record: DecisionRecord;
  readonly set: SketchedSet;
  /** Its text, in stored form. */
  readonly text?: Buffer;
}

/** The number of a stored page, and the validators that it has now. */
interface RenewedPage {
  readonly page: number;
  readonly validators: Validators;
}

/** The content of one write: a decided page, new validators of a stored page, entries of no page, or some of these. */
export interface Commit {
  readonly page?: DecidedPage;
  readonly renewed?: RenewedPage;
  readonly entries?: readonly Change[];
}

/**
 * Makes all writes of an index. Each is one atomic batch of entries with the counts that hold after it.
 *
 * REQUIRES: one call at a time, each an operation of the queue.
 */
export class Writer {
  readonly #storage: IndexStorage;
  readonly #store: BinaryStore;
  readonly #layout: IndexLayout;
  readonly #memory: IndexMemory | undefined;
  readonly #tell: ReportDamage;
  #counts: CountsRecord;
  /** Number of writes begun that did more than add the pages of a commit, and how many of them are running. */
  #changes = 0;
  #changing = 0;
  /** Why a batch failed. */
  #failure: { readonly cause: unknown } | undefined;

  /**
   * @param memory receives everything written
   * @param tell receives the damage of pages that are set aside
   */
  constructor(
    storage: IndexStorage,
    layout: IndexLayout,
    counts: CountsRecord,
    memory?: IndexMemory,
    tell: ReportDamage = tellOnce(),
  ) {
    this.#storage = storage;
    this.#memory = memory;
    this.#tell = tell;
    this.#store = storage.store;
    this.#layout = layout;
    this.#counts = counts;
  }

  /** The counts after the last write. */
  get counts(): CountsRecord {
    return this.#counts;
  }

  /**
   * Changes with every write that does more than add the pages of a commit: a search during such a write may have read
   * half of it. Undefined while one is running.
   */
  get state(): number | undefined {
    return this.#changing > 0 ? undefined : this.#changes;
  }

  /**
   * Stores pages with distinct keys and their additional entries in one batch. Earlier pages with the same keys are
   * replaced. Pages that can be found in memory are put into the tables later: these entries are two thirds of what a
   * page writes, and a crawl that ends before the memory is full never reads them.
   */
  async commit(commits: readonly Commit[]): Promise<void> {
    const pages = commits.flatMap(({ page }) => page ?? []);
    // Usually all pages are new and found in memory: then only the write is awaited.
    const isLeftOut = pages.length === 0 || this.#memory?.hasRoom === true;
    const searchable = !isLeftOut && (await this.#keepsTables(pages.length));
    const mayBeThere = pages.filter(({ record }) => this.#memory?.mayHold(record.key) ?? true);
    const replaced = mayBeThere.length === 0 ? [] : await this.#pagesOf(mayBeThere);
    const renewed = await this.#renewed(commits.flatMap(({ renewed = [] }) => renewed));
    const write = async () => {
      const changes: Change[] = [];
      for (const { page, record } of renewed)
        changes.push({ key: decisionKey(page), value: encodeJson(record) });
      let counts = this.#counts;
      if (replaced.length > 0) {
        const removal = await this.#removal(replaced, counts);
        // After the renewed decisions: a page may be renewed and replaced in one batch.
        for (const change of removal.changes) changes.push(change);
        counts = removal.counts;
      }
      const first = counts.nextPage;
      for (const { page, entries = [] } of commits) {
        for (const entry of entries) changes.push(entry);
        if (page !== undefined) counts = this.#append(changes, page, counts, searchable);
      }
      await this.#write(changes, counts);
      for (const { page, record } of renewed) this.#memory?.renewed(page, record);
      this.#remember(first, pages, replaced);
    };
    await (replaced.length > 0 ? this.#changed(write) : write());
  }

  /**
   * Stores pages with distinct keys and returns how many. Those already stored with the same gram set are skipped. A
   * batch holds at most 128 pages, and the next one is made while it is written. If any page replaces another, all go
   * in one batch.
   *
   * @param searchable false leaves them out of the tables until the next search
   */
  addAll(pages: readonly DecidedPage[], searchable: boolean): Promise<number> {
    return this.#changed(() => this.#addAll(pages, searchable));
  }

  async #addAll(pages: readonly DecidedPage[], searchable: boolean): Promise<number> {
    if (searchable) await this.fillTables();
    const known = await pagesOfKeys(
      this.#store,
      pages.map(({ record }) => record.key),
    );
    const there = known.filter((page) => page !== undefined);
    const records = await recordsOf(this.#store, there);
    const recordByPage = new Map(there.map((page, i) => [page, standing(records[i], page)]));
    const fresh = pages.filter(({ record }, i) => {
      const stored = recordByPage.get(known[i] ?? -1);
      return stored === undefined || !isSameContent(stored, record);
    });
    if (fresh.length === 0) return 0;
    const isFresh = new Set(fresh.map(({ record }) => record.key));
    const replaced = there.filter((page) => isFresh.has(recordByPage.get(page)!.key));
    const removal = await this.#removal(replaced, this.#counts);
    let { changes, counts } = removal;
    const first = counts.nextPage;
    let writing: Promise<void> | undefined;
    for (const batch of replaced.length > 0 ? [fresh] : batchesOf(fresh)) {
      for (const page of batch) counts = this.#append(changes, page, counts, searchable);
      await writing;
      writing = this.#write(changes, counts);
      // Awaited in the next round; until then a failure must not count as unhandled.
      writing.catch(() => undefined);
      changes = [];
    }
    await writing;
    this.#remember(first, fresh, replaced);
    return fresh.length;
  }

  /** Stores or deletes entries of no page, in one batch. */
  async put(entries: readonly Change[]): Promise<void> {
    if (entries.length > 0) await this.#write(entries, this.#counts);
  }

  /** Removes pages in one batch and returns how many. Numbers already removed are skipped. */
  async remove(pages: readonly number[]): Promise<number> {
    const { changes, counts, records } = await this.#removal(pages, this.#counts);
    if (records.length === 0) return 0;
    for (const { key } of records) changes.push({ key: userKey(key) });
    await this.#changed(() => this.#write(changes, counts));
    this.#remember(0, [], pages);
    return records.length;
  }

  /**
   * Puts pages that were stored without table entries into the trees and SimHash tables. These are most of a page's
   * entries: pages that are only joined, never searched one by one, are written 4 times as fast without them. A page
   * whose sketch is damaged is reported and gets no table entries, so that it fails no search.
   *
   * @param most pages to put into the tables now
   */
  async fillTables(most: number = Number.POSITIVE_INFINITY): Promise<void> {
    const end = Math.min(this.#counts.tabledTo + most, this.#counts.nextPage);
    while (this.#counts.tabledTo < end) {
      const from = this.#counts.tabledTo;
      const to = Math.min(from + BATCH_PAGES, end);
      const isUnique = await this.#uniqueAmong(from, to);
      const changes: Change[] = [];
      const damages: DamageFacts[] = [];
      for await (const entries of scanEntries(this.#store, sketchRange(from, to))) {
        for (const [key, value] of entries) {
          const page = pageOf(key);
          if (!isUnique(page)) continue;
          const place = { table: 'sketches', page } as const;
          const decode = () => decodeSketch(value, place, this.#layout);
          const sketch = readableOfThisVersion(decode, (damage) => void damages.push(damage));
          if (sketch === undefined) continue;
          for (const change of searchEntries(page, sketch, this.#layout)) changes.push(change);
        }
      }
      await this.#write(changes, { ...this.#counts, tabledTo: to });
      // Reported once: after the write these pages are not read again.
      for (const damage of damages) this.#tell(damage);
    }
  }

  /** Whether all pages are in the trees and SimHash tables. */
  get hasTables(): boolean {
    return this.#counts.tabledTo >= this.#counts.nextPage;
  }

  /** Whether a batch failed, after which no more are accepted. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Forces everything to disk. */
  async sync(): Promise<void> {
    await write(this.#store, [{ key: COUNTS_KEY, value: encodeJson(this.#counts) }], true);
  }

  /**
   * Whether new pages go directly into the tables, since memory has no room for them. Earlier pages are there by then.
   */
  async #keepsTables(pages: number): Promise<boolean> {
    if (this.hasTables) return true;
    await this.fillTables(this.#memory?.tables === undefined ? undefined : FILLED_WITH_PAGE * pages);
    return this.hasTables;
  }

  /** Which pages from `from` to before `to` are unique, among those that have sketches. */
  async #uniqueAmong(from: number, to: number): Promise<(page: number) => boolean> {
    // In the compact setting duplicates have sketches, too.
    if (this.#layout.setting === 'exact') return () => true;
    const pages = Array.from({ length: to - from }, (_, i) => from + i);
    const records = await recordsOf(this.#store, pages);
    return (page) => records[page - from]?.verdict === 'unique';
  }

  /** Numbers of the stored pages that have the keys of these pages. */
  async #pagesOf(pages: readonly DecidedPage[]): Promise<number[]> {
    const keys = pages.map(({ record }) => record.key);
    return (await pagesOfKeys(this.#store, keys)).filter((page) => page !== undefined);
  }

  /** @param first number of the first of `stored` */
  #remember(first: number, stored: readonly DecidedPage[], removed: readonly number[]): void {
    this.#memory?.removed(removed);
    for (const [i, page] of stored.entries()) this.#memory?.stored(first + i, page);
  }

  async #changed<T>(write: () => Promise<T>): Promise<T> {
    this.#changes++;
    this.#changing++;
    try {
      return await write();
    } finally {
      this.#changing--;
    }
  }

  /** Adds one page's entries to `changes`. Returns the counts after it. */
  #append(
    changes: Change[],
    { record, set, text }: DecidedPage,
    counts: CountsRecord,
    searchable: boolean,
  ): CountsRecord {
    const page = counts.nextPage;
    if (searchable && record.verdict === 'unique') {
      for (const change of searchEntries(page, set, this.#layout)) changes.push(change);
    }
    for (const change of pageEntries(page, record, set, this.#layout, text)) changes.push(change);
    const nextPage = page + 1;
    return { ...tallied(counts, record, 1), nextPage, ...(searchable ? { tabledTo: nextPage } : {}) };
  }

  /** The pages with their new validators, without those that are removed. */
  async #renewed(pages: readonly RenewedPage[]): Promise<StoredPage[]> {
    if (pages.length === 0) return [];
    const records = await recordsOf(
      this.#store,
      pages.map(({ page }) => page),
    );
    return pages.flatMap(({ page, validators }, i) => {
      const record = records[i];
      return record === undefined ? [] : { page, record: { ...record, validators } };
    });
  }

  /** The changes that remove pages, except for their user keys, and the records of those that were stored. */
  async #removal(
    pages: readonly number[],
    before: CountsRecord,
  ): Promise<{ changes: Change[]; counts: CountsRecord; records: DecisionRecord[] }> {
    const changes: Change[] = [];
    const records: DecisionRecord[] = [];
    let counts = before;
    for (const [i, record] of (await recordsOf(this.#store, pages)).entries()) {
      if (record === undefined) continue;
      const page = pages[i];
      const isInTables = record.verdict === 'unique' && page < before.tabledTo;
      const sketch = isInTables ? await this.#sketch(page, record) : undefined;
      for (const change of removalEntries(page, record, sketch, this.#layout)) changes.push(change);
      counts = tallied(counts, record, -1);
      records.push(record);
    }
    return { changes, counts, records };
  }

  /** A page's sketch. If it is damaged, it is computed from the grams, so that a page set aside can be replaced. */
  async #sketch(page: number, record: DecisionRecord): Promise<SketchRecord> {
    const place = { table: 'sketches', page } as const;
    const stored = await readValue(this.#store, sketchKey(page));
    try {
      return decodeSketch(present(stored, place), place, this.#layout);
    } catch (error) {
      if (this.#layout.setting !== 'exact') throw error;
      const [grams] = await readGrams(this.#store, [page]);
      return sketchSet(grams, urlOf(record), this.#layout);
    }
  }

  async #write(changes: readonly Change[], counts: CountsRecord): Promise<void> {
    if (this.#failure !== undefined) throw this.#readOnly(this.#failure.cause);
    const after = { ...counts, sequence: this.#counts.sequence + 1 };
    const checkpoint = after.sequence % CHECKPOINT_BATCHES === 0;
    try {
      await write(this.#store, [{ key: COUNTS_KEY, value: encodeJson(after) }, ...changes], checkpoint);
      this.#storage.acknowledge(after.sequence);
      if (checkpoint) await this.#storage.checkpoint(after.sequence);
    } catch (cause) {
      // Half of the batch may be in LevelDB's log, and anything written after it would be lost at the next open. Or all of it is
      // stored and could not be acknowledged: memory does not know its pages, and would let them be stored twice.
      this.#failure = { cause };
      throw this.#readOnly(cause);
    }
    this.#counts = after;
  }

  #readOnly(cause: unknown): IndexError {
    return new IndexError(
      'NEARDUP_INDEX_READ_ONLY',
      `the index in ${this.#storage.name} takes no more pages since a write failed (${saidOf(cause)}): ` +
        'all that was acknowledged is there; close it, see to the disk, and open it again',
      { cause },
    );
  }
}

/** Pages in batches as they are written: at most 128 pages, and about 512 KiB of grams. */
export function* batchesOf(pages: readonly DecidedPage[]): Generator<DecidedPage[]> {
  let batch: DecidedPage[] = [];
  let bytes = 0;
  for (const page of pages) {
    batch.push(page);
    bytes += page.set.grams.byteLength;
    if (batch.length < BATCH_PAGES && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Whether two decisions are about the same gram set. */
export function isSameContent(
  a: Pick<DecisionRecord, 'fingerprint' | 'size'>,
  b: Pick<DecisionRecord, 'fingerprint' | 'size'>,
): boolean {
  return a.fingerprint === b.fingerprint && a.size === b.size;
}

function tallied(counts: CountsRecord, { verdict }: DecisionRecord, by: 1 | -1): CountsRecord {
  const name = verdict === 'duplicate' ? 'duplicates' : verdict;
  return { ...counts, [name]: counts[name] + by };
}
