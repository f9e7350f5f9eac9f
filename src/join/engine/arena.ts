import { checkWhole, refusedValue } from '../../argument-checks.ts';
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
/** 4 GiB, the limit of 32-bit addresses. */
const MOST_PAGES = 65536;

/** The arena that a token array was allocated in, by buffer. */
const arenas = new WeakMap<ArrayBufferLike, Arena>();

/**
 * The linear memory that the kernels of all threads work on. Allocation advances one shared counter, release sets it
 * back to an earlier mark.
 *
 * A shared memory reserves address space and takes no memory before it is written to.
 */
export class Arena {
  readonly memory: SharedMemory;
  /** Memory below this address may hold bytes of earlier joins; above it, memory is still zero. */
  #dirtyBelow: number;
  readonly #header: Int32Array;
  /** The mark at which the pairs begin that an earlier join left here. */
  #kept: number | undefined;

  /** Makes a new memory, or this thread's view of an existing one. */
  constructor(memory?: SharedMemory, dirtyBelow = 0) {
    this.memory = memory ?? new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
    this.#dirtyBelow = dirtyBelow;
    this.#header = new Int32Array(this.memory.buffer, 0, HEADER_WORDS);
    if (!memory) this.#header[TOP] = (HEADER_WORDS * 4) / UNIT;
  }

  /**
   * Sets bytes from an address on to 0; may clear the rest of their cache line too. Fills eight at a time, since V8
   * fills shared memory element by element. An engine replaces this function with its kernel's, which fills memory
   * directly.
   */
  clear = (at: number, bytes: number): void => {
    new Float64Array(this.memory.buffer, at, Math.ceil(bytes / 8)).fill(0);
  };

  /** Whether a join is running in this memory. */
  isBusy = false;

  get dirtyBelow(): number {
    return this.#dirtyBelow;
  }

  /** Bytes in use, header included; also the mark for `release`. */
  get top(): number {
    return (Atomics.load(this.#header, TOP) >>> 0) * UNIT;
  }

  /**
   * Allocates `bytes` bytes of any content, aligned to a cache line; returns their address.
   *
   * @throws RangeError if the memory would exceed 4 GiB.
   */
  allocate(bytes: number): number {
    const units = Math.ceil(bytes / UNIT);
    const at = (Atomics.add(this.#header, TOP, units) >>> 0) * UNIT;
    const end = at + units * UNIT;
    if (end > MOST_PAGES * PAGE) {
      throw refusedValue(
        'join',
        'to work within 4 GiB of memory',
        `sets and pairs that need ${end} bytes or more: join out of core, or raise the threshold`,
      );
    }
    if (end > this.memory.buffer.byteLength) this.#growTo(end);
    return at;
  }

  /**
   * Only one thread at a time grows the memory: if each added what it finds missing, a hundred threads that start
   * together would grow it a hundredfold, past 4 GiB.
   */
  #growTo(end: number): void {
    while (Atomics.compareExchange(this.#header, GROWING, 0, 1) !== 0) Atomics.wait(this.#header, GROWING, 1);
    try {
      // `memory.buffer` may not yet show growth by another thread; `grow(0)` returns the current size and updates it.
      const missing = Math.ceil(end / PAGE) - this.memory.grow(0);
      if (missing > 0) this.memory.grow(missing);
    } finally {
      Atomics.store(this.#header, GROWING, 0);
      Atomics.notify(this.#header, GROWING, 1);
    }
  }

  /** Like `allocate`, but all bytes are 0. */
  allocateZeros(bytes: number): number {
    const at = this.allocate(bytes);
    const dirty = Math.min(at + Math.ceil(bytes / UNIT) * UNIT, this.#dirtyBelow);
    if (dirty > at) this.clear(at, dirty - at);
    return at;
  }

  /** Frees everything allocated since `top` was `mark`. */
  release(mark: number): void {
    this.#dirtyBelow = Math.max(this.#dirtyBelow, this.top);
    Atomics.store(this.#header, TOP, mark / UNIT);
  }

  /** Keeps everything allocated since `top` was `mark` until `forgetKept` is called. */
  keepFrom(mark: number): void {
    this.#kept = mark;
  }

  /** Frees what `keepFrom` kept, if anything. */
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

  /** The number of the next task, from 0 on. Each number is given out once, to one thread. */
  takeTask(): number {
    return Atomics.add(this.#header, TAKEN, 1);
  }

  /** Makes `takeTask` start again from 0. */
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
 * Memory of an arena that successive pieces of work reuse: the k-th allocation of a piece gets the bytes of the k-th
 * allocation before, or new ones if those are too few.
 */
export class Scratch {
  readonly #arena: Arena;
  readonly #blocks: { readonly at: number; readonly bytes: number }[] = [];
  #next = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** Makes all of the memory available to the next piece of work. */
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
 * An array for `length` tokens in memory of the join engine. Sets ranked into it are joined in place; others are
 * copied first.
 *
 * @throws RangeError if the tokens do not fit in 4 GiB.
 */
export function allocateTokens(length: number): Uint32Array {
  checkWhole('length', length, 0, 2 ** 30);
  const arena = new Arena();
  return arenaTokens(arena, arena.allocate(4 * length), length);
}

/** An array over the tokens at an address of an arena; {@link arenaOf} finds the arena of this array. */
export function arenaTokens(arena: Arena, at: number, length: number): Uint32Array {
  const tokens = arena.words(at, length);
  arenas.set(tokens.buffer, arena);
  return tokens;
}

/** The arena that holds `tokens`, if the array was made by `allocateTokens` or `arenaTokens`. */
export function arenaOf(tokens: Uint32Array): Arena | undefined {
  return arenas.get(tokens.buffer);
}
