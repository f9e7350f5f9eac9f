// Which values stand in several sets, by two bits a cell, compiled to WebAssembly; ../repeated-values.ts lays out the memory.

/** A word holds so many cells: its lower half says of each whether a value was met there, its upper half whether another was. */
const CELL_BITS: u32 = 5;
const CELLS_PER_WORD: u32 = 1 << CELL_BITS;
/** Cells of a region: 1 MB of words, which stay in a cache while what waits for them is noted. */
const REGION_BITS: u32 = 22;
/** Cells that wait for their region to be noted. */
const WAITING_BITS: u32 = 14;

/** Odd constants of Steele & Vigna (2021), table 4; values that were chosen to collide only pass for repeated ones. */
const LOW_FACTOR: u32 = 0x93d765dd;
const HIGH_FACTOR: u32 = 0xadb4a92d;

/** Bits of a hash that do not say which cell is meant. */
let shift: u32 = 0;
let regions: u32 = 1;
let words: usize = 0;
let counts: usize = 0;
let waiting: usize = 0;

/** Where memory is free. */
export const freeAt: usize = 64;

/** Bytes that a filter of 2 ** bits cells, 32 at least, takes from `freeAt` on. */
export function bytesOf(bits: u32): usize {
  return (<usize>1 << (bits - 2)) + regionBytes(regionsOf(bits));
}

/** Begins a filter of 2 ** bits cells, 32 to 2³¹, in memory that is all zeros. */
export function begin(bits: u32): void {
  shift = 32 - bits;
  regions = regionsOf(bits);
  words = freeAt;
  counts = words + (<usize>1 << (bits - 2));
  waiting = counts + ((<usize>regions) << 2);
}

/** Notes the values of sets, one set after the other: those of one set are distinct. */
export function add(values: usize, count: u32): void {
  const end = values + ((<usize>count) << 3);
  if (regions == 1) {
    for (let p = values; p < end; p += 8) note(cellOf(p));
    return;
  }
  for (let p = values; p < end; p += 8) {
    const cell = cellOf(p);
    const region = cell >> REGION_BITS;
    const at = counts + ((<usize>region) << 2);
    const before = load<u32>(at);
    store<u32>(waiting + ((<usize>((region << WAITING_BITS) + before)) << 2), cell);
    store<u32>(at, before + 1);
    if (before + 1 == 1 << WAITING_BITS) noteRegion(region);
  }
}

/** To be called when all are added. */
export function finish(): void {
  for (let region: u32 = 0; regions > 1 && region < regions; region++) noteRegion(region);
}

/** How many of some values stand in no other set: counted up to `enough`, eight at a time, so that they may be more. */
export function countAlone(values: usize, count: u32, enough: u32): u32 {
  let alone: u32 = 0;
  let p = values;
  const end = values + ((<usize>count) << 3);
  const last = end - ((count & 7) << 3);
  for (; p < last && alone < enough; p += 64) {
    alone += isAlone(p) + isAlone(p + 8) + isAlone(p + 16) + isAlone(p + 24);
    alone += isAlone(p + 32) + isAlone(p + 40) + isAlone(p + 48) + isAlone(p + 56);
  }
  for (; p < end && alone < enough; p += 8) alone += isAlone(p);
  return alone;
}

function regionsOf(bits: u32): u32 {
  return bits > REGION_BITS ? 1 << (bits - REGION_BITS) : 1;
}

function regionBytes(count: u32): usize {
  return (<usize>count << 2) + (count > 1 ? (<usize>count << WAITING_BITS) << 2 : 0);
}

function noteRegion(region: u32): void {
  const at = counts + ((<usize>region) << 2);
  const from = waiting + ((<usize>(region << WAITING_BITS)) << 2);
  const to = from + ((<usize>load<u32>(at)) << 2);
  for (let p = from; p < to; p += 4) note(load<u32>(p));
  store<u32>(at, 0);
}

// @ts-ignore: decorator
@inline
function cellOf(p: usize): u32 {
  return ((load<u32>(p) * LOW_FACTOR) ^ (load<u32>(p, 4) * HIGH_FACTOR)) >> shift;
}

// @ts-ignore: decorator
@inline
function note(cell: u32): void {
  const at = words + ((<usize>(cell >> CELL_BITS)) << 3);
  const met = <u64>1 << (cell & (CELLS_PER_WORD - 1));
  const word = load<u64>(at);
  store<u64>(at, word | met | ((word & met) << CELLS_PER_WORD));
}

/** 1 where no second value of the cell was met, else 0. */
// @ts-ignore: decorator
@inline
function isAlone(p: usize): u32 {
  const cell = cellOf(p);
  const repeated = load<u32>(words + ((<usize>(cell >> CELL_BITS)) << 3), 4);
  return ~(repeated >> (cell & (CELLS_PER_WORD - 1))) & 1;
}
