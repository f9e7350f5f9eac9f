// From strings of JSON to gram sets, compiled to WebAssembly; ../json-texts.ts lays out the memory.

import { NO_STRING, readJson } from '../../text/assembly/json-string';
import { count, freeAt, longAt, split, unitsAt } from '../../text/assembly/words';
import { digest, gramSet } from './kernel';

// Memory is free behind the tables of words; what grams take lies before them.
export { freeAt, longAt, unitsAt };

const WORD: u32 = 0;
/** Bytes between two words. */
const GAP: usize = 1;
/** The first byte of a gram's encoding: it is of words. */
const TAG: u32 = 0x77; // w
const FINGERPRINT: usize = 16;

/**
 * The gram sets of `n` texts, one behind the other at `grams`; returns where they end.
 *
 * @param table of each text where its string begins and ends, as u32 offsets from `bytesAt`; there come its length in code units, or
 * {@link NO_STRING} of one that has no words or is to be read otherwise, and its number of grams
 * @param fingerprints 16 bytes each
 * @param textAt room for the longest text as code units, at the others for its words, where they start, which begin lines, and as many hashes
 */
export function gramSetsOfTexts(
  bytesAt: usize,
  table: usize,
  n: usize,
  q: usize,
  multiset: bool,
  grams: usize,
  fingerprints: usize,
  textAt: usize,
  wordsAt: usize,
  startsAt: usize,
  linesAt: usize,
  other: usize,
): usize {
  for (const end = table + 8 * n; table < end; table += 8, fingerprints += FINGERPRINT) {
    const length = readJson(bytesAt + load<u32>(table), bytesAt + load<u32>(table, 4), textAt);
    store<u32>(table, NO_STRING);
    store<u32>(table, 0, 4);
    if (length === NO_STRING) continue;
    if (split(textAt, length, false, WORD, wordsAt, startsAt, linesAt) === 0) continue;
    const words = <usize>count();
    if (words === 0) continue;
    const wordsOfGram = min(q, words);
    const size = gramSet(wordsAt, startsAt, words - wordsOfGram + 1, wordsOfGram, GAP, TAG, grams, other, multiset);
    store<u32>(table, length);
    store<u32>(table, <u32>size, 4);
    memory.copy(fingerprints, digest(grams, 8 * size), FINGERPRINT);
    grams += 8 * size;
  }
  return grams;
}
