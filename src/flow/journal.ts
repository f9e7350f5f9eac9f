import { existsSync, rmSync } from 'node:fs';
import { fingerprintWords, firstEqualOf } from '../grams/gram-sets.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';
import { hash64 } from '../grams/hash.ts';
import { Positions } from '../grams/positions.ts';
import { bytesOf, Spool } from '../grams/spool.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { PageSets } from '../methods/method.ts';
import { hostOf } from '../store/layout/host.ts';
import type { PageFacts, PageGrams } from './page-grams.ts';

const HEADER_BYTES = 20;
const NO_GRAMS = new BigUint64Array(0);
const NO_COUNTS = new Uint32Array(0);
/** Pages whose facts are kept at hand, some 25 MB: a run asks for all facts a dozen times. */
const RECENT_PAGES = 1 << 15;

/** What is known of a page in memory, as bits. */
const isArticle = 1;
const isKnown = 2;
const isWorded = 4;
const isNamed = 8;
const hasCounts = 16;
const hasCanonical = 32;

/**
 * The facts and gram sets of a run's pages, each once: what every later phase reads. On disk, as soon as they are more than
 * a megabyte; in a file of its own a run that was killed can go on with them.
 *
 * ```
 * file   = record(call) record(page)…
 * record = head length u32 | number of grams u32 | of counts u32 | xxh64 of what follows u64
 *          | grams u64… | counts u32… | head (JSON)
 * ```
 * All numbers are little-endian. A page's head is its facts and, where frequencies are kept, the profile of its
 * words; then there is a count for each gram, else none. `call` is what must be the same for the gram sets to be of use: the inputs and
 * the options that shape them. A torn record at the end, as a kill leaves it, is cut off.
 *
 * Memory: 15 bytes a page and an eighth, some 150 a host, and 25 MB of facts.
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
  readonly #hostNumbers = new Map<string, number>();
  readonly #hostNames: string[] = [];
  readonly #recent: ({ readonly page: number; readonly facts: PageFacts } | undefined)[] = [];
  #grams = 0;
  #firstEqual: Uint32Array | undefined;

  private constructor(spool: Spool, folder: WorkFolder, path?: string) {
    this.#spool = spool;
    this.#words = folder.column('u32');
    this.#path = path;
  }

  /** A journal for this run alone. */
  static in(folder: WorkFolder): Journal {
    return new Journal(folder.spool(), folder);
  }

  /** Starts afresh, in a file for this user alone. */
  static create(path: string, call: object, folder: WorkFolder): Journal {
    // What an earlier run left would keep its permissions.
    rmSync(path, { force: true });
    const journal = new Journal(
      new Spool(
        () => path,
        (bytes) => folder.wrote(bytes),
      ),
      folder,
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
  static resume(path: string, call: object, folder: WorkFolder): Journal | undefined {
    if (!existsSync(path)) return undefined;
    const spool = Spool.resume(path, (bytes) => folder.wrote(bytes));
    const journal = new Journal(spool, folder, path);
    let end = 0;
    for (const { at, head, grams, counts, end: after } of recordsOf(spool)) {
      if (end === 0) {
        if (JSON.stringify(head) !== JSON.stringify(call)) break;
      } else {
        const page = pageOf(head as PageHead, grams, counts);
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

  add(page: PageGrams): void {
    const number = this.length;
    this.#note(page, this.#spool.append(recordOf(headOf(page), page.grams, page.frequencies?.counts)));
    this.#recent[number % RECENT_PAGES] = { page: number, facts: page.facts };
  }

  factsOf(page: number): PageFacts {
    const recent = this.#recent[page % RECENT_PAGES];
    if (recent?.page === page) return recent.facts;
    const { facts } = this.#headOf(page);
    this.#recent[page % RECENT_PAGES] = { page, facts };
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
    this.#spool.read(this.#positions.at(page) + HEADER_BYTES, bytesOf(into.subarray(0, this.sizeOf(page))));
  }

  frequenciesOf(page: number): GramFrequencies | undefined {
    if ((this.#flags.at(page) & hasCounts) === 0) return undefined;
    const size = this.sizeOf(page);
    const counts = new Uint32Array(size);
    this.#spool.read(this.#positions.at(page) + HEADER_BYTES + 8 * size, bytesOf(counts));
    return { counts, profile: BigInt(this.#headOf(page).profile ?? 0) };
  }

  /** Host of the page's URL; empty where there is none. */
  hostOf(page: number): string {
    return this.#hostNames[this.#hosts.at(page)];
  }

  isArticle(page: number): boolean {
    return (this.#flags.at(page) & isArticle) !== 0;
  }

  /** Whether others are held against it, and it is not in question itself. */
  isKnown(page: number): boolean {
    return (this.#flags.at(page) & isKnown) !== 0;
  }

  /** `PageFacts.isNamedByUrl`. */
  isNamedByUrl(page: number): boolean | undefined {
    const flags = this.#flags.at(page);
    return (flags & isWorded) === 0 ? undefined : (flags & isNamed) !== 0;
  }

  /** The canonical links that pages state, in their order. */
  *canonicalLinks(): Generator<{ readonly page: number; readonly canonical: string }> {
    for (let page = 0; page < this.length; page++) {
      if ((this.#flags.at(page) & hasCanonical) === 0) continue;
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
  }

  /** The run is done: the journal is of no more use. */
  remove(): void {
    this.#spool.close();
    this.#words.close();
  }

  #headOf(page: number): PageHead {
    const at = this.#positions.at(page);
    const size = this.sizeOf(page);
    const from = at + HEADER_BYTES + 8 * size + ((this.#flags.at(page) & hasCounts) === 0 ? 0 : 4 * size);
    const end = page + 1 < this.length ? this.#positions.at(page + 1) : this.#spool.length;
    const bytes = Buffer.allocUnsafe(end - from);
    this.#spool.read(from, bytes);
    return JSON.parse(bytes.toString()) as PageHead;
  }

  /** Notes what is kept of a page in memory. */
  #note({ facts, grams, frequencies }: PageGrams, at: number): void {
    const { url, kind, known, isNamedByUrl: named, canonical } = facts;
    this.#positions.push(at);
    this.#sizes.push(grams.length);
    for (const word of fingerprintWords(grams)) this.#words.push(word);
    this.#hosts.push(this.#hostNumber(hostOf(url)));
    this.#flags.push(
      (kind === 'article' ? isArticle : 0) |
        (known ? isKnown : 0) |
        (named === undefined ? 0 : isWorded) |
        (named ? isNamed : 0) |
        (frequencies ? hasCounts : 0) |
        (canonical === undefined ? 0 : hasCanonical),
    );
    this.#grams += grams.length;
  }

  #hostNumber(host: string): number {
    const known = this.#hostNumbers.get(host);
    if (known !== undefined) return known;
    this.#hostNumbers.set(host, this.#hostNames.length);
    return this.#hostNames.push(host) - 1;
  }
}

/** What stands of a page behind its grams. */
interface PageHead {
  readonly facts: PageFacts;
  /** Decimal digits; JSON has no 64-bit numbers. */
  readonly profile?: string;
}

function headOf({ facts, frequencies }: PageGrams): PageHead {
  return frequencies ? { facts, profile: String(frequencies.profile) } : { facts };
}

function pageOf({ facts, profile }: PageHead, grams: BigUint64Array, counts: Uint32Array): PageGrams {
  return profile === undefined
    ? { facts, grams }
    : { facts, grams, frequencies: { counts, profile: BigInt(profile) } };
}

/** Where records are put together: each is copied from there at once. */
let record = Buffer.alloc(1 << 14);

/** The bytes of a record, which last until the next is made. */
function recordOf(head: object, grams: BigUint64Array = NO_GRAMS, counts: Uint32Array = NO_COUNTS): Buffer {
  const json = JSON.stringify(head);
  const headAt = HEADER_BYTES + grams.byteLength + counts.byteLength;
  // a code unit takes at most three bytes of UTF-8
  const most = headAt + 3 * json.length;
  if (record.length < most) record = Buffer.alloc(2 * most);
  record.set(bytesOf(grams), HEADER_BYTES);
  record.set(bytesOf(counts), HEADER_BYTES + grams.byteLength);
  const headLength = record.write(json, headAt);
  record.writeUInt32LE(headLength, 0);
  record.writeUInt32LE(grams.length, 4);
  record.writeUInt32LE(counts.length, 8);
  record.writeBigUInt64LE(hash64(record.subarray(HEADER_BYTES, headAt + headLength)), 12);
  return record.subarray(0, headAt + headLength);
}

interface JournalRecord {
  /** Where it begins, and where the next one does. */
  readonly at: number;
  readonly end: number;
  readonly head: unknown;
  readonly grams: BigUint64Array;
  /** How often each gram occurs; empty where frequencies are not kept. */
  readonly counts: Uint32Array;
}

/** The sound records from the start of a file; ends before the first that is torn. */
function* recordsOf(spool: Spool): Generator<JournalRecord> {
  const header = Buffer.alloc(HEADER_BYTES);
  for (let at = 0; at + HEADER_BYTES <= spool.length; ) {
    spool.read(at, header);
    const headLength = header.readUInt32LE(0);
    const grams = 8 * header.readUInt32LE(4);
    const counts = 4 * header.readUInt32LE(8);
    const end = at + HEADER_BYTES + headLength + grams + counts;
    if (end > spool.length) return;
    const body = new Uint8Array(end - at - HEADER_BYTES);
    spool.read(at + HEADER_BYTES, body);
    if (hash64(body) !== header.readBigUInt64LE(12)) return;
    yield {
      ...{ at, end },
      head: JSON.parse(Buffer.from(body.buffer, grams + counts).toString()),
      grams: new BigUint64Array(body.buffer, 0, grams / 8),
      counts: new Uint32Array(body.buffer, grams, counts / 4),
    };
    at = end;
  }
}
