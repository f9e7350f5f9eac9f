import { type Bands, chooseBands } from '../sketch/bands.ts';
import {
  BINARY,
  type BinaryStore,
  type Change,
  inIndexWords,
  present,
  scanEntries,
  write,
} from './binary-store.ts';
import { bulkLoad, type LoadCounts, type LoadedPage, type SketchedPage } from './bulk-load.ts';
import { candidateBlocks, readSets } from './candidates.ts';
import { Claims, Reservation } from './claims.ts';
import {
  type CountsRecord,
  type DecisionRecord,
  decodeJson,
  decodeNumber,
  decodeSketch,
  encodeJson,
  encodeNumber,
  type Tombstone,
} from './codec.ts';
import {
  type Claim,
  type ClaimedPage,
  type Decision,
  decisionOf,
  type IndexCounts,
  type Match,
  replay,
} from './decisions.ts';
import { IndexError } from './errors.ts';
import { type IndexParameters, openHeader } from './header.ts';
import { destroyFolder, type Home, homeInFolder, homeInStore } from './home.ts';
import { COUNTS_KEY, decisionKey, decisionRange, pageOf, sketchKey, sketchRange, userKey } from './keys.ts';
import { confirmPairs, type EmitPair, type PairOptions } from './pairs.ts';
import { type FoundPage, findCopy, findSimilar, readGrams } from './search.ts';
import { deletionsOf, type SketchedSet, setEntries, sketchSet, tableEntries } from './sketched.ts';
import { Turns } from './turns.ts';

/** Batches between two that are forced to the disk. A killed process loses none; a dead machine may lose these. */
const CHECKPOINT_BATCHES = 1024;

/** Pages brought into the tables by one batch. */
const FILL_PAGES = 512;

/**
 * Pages seen so far, found again by what they say: an index of sketches on disk whose answers are exact.
 *
 * MinHash bands and SimHash tables, each a range scan, lead to candidates; what is answered is the exact
 * Jaccard of gram sets. With the parameters' recall a pair at the threshold is found with at least that
 * probability, and above it more often. Only unique pages can be found; of duplicates the decision is kept.
 *
 * One process holds an index at a time, by one handle. A killed process loses nothing acknowledged. Not noticed:
 * a bit flipped in a key of the band or SimHash tables (that one way to a page is lost), and in a store given
 * from outside all that its own tail lost.
 * Not for pages made to fill one band with texts just below the threshold: each costs one comparison.
 */
export class SketchIndex {
  readonly #home: Home;
  readonly #store: BinaryStore;
  readonly #threshold: number;
  readonly #bands: Bands;
  readonly #turns = new Turns();
  readonly #claims = new Claims();
  #state: CountsRecord;
  #closing: Promise<void> | undefined;

  private constructor(home: Home, parameters: IndexParameters, bands: Bands, state: CountsRecord) {
    this.#home = home;
    this.#store = home.store;
    this.#threshold = parameters.threshold;
    this.#bands = bands;
    this.#state = state;
  }

  /**
   * Opens the index in a folder, or in a store that the caller opens and closes; makes it when there is none.
   *
   * @throws IndexError by `code`: LOCKED, VERSION, PARAMETERS, DAMAGED; nothing is changed then
   * @throws RangeError when threshold or recall are out of range
   */
  static async open(at: string | BinaryStore, parameters: IndexParameters): Promise<SketchIndex> {
    const bands = chooseBands(parameters.threshold, parameters.recall);
    const home = typeof at === 'string' ? await homeInFolder(at) : await homeInStore(at);
    try {
      const state = await openHeader(home, parameters);
      await home.checkpoint(state.sequence);
      return new SketchIndex(home, parameters, bands, state);
    } catch (error) {
      await home.close();
      throw inIndexWords(error);
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

  get counts(): IndexCounts {
    const { unique, duplicates, unclassifiable } = this.#state;
    return { decided: unique + duplicates + unclassifiable, unique, duplicates, unclassifiable };
  }

  /** How sketches are cut into bands, with the probability that a pair at the threshold is found. */
  get bands(): Bands {
    return this.#bands;
  }

  /** Unique pages whose exact Jaccard with `grams` reaches the threshold: best first, then oldest first. */
  query(grams: BigUint64Array, options: { readonly except?: string } = {}): Promise<Match[]> {
    return this.#turn(async () => {
      const set = sketchSet(grams);
      await this.#fillTables();
      const except = options.except === undefined ? undefined : await this.#pageOfKey(options.except);
      const found = await findSimilar(this.#store, this.#bands, this.#threshold, set, except);
      const records = await Promise.all(found.map(({ page }) => this.#record(page)));
      return found.map(({ similarity, overlap, size }, i) => {
        const { key, url } = records[i];
        return { key, url, similarity, overlap, size };
      });
    });
  }

  /**
   * Decides a page against all committed and all reserved ones, and reserves it when it is unique.
   *
   * Where the only similar page is reserved by another claim, waits until that one is committed or released. A
   * waiting claim reserves nothing, so claims never wait for each other in a circle. A later claim of the same
   * key supersedes an earlier one. A key that was decided before is judged again when its gram set changed,
   * against all pages but itself; earlier decisions about other pages stay as they are.
   *
   * @throws the signal's reason when it aborts the wait
   * @throws IndexError NEARDUP_CLAIM_SUPERSEDED when that happens during the wait
   */
  async claim(page: ClaimedPage, options: { readonly signal?: AbortSignal } = {}): Promise<Claim> {
    const { signal } = options;
    this.#assertOpen();
    const { key } = page;
    const set = sketchSet(page.grams);
    const attempt = this.#claims.begin(key);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const judged = await this.#turn(() => this.#judge(page, set, attempt));
        if ('verdict' in judged) return judged;
        await endedOrAborted(judged, signal);
      }
    } finally {
      this.#claims.finish(key, attempt);
    }
  }

  /** What was decided about a page. */
  get(key: string): Promise<Decision | undefined> {
    return this.#turn(async () => {
      const page = await this.#pageOfKey(key);
      return page === undefined ? undefined : decisionOf(await this.#record(page));
    });
  }

