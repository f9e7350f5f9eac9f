import { type Bands, chooseBands } from '../sketch/bands.ts';
import { type AddCounts, addedPage, addInChunks } from './adding.ts';
import { candidateBlocks, readSetTable } from './candidates.ts';
import { ClaimDecider } from './claim-decider.ts';
import { type OnDamage, type ReportDamage, tellOnce } from './damage.ts';
import { type BinaryStore, compact } from './disk/binary-store.ts';
import { destroyFolder } from './disk/folder.ts';
import { type IndexStorage, storageInFolder, storageInStore } from './disk/storage.ts';
import { IndexError } from './errors.ts';
import { openHeader } from './header.ts';
import type { CountsRecord } from './layout/codec.ts';
import {
  assertSameParameters,
  completeParameters,
  describeParameters,
  type IndexLayout,
  type IndexParameters,
  layoutOf,
} from './layout/parameters.ts';
import { defaultPagesInMemory, IndexMemory } from './memory/index-memory.ts';
import { noteEntry, readNote } from './notes.ts';
import { OperationQueue } from './operation-queue.ts';
import { pageOfKey, recordsOf, standingRecords, storedRecords } from './pages.ts';
import { type EmitPair, type PairOptions, similarPairs } from './pairs.ts';
import { answerQuery, checkQuery, type QueryOptions } from './query.ts';
import { type RecheckedPage, recheckedPages } from './recheck.ts';
import type { DistinctResults } from './results.ts';
import { readGrams } from './search.ts';
import { type SearchPlan, SearchPlans } from './search-plan.ts';
import { dedupeStored } from './stored-results.ts';
import { readText } from './texts.ts';
import { exportLines } from './upkeep/export.ts';
import type { ExportSource } from './upkeep/import.ts';
import { type MergeCounts, mergePages } from './upkeep/merge.ts';
import {
  acceptLoss,
  importTo,
  importToFolder,
  type RebuildOptions,
  type RebuildSource,
  type Rebuilt,
  rebuildFolder,
} from './upkeep/rebuild.ts';
import { checkCondition, pagesToRemove, type RemovalCondition } from './upkeep/remove.ts';
import { type IndexStats, indexStats } from './upkeep/stats.ts';
import type { IndexView } from './upkeep/stored-pages.ts';
import { type VerifyOptions, type VerifyReport, verifyFiles, verifyIndex } from './upkeep/verify.ts';
import {
  type Answer,
  type Claim,
  type ClaimedPage,
  type ClaimOptions,
  type IndexCounts,
  type PageVerdict,
  pageVerdict,
  type ReturnedPage,
} from './verdicts.ts';
import { Writer } from './writer.ts';

/** One query of an index that was just opened must not wait for all of it to be read. */
const QUERIES_BEFORE_MEMORY = 16;
/** Reading all crowds takes what a few thousand queries of them save. */
const QUERIES_BEFORE_CROWDS = 256;

/** What the program that opens an index may spend on it, and who hears of damage. */
export interface OpenOptions {
  /**
   * Up to how many unique pages an index is held in memory, so that claims and queries need not search on disk: some 350
   * bytes each. Default 131,072; 0 never.
   */
  readonly pagesInMemory?: number;
  /**
   * Takes each page that is set aside since its sketch, or the intent of a page that was in work, turned out damaged: once,
   * and the others go on. Such a page is found by its very gram set alone; of an intent, see {@link
   * SketchIndex.prototype.onReturn}. Default: a warning of the process.
   */
  readonly onDamage?: OnDamage;
}

/**
 * Pages seen so far, found again by what they say: an index of sketches on disk, for any threshold.
 *
 * A MinHash forest and SimHash tables, each a range scan, lead to candidates. In the exact setting what is
 * answered is the exact Jaccard of gram sets; in the compact one, which keeps none, its estimate. An answer says
 * with which probability a pair at its threshold is found; a pair above it is found more often. Only unique
 * pages can be found; of duplicates verdict and gram set are kept.
 *
 * One process holds an index at a time, by one handle. A killed process loses nothing acknowledged; a machine that
 * dies at most the last 1,024 writes, which the next open says. Open notices files that are gone or cut and damage
 * in the log; damage in a table is noticed by what reads it or by `verify`. Not noticed in a store given from
 * outside: that its own tail is lost.
 * Not for pages made to fill one prefix with texts just below the threshold: each costs one comparison.
 */
