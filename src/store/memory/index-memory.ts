import { setImmediate } from 'node:timers/promises';
import { overlapOfSorted } from '../../grams/jaccard.ts';
import type { DamageFacts, ReportDamage } from '../damage.ts';
import { type BinaryStore, scanEntries, scanKeys } from '../disk/binary-store.ts';
import { readableOfThisVersion } from '../errors.ts';
import { type DecisionRecord, decodeSketch, type SketchRecord } from '../layout/codec.ts';
import type { SketchedSet } from '../layout/entries.ts';
import {
  FINGERPRINT_BYTES,
  fingerprintOf,
  pageOf,
  sketchRange,
  tableRange,
  textOfUserKey,
} from '../layout/keys.ts';
import type { IndexLayout } from '../layout/parameters.ts';
import { standingRecords } from '../pages.ts';
import { type FoundPage, readableSketches, readGrams } from '../search.ts';
import type { SearchPlan } from '../search-plan.ts';
import { CandidateTables } from './candidate-tables.ts';
import { KeyFilter } from './key-filter.ts';
import { type KnownPage, RecentPages } from './recent-pages.ts';
import { SetDifferences } from './set-differences.ts';

/** Most unique pages for which an index is held in memory, unless the caller of `open` sets another number. */
export const defaultPagesInMemory: number = 1 << 17;
/** Most pages of any kind for each unique page; their keys take 8 bytes each. */
const KEYS_OF_PAGE = 8;
/** Up to this share of the most pages held, pages need not be in the tables on disk. */
const ROOMY = 3 / 4;
/** Memory for the pages met last, in bytes. */
const RECENT_BYTES = 16 << 20;

/** Memory for gram sets of pages in crowds, held as differences, in bytes. */
const DIFFERENCES_BYTES = 96 << 20;
/** Memory for the keys and URLs of these pages, and for what a name takes besides them (approximately), in bytes. */
const NAMES_BYTES = 16 << 20;
const BYTES_OF_NAME = 128;
/** Sketches and keys read, places searched for a crowd, and gram sets read, before other work gets a turn. */
const PAGES_AT_ONCE = 64;
const KEYS_AT_ONCE = 512;
const PLACES_AT_ONCE = 128;
const SETS_AT_ONCE = 32;

/** Key and URL of a page; the URL is missing if it equals the key. */
type PageName = Pick<DecisionRecord, 'key' | 'url'>;

/** What is in memory once it is complete. */
interface Held {
  readonly tables: CandidateTables;
  readonly keys: KeyFilter;
}

/**
 * Holds in memory what claims and queries ask for each page: which keys do not exist, which pages may be similar to a
 * page, and the pages met last; for queries also the gram sets of pages in crowds. What is not in memory is read from
 * disk, so that results are the same. A page similar to no other is decided without reading the disk.
 *
 * The index is read in the background, at the first claim or after several queries, and updated by all writes. An index
 * that outgrows the memory is searched on disk from then on. Memory: 16 MiB for recent pages, 112 MiB for gram sets and
 * names of pages in crowds that queries met or may meet, and some 50 MB for the largest index that is held.
 */
export class IndexMemory {
  /** The plan for searching the pages in memory, for an index of any size. */
  readonly plan: SearchPlan;
  readonly #store: BinaryStore;
  readonly #layout: IndexLayout;
  readonly #most: number;
  readonly #tell: ReportDamage;
  #differences = new SetDifferences(DIFFERENCES_BYTES);
  readonly #recent = new RecentPages(RECENT_BYTES);
  /** `off`: it cannot be held, or was released. */
  #state: 'untouched' | 'loading' | 'held' | 'off' = 'untouched';
  #held: Held | undefined;
  /** Pages removed while the index was read. */
  #removed: number[] = [];
  #loading: Promise<void> | undefined;
  /** Names of pages in crowds. */
  readonly #names = new Map<number, PageName>();
  /** The running or finished reading of the crowds' gram sets. */
  #readingCrowds: Promise<void> | undefined;