  /** All decisions, in the order of their commits, as they stand when the walk begins. */
  async *decisions(): AsyncGenerator<Decision> {
    this.#assertOpen();
    try {
      for await (const entries of scanEntries(this.#store, decisionRange())) {
        for (const [key, value] of entries) {
          const record = decodeJson<DecisionRecord | Tombstone>(value, `decision of page ${pageOf(key)}`);
          if (record.outcome !== 'removed') yield decisionOf(record);
        }
      }
    } catch (error) {
      throw inIndexWords(error);
    }
  }

  /** Forgets a page; false when it was not there. Decisions that name it stay. */
  remove(key: string): Promise<boolean> {
    return this.#turn(async () => {
      const page = await this.#pageOfKey(key);
      if (page === undefined) return false;
      const { changes, counts } = await this.#removal(page, this.#state);
      await this.#write([...changes, { key: userKey(key) }], counts);
      return true;
    });
  }

  /**
   * Adds pages without asking whether they are similar to others: each one becomes unique and can be found.
   * Thousands a batch. A key that is there with the same gram set is passed over; with another it is replaced.
   */
  async addAll(pages: AsyncIterable<LoadedPage> | Iterable<LoadedPage>): Promise<LoadCounts> {
    this.#assertOpen();
    return bulkLoad(pages, (chunk) => this.#turn(() => this.#load(chunk)));
  }

  /**
   * Pairs of unique pages that the sketches lead to, each once: blocks of page numbers
   * `[x0, y0, x1, y1, …]`, x < y. Pages with equal gram sets stand for one another: only the oldest is paired.
   *
   * One scan of the sketches, and a sort for each band. Memory: 4 · (bands + 7) bytes a page number.
   */
  async *candidatePairs(): AsyncGenerator<Uint32Array> {
    this.#assertOpen();
    const sets = await readSets(this.#store, this.#state.nextPage);
    yield* candidateBlocks(this.#store, this.#bands, sets);
  }

  /**
   * Calls `emit(x, y, overlap)` for the candidate pairs whose exact Jaccard reaches the threshold: page
   * numbers, x < y, every pair once, in no order. `page(x)` says what they are.
   *
   * Memory: `cacheBytes` of gram sets, and 4 · (bands + 7) bytes a page number. Resolves to the number of
   * candidates, pairs of distinct sets that the sketches led to.
   */
  similarPairs(emit: EmitPair, options: PairOptions = {}): Promise<{ candidates: number }> {
    return this.#turn(() =>
      confirmPairs(this.#store, this.#bands, this.#threshold, this.#state.nextPage, emit, options),
    );
  }

  /** What was decided about the page with this number. @throws RangeError when no page has it */
  async page(number: number): Promise<Decision> {
    this.#assertOpen();
    const value = await this.#store.get<Buffer, Buffer>(decisionKey(number), BINARY);
    if (value === undefined) throw new RangeError(`no page has the number ${number}`);
    const record = decodeJson<DecisionRecord | Tombstone>(value, `decision of page ${number}`);
    if (record.outcome === 'removed') throw new RangeError(`the page with the number ${number} was removed`);
    return decisionOf(record);
  }

  /** Gram sets of unique pages, by their numbers. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
  async gramSets(numbers: readonly number[]): Promise<BigUint64Array[]> {
    this.#assertOpen();
    return readGrams(this.#store, numbers);
  }

  /** Ends all claims, forces everything to disk and lets go of the folder. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#turns.run(async () => {
      this.#claims.endAll();
      try {
        await write(this.#store, [{ key: COUNTS_KEY, value: encodeJson(this.#state) }], true);
      } catch (error) {
        await this.#home.close();
        throw inIndexWords(error);
      }
      await this.#home.close(this.#state.sequence);
    });
    return this.#closing;
  }

  /** Gives a verdict, or the reservation to wait for. Runs in its turn. */
  async #judge(page: ClaimedPage, set: SketchedSet, attempt: object): Promise<Claim | Reservation> {
    const { key } = page;
    this.#claims.assertLatest(key, attempt);
    const number = await this.#pageOfKey(key);
    if (number !== undefined) {
      const record = await this.#record(number);
      if (record.fingerprint === set.fingerprint.toString('hex') && record.size === set.size) {
        return replay(decisionOf(record));
      }
    }
    const found = await this.#best(set, number);
    const match = found === undefined ? undefined : { found, of: await this.#record(found.page) };
    // From here to the reservation nothing is awaited: no other claim can come between.
    this.#claims.assertLatest(key, attempt);
    if (match === undefined && set.size > 0) {
      const reserved = this.#claims.mostSimilar(set, this.#threshold);
      if (reserved !== undefined) return reserved;
    }
    const reservation = new Reservation(recordOf(page, set, match), set);
    this.#claims.reserve(reservation);
    return this.#claimOf(reservation);
  }

  /** The most similar committed page. An exact copy, the usual duplicate, costs one scan instead of all. */
  async #best(set: SketchedSet, except: number | undefined): Promise<FoundPage | undefined> {
    if (set.size === 0) return undefined;
    // Never the page itself: with its own gram set it would have been a replay.
    const copy = await findCopy(this.#store, set);
    if (copy !== undefined) return copy;
    await this.#fillTables();
    return (await findSimilar(this.#store, this.#bands, this.#threshold, set, except))[0];
  }

  #claimOf(reservation: Reservation): Claim {
    let committing: Promise<boolean> | undefined;
    return {
      verdict: { ...decisionOf(reservation.record), replayed: false },
      commit: () => {
        if (committing !== undefined) return committing;
        if (this.#closing !== undefined) return this.#turn(() => Promise.resolve(false));
        if (reservation.state === 'ended') return Promise.resolve(false);
        reservation.state = 'committing';
        committing = this.#turn(() => this.#commit(reservation));
        return committing;
      },
      release: () => {
        if (reservation.state === 'open') this.#claims.end(reservation);
      },
    };
  }

  async #commit(reservation: Reservation): Promise<true> {
    const { record, set } = reservation;
    const changes: Change[] = [];
    let counts = this.#state;
    const replaced = await this.#pageOfKey(record.key);
    if (replaced !== undefined) {
      const removal = await this.#removal(replaced, counts);
      changes.push(...removal.changes);
      counts = removal.counts;
    }
    const page = counts.nextPage;
    changes.push(...additionOf(page, record, set));
    if (record.outcome === 'unique') changes.push(...tableEntries(page, set, this.#bands));
    const tabledTo = counts.tabledTo === page ? page + 1 : counts.tabledTo;
    try {
      await this.#write(changes, { ...counted(counts, record), tabledTo });
    } finally {
      // Also after a failed write: the pages that wait for this one look again.
      this.#claims.end(reservation);
    }
    return true;
  }

  async #load(chunk: ReadonlyMap<string, SketchedPage>): Promise<LoadCounts> {
    const keys = [...chunk.keys()].map(userKey);
    const known = await this.#store.getMany<Buffer, Buffer>(keys, BINARY);
    const changes: Change[] = [];
    let counts = this.#state;
    let added = 0;
    for (const [i, { page, set }] of [...chunk.values()].entries()) {
      const number = known[i];
      const record = recordOf(page, set);
      if (number !== undefined) {
        const replaced = decodeNumber(number, `page number of ${page.key}`);
        const { fingerprint } = await this.#record(replaced);
        if (fingerprint === record.fingerprint) continue;
        const removal = await this.#removal(replaced, counts);
        changes.push(...removal.changes);
        counts = removal.counts;
      }
      for (const change of additionOf(counts.nextPage, record, set)) changes.push(change);
      counts = counted(counts, record);
      added++;
    }
    if (added > 0) await this.#write(changes, counts);
    return { added, replayed: chunk.size - added };
  }

  /**
   * Brings pages of bulk loads into the band and SimHash tables, before the first search after the load. Most
   * entries of a page are there: loads that are never searched one by one, but joined, are 4 times as fast
   * without.
   */
  async #fillTables(): Promise<void> {
    while (this.#state.tabledTo < this.#state.nextPage) {
      const from = this.#state.tabledTo;
      const to = Math.min(from + FILL_PAGES, this.#state.nextPage);
      const changes: Change[] = [];
      for await (const entries of scanEntries(this.#store, sketchRange(from, to))) {
        for (const [key, value] of entries) {
          const page = pageOf(key);
          const sketch = decodeSketch(value, `sketch of page ${page}`);
          for (const change of tableEntries(page, sketch, this.#bands)) changes.push(change);
        }
      }
      await this.#write(changes, { ...this.#state, tabledTo: to });
    }
  }

  /** What to write so that a page is gone: a tombstone keeps its number. */
  async #removal(page: number, before: CountsRecord): Promise<{ changes: Change[]; counts: CountsRecord }> {
    const record = await this.#record(page);
    const changes: Change[] = [{ key: decisionKey(page), value: encodeJson({ outcome: 'removed' }) }];
    if (record.outcome === 'unique') {
      const what = `sketch of page ${page}`;
      const stored = await this.#store.get<Buffer, Buffer>(sketchKey(page), BINARY);
      const fingerprint = Buffer.from(record.fingerprint, 'hex');
      changes.push(...deletionsOf(page, decodeSketch(present(stored, what), what), fingerprint, this.#bands));
    }
    return { changes, counts: tallied(before, record, -1) };
  }

  async #pageOfKey(key: string): Promise<number | undefined> {
    const stored = await this.#store.get<Buffer, Buffer>(userKey(key), BINARY);
    return stored === undefined ? undefined : decodeNumber(stored, `page number of ${key}`);
  }

  async #record(page: number): Promise<DecisionRecord> {
    const what = `decision of page ${page}`;
    const stored = await this.#store.get<Buffer, Buffer>(decisionKey(page), BINARY);
    const record = decodeJson<DecisionRecord | Tombstone>(present(stored, what), what);
    if (record.outcome !== 'removed') return record;
    throw new IndexError(
      'NEARDUP_INDEX_DAMAGED',
      `the index is damaged: page ${page} is removed and still found`,
    );
  }

  /** Writes one atomic batch with the counts that hold after it. */
  async #write(changes: Change[], counts: CountsRecord): Promise<void> {
    const state = { ...counts, sequence: this.#state.sequence + 1 };
    const checkpoint = state.sequence % CHECKPOINT_BATCHES === 0;
    await write(this.#store, [...changes, { key: COUNTS_KEY, value: encodeJson(state) }], checkpoint);
    this.#state = state;
    this.#home.acknowledge(state.sequence);
    if (checkpoint) await this.#home.checkpoint(state.sequence);
  }

  /** Runs a task when its turn comes: what one task read is still so when it writes. */
  async #turn<T>(task: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await this.#turns.run(task);
    } catch (error) {
      throw inIndexWords(error);
    }
  }

  #assertOpen(): void {
    if (this.#closing === undefined) return;
    throw new IndexError('NEARDUP_INDEX_CLOSED', `the index in ${this.#home.name} is closed`);
  }
}

function additionOf(page: number, record: DecisionRecord, set: SketchedSet): Change[] {
  return [
    { key: decisionKey(page), value: encodeJson(record) },
    { key: userKey(record.key), value: encodeNumber(page) },
    ...(record.outcome === 'unique' ? setEntries(page, set) : []),
  ];
}

function recordOf(
  { key, url, at, note }: ClaimedPage,
  set: SketchedSet,
  match?: { found: FoundPage; of: DecisionRecord },
): DecisionRecord {
  const common = {
    key,
    url,
    size: set.size,
    fingerprint: set.fingerprint.toString('hex'),
    ...(at === undefined ? {} : { at }),
    ...(note === undefined ? {} : { note }),
  };
  if (match === undefined) return { outcome: set.size === 0 ? 'unclassifiable' : 'unique', ...common };
  const { similarity, overlap } = match.found;
  const of = { key: match.of.key, url: match.of.url };
  return { outcome: 'duplicate', ...common, of, similarity, overlap };
}

/** Counts after one more page with this decision. */
function counted(counts: CountsRecord, record: DecisionRecord): CountsRecord {
  return { ...tallied(counts, record, 1), nextPage: counts.nextPage + 1 };
}

function tallied(counts: CountsRecord, { outcome }: DecisionRecord, by: 1 | -1): CountsRecord {
  const name = outcome === 'duplicate' ? 'duplicates' : outcome;
  return { ...counts, [name]: counts[name] + by };
}

/** Resolves when a reservation has ended. @throws the signal's reason when it aborts first */
function endedOrAborted({ ended }: Reservation, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return ended;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    ended.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, reject);
  });
}
