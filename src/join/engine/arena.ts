import { mostThreads } from '../threads.ts';
import type { SharedMemory } from './web-assembly.ts';

/** Words of the header: allocated units, two flags, a count, then one word of progress for each thread. */
const TOP = 0;
const CANCELLED = 1;
/** Whether a thread is growing the memory. */
const GROWING = 2;
/** How many tasks threads have taken. */
const TAKEN = 3;
const PROGRESS = 16;
/** Whole cache lines. */
const HEADER_WORDS = PROGRESS + mostThreads;

/** Allocations are whole cache lines: threads that share one would slow each other down. */
const UNIT = 64;
const PAGE = 65536;
/** 4 GiB, what 32-bit addresses reach. */
const MOST_PAGES = 65536;

/** The arena that a token array was allocated in, by buffer. */
const arenas = new WeakMap<ArrayBufferLike, Arena>();

/**
 * The linear memory that the kernels of all threads work on: allocation is a bump of one shared counter,
 * release a step back to an earlier mark.
 *
 * A shared memory reserves address space and takes no memory before it is written to.
 */
export class Arena {
  readonly memory: SharedMemory;
  /** Below this address earlier joins have left their bytes behind; above it memory is still zero. */
  #dirtyBelow: number;
  readonly #header: Int32Array;
  /** Where the pairs of an earlier join begin that were left here. */
  #kept: number | undefined;

  /** A new memory, or another thread's view of one. */
  constructor(memory?: SharedMemory, dirtyBelow = 0) {
    this.memory = memory ?? new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
    this.#dirtyBelow = dirtyBelow;
    this.#header = new Int32Array(this.memory.buffer, 0, HEADER_WORDS);
    if (!memory) this.#header[TOP] = (HEADER_WORDS * 4) / UNIT;
  }

  /**
   * Sets bytes from an address on, up to a whole cache line, to 0. Eight at a time: V8 fills shared memory element by element.
   * An engine puts its kernel's in place of it, which does so at once.
   */
  clear = (at: number, bytes: number): void => {
    new Float64Array(this.memory.buffer, at, Math.ceil(bytes / 8)).fill(0);
  };

  /** Whether a join is under way in it. */
  isBusy = false;

  get dirtyBelow(): number {
    return this.#dirtyBelow;
  }

  /** Bytes in use, header included; also the mark for `release`. */
  get top(): number {
    return (Atomics.load(this.#header, TOP) >>> 0) * UNIT;
  }

  /**
   * Address of `bytes` new bytes of any content, on a cache line.
   *
   * @throws RangeError when that would pass 4 GiB.
   */
  allocate(bytes: number): number {
    const units = Math.ceil(bytes / UNIT);
    const at = (Atomics.add(this.#header, TOP, units) >>> 0) * UNIT;
    const end = at + units * UNIT;
    if (end > MOST_PAGES * PAGE) {
      throw new RangeError(
        `join: expected to work within 4 GiB of memory; got sets that need ${end} bytes or more: join out of core`,
      );
    }
    if (end > this.memory.buffer.byteLength) this.#growTo(end);
    return at;
  }

  /**
   * One thread at a time: if each added what it finds missing, a hundred threads that start at once would grow the
   * memory a hundredfold, past 4 GiB.
   */
  #growTo(end: number): void {
    while (Atomics.compareExchange(this.#header, GROWING, 0, 1) !== 0) Atomics.wait(this.#header, GROWING, 1);
    try {
      // Where another thread has grown it, `memory.buffer` may not know yet; a growth by 0 does, and tells it.
      const missing = Math.ceil(end / PAGE) - this.memory.grow(0);
      if (missing > 0) this.memory.grow(missing);
    } finally {
      Atomics.store(this.#header, GROWING, 0);
      Atomics.notify(this.#header, GROWING, 1);
    }
  }

  /** Like `allocate`, of zeros. */
  allocateZeros(bytes: number): number {
    const at = this.allocate(bytes);
    const dirty = Math.min(at + Math.ceil(bytes / UNIT) * UNIT, this.#dirtyBelow);
    if (dirty > at) this.clear(at, dirty - at);
    return at;
  }

  /** Gives back all that was allocated since `top` was `mark`. */
  release(mark: number): void {
    this.#dirtyBelow = Math.max(this.#dirtyBelow, this.top);
    Atomics.store(this.#header, TOP, mark / UNIT);
  }

  /** Keeps all that was allocated since `top` was `mark` until `forgetKept`. */
  keepFrom(mark: number): void {
    this.#kept = mark;
  }

  /** Gives back what is kept, if anything. */
  forgetKept(): void {
    if (this.#kept !== undefined) this.release(this.#kept);
    this.#kept = undefined;
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#header, CANCELLED) !== 0;
  }

  set isCancelled(value: boolean) {
    Atomics.store(this.#header, CANCELLED, Number(value));
  }

  /** The number of the next of some tasks, from 0 on: each is given to one thread. */
  takeTask(): number {
    return Atomics.add(this.#header, TAKEN, 1);
  }

  /** Tasks are given from the first one on again. */
  resetTasks(): void {
    Atomics.store(this.#header, TAKEN, 0);
  }

  /** Reports how many records thread number `thread`, below `mostThreads`, has probed. */
  setProgress(thread: number, done: number): void {
    Atomics.store(this.#header, PROGRESS + thread, done);
  }

  /** Sum of what `threads` threads have reported. */
  progress(threads: number): number {
    let done = 0;
    for (let thread = 0; thread < threads; thread++) done += Atomics.load(this.#header, PROGRESS + thread);
    return done;
  }
}

/**
 * Memory of an arena that one piece of work after the other uses: the k-th allocation of each gets the bytes of the k-th
 * before, or more where these are too few.
 */
export class Scratch {
  readonly #arena: Arena;
  readonly #blocks: { readonly at: number; readonly bytes: number }[] = [];
  #next = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** All of it may be allocated anew. */
  reuse(): void {
    this.#next = 0;
  }

  /** As `Arena.allocate`. */
  allocate(bytes: number): number {
    return this.#take(bytes, (missing) => this.#arena.allocate(missing));
  }

  /** As `Arena.allocateZeros`. */
  allocateZeros(bytes: number): number {
    let isNew = false;
    const at = this.#take(bytes, (missing) => {
      isNew = true;
      return this.#arena.allocateZeros(missing);
    });
    if (!isNew) this.#arena.clear(at, bytes);
    return at;
  }

  #take(bytes: number, allocate: (bytes: number) => number): number {
    const k = this.#next++;
    const block = this.#blocks[k];
    if (block && block.bytes >= bytes) return block.at;
    // Whole cache lines are allocated, so that they can be filled eight bytes at a time.
    const at = allocate(bytes);
    this.#blocks[k] = { at, bytes };
    return at;
  }
}

/**
 * An array for `length` tokens in the memory that the join engine works on: sets ranked into it are joined
 * where they lie, others are copied first.
 *
 * @throws RangeError when they do not fit 4 GiB.
 */
export function allocateTokens(length: number): Uint32Array {
  const arena = new Arena();
  return arenaTokens(arena, arena.allocate(4 * length), length);
}

/** Tokens at an address of an arena, which {@link arenaOf} knows from now on. */
export function arenaTokens(arena: Arena, at: number, length: number): Uint32Array {
  const tokens = arena.words(at, length);
  arenas.set(tokens.buffer, arena);
  return tokens;
}

/** The arena that `tokens` lie in, when `allocateTokens` made them. */
export function arenaOf(tokens: Uint32Array): Arena | undefined {
  return arenas.get(tokens.buffer);
}