export class SketchIndex {
  readonly #storage: IndexStorage;
  readonly #store: BinaryStore;
  readonly #parameters: Required<IndexParameters>;
  readonly #layout: IndexLayout;
  readonly #plans: SearchPlans;
  readonly #queue: OperationQueue;
  readonly #writer: Writer;
  readonly #decider: ClaimDecider;
  readonly #memory: IndexMemory;
  readonly #tell: ReportDamage;
  /** Queries so far with the threshold and recall of the index. */
  #ownQueries = 0;

  private constructor(
    storage: IndexStorage,
    parameters: Required<IndexParameters>,
    counts: CountsRecord,
    { pagesInMemory = defaultPagesInMemory, onDamage }: OpenOptions,
  ) {
    const layout = layoutOf(parameters);
    const { store } = storage;
    const queue = new OperationQueue(storage.name);
    this.#storage = storage;
    this.#store = store;
    this.#parameters = parameters;
    this.#layout = layout;
    this.#plans = new SearchPlans(layout);
    this.#queue = queue;
    const { threshold, recall } = parameters;
    const plan = this.#plans.of(threshold, recall, defaultPagesInMemory);
    const tell = tellOnce(onDamage);
    this.#tell = tell;
    const memory = new IndexMemory(store, layout, plan, pagesInMemory, tell);
    const writer = new Writer(storage, layout, counts, memory, tell);
    this.#memory = memory;
    this.#writer = writer;
    this.#decider = new ClaimDecider({
      ...{ store, layout, queue, writer, memory, tell },
      plan: () => this.#plan(),
    });
  }

  /**
   * Opens the index in a folder, or in a store that the caller opens and closes; makes it when there is none.
   *
   * @throws IndexError by `code`: LOCKED, VERSION, PARAMETERS, DAMAGED; nothing is changed then
   * @throws RangeError when a parameter is out of range
   */
  static async open(
    at: string | BinaryStore,
    parameters: IndexParameters,
    options: OpenOptions = {},
  ): Promise<SketchIndex> {
    return SketchIndex.#open(at, completeParameters(parameters), options);
  }

  /** Opens an index with the parameters that it was made with. @throws IndexError also MISSING */
  static async openExisting(at: string | BinaryStore, options: OpenOptions = {}): Promise<SketchIndex> {
    return SketchIndex.#open(at, undefined, options);
  }

  static async #open(
    at: string | BinaryStore,
    wanted: IndexParameters | undefined,
    options: OpenOptions,
  ): Promise<SketchIndex> {
    checkOpenOptions(options);
    const mustExist = wanted === undefined;
    const storage =
      typeof at === 'string' ? await storageInFolder(at, { mustExist }) : await storageInStore(at);
    try {
      const { parameters, counts } = await openHeader(storage, wanted);
      await storage.checkpoint(counts.sequence);
      const index = new SketchIndex(storage, parameters, counts, options);
      await index.#decider.provisional.load();
      return index;
    } catch (error) {
      await storage.close();
      throw error;
    }
  }

  /**
   * Deletes the index in a folder; does nothing where there is none.
   *
   * @throws IndexError NEARDUP_INDEX_LOCKED when it is open, here or in another process
   * @throws Error when the folder holds anything else; nothing is deleted then
   */
  static destroy(folder: string): Promise<void> {
    return destroyFolder(folder);
  }

  /**
   * Makes an index of an export, in a folder or store that has none: it answers and decides as the exported one.
   * Where the export is damaged nothing is made.
   *
   * @param source the lines of `export`, in pieces of any size
   * @throws IndexError NEARDUP_EXPORT_DAMAGED, which names the line, or NEARDUP_INDEX_EXISTS
   */
  static async import(at: string | BinaryStore, source: ExportSource): Promise<SketchIndex> {
    if (typeof at === 'string') {
      await importToFolder(at, async (draft) => importTo(await storageInFolder(draft), source));
    } else {
      await importTo(await storageInStore(at), source);
    }
    return SketchIndex.openExisting(at);
  }

  /**
   * Makes the index in a folder anew, from its export or from the pages, and puts it in the damaged one's place
   * when it is whole: killed or failing before that, it leaves the folder as it is. The damaged index is moved to
   * `FOLDER.damaged-1` (or the next free number) unless `keepDamaged` is false. Nobody may open the folder
   * meanwhile.
   *
   * @throws IndexError NEARDUP_INDEX_LOCKED, NEARDUP_EXPORT_DAMAGED
   * @throws Error when the folder holds anything but an index
   */
  static async rebuild(
    folder: string,
    source: RebuildSource,
    options: RebuildOptions = {},
  ): Promise<Rebuilt> {
    const fill = async (draft: string) => {
      if ('export' in source) return importTo(await storageInFolder(draft), source.export);
      const index = await SketchIndex.open(draft, source.parameters);
      try {
        for await (const page of source.pages) await index.addIfNew(page);
      } finally {
        await index.close();
      }
    };
    return rebuildFolder(folder, fill, options);
  }

  /**
   * Goes on without the last writes of an index whose machine died: those that had not come to the disk are gone,
   * at most the last 1,024, and `open` refuses an index that ends before what it had reached. The pages of those
   * writes are decided anew when they come again. Resolves to the number of writes that are lost; any other damage
   * is refused as by `open`.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED, NEARDUP_INDEX_LOCKED, NEARDUP_INDEX_MISSING
   */
  static async acceptLoss(folder: string): Promise<number> {
    return acceptLoss(await storageInFolder(folder, { mustExist: true }));
  }

  /**
   * {@link SketchIndex.prototype.verify} for an index that nobody has open: its files are held against their
   * checksums before LevelDB opens them, since what LevelDB reads in a damaged table can end the process.
   *
   * @throws IndexError as `openExisting` does, where the tables are whole and it cannot be opened
   */
  static async verify(folder: string, options: VerifyOptions = {}): Promise<VerifyReport> {
    const report = await verifyFiles(folder, options);
    if (report.damaged > 0) return report;
    const index = await SketchIndex.openExisting(folder);
    try {
      return await index.verify(options);
    } finally {
      await index.close();
    }
  }

  /** How many pages have which verdict. */
  get counts(): IndexCounts {
    const { unique, duplicates, unclassifiable } = this.#writer.counts;
    return { decided: unique + duplicates + unclassifiable, unique, duplicates, unclassifiable };
  }

  /** What the index was made with, with nothing left out. */
  get parameters(): Required<IndexParameters> {
    return this.#parameters;
  }

  /**
   * Unique pages whose similarity to `grams` reaches the threshold, with what the answer is worth.
   *
   * In the compact setting it names every page whose sketch agrees so much that leaving it out would cost recall,
   * so that some estimates lie below the threshold.
   *
   * @throws RangeError when threshold, recall or limit are out of range
   * @throws TypeError when a scope is given and no URL to go by
   */
  async query(grams: BigUint64Array, options: QueryOptions = {}): Promise<Answer> {
    checkQuery(options);
    return this.#queue.run(async () => {
      const memory = this.#memoryFor(options);
      const plan = memory?.plan ?? this.#plan(options.threshold, options.recall);
      if (memory === undefined) await this.#writer.fillTables();
      return answerQuery(this.#store, this.#layout, plan, grams, options, this.#tell, memory);
    });
  }

  /** What a query with the index's own threshold and recall is answered from, once so many are asked that it pays. */
  #memoryFor({ threshold, recall, scope }: QueryOptions): IndexMemory | undefined {
    const own = this.#parameters;
    if (scope !== undefined && scope !== 'both') return undefined;
    if ((threshold ?? own.threshold) !== own.threshold || (recall ?? own.recall) !== own.recall)
      return undefined;
    if (++this.#ownQueries < QUERIES_BEFORE_MEMORY) return undefined;
    const { nextPage, unique } = this.#writer.counts;
    this.#memory.prepare(nextPage, unique);
    if (this.#ownQueries >= QUERIES_BEFORE_CROWDS) this.#memory.prepareCrowds();
    return this.#memory.tables && this.#memory;
  }

  /**
   * Decides a page against all committed and all reserved ones, and reserves it when it is unique.
   *
   * Where the only similar page is reserved by another claim, waits until that one is committed or released, unless
   * the page may be a provisional duplicate (`options.provisional`). A
   * waiting claim reserves nothing, so claims never wait for each other in a circle. A later claim of the same
   * key supersedes an earlier one. A key that was decided before is decided again when its gram set changed,
   * against all pages but itself; earlier verdicts on other pages stay as they are.
   *
   * In the compact setting a page is a duplicate when its estimate reaches the threshold: half of the pairs just
   * at the threshold are called unique, since skipping a page that is new costs more than keeping one too many.
   *
   * @throws the signal's reason when it aborts the wait
   * @throws IndexError NEARDUP_CLAIM_SUPERSEDED when that happens during the wait
   */
  claim(page: ClaimedPage, options: ClaimOptions = {}): Promise<Claim> {
    return this.#decider.claim(page, options);
  }

  /** How many pages are provisional duplicates, of this process or of one that ended: they have no verdict. */
  get provisional(): number {
    return this.#decider.provisional.size;
  }

  /**
   * Who brings back the provisional duplicates whose original is not stored, one at a time for each original. It is
   * waited for by `settled` and `resume`.
   *
   * @param requestOf what it takes to fetch a page again of which nothing is known but the key, since its intent is damaged:
   *   where it gives nothing, the page is forgotten. `resume` tells of either
   */
  onReturn(
    bringBack: (page: ReturnedPage) => unknown,
    requestOf?: (key: string) => Pick<ReturnedPage, 'url' | 'request'> | undefined,
  ): void {
    this.#decider.provisional.onReturn(bringBack, requestOf);
  }

  /** Decides the provisional duplicates that an earlier process left, or brings them back; waits for `onReturn`. */
  resume(): Promise<void> {
    this.#queue.assertOpen();
    return this.#decider.provisional.resume();
  }

  /** Resolves when the copies of all pages that were committed or released are decided, or brought back. */
  settled(): Promise<void> {
    return this.#decider.provisional.settled();
  }

  /** Says that a page which was brought back cannot be had: it is forgotten, and the next like it is brought back. */
  giveUp(key: string): Promise<void> {
    this.#queue.assertOpen();
    return this.#decider.provisional.giveUp(key);
  }

  /**
   * Claims a page and commits it: `isNew` when it was stored as unique by this call. Of any number of like pages
   * at once exactly one is new. Calls for one key wait for each other: the later ones are replays.
   *
   * @throws as `claim` does
   */
  async addIfNew(
    page: ClaimedPage,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<PageVerdict & { readonly replayed: boolean; readonly isNew: boolean }> {
    const given = await this.#decider.addIfNew(page, signal);
    return { ...given, isNew: given.verdict === 'unique' && !given.replayed };
  }

  /**
   * Adds a page without asking whether it is similar to others: it becomes unique and can be found. A key that
   * is there with the same gram set is passed over, `replayed`; with another it is replaced.
   */
  async add(page: ClaimedPage): Promise<'added' | 'replayed'> {
    this.#queue.assertOpen();
    const added = addedPage(page, this.#layout);
    const count = await this.#queue.run(() => this.#writer.addAll([added], true));
    return count === 1 ? 'added' : 'replayed';
  }

  /**
   * {@link add} for many pages, hundreds a batch.
   *
   * @param options `searchable: false` leaves the tables by which pages are found to the first search after: 4
   *   times as fast where pages are only joined, by `similarPairs`
   */
  async addAll(
    pages: AsyncIterable<ClaimedPage> | Iterable<ClaimedPage>,
    { searchable = true }: { readonly searchable?: boolean } = {},
  ): Promise<AddCounts> {
    this.#queue.assertOpen();
    return addInChunks(pages, this.#layout, (chunk) =>
      this.#queue.run(() => this.#writer.addAll(chunk, searchable)),
    );
  }

  /** The verdict on a page. */
  async get(key: string): Promise<PageVerdict | undefined> {
    return this.#queue.run(async () => {
      const page = await pageOfKey(this.#store, key);
      if (page === undefined) return undefined;
      const [record] = await standingRecords(this.#store, [page]);
      return pageVerdict(record);
    });
  }

  /** The text that was kept with a page; undefined where the page is not there, or came without. @throws IndexError NEARDUP_INDEX_DAMAGED */
  async text(key: string): Promise<string | undefined> {
    return this.#queue.run(() => readText(this.#store, key));
  }

  /** All verdicts, in the order of their commits, as they stand when the walk begins. */
  async *verdicts(): AsyncGenerator<PageVerdict> {
    this.#queue.assertOpen();
    for await (const { record } of storedRecords(this.#store)) yield pageVerdict(record);
  }

  /** Forgets a page; false when it was not there. Verdicts that name it stay. */
  async remove(key: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const page = await pageOfKey(this.#store, key);
      return page !== undefined && (await this.#writer.remove([page])) === 1;
    });
  }

  /**
   * Forgets the pages that meet a condition, as they stand when the call begins, and resolves to their number.
   * Batch after batch, each whole: killed half-way it has forgotten some, and can be called again. Claims and
   * queries go on in between. `compact` gives the room back at once.
   *
   * By key prefix it reads those keys; by host or age, all verdicts.
   *
   * @throws TypeError when it is not exactly one condition
   */
  async removeWhere(condition: RemovalCondition): Promise<number> {
    this.#queue.assertOpen();
    checkCondition(condition);
    let removed = 0;
    for await (const pages of pagesToRemove(this.#store, condition)) {
      removed += await this.#queue.run(() => this.#writer.remove(pages));
    }
    return removed;
  }

  /** Gives the room of removed pages back, where the store can. Rewrites all table files: minutes for gigabytes. */
  async compact(): Promise<void> {
    this.#queue.assertOpen();
    await compact(this.#store);
  }

  /** What the index holds, what it takes on disk, and what its sketches promise. */
  async stats(): Promise<IndexStats> {
    return this.#queue.run(async () => {
      const stats = await indexStats(this.#storage, this.#parameters, this.#writer.counts);
      return { counts: this.counts, ...stats };
    });
  }

  /**
   * The index as lines of JSON, as it stands when the walk begins, from which `import` makes it again. Claims and
   * queries go on meanwhile. The format is drawn at `exportLines`. Memory: some 16 MiB.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED
   */
  async *export(): AsyncGenerator<string> {
    const view = await this.#view();
    try {
      yield* exportLines(view);
    } finally {
      await view.snapshot.close();
    }
  }

  /**
   * Takes over the pages of another index, in the order of their commits, as if they had been fed to this one
   * after its own: those that were decided are decided again, against all pages here; those that were added are
   * added. What the other one knows of hosts, by a later version, comes along where nothing is known here, else it is
   * counted and left. The other index stays as it is. Killed half-way it can be run again: what is there is passed over.
   *
   * @throws IndexError NEARDUP_INDEX_PARAMETERS when the two were made with different ones
   * @throws the signal's reason when it aborts
   */
  async merge(other: SketchIndex, { signal }: { readonly signal?: AbortSignal } = {}): Promise<MergeCounts> {
    this.#queue.assertOpen();
    assertSameParameters(
      other.#storage.name,
      describeParameters(other.#parameters),
      describeParameters(this.#parameters),
    );
    const target = { decider: this.#decider, queue: this.#queue, writer: this.#writer, store: this.#store };
    return other.#viewed((view) => mergePages(view, target, signal));
  }

  /**
   * Reads all that is stored, as it stands when the call begins, and says what of it is missing, altered or too
   * much, and whose pages those are. Goes on after damage. Claims and queries go on meanwhile. Where there is
   * damage, `rebuild` makes the index anew.
   *
   * @throws the signal's reason when it aborts
   */
  verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    return this.#viewed((view) => verifyIndex(view, this.#storage, options));
  }

  /**
   * Removes near-duplicates from a ranked result list of stored pages, by their keys: see the function of the
   * same name. Keys that are not there repeat nothing. In the compact setting by estimates.
   */
  async dedupeResults(
    keys: readonly string[],
    {
      threshold = this.#parameters.threshold,
      limit,
    }: { readonly threshold?: number; readonly limit?: number } = {},
  ): Promise<DistinctResults<string>> {
    const options = { threshold, ...(limit === undefined ? {} : { limit }) };
    return this.#queue.run(() => dedupeStored(this.#store, this.#layout, keys, options));
  }

  /**
   * Pairs of unique pages that the sketches lead to, each once: blocks of page numbers
   * `[x0, y0, x1, y1, …]`, x < y. Pages with equal gram sets stand for one another: only the oldest is paired.
   *
   * One scan of the sketches, and a sort for each band. Memory: 4 · (bands + 7) bytes a page number.
   */
  async *candidatePairs(): AsyncGenerator<Uint32Array> {
    this.#queue.assertOpen();
    const sets = await readSetTable(this.#store, this.#writer.counts.nextPage);
    yield* candidateBlocks(this.#store, this.#layout, this.#bands(), sets);
  }

  /**
   * Calls `emit(x, y, overlap)` for the candidate pairs whose exact Jaccard reaches the threshold: page
   * numbers, x < y, every pair once, in no order. `page(x)` says what they are.
   *
   * Memory: `cacheBytes` of gram sets, and 4 · (bands + 7) bytes a page number. Resolves to the number of
   * candidates, pairs of pages that the sketches led to: with `copies: 'first'`, pairs of distinct sets.
   *
   * @throws IndexError NEARDUP_INDEX_SETTING in the compact setting, unless `gramSets` gives what that does not keep
   */
  async similarPairs(emit: EmitPair, options: PairOptions = {}): Promise<{ candidates: number }> {
    return this.#queue.run(async () => {
      if (options.gramSets === undefined) this.#assertGrams();
      const { nextPage } = this.#writer.counts;
      const { threshold } = this.#parameters;
      return similarPairs(this.#store, this.#layout, this.#bands(), threshold, nextPage, emit, options);
    });
  }

  /** The verdict on the page with this number. @throws RangeError when no page has it */
  async page(number: number): Promise<PageVerdict> {
    this.#queue.assertOpen();
    const { nextPage } = this.#writer.counts;
    if (!(Number.isInteger(number) && number >= 0 && number < nextPage)) {
      throw new RangeError(`page: expected a number from 0 to before ${nextPage}; got ${number}`);
    }
    const [record] = await recordsOf(this.#store, [number]);
    if (record === undefined)
      throw new RangeError(`page: expected one that is stored; got ${number}, which was removed`);
    return pageVerdict(record);
  }

  /**
   * Gram sets of unique pages and duplicates, by their numbers.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing, NEARDUP_INDEX_SETTING in the compact setting
   */
  async gramSets(numbers: readonly number[]): Promise<BigUint64Array[]> {
    this.#queue.assertOpen();
    this.#assertGrams();
    return readGrams(this.#store, numbers);
  }

  /**
   * Pages that were taken for duplicates, and would not be now that more of their sites is known: what is template, and
   * what the pages call themselves (`identity`, a name a line). Claims and queries go on meanwhile. To be fetched again, by
   * whoever skipped them; here nothing changes.
   *
   * Reads every gram set twice. Memory: some 300 bytes a page, and the templates of all sites.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED, NEARDUP_INDEX_SETTING in the compact setting
   */
  async *recheck(): AsyncGenerator<RecheckedPage> {
    this.#assertGrams();
    const view = await this.#view();
    try {
      yield* recheckedPages(view.store, this.#parameters.threshold);
    } finally {
      await view.snapshot.close();
    }
  }

  /** What {@link setNote} stored under a name; undefined where it stored nothing. */
  note(name: string): Promise<object | undefined> {
    return this.#queue.run(() => readNote(this.#store, name));
  }

  /**
   * Stores what is known of the sites beside their pages: JSON under a name, in place of what was there. It goes where
   * the index goes, and stays when pages are removed.
   */
  setNote(name: string, note: object): Promise<void> {
    return this.#queue.run(() => this.#writer.put([noteEntry(name, note)]));
  }

  /** Forces everything that was acknowledged to disk, so that it outlives the machine too. */
  async flush(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#writer.sync();
      await this.#storage.checkpoint(this.#writer.counts.sequence);
    });
  }

  /** Ends all claims, forces everything to disk and lets go of the folder. May be called again. */
  close(): Promise<void> {
    return this.#queue.close(async () => {
      await this.#decider.end();
      if (this.#writer.hasFailed) return this.#storage.close();
      try {
        await this.#writer.sync();
      } catch (error) {
        await this.#storage.close();
        throw error;
      }
      await this.#storage.close(this.#writer.counts.sequence);
    });
  }

  /** The index as it is between two writes. Its snapshot is to be closed. */
  #view(): Promise<IndexView> {
    return this.#queue.run(async () => ({
      store: this.#store,
      snapshot: this.#store.snapshot(),
      parameters: this.#parameters,
      layout: this.#layout,
      counts: this.#writer.counts,
    }));
  }

  async #viewed<T>(read: (view: IndexView) => Promise<T>): Promise<T> {
    const view = await this.#view();
    try {
      return await read(view);
    } finally {
      await view.snapshot.close();
    }
  }

  #plan(threshold = this.#parameters.threshold, recall = this.#parameters.recall): SearchPlan {
    return this.#plans.of(threshold, recall, this.#writer.counts.unique);
  }

  /** How the batch form cuts the stored sketches. */
  #bands(): Bands {
    const { threshold, recall, components } = this.#parameters;
    return chooseBands(threshold, recall, components);
  }

  #assertGrams(): void {
    if (this.#layout.setting === 'exact') return;
    throw new IndexError(
      'NEARDUP_INDEX_SETTING',
      `the index in ${this.#storage.name} is compact and keeps no gram sets: make one in the exact setting`,
    );
  }
}

/** @throws RangeError */
function checkOpenOptions({ pagesInMemory = 0 }: OpenOptions): void {
  if (Number.isSafeInteger(pagesInMemory) && pagesInMemory >= 0) return;
  throw new RangeError(`pagesInMemory: expected 0, 1, 2 …; got ${pagesInMemory}`);
}
