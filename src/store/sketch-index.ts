import {
  checkArray,
  checkSeries,
  checkWhole,
  refusedValue,
  wrongType,
  wrongValue,
} from '../argument-checks.ts';
import { type Bands, chooseBands } from '../sketch/bands.ts';
import { type AddCounts, addedPage, addInChunks } from './adding.ts';
import { checkCallOptions, checkClaimedPage, checkPlace } from './call-checks.ts';
import { ClaimDecider } from './claim-decider.ts';
import { type ReportDamage, tellOnce } from './damage.ts';
import { type BinaryStore, compact } from './disk/binary-store.ts';
import { destroyFolder } from './disk/folder.ts';
import { type IndexStorage, storageInFolder, storageInStore } from './disk/storage.ts';
import { IndexError } from './errors.ts';
import { openHeader } from './header.ts';
import type { CountsRecord } from './layout/codec.ts';
import {
  assertSameParameters,
  describeParameters,
  givenParameters,
  type IndexLayout,
  type IndexParameters,
  layoutOf,
} from './layout/parameters.ts';
import { defaultPagesInMemory, IndexMemory } from './memory/index-memory.ts';
import { QueryMemory } from './memory/query-memory.ts';
import { noteEntry, readNote, readNotes, withoutNote } from './notes.ts';
import { checkOpenOptions, type OpenOptions } from './open-options.ts';
import { OperationQueue } from './operation-queue.ts';
import { pageOfKey, recordsOf, standingRecords, storedRecords } from './pages.ts';
import { checkPairOptions, type EmitPair, type PairOptions, similarPairs } from './pairs.ts';
import { answerQuery, checkQuery, type QueryOptions } from './query.ts';
import { type RecheckedDuplicate, recheckedPages } from './recheck.ts';
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
  checkRebuildSource,
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

