import type { Units } from '../text/words.ts';
import { type GramSpec, gramSequence, splitUnits } from './grams.ts';
import { halvesOf } from './halves.ts';

/** A block of as many words is running text; a shorter one is a heading, a label or an entry of a menu. */
const fewestOfRunningText = 8;

/** Around each boundary twice as many words are looked at: of longer grams a short page would have none but crossing ones. */
const mostWords = 16;
/** Room for windows that is kept from text to text. */
const keptRoom = 1 << 20;

const SPACE = 0x20;
const LINE_FEED = 0x0a;

const noBits = new Uint8Array(0);

/**
 * Which grams of a text cross from running text into a shorter block, such as a heading, or back: bit i % 8 of byte ⌊i / 8⌋ for
 * `grams[i]`, in base64; '' where none does. What stands around running text is another in another template, or version
 * of one, so that these grams say nothing of the text. A gram that also stands elsewhere is among them. Grams of 2 to 16 words alone.
 * O(bytes of the text · q).
 *
 * @param text one block a line
 * @param grams its set: ascending and distinct
 */
export function boundaryGrams(text: string, { unit, q }: GramSpec, grams: BigUint64Array): string {
  if (unit !== 'word' || q < 2 || q > mostWords || grams.length === 0) return '';
  const crossing = crossingGrams(splitUnits(text, 'line'), q);
  if (crossing.length === 0) return '';
  const bits = new Uint8Array(Math.ceil(grams.length / 8));
  const [all, wanted] = [halvesOf(grams), halvesOf(crossing)];
  for (let i = 0, k = 0; i < all.length && k < wanted.length; ) {
    const order = all[i + 1] - wanted[k + 1] || all[i] - wanted[k];
    if (order === 0) bits[i >> 4] |= 1 << ((i >> 1) & 7);
    if (order <= 0) i += 2;
    else k += 2;
  }
  return Buffer.from(bits).toString('base64');
}

/** The grams of a set that do not cross, for what {@link boundaryGrams} says; the set itself where that is all. O(grams). */
export function innerGrams(grams: BigUint64Array, boundary: string): BigUint64Array {
  if (boundary === '') return grams;
  const bits = bitsOf(boundary);
  const [all, inner] = [halvesOf(grams), new BigUint64Array(grams.length)];
  const kept = halvesOf(inner);
  let length = 0;
  for (let i = 0; i < grams.length; i++) {
    if (((bits[i >> 3] >> (i & 7)) & 1) === 1) continue;
    kept[2 * length] = all[2 * i];
    kept[2 * length + 1] = all[2 * i + 1];
    length++;
  }
  return length === grams.length ? grams : inner.subarray(0, length);
}

/** How many grams cross. */
export function countBoundary(boundary: string): number {
  let count = 0;
  for (let byte of bitsOf(boundary)) for (; byte !== 0; byte &= byte - 1) count++;
  return count;
}

function bitsOf(boundary: string): Uint8Array {
  return boundary === '' ? noBits : Buffer.from(boundary, 'base64');
}

/** The windows of all boundaries, one space behind each word. */
let room = Buffer.alloc(1 << 12);

/** The hashes of the grams that cross, ascending. Only the words around boundaries are told apart and hashed. */
function crossingGrams({ bytes, starts, count }: Units, q: number): BigUint64Array {
  /** Where the words in windows begin, and of which a gram of the same window begins with them. */
  const words: number[] = [];
  const crossing: number[] = [];
  let length = 0;
  let wasRunning = false;
  for (let line = 0; line < count; line++) {
    const at = starts[line];
    const isRunning = hasWords(bytes, at, starts[line + 1] - 1);
    const isBoundary = line > 0 && isRunning !== wasRunning;
    wasRunning = isRunning;
    if (!isBoundary) continue;
    const [from, before] = wordsBefore(bytes, at, q - 1);
    const [to, after] = wordsFrom(bytes, at, q - 1);
    for (let word = 0; word < before + after - q + 1; word++) crossing.push(words.length + word);
    if (room.length <= length + to - from)
      room = Buffer.concat([room, Buffer.alloc(room.length + to - from)]);
    words.push(length);
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      room[length++] = isGap(byte) ? SPACE : byte;
      if (isGap(byte)) words.push(length);
    }
    room[length++] = SPACE;
  }
  const units = { bytes: room.subarray(0, length), starts: Uint32Array.from([...words, length]) };
  const all = halvesOf(gramSequence({ unit: 'word', ...units, count: words.length, gap: 1 }, q));
  const found = new BigUint64Array(crossing.length);
  const halves = halvesOf(found);
  for (let k = 0; k < crossing.length; k++) {
    halves[2 * k] = all[2 * crossing[k]];
    halves[2 * k + 1] = all[2 * crossing[k] + 1];
  }
  if (room.length > keptRoom) room = Buffer.alloc(keptRoom);
  return found.sort();
}

/** Whether a line is running text. */
function hasWords(bytes: Uint8Array, from: number, to: number): boolean {
  let gaps = 0;
  for (let i = from; i < to; i++) if (bytes[i] === SPACE && ++gaps === fewestOfRunningText - 1) return true;
  return false;
}

/** Where the last words before a place begin, so many at most, and how many there are. */
function wordsBefore(bytes: Uint8Array, at: number, most: number): [from: number, words: number] {
  let from = at;
  for (let words = 0; words < most; words++) {
    if (from === 0) return [0, words];
    from--;
    while (from > 0 && !isGap(bytes[from - 1])) from--;
  }
  return [from, most];
}

/** Where the first words from a place on end, so many at most, and how many there are. */
function wordsFrom(bytes: Uint8Array, at: number, most: number): [to: number, words: number] {
  let to = at;
  for (let words = 1; ; words++) {
    while (to < bytes.length && !isGap(bytes[to])) to++;
    if (words === most || to === bytes.length) return [to, words];
    to++;
  }
}

function isGap(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED;
}
