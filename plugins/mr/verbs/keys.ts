import { halvesOf, measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { bitmapWords, setBitmap } from '../sets/bitmap.ts';
import { mixedId } from '../sets/mixing.ts';
import { parseTokens, tokenKey } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb } from './verb.ts';

/** What decides which keys a set has. */
interface KeysOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly order: TokenOrder;
  /** Blocks of sets that `verify` holds in memory, one after the other. */
  readonly blocks: number;
  /** A token that more sets have is split. */
  readonly mostOfKey: number;
}

/** No token is split into more parts: each posting stands in as many keys. */
const MOST_PARTS = 1000;
const TOKEN_CHARACTERS = 16;

/**
 * Records → a posting for each token of their prefixes: two similar sets share one (Chaudhuri et al., ICDE 2006).
 *
 * A posting says what filters ask for, and nothing else of the set: size, the token's position in the set, a bitmap of
 * its tokens. The postings of a token that more than `mostOfKey` sets have are divided into parts, and a posting stands
 * in a key for each two parts of which one is its own: so no key has many more than that. O(tokens).
 */
export function keys({ similarity, threshold, order, blocks, mostOfKey }: KeysOptions): Verb {
  const { probePrefix } = measures[similarity];
  const bitmap = new Uint32Array(bitmapWords);
  const bitmapBytes = Buffer.from(bitmap.buffer);
  return async (call) => {
    const { output } = call;
    let places = new Uint32Array(1024);
    await eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record) return;
      const m = Number(size);
      if (m === 0) return;
      const halves = halvesOf(parseTokens(tokens, m));
      const prefix = Math.min(m, probePrefix(m, threshold));
      if (prefix <= 0) return;
      if (places.length < prefix) places = new Uint32Array(2 * prefix);
      order.prefix(halves, prefix, places);
      setBitmap(halves, bitmap);
      const number = Number(id);
      const block = padded(order.blockOf(number, halves, blocks), digits.block);
      const bits = bitmapBytes.toString('base64url');
      for (let position = 0; position < prefix; position++) {
        const at = 2 * places[position];
        const token = tokenKey(halves[at], halves[at + 1]);
        const post = (key: string, part: string): void =>
          output.line(
            lineOf(key, tags.posting, size, id, padded(position, digits.position), block, part, bits),
          );
        const parts = partsOf(order.countOf(halves[at], halves[at + 1]), mostOfKey);
        const own = parts === 1 ? 0 : mixedId(number) % parts;
        for (let part = 0; part < parts; part++) {
          const key = parts === 1 ? token : token + partsKey(Math.min(own, part), Math.max(own, part));
          post(key, padded(own, digits.split));
        }
        call.count('postings', parts);
      }
      call.count('sets');
    });
  };
}

/** Two halves of a part's sets are not more than a key may have. */
function partsOf(sets: number, mostOfKey: number): number {
  return sets <= mostOfKey ? 1 : Math.min(MOST_PARTS, Math.ceil((2 * sets) / mostOfKey));
}

function partsKey(a: number, b: number): string {
  return padded(a, digits.split) + padded(b, digits.split);
}

/** Whether a key is of two parts of a token's sets: then those of one part do not meet in it. */
export function areTwoParts(key: string): boolean {
  const [a, b] = [key.slice(-2 * digits.split, -digits.split), key.slice(-digits.split)];
  return key.length > TOKEN_CHARACTERS && a !== b;
}
