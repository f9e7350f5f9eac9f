// What script makes of short texts, kept: names of classes, styles, character references.

import { KNOWN_AT, KNOWN_SETS } from './layout';

/** Kinds of value, as ../page-reader.ts numbers them. */
export const NAMES: u32 = 1;
export const STYLES: u32 = 2;
export const SCRIPT_TYPE: u32 = 3;
export const RELATION: u32 = 4;
const REFERENCE: u32 = 5;
export const DIRECTIVE: u32 = 6;
export const INPUT_TYPE: u32 = 7;
export const PART_NAME: u32 = 8;

/** What script makes of `length` code units at `at`. */
// @ts-ignore: decorator
@external('page', 'valueOf')
declare function madeOf(kind: u32, at: usize, length: u32): u32;

/** Writes what a character reference stands for; returns its length, or `NONE`. */
// @ts-ignore: decorator
@external('page', 'decodeReference')
declare function decodeReference(at: usize, length: u32, to: usize): u32;

const NONE: u32 = 0xffffffff;

// A slot: hash u32, kind u32, length u32, value u32, the text, and of a reference what it stands for.
const SLOT: usize = 256;
const TEXT: usize = 16;
const MOST: u32 = 120;
/** Slots of a set: texts that were made to have one hash push each other out, and cost no more than what is not kept. */
const WAYS: u32 = 4;
let next: u32 = 0;

/** The value of a text. O(length). */
export function valueOf(kind: u32, at: usize, length: u32): u32 {
  if (length > MOST) return madeOf(kind, at, length);
  const hash = hashOf(kind, at, length);
  const known = slotOf(hash, kind, at, length);
  if (known !== 0) return load<u32>(known, 12);
  const value = madeOf(kind, at, length);
  store<u32>(keep(hash, kind, at, length), value, 12);
  return value;
}

/** Length of what the last reference stands for, and where that is. */
export let referenceLength: u32 = 0;
export let referenceAt: usize = 0;

/** Whether a text of up to 36 code units that begins with `&` is a character reference. */
export function isReference(at: usize, length: u32): bool {
  const hash = hashOf(REFERENCE, at, length);
  let slot = slotOf(hash, REFERENCE, at, length);
  if (slot === 0) {
    slot = keep(hash, REFERENCE, at, length);
    store<u32>(slot, decodeReference(at, length, slot + TEXT + 2 * <usize>length), 12);
  }
  referenceLength = load<u32>(slot, 12);
  referenceAt = slot + TEXT + 2 * <usize>length;
  return referenceLength !== NONE;
}

function hashOf(kind: u32, at: usize, length: u32): u32 {
  const end = at + 2 * <usize>length;
  let hash = <u64>kind;
  for (; at + 8 <= end; at += 8) hash = mixed(hash ^ load<u64>(at));
  for (; at < end; at += 2) hash = mixed(hash ^ <u64>load<u16>(at));
  return <u32>(hash >> 32);
}

function mixed(hash: u64): u64 {
  const product = hash * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

function slotOf(hash: u32, kind: u32, at: usize, length: u32): usize {
  const set = KNOWN_AT + <usize>(hash & (KNOWN_SETS - 1)) * SLOT * WAYS;
  for (let slot = set; slot < set + SLOT * WAYS; slot += SLOT) {
    if (load<u32>(slot) !== hash || load<u32>(slot, 4) !== kind || load<u32>(slot, 8) !== length) continue;
    if (isSame(slot + TEXT, at, 2 * <usize>length)) return slot;
  }
  return 0;
}

function isSame(a: usize, b: usize, bytes: usize): bool {
  let i: usize = 0;
  for (; i + 8 <= bytes; i += 8) if (load<u64>(a + i) !== load<u64>(b + i)) return false;
  for (; i < bytes; i += 2) if (load<u16>(a + i) !== load<u16>(b + i)) return false;
  return true;
}

function keep(hash: u32, kind: u32, at: usize, length: u32): usize {
  const slot = KNOWN_AT + (<usize>(hash & (KNOWN_SETS - 1)) * WAYS + <usize>(next++ & (WAYS - 1))) * SLOT;
  store<u32>(slot, hash);
  store<u32>(slot, kind, 4);
  store<u32>(slot, length, 8);
  memory.copy(slot + TEXT, at, 2 * <usize>length);
  return slot;
}
