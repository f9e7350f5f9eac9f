import { existsSync, rmSync } from 'node:fs';
import { blockBytes } from '../grams/dealt-records.ts';
import { fingerprintWords, firstEqualOf } from '../grams/gram-sets.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';
import { Positions } from '../grams/positions.ts';
import { bytesOf, Spool, type SpoolOptions } from '../grams/spool.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import type { PageSets } from '../methods/method.ts';
import { hostOf } from '../store/layout/host.ts';
import { letGo } from './let-go.ts';
import { NumberedStrings } from './numbered-strings.ts';
import type { PageFacts, PageGrams } from './page-grams.ts';
import {
  areMany,
  areRecords,
  buffersOf,
  flagsOf,
  headerBytes,
  isSoundRecord,
  type PageHead,
  type PageRecords,
  pageFlags,
  pageOfRecord,
  type RecordParts,
  recordAt,
  recordLength,
  recordOf,
  recordOfPage,
  type ShingledPages,
} from './page-records.ts';
import { RecentValues } from './recent-values.ts';

/** Most pages whose facts are kept in memory, some 25 MB or a sixteenth of the memory: a run reads all facts a dozen times. */
const MOST_RECENT = 1 << 15;
const BYTES_OF_FACTS = 800;
const SHARE_OF_FACTS = 1 / 16;

/**
 * The facts and gram sets of a run's pages, each stored once, for every later phase. On disk as soon as they exceed a megabyte. If they
 * have a file of their own, a run that was killed can continue with them.
 *
 * ```
 * file = record(call) record(page)…
 * ```
 * {@link PageRecords} describes a record. `call` has the inputs and the options that shape gram sets, which must be the same for the sets
 * to be of use. An incomplete record at the end, as a kill leaves it, is cut off.
 *
 * Memory: 15⅛ bytes a page, `bytesPerString` a host, facts in a sixteenth of the memory (at most 25 MB), and `blockBytes` of the file,
 * so that the sets of a small site, which are read repeatedly, are in memory.
 */
export class Journal implements PageSets {
  readonly #spool: Spool;
  readonly #path: string | undefined;
  readonly #positions = new Positions();
  readonly #sizes = new GrowingColumn((length) => new Uint32Array(length));
  readonly #hosts = new GrowingColumn((length) => new Uint32Array(length));
  readonly #flags = new GrowingColumn((length) => new Uint8Array(length));
  /** The four words of each gram set's fingerprint. They are on disk, since only passes over all pages read them. */
  readonly #words: StoredColumn;
  readonly #hostNames: NumberedStrings;
  readonly #recentFacts: RecentValues<PageFacts>;
  #grams = 0;
  #firstEqual: Uint32Array | undefined;

  private constructor(spool: Spool, folder: WorkFolder, memoryBytes: number, path?: string) {
    const shared = Math.ceil((memoryBytes * SHARE_OF_FACTS) / BYTES_OF_FACTS);
    this.#recentFacts = new RecentValues(Math.min(MOST_RECENT, shared));
    this.#spool = spool;
    this.#words = folder.column('u32');
    this.#hostNames = new NumberedStrings(folder);
    this.#path = path;
  }

  /** A journal for this run alone. */
  static in(folder: WorkFolder, memoryBytes: number = defaultMemoryBytes): Journal {
    return new Journal(folder.spool(blockBytes(memoryBytes)), folder, memoryBytes);
  }

  /** Starts afresh, in a file for this user alone. */
  static create(
    path: string,
    call: object,
    folder: WorkFolder,
    memoryBytes: number = defaultMemoryBytes,
  ): Journal {
    // A file of an earlier run would keep its permissions.
    rmSync(path, { force: true });
    const journal = new Journal(
      new Spool(() => path, spoolOptions(folder, memoryBytes)),
      folder,
      memoryBytes,
      path,
    );
    journal.#spool.append(recordOf(call));
    journal.#spool.flush();
    return journal;
  }