  /**
   * @param plan of searches among the most pages that there may be
   * @param most number of unique pages above which none are held
   * @param tell receives pages that only an exact copy finds, since their sketches are damaged
   */
  constructor(store: BinaryStore, layout: IndexLayout, plan: SearchPlan, most: number, tell: ReportDamage) {
    this.#store = store;
    this.#most = most;
    this.#tell = tell;
    this.#layout = layout;
    this.plan = plan;
  }

  /**
   * Reads the index, unless it was read before.
   *
   * @param pages end of the page numbers in use; {@link stored} reports pages from there on
   * @param unique how many of them can be found
   */
  prepare(pages: number, unique: number): void {
    if (this.#state !== 'untouched') return;
    if (this.#most === 0 || unique > this.#most || pages > KEYS_OF_PAGE * this.#most) {
      this.#state = 'off';
      return;
    }
    const tables = new CandidateTables(this.#layout, this.plan, this.#most, unique);
    this.#held = { tables, keys: new KeyFilter() };
    this.#state = pages === 0 ? 'held' : 'loading';
    if (pages > 0) this.#loading = this.#load(this.#held, pages);
  }

  /** The search tables, once they hold all pages that can be found. Once released, they are no longer updated. */
  get tables(): CandidateTables | undefined {
    return this.#state === 'held' ? this.#held?.tables : undefined;
  }

  /** Whether all pages are found in memory and room for many more is left, so that the tables on disk can wait. */
  get hasRoom(): boolean {
    const { tables } = this;
    if (tables === undefined) return false;
    const most = ROOMY * this.#most;
    return tables.length < most && this.#held!.keys.size < KEYS_OF_PAGE * most;
  }

  /**
   * Reads the gram sets of pages in crowds in the background, unless that was done before, so that the first query to
   * meet a crowd need not wait for them. Called by queries; does nothing in the compact setting.
   */
  prepareCrowds(): void {
    const { tables } = this;
    if (tables === undefined || this.#readingCrowds !== undefined || this.#layout.setting !== 'exact') return;
    // Damage is reported by the operation that needs the damaged entry.
    this.#readingCrowds = this.#readCrowds(tables).catch(() => undefined);
  }

  /** Gram sets of pages that are in crowds or that queries met. */
  get differences(): SetDifferences {
    return this.#differences;
  }

  /** Resolves when no reading is under way. */
  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** False if no page has this key. */
  mayHold(key: string): boolean {
    return this.#state !== 'held' || this.#held!.keys.mayHold(key);
  }

  /** The first of some pages with a set's fingerprint and size that has exactly the same gram set. */
  async copyAmong(pages: readonly number[], set: SketchedSet): Promise<FoundPage | undefined> {
    const { size } = set;
    for (const page of pages) {
      if (this.#layout.setting === 'compact') return { page, size, similarity: 1 };
      const [grams] = await this.grams([page]);
      if (overlapOfSorted(grams, set.grams) === size) return { page, size, similarity: 1, overlap: size };
    }
    return undefined;
  }

  /** Must be called for every stored page, as soon as it is stored. */
  stored(
    page: number,
    { record, set }: { readonly record: DecisionRecord; readonly set: SketchedSet },
  ): void {
    const held = this.#held;
    if (held === undefined) return;
    held.keys.add(record.key);
    if (record.verdict === 'unique') {
      held.tables.add(page, set);
      this.#recent.keep(page, { record, sketch: set, grams: set.grams });
    }
    if (held.tables.length > this.#most || held.keys.size > KEYS_OF_PAGE * this.#most) this.#letGo();
  }

  /** Must be called for a page whose decision was stored again, with other notes. */
  renewed(page: number, record: DecisionRecord): void {
    this.#recent.keep(page, { record });
  }

  /** Must be called for removed pages. */
  removed(pages: readonly number[]): void {
    for (const page of pages) {
      this.#recent.forget(page);
      this.#differences.forget(page);
      this.#names.delete(page);
      this.#held?.tables.remove(page);
      if (this.#state === 'loading') this.#removed.push(page);
    }
  }

  /** Decision of a page that is not removed. @throws IndexError NEARDUP_INDEX_DAMAGED when it is missing */
  async record(page: number): Promise<DecisionRecord> {
    const [record] = await this.records([page]);
    return record;
  }

  /** {@link record} of several pages. */
  records(pages: readonly number[]): Promise<DecisionRecord[]> {
    return this.#known(pages, 'record', (missing) => standingRecords(this.#store, missing));
  }

  /**
   * Keys and URLs of pages that are not removed.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED when a decision is missing
   */
  async names(pages: readonly number[]): Promise<PageName[]> {
    const others = await this.records(pages.filter((page) => !this.#names.has(page)));
    let next = 0;
    return pages.map((page) => this.#names.get(page) ?? others[next++]);
  }

  /** Sketches of pages; undefined for a missing or altered one, which is reported. */
  sketches(pages: readonly number[], report: ReportDamage): Promise<(SketchRecord | undefined)[]> {
    return this.#known(pages, 'sketch', (missing) =>
      readableSketches(this.#store, this.#layout, missing, report),
    );
  }

  /** Gram sets of pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
  grams(pages: readonly number[]): Promise<BigUint64Array[]> {
    return this.#known(pages, 'grams', (missing) => readGrams(this.#store, missing));
  }

  /** {@link grams} for pages that are then held as differences: the sets read do not displace recent pages. */
  gramsOnce(pages: readonly number[]): Promise<BigUint64Array[]> {
    return this.#known(pages, 'grams', (missing) => readGrams(this.#store, missing), false);
  }

  /** Stops the reading. Resolves when nothing is read any more. */
  async end(): Promise<void> {
    this.#letGo();
    await this.loaded;
    await this.#readingCrowds;
  }

  /** One part of each page. Missing parts are read, and kept in memory if `keeps`. */
  async #known<Part extends keyof KnownPage, Value extends KnownPage[Part]>(
    pages: readonly number[],
    part: Part,
    read: (pages: readonly number[]) => Promise<Value[]>,
    keeps = true,
  ): Promise<Value[]> {
    const found: Value[] = [];
    const missing: number[] = [];
    for (let i = 0; i < pages.length; i++) {
      const known = this.#recent.get(pages[i])?.[part];
      if (known === undefined) missing.push(i);
      found.push(known as Value);
    }
    if (missing.length === 0) return found;
    const values = await read(missing.map((i) => pages[i]));
    for (const [at, i] of missing.entries()) {
      found[i] = values[at];
      if (keeps && found[i] !== undefined) this.#recent.keep(pages[i], { [part]: found[i] });
    }
    return found;
  }

  /** Holds the gram sets of pages that have similar ones, and their names, as far as there is room. */
  async #readCrowds(tables: CandidateTables): Promise<void> {
    const near = await this.#nearPlaces(tables);
    if (near === undefined) return;
    const inOrder = Uint32Array.from(near.keys()).sort();
    let bytesOfNames = 0;
    for (let from = 0; from < inOrder.length; from += SETS_AT_ONCE) {
      const places = [...inOrder.subarray(from, from + SETS_AT_ONCE)];
      const standing = places.filter((place) => tables.pageAt(place) !== undefined);
      const pages = standing.map((place) => tables.pageAt(place)!);
      const [sets, records] = await Promise.all([
        readGrams(this.#store, pages),
        standingRecords(this.#store, pages),
      ]);
      // The memory may have been released meanwhile.
      if (this.tables !== tables) return;
      for (const [i, place] of standing.entries()) {
        const page = tables.pageAt(place);
        if (page === undefined) continue;
        const others = near.get(place)!.flatMap((other) => tables.pageAt(other) ?? []);
        if (!this.#differences.holdNear(page, sets[i], others)) return;
        const { key, url } = records[i];
        bytesOfNames += BYTES_OF_NAME + 2 * (key.length + (url?.length ?? 0));
        if (bytesOfNames <= NAMES_BYTES) this.#names.set(page, url === undefined ? { key } : { key, url });
      }
    }
  }

  /** The places of pages in crowds, each with earlier ones near it; undefined if the memory was released meanwhile. */
  async #nearPlaces(tables: CandidateTables): Promise<Map<number, readonly number[]> | undefined> {
    const { length } = tables;
    const near = new Map<number, readonly number[]>();
    for (let place = 0; place < length; place++) {
      if (place % PLACES_AT_ONCE === 0) {
        await setImmediate();
        if (this.tables !== tables) return undefined;
      }
      const before = tables.nearBefore(place);
      if (before.length === 0) continue;
      near.set(place, before);
      for (const other of before) if (!near.has(other)) near.set(other, []);
    }
    return near;
  }

  async #load(held: Held, pages: number): Promise<void> {
    try {
      const damages: DamageFacts[] = [];
      await this.#loadPages(held, pages, (damage) => void damages.push(damage));
      await this.#loadKeys(held);
      if (this.#held !== held) return;
      for (const page of this.#removed) held.tables.remove(page);
      this.#removed = [];
      this.#state = 'held';
      for (const damage of damages) this.#tell(damage);
    } catch {
      // Other damage is reported by the operation that reads the damaged entry on disk.
      this.#letGo();
    }
  }

  /** Reads the pages that can be found into the tables. Stops when the memory is released. */
  async #loadPages(held: Held, pages: number, tell: ReportDamage): Promise<void> {
    const fingerprintOfPage = await this.#readFingerprints(held, pages);
    for await (const entries of scanEntries(this.#store, sketchRange(0, pages), { most: PAGES_AT_ONCE })) {
      if (this.#held !== held) return;
      for (const [key, value] of entries) {
        const page = pageOf(key);
        const fingerprint = fingerprintOfPage(page);
        // In the compact setting duplicates have sketches, too.
        if (fingerprint === undefined) continue;
        const decode = () => decodeSketch(value, { table: 'sketches', page }, this.#layout);
        const sketch = readableOfThisVersion(decode, tell);
        if (sketch !== undefined) held.tables.add(page, { ...sketch, fingerprint });
        else {
          const [{ size }] = await standingRecords(this.#store, [page]);
          held.tables.addUnsketched(page, { size, fingerprint });
        }
      }
    }
  }

  /** The fingerprints of the pages that can be found. Stops when the memory is released. */
  async #readFingerprints(held: Held, pages: number): Promise<(page: number) => Buffer | undefined> {
    // By page number in one buffer: separate ones would take ten times the memory.
    const fingerprints = Buffer.alloc(pages * FINGERPRINT_BYTES);
    const canBeFound = new Uint8Array(pages);
    const fingerprintOfPage = (page: number): Buffer | undefined => {
      const from = page * FINGERPRINT_BYTES;
      return canBeFound[page] === 1 ? fingerprints.subarray(from, from + FINGERPRINT_BYTES) : undefined;
    };
    for await (const keys of scanKeys(this.#store, tableRange('fingerprints'), { most: KEYS_AT_ONCE })) {
      if (this.#held !== held) break;
      for (const key of keys) {
        const page = pageOf(key);
        if (page >= pages) continue;
        fingerprints.set(fingerprintOf(key), page * FINGERPRINT_BYTES);
        canBeFound[page] = 1;
      }
    }
    return fingerprintOfPage;
  }

  /** Reads the keys of all pages. Stops when the memory is released. */
  async #loadKeys(held: Held): Promise<void> {
    for await (const keys of scanKeys(this.#store, tableRange('keys'), { most: KEYS_AT_ONCE })) {
      if (this.#held !== held) return;
      for (const key of keys) held.keys.add(textOfUserKey(key));
    }
  }

  #letGo(): void {
    this.#state = 'off';
    this.#held = undefined;
    this.#differences = new SetDifferences(DIFFERENCES_BYTES);
    this.#names.clear();
    this.#removed = [];
  }
}
