import { bytesOf, mergeRuns, type RunCursor, Spool } from '../../../src/flow/index.ts';

const FIRST_ENTRIES = 1 << 8;
const ENTRY_BYTES = 8;
/** Entries of a run that are read at a time. */
const BLOCK_ENTRIES = 1 << 12;

/** The entries of one key: from `from` to before `to`. */
interface KeyGroup {
  readonly key: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Numbers under keys, both below 2^32, sorted by key, then number. As many as fit in memory are sorted at a time, and
 * these runs are merged in an unnamed file. Memory: `memoryBytes`, and 32 KB a run.
 */
export class SortedKeys {
  readonly #mostEntries: number;
  /** `[number, key]` of each entry, sorted as one 64-bit number. */
  #entries = new Uint32Array(2 * FIRST_ENTRIES);
  #filled = 0;
  #spool: Spool | undefined;
  /** Where each run ends in the file, in entries. */
  readonly #runEnds: number[] = [];
  #length = 0;

  /** @param memoryBytes for entries that are not written yet */
  constructor(memoryBytes: number) {
    this.#mostEntries = Math.max(FIRST_ENTRIES, Math.floor(memoryBytes / ENTRY_BYTES));
  }

  /** Adds a number, before `finish`. */
  add(key: number, number: number): void {
    if (2 * this.#filled === this.#entries.length) this.#makeRoom();
    this.#entries[2 * this.#filled] = number;
    this.#entries[2 * this.#filled + 1] = key;
    this.#filled++;
    this.#length++;
  }

  /** Sorts the entries. Must be called once, before they are read. */
  finish(): void {
    this.#sort();
    if (this.#spool === undefined) return;
    this.#writeRun();
    this.#entries = new Uint32Array(2 * BLOCK_ENTRIES);
    this.#merge(this.#spool);
  }

  /** The entries of each key, keys ascending. */
  *groups(): Generator<KeyGroup> {
    let from = 0;
    let last = -1;
    for (let at = 0; at < this.#length; at += BLOCK_ENTRIES) {
      // a copy, since the caller may read other entries before the next group
      const block = this.#read(at, Math.min(this.#length, at + BLOCK_ENTRIES)).slice();
      for (let k = 1; k < block.length; k += 2) {
        if (block[k] === last) continue;
        const to = at + (k - 1) / 2;
        if (to > from) yield { key: last, from, to };
        from = to;
        last = block[k];
      }
    }
    if (this.#length > from) yield { key: last, from, to: this.#length };
  }

  /** The numbers of some entries, ascending within a key. They can be iterated several times. */
  numbers(from: number, to: number): Iterable<number> {
    const read = (at: number): Uint32Array => this.#read(at, Math.min(to, at + BLOCK_ENTRIES)).slice();
    return {
      *[Symbol.iterator]() {
        for (let at = from; at < to; at += BLOCK_ENTRIES) {
          const block = read(at);
          for (let k = 0; k < block.length; k += 2) yield block[k];
        }
      },
    };
  }

  /** Closes the file. */
  close(): void {
    this.#spool?.close();
  }

  #makeRoom(): void {
    if (this.#filled >= this.#mostEntries) {
      this.#writeRun();
      return;
    }
    const larger = new Uint32Array(2 * Math.min(2 * this.#filled, this.#mostEntries));
    larger.set(this.#entries);
    this.#entries = larger;
  }

  #sort(): void {
    new BigUint64Array(this.#entries.buffer, 0, this.#filled).sort();
  }

  #writeRun(): void {
    this.#sort();
    this.#spool ??= new Spool();
    this.#spool.append(bytesOf(this.#entries.subarray(0, 2 * this.#filled)));
    this.#runEnds.push((this.#runEnds.at(-1) ?? 0) + this.#filled);
    this.#filled = 0;
  }

  #merge(runs: Spool): void {
    const cursors = this.#runEnds.map((end, i) => new EntryCursor(runs, this.#runEnds[i - 1] ?? 0, end));
    const merged = new Spool();
    mergeRuns(cursors, isBefore, ({ key, number }) => {
      this.#entries[2 * this.#filled] = number;
      this.#entries[2 * this.#filled + 1] = key;
      if (++this.#filled === BLOCK_ENTRIES) this.#flush(merged);
    });
    this.#flush(merged);
    runs.close();
    this.#spool = merged;
  }

  #flush(into: Spool): void {
    into.append(bytesOf(this.#entries.subarray(0, 2 * this.#filled)));
    this.#filled = 0;
  }

  /** Some entries, valid until the next ones are read. */
  #read(from: number, to: number): Uint32Array {
    if (this.#spool === undefined) return this.#entries.subarray(2 * from, 2 * to);
    const block = this.#entries.subarray(0, 2 * (to - from));
    this.#spool.read(ENTRY_BYTES * from, bytesOf(block));
    return block;
  }
}

/** The next entry of a run that is not empty. */
class EntryCursor implements RunCursor {
  key = 0;
  number = 0;
  readonly #runs: Spool;
  #at: number;
  readonly #end: number;
  #block = new Uint32Array(0);
  #k = 0;

  constructor(runs: Spool, from: number, to: number) {
    this.#runs = runs;
    this.#at = from;
    this.#end = to;
    this.next();
  }

  /** Goes on to the next entry; false if there is none. */
  next(): boolean {
    if (this.#k === this.#block.length) {
      const entries = Math.min(BLOCK_ENTRIES, this.#end - this.#at);
      if (entries === 0) return false;
      if (this.#block.length !== 2 * entries) this.#block = new Uint32Array(2 * entries);
      this.#runs.read(ENTRY_BYTES * this.#at, bytesOf(this.#block));
      this.#at += entries;
      this.#k = 0;
    }
    this.number = this.#block[this.#k++];
    this.key = this.#block[this.#k++];
    return true;
  }
}

function isBefore(x: EntryCursor, y: EntryCursor): boolean {
  return x.key < y.key || (x.key === y.key && x.number < y.number);
}