  /**
   * Continues with what an earlier run of the same call left at `path`; `undefined` if there is nothing. Known pages, which come last, are
   * dropped and read again.
   */
  static resume(
    path: string,
    call: object,
    folder: WorkFolder,
    memoryBytes: number = defaultMemoryBytes,
  ): Journal | undefined {
    if (!existsSync(path)) return undefined;
    const spool = Spool.resume(path, spoolOptions(folder, memoryBytes));
    const journal = new Journal(spool, folder, memoryBytes, path);
    let end = 0;
    for (const { at, head, grams, counts, end: after } of recordsOf(spool)) {
      if (end === 0) {
        if (JSON.stringify(head) !== JSON.stringify(call)) break;
      } else {
        const page = pageOfRecord(head as PageHead, grams, counts);
        if (page.facts.known) break;
        journal.#note(page, at);
      }
      end = after;
    }
    if (end > 0) {
      spool.truncate(end);
      return journal;
    }
    journal.close();
    return undefined;
  }

  /** Number of pages. */
  get length(): number {
    return this.#sizes.length;
  }

  /** Number of hosts. */
  get hosts(): number {
    return this.#hostNames.length;
  }

  /** Number of pages before the first known page: those to be decided. */
  get newPages(): number {
    let page = this.length;
    while (page > 0 && this.isKnown(page - 1)) page--;
    return page;
  }

  /** Total number of grams of all pages. */
  get grams(): number {
    return this.#grams;
  }

  /** Bytes on disk, including those about to be written. */
  get bytes(): number {
    return this.#spool.length;
  }

  add(pages: ShingledPages): void {
    if (areRecords(pages)) this.addRecords(pages);
    else if (areMany(pages)) for (const page of pages) this.#addPage(page);
    else this.#addPage(pages);
  }