/**
 * Finds the pages seen so far that are similar to a page: an index of sketches on disk, for any threshold.
 *
 * A MinHash forest and SimHash tables, each read by range scans, give the candidates. In the exact setting answers hold
 * the exact Jaccard of gram sets; in the compact setting, which keeps no gram sets, its estimate. An answer states the
 * probability with which a pair exactly at its threshold is found; a more similar pair is found more often. Only unique
 * pages can be found; for duplicates the index keeps the verdict and the gram set.
 *
 * Only one process can have an index open, through one handle. If the process is killed, nothing acknowledged is lost.
 * If the machine dies, at most the last 1,024 writes are lost, and the next open reports it. Open detects files that
 * are missing or cut, and damage in the log. Damage in a table is detected when it is read, or by `verify`. In a store
 * that the caller supplies, the loss of the last writes is not detected.
 * Not suited to pages crafted to share one prefix with texts just below the threshold: each costs one comparison.
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
  readonly #memory: QueryMemory;
  readonly #tell: ReportDamage;

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
    this.#memory = new QueryMemory(memory, parameters);
    this.#writer = writer;
    this.#decider = new ClaimDecider({
      ...{ store, layout, queue, writer, memory, tell },
      plan: () => this.#plan(),
    });
  }

  /**
   * Opens the index in a folder, or in a store that the caller opens and closes. Creates it if there is none.
   *
   * @throws IndexError by `code`: LOCKED, VERSION, PARAMETERS, DAMAGED, REFUSED; nothing is changed then
   * @throws RangeError when a parameter is out of range; TypeError when `at` is no place
   */
  static async open(
    at: string | BinaryStore,
    parameters: IndexParameters,
    options: OpenOptions = {},
  ): Promise<SketchIndex> {
    return SketchIndex.#open(at, givenParameters(parameters), options);
  }

  /** Opens an index with the parameters it was created with. @throws IndexError also MISSING */
  static async openExisting(at: string | BinaryStore, options: OpenOptions = {}): Promise<SketchIndex> {
    return SketchIndex.#open(at, undefined, options);
  }

  static async #open(
    at: string | BinaryStore,
    wanted: IndexParameters | undefined,
    options: OpenOptions,
  ): Promise<SketchIndex> {
    checkPlace(at);
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
   * Deletes the index in a folder. Does nothing if there is none.
   *
   * @throws IndexError NEARDUP_INDEX_LOCKED when it is open, here or in another process
   * @throws Error when the folder holds anything else; nothing is deleted then
   */
  static async destroy(folder: string): Promise<void> {
    checkPlace(folder);
    await destroyFolder(folder);
  }

  /**
   * Creates an index from an export, in a folder or store that has none. It answers and decides as the exported one
   * does. If the export is damaged, nothing is created.
   *
   * @param source the lines of `export`, in pieces of any size
   * @throws IndexError NEARDUP_EXPORT_DAMAGED, which names the line, or NEARDUP_INDEX_EXISTS
   */
  static async import(at: string | BinaryStore, source: ExportSource): Promise<SketchIndex> {
    checkPlace(at);
    checkSeries('import', 'the lines of an export to iterate over', source);
    if (typeof at === 'string') {
      await importToFolder(at, async (draft) => importTo(await storageInFolder(draft), source));
    } else {
      await importTo(await storageInStore(at), source);
    }
    return SketchIndex.openExisting(at);
  }

  /**
   * Builds the index in a folder again, from its export or from the pages, and puts it in place of the damaged one once
   * it is complete. If it fails or is killed before that, the folder is unchanged. The damaged index is moved to
   * `FOLDER.damaged-1` (or the next free number) unless `keepDamaged` is false. Nobody may open the folder meanwhile.
   *
   * @throws IndexError NEARDUP_INDEX_LOCKED, NEARDUP_EXPORT_DAMAGED
   * @throws Error when the folder holds anything but an index
   */
  static async rebuild(
    folder: string,
    source: RebuildSource,
    options: RebuildOptions = {},
  ): Promise<Rebuilt> {
    checkPlace(folder);
    checkRebuildSource(source);
    checkCallOptions('rebuild', options);
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
   * Recovers an index after a crash of the machine, without the last writes: those that had not reached the disk, at
   * most 1,024. `open` refuses an index that ends before the last write known to be on disk. The pages of the lost
   * writes are decided again when they come again. Resolves to the number of lost writes; refuses any other damage as
   * `open` does.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED, NEARDUP_INDEX_LOCKED, NEARDUP_INDEX_MISSING
   */
  static async acceptLoss(folder: string): Promise<number> {
    checkPlace(folder);
    return acceptLoss(await storageInFolder(folder, { mustExist: true }));
  }

  /**
   * {@link SketchIndex.prototype.verify} for an index that is not open. Its files are checked against their checksums
   * before LevelDB opens them, since reading a damaged table can make LevelDB end the process.
   *
   * @throws IndexError as `openExisting` does, where the tables are whole and it cannot be opened
   */
  static async verify(folder: string, options: VerifyOptions = {}): Promise<VerifyReport> {
    checkPlace(folder);
    checkCallOptions('verify', options);
    const report = await verifyFiles(folder, options);
    if (report.damaged > 0) return report;
    const index = await SketchIndex.openExisting(folder);
    try {
      return await index.verify(options);
    } finally {
      await index.close();
    }
  }

  /** Number of pages by verdict. */
  get counts(): IndexCounts {
    const { unique, duplicates, unclassifiable } = this.#writer.counts;
    return { decided: unique + duplicates + unclassifiable, unique, duplicates, unclassifiable };
  }

  /** All parameters of the index, with defaults filled in. */
  get parameters(): Required<IndexParameters> {
    return this.#parameters;
  }

  /**
   * Unique pages whose similarity to `grams` reaches the threshold, with the recall that the answer has.
   *
   * In the compact setting the answer also has pages whose estimate is below the threshold, where leaving them out
   * would cost recall.
   *
   * @throws RangeError when threshold, recall or limit are out of range
   * @throws TypeError when a scope is given without a URL
   */
  async query(grams: BigUint64Array, options: QueryOptions = {}): Promise<Answer> {
    checkCallOptions('query', options);
    checkQuery(options);
    return this.#queue.run(async () => {
      const memory = this.#memory.forQuery(options, this.#writer.counts);
      const plan = memory?.plan ?? this.#plan(options.threshold, options.recall);
      if (memory === undefined) await this.#writer.fillTables();
      return answerQuery(this.#store, this.#layout, plan, grams, options, this.#tell, memory);
    });
  }

  /**
   * Decides a page against all committed and all reserved ones, and reserves it if it is unique.
   *
   * If the only similar page is reserved by another claim, waits until that one is committed or released, unless the
   * page may be a provisional duplicate (`options.provisional`). A waiting claim reserves nothing, so claims never wait
   * for each other in a circle. A later claim of the same key supersedes an earlier one. A key that was decided before
   * is decided again if its gram set changed, against all pages but itself; earlier verdicts on other pages stay as
   * they are.
   *
   * In the compact setting a page is a duplicate when its estimate reaches the threshold. So half of the pairs just at
   * the threshold are called unique: skipping a new page costs more than keeping a repeated one.
   *
   * @throws the signal's reason when it aborts the wait
   * @throws IndexError NEARDUP_CLAIM_SUPERSEDED when a later claim supersedes it during the wait
   */
  async claim(page: ClaimedPage, options: ClaimOptions = {}): Promise<Claim> {
    checkClaimedPage('claim', page);
    checkCallOptions('claim', options);
    return this.#decider.claim(page, options);
  }

  /** How many pages are provisional duplicates, from this process or an earlier one. They have no verdict yet. */
  get provisional(): number {
    return this.#decider.provisional.size;
  }

  /**
   * Sets the function that fetches a provisional duplicate again when its original is not stored. For each original it
   * is called for one duplicate at a time. `settled` and `resume` wait for it.
   *
   * @param requestOf gives the URL and request for a page by its key alone, needed if its intent is damaged. If it
   * gives nothing, the page is forgotten. `resume` reports both cases
   */
  onReturn(
    bringBack: (page: ReturnedPage) => unknown,
    requestOf?: (key: string) => Pick<ReturnedPage, 'url' | 'request'> | undefined,
  ): void {
    if (typeof bringBack !== 'function')
      throw wrongType('onReturn', 'a function that fetches a page', bringBack);
    this.#decider.provisional.onReturn(bringBack, requestOf);
  }

  /** Decides the provisional duplicates that an earlier process left, or brings them back; waits for `onReturn`. */
  resume(): Promise<void> {
    this.#queue.assertOpen();
    return this.#decider.provisional.resume();
  }

  /** Resolves when the copies of all pages committed or released so far are decided or brought back. */
  settled(): Promise<void> {
    return this.#decider.provisional.settled();
  }

  /** Reports that a page brought back cannot be fetched. It is forgotten, and the next page like it is brought back. */
  giveUp(key: string): Promise<void> {
    this.#queue.assertOpen();
    return this.#decider.provisional.giveUp(key);
  }

  /**
   * Claims a page and commits it. `isNew` is true when this call stored it as unique. Of any number of similar pages
   * added concurrently exactly one is new. Calls for one key wait for each other: the later ones are replays.
   *
   * @throws as `claim` does
   */
  async addIfNew(
    page: ClaimedPage,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<PageVerdict & { readonly replayed: boolean; readonly isNew: boolean }> {
    checkClaimedPage('addIfNew', page);
    checkCallOptions('addIfNew', options);
    const given = await this.#decider.addIfNew(page, options.signal);
    return { ...given, isNew: given.verdict === 'unique' && !given.replayed };
  }

  /**
   * Adds a page without comparing it with others: it becomes unique and can be found. A key that is already stored with
   * the same gram set is skipped (`replayed`); with another gram set it is replaced.
   */
  async add(page: ClaimedPage): Promise<'added' | 'replayed'> {
    this.#queue.assertOpen();
    checkClaimedPage('add', page);
    const added = addedPage(page, this.#layout);
    const count = await this.#queue.run(() => this.#writer.addAll([added], true));
    return count === 1 ? 'added' : 'replayed';
  }

  /**
   * {@link add} for many pages, hundreds a batch.
   *
   * @param options `searchable: false` postpones filling the search tables until the next search. This is 4 times as
   * fast for pages that are only joined, by `similarPairs`
   */
  async addAll(
    pages: AsyncIterable<ClaimedPage> | Iterable<ClaimedPage>,
    options: { readonly searchable?: boolean } = {},
  ): Promise<AddCounts> {
    this.#queue.assertOpen();
    checkCallOptions('addAll', options);
    const { searchable = true } = options;
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

  /**
   * Whether the page that a duplicate repeats is still stored as it was when the duplicate was decided: neither removed
   * nor decided again since. False if the page is no duplicate.
   */
  async hasOriginal(key: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const page = await pageOfKey(this.#store, key);
      if (page === undefined) return false;
      const [{ of }] = await standingRecords(this.#store, [page]);
      const original = of && (await pageOfKey(this.#store, of.key));
      // a page that is decided again gets a new number
      return original !== undefined && original < page;
    });
  }

  /**
   * The text kept with a page; undefined if the page is not stored or has no text.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED
   */
  async text(key: string): Promise<string | undefined> {
    return this.#queue.run(() => readText(this.#store, key));
  }

  /** How many verdicts were ever stored, with those of pages that were decided again or forgotten since; see `verdicts`. */
  get position(): number {
    return this.#writer.counts.nextPage;
  }

  /**
   * All verdicts, in the order of their commits, as they stand when the iteration begins.
   *
   * @param from leaves out those stored before `position` had this value
   */
  async *verdicts(from = 0): AsyncGenerator<PageVerdict> {
    this.#queue.assertOpen();
    checkWhole('verdicts: from', from, 0);
    for await (const { record } of storedRecords(this.#store, from)) yield pageVerdict(record);
  }

  /** Forgets a page; false if it was not stored. Verdicts that name it stay. */
  async remove(key: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const page = await pageOfKey(this.#store, key);
      return page !== undefined && (await this.#writer.remove([page])) === 1;
    });
  }

  /**
   * Forgets the pages that meet a condition, as they stand when the call begins, and resolves to their number. Works in
   * atomic batches: if it is killed, some pages are forgotten, and it can be called again. Claims and queries go on in
   * between. Call `compact` to free the space immediately.
   *
   * A condition on the key prefix reads only those keys; one on host or age reads all verdicts.
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

  /** Frees the space of removed pages, if the store can. Rewrites all table files: minutes for gigabytes. */
  async compact(): Promise<void> {
    this.#queue.assertOpen();
    await compact(this.#store);
  }

  /** What the index holds, its size on disk, and the recall that its sketches promise. */
  async stats(): Promise<IndexStats> {
    return this.#queue.run(async () => {
      const stats = await indexStats(this.#storage, this.#parameters, this.#writer.counts);
      return { counts: this.counts, ...stats };
    });
  }

  /**
   * The index as lines of JSON, as it stands when the iteration begins; `import` creates it again from them. Claims and
   * queries go on meanwhile. `exportLines` describes the format. Memory: some 16 MiB.
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
   * Adds the pages of another index, in the order of their commits, as if they had been given to this one after its
   * own. Pages that were decided are decided again, against all pages here; pages that were added are added. Entries
   * about hosts that a later version wrote are copied where this index has none; otherwise they are counted and left
   * out. The other index is unchanged. If killed it can be run again: pages already here are skipped.
   *
   * @throws IndexError NEARDUP_INDEX_PARAMETERS when the two were created with different parameters
   * @throws the signal's reason when it aborts
   */
  async merge(other: SketchIndex, options: { readonly signal?: AbortSignal } = {}): Promise<MergeCounts> {
    this.#queue.assertOpen();
    if (!(#storage in Object(other))) throw wrongType('merge', 'another SketchIndex', other);
    checkCallOptions('merge', options);
    assertSameParameters(
      other.#storage.name,
      describeParameters(other.#parameters),
      describeParameters(this.#parameters),
    );
    const target = { decider: this.#decider, queue: this.#queue, writer: this.#writer, store: this.#store };
    return other.#viewed((view) => mergePages(view, target, options.signal));
  }

  /**
   * Reads all that is stored, as it stands when the call begins, and reports which entries are missing, altered or
   * superfluous, and to which pages they belong. Goes on after damage. Claims and queries go on meanwhile. `rebuild`
   * repairs a damaged index by building it again.
   *
   * @throws the signal's reason when it aborts
   */
  async verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    checkCallOptions('verify', options);
    return this.#viewed((view) => verifyIndex(view, this.#storage, options));
  }

  /**
   * Removes near-duplicates from a ranked result list of stored pages, given by their keys: see the function of the
   * same name. Keys that are not stored repeat nothing. Uses estimates in the compact setting.
   */
  async dedupeResults(
    keys: readonly string[],
    asked: { readonly threshold?: number; readonly limit?: number } = {},
  ): Promise<DistinctResults<string>> {
    checkCallOptions('dedupeResults', asked);
    checkArray('dedupeResults', 'keys', 'keys', keys);
    const { threshold = this.#parameters.threshold, limit } = asked;
    const options = { threshold, ...(limit === undefined ? {} : { limit }) };
    return this.#queue.run(() => dedupeStored(this.#store, this.#layout, keys, options));
  }

  /**
   * Calls `emit(x, y, overlap)` for the candidate pairs whose exact Jaccard reaches the threshold: page numbers, x < y,
   * every pair once, in no order. `page(x)` gives the page of a number.
   *
   * Resolves to the number of candidates, the pairs of pages that the sketches led to; with `copies: 'first'` the
   * number of pairs of distinct sets. Memory: `cacheBytes` of gram sets, and 4 · (bands + 7) bytes a page number.
   *
   * @throws IndexError NEARDUP_INDEX_SETTING in the compact setting, unless `gramSets` supplies the gram sets
   */
  async similarPairs(emit: EmitPair, options: PairOptions = {}): Promise<{ candidates: number }> {
    checkCallOptions('similarPairs', options);
    checkPairOptions(options);
    if (typeof emit !== 'function') throw wrongType('similarPairs: emit', 'a function', emit);
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
      throw wrongValue('page', `a number from 0 to before ${nextPage}`, number);
    }
    const [record] = await recordsOf(this.#store, [number]);
    if (record === undefined)
      throw refusedValue('page', 'one that is stored', `${number}, which was removed`);
    return pageVerdict(record);
  }

  /**
   * Gram sets of unique pages and duplicates, by page number.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing, NEARDUP_INDEX_SETTING in the compact setting
   */
  async gramSets(numbers: readonly number[]): Promise<BigUint64Array[]> {
    this.#queue.assertOpen();
    this.#assertGrams();
    checkArray('gramSets', 'numbers', 'page numbers', numbers);
    for (const [i, number] of numbers.entries()) checkWhole(`gramSets: at ${i}`, number, 0, 2 ** 32 - 1);
    return readGrams(this.#store, numbers);
  }

  /**
   * Pages stored as duplicates that would not be now that more is known about their sites: which grams are template,
   * and what the pages call themselves (`identity`, one name a line). Claims, queries and removals go on meanwhile; the
   * index is read as it was when the iteration began. The caller should fetch again the pages that it skipped. The
   * index is not changed.
   *
   * Reads every gram set twice. Memory: some 300 bytes a page, and the templates of all sites.
   *
   * @throws IndexError NEARDUP_INDEX_DAMAGED, NEARDUP_INDEX_SETTING in the compact setting
   */
  async *recheck(): AsyncGenerator<RecheckedDuplicate> {
    this.#assertGrams();
    const view = await this.#view();
    try {
      yield* recheckedPages(view.store, view.snapshot, this.#parameters.threshold);
    } finally {
      await view.snapshot.close();
    }
  }

  /** What {@link setNote} stored under a name; undefined if nothing was stored. */
  note(name: string): Promise<object | undefined> {
    return this.#queue.run(() => readNote(this.#store, name));
  }

  /**
   * Stores information about sites that belongs to no page, as JSON under a name; replaces an earlier note of that
   * name. Notes are part of the index, and stay when pages are removed.
   */
  setNote(name: string, note: object): Promise<void> {
    return this.#queue.run(() => this.#writer.put([noteEntry(name, note)]));
  }

  /** Deletes the note under a name, if there is one. */
  deleteNote(name: string): Promise<void> {
    return this.#queue.run(() => this.#writer.put([withoutNote(name)]));
  }

  /** The notes whose names begin with `prefix`, by name, in one scan. Damaged ones are left out, with a warning. */
  notes(prefix: string): Promise<Map<string, object>> {
    return this.#queue.run(() => readNotes(this.#store, prefix, this.#tell));
  }

  /** Forces everything acknowledged to disk, so that it also survives a crash of the machine. */
  async flush(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#writer.sync();
      await this.#storage.checkpoint(this.#writer.counts.sequence);
    });
  }

  /** Ends all claims, forces everything to disk and releases the folder. May be called again. */
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

  /** The index as it is between two writes. The caller must close its snapshot. */
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

  /** How `similarPairs` cuts the stored sketches into bands. */
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
