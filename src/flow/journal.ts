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

/** Pages whose facts are kept at hand, some 25 MB, or a sixteenth of the memory: a run asks for all facts a dozen times. */
const MOST_RECENT = 1 << 15;
const BYTES_OF_FACTS = 800;
const SHARE_OF_FACTS = 1 / 16;

/**
 * The facts and gram sets of a run's pages, each once: what every later phase reads. On disk, as soon as they are more than
 * a megabyte; in a file of its own a run that was killed can go on with them.
 *
 * ```
 * file = record(call) record(page)…
 * ```
 * A record is as {@link PageRecords} says. `call` is what must be the same for the gram sets to be of use: the inputs and
 * the options that shape them. A torn record at the end, as a kill leaves it, is cut off.
 *
 * Memory: 15 bytes a page and an eighth, `bytesPerString` a host, a sixteenth of the memory, 25 MB at most, of facts, and
 * `blockBytes` of the file: what sets are read again and again for a small site.
 */
export class Journal implements PageSets {
  readonly #spool: Spool;
  readonly #path: string | undefined;
  readonly #positions = new Positions();
  readonly #sizes = new GrowingColumn((length) => new Uint32Array(length));
  readonly #hosts = new GrowingColumn((length) => new Uint32Array(length));
  readonly #flags = new GrowingColumn((length) => new Uint8Array(length));
  /** The four words of each gram set's fingerprint; on disk, since they are read in passes over all pages. */
  readonly #words: StoredColumn;
  readonly #hostNames: NumberedStrings;
  readonly #mostRecent: number;
  readonly #recent: ({ readonly page: number; readonly facts: PageFacts } | undefined)[] = [];
  #grams = 0;
  #firstEqual: Uint32Array | undefined;

  private constructor(spool: Spool, folder: WorkFolder, memoryBytes: number, path?: string) {
    const shared = Math.ceil((memoryBytes * SHARE_OF_FACTS) / BYTES_OF_FACTS);
    this.#mostRecent = Math.min(MOST_RECENT, shared);
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
    // What an earlier run left would keep its permissions.
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
   * Goes on with what an earlier run of the same call left at `path`; `undefined` when there is none. Known pages, which
   * come last, are left out: they are read again.
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

  /** Number of pages before the first that is known: those that are in question. */
  get newPages(): number {
    let page = this.length;
    while (page > 0 && this.isKnown(page - 1)) page--;
    return page;
  }

  /** Number of grams of all pages. */
  get grams(): number {
    return this.#grams;
  }

  /** Bytes on disk, or soon to be. */
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
    this.#recent[number % this.#mostRecent] = { page: number, facts: page.facts };
  }

  /** Adds pages whose records another thread has made: their buffers are let go of. */
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
    const recent = this.#recent[page % this.#mostRecent];
    if (recent?.page === page) return recent.facts;
    const { facts } = this.#headOf(page);
    this.#recent[page % this.#mostRecent] = { page, facts };
    return facts;
  }

  sizeOf(page: number): number {
    return this.#sizes.at(page);
  }

  hashOf(page: number, word = 0): number {
    return this.#words.at(4 * page + word);
  }

  /** See `firstEqualOf`: found once for as many pages as there are. */
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

  /** Host of the page's URL; empty where there is none. */
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

  /** Whether others are held against it, and it is not in question itself. */
  isKnown(page: number): boolean {
    return (this.#flags.at(page) & pageFlags.isKnown) !== 0;
  }

  /** Whether its end is missing. */
  isCut(page: number): boolean {
    return (this.#flags.at(page) & pageFlags.isCut) !== 0;
  }

  /** `PageFacts.isNamedByUrl`. */
  isNamedByUrl(page: number): boolean | undefined {
    const flags = this.#flags.at(page);
    return (flags & pageFlags.isWorded) === 0 ? undefined : (flags & pageFlags.isNamed) !== 0;
  }

  /** The canonical links that pages state, in their order. */
  *canonicalLinks(): Generator<{ readonly page: number; readonly canonical: string }> {
    for (let page = 0; page < this.length; page++) {
      if ((this.#flags.at(page) & pageFlags.hasCanonical) === 0) continue;
      yield { page, canonical: this.factsOf(page).canonical! };
    }
  }

  /** All facts, in order. */
  *facts(): Generator<PageFacts> {
    for (let page = 0; page < this.length; page++) yield this.factsOf(page);
  }

  /** The run failed: what is known stays on disk, if it has a file of its own. */
  close(): void {
    if (this.#path === undefined) this.#spool.close();
    else this.#spool.keep();
    this.#words.close();
    this.#hostNames.close();
  }

  /** The run is done: the journal is of no more use. */
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

  /** Notes what is kept of a page in memory. */
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
  /** Where it begins, and where the next one does. */
  readonly at: number;
  readonly end: number;
}

/** The sound records from the start of a file; ends before the first that is torn. */
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