  #addPage(page: PageGrams): void {
    const number = this.length;
    this.#note(page, this.#spool.append(recordOfPage(page)));
    this.#recentFacts.set(number, page.facts);
  }

  /** Adds pages whose records another thread has made, and releases their buffers. */
  addRecords(records: PageRecords): void {
    const { bytes, starts, sizes, words, flags, hosts, hostNames } = records;
    const at = this.#spool.append(bytes);
    for (const word of words) this.#words.push(word);
    const hostNumbers = hostNames.map((name) => this.#hostNames.numberOf(name));
    for (let i = 0; i < starts.length; i++) {
      this.#positions.push(at + starts[i]);
      this.#sizes.push(sizes[i]);
      this.#hosts.push(hostNumbers[hosts[i]]);
      this.#flags.push(flags[i]);
      this.#grams += sizes[i];
    }
    letGo(buffersOf(records));
  }

  factsOf(page: number): PageFacts {
    return this.#recentFacts.get(page) ?? this.#recentFacts.set(page, this.#headOf(page).facts);
  }

  sizeOf(page: number): number {
    return this.#sizes.at(page);
  }

  hashOf(page: number, word = 0): number {
    return this.#words.at(4 * page + word);
  }

  /** See `firstEqualOf`. Computed once for the current number of pages. */
  firstEqual(): Uint32Array {
    if (this.#firstEqual?.length !== this.length) this.#firstEqual = firstEqualOf(this);
    return this.#firstEqual;
  }

  read(page: number, into: BigUint64Array): void {
    this.#spool.read(this.#positions.at(page) + headerBytes, bytesOf(into.subarray(0, this.sizeOf(page))));
  }

  frequenciesOf(page: number): GramFrequencies | undefined {
    if ((this.#flags.at(page) & pageFlags.hasCounts) === 0) return undefined;
    const size = this.sizeOf(page);
    const counts = new Uint32Array(size);
    this.#spool.read(this.#positions.at(page) + headerBytes + 8 * size, bytesOf(counts));
    return { counts, profile: BigInt(this.#headOf(page).profile ?? 0) };
  }

  /** Which grams of a page cross (`boundedGrams`). */
  boundaryOf(page: number): string {
    return this.factsOf(page).boundary ?? '';
  }

  /** Host of the page's URL; empty if it has none. */
  hostOf(page: number): string {
    return this.#hostNames.at(this.#hosts.at(page));
  }

  /** Hosts are numbered from 0 in the order of their first pages. */
  hostNumberOf(page: number): number {
    return this.#hosts.at(page);
  }

  isArticle(page: number): boolean {
    return (this.#flags.at(page) & pageFlags.isArticle) !== 0;
  }

  /** Whether it is a known page: others are compared with it, and it is not decided itself. */
  isKnown(page: number): boolean {
    return (this.#flags.at(page) & pageFlags.isKnown) !== 0;
  }

  /** Whether the end of the page is missing. */
  isCut(page: number): boolean {
    return (this.#flags.at(page) & pageFlags.isCut) !== 0;
  }

  /** `PageFacts.isNamedByUrl`. */
  isNamedByUrl(page: number): boolean | undefined {
    const flags = this.#flags.at(page);
    return (flags & pageFlags.isWorded) === 0 ? undefined : (flags & pageFlags.isNamed) !== 0;
  }

  /** The canonical links that new pages state, in their order. */
  *canonicalLinks(): Generator<{ readonly page: number; readonly canonical: string }> {
    const { newPages } = this;
    for (let page = 0; page < newPages; page++) {
      if ((this.#flags.at(page) & pageFlags.hasCanonical) === 0) continue;
      yield { page, canonical: this.factsOf(page).canonical! };
    }
  }

  /** All facts, in order. */
  *facts(): Generator<PageFacts> {
    for (let page = 0; page < this.length; page++) yield this.factsOf(page);
  }

  /** Ends a run that failed. Its pages stay on disk if they have a file of their own. */
  close(): void {
    if (this.#path === undefined) this.#spool.close();
    else this.#spool.keep();
    this.#words.close();
    this.#hostNames.close();
  }

  /** Ends a run that succeeded. The journal is removed. */
  remove(): void {
    this.#spool.close();
    this.#words.close();
    this.#hostNames.close();
  }

  #headOf(page: number): PageHead {
    const at = this.#positions.at(page);
    const size = this.sizeOf(page);
    const from =
      at + headerBytes + 8 * size + ((this.#flags.at(page) & pageFlags.hasCounts) === 0 ? 0 : 4 * size);
    const end = page + 1 < this.length ? this.#positions.at(page + 1) : this.#spool.length;
    const bytes = Buffer.allocUnsafe(end - from);
    this.#spool.read(from, bytes);
    return JSON.parse(bytes.toString()) as PageHead;
  }

  /** Stores what is kept of a page in memory. */
  #note(page: PageGrams, at: number): void {
    const { facts, grams, fingerprint = fingerprintWords(grams) } = page;
    this.#positions.push(at);
    this.#sizes.push(grams.length);
    for (const word of fingerprint) this.#words.push(word);
    this.#hosts.push(this.#hostNames.numberOf(hostOf(facts.url)));
    this.#flags.push(flagsOf(page));
    this.#grams += grams.length;
  }
}

function spoolOptions(folder: WorkFolder, memoryBytes: number): SpoolOptions {
  return { headBytes: blockBytes(memoryBytes), beforeWrite: (bytes) => folder.wrote(bytes) };
}

interface JournalRecord extends RecordParts {
  /** Where the record begins, and where the next one does. */
  readonly at: number;
  readonly end: number;
}

/** The sound records from the start of a file, up to the first incomplete one. */
function* recordsOf(spool: Spool): Generator<JournalRecord> {
  const header = new Uint8Array(headerBytes);
  for (let at = 0; at + headerBytes <= spool.length; ) {
    spool.read(at, header);
    const end = at + recordLength(header);
    if (end > spool.length) return;
    const bytes = new Uint8Array(end - at);
    spool.read(at, bytes);
    if (!isSoundRecord(bytes)) return;
    yield { at, end, ...recordAt(bytes) };
    at = end;
  }
}
