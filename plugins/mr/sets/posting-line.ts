import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { bitmapWords, setBitmap } from './bitmap.ts';
import type { TokenOrder } from './token-order.ts';

/** What all postings of a set have in common, whatever their key. Made once for all of them. */
interface PostedSet {
  readonly id: string;
  readonly size: string;
  readonly block: string;
  readonly bits: string;
}

const bitmap = new Uint32Array(bitmapWords);
const bitmapBytes = Buffer.from(bitmap.buffer);

/** @param halves low and high half of each token */
export function postedSet(
  id: string,
  size: string,
  halves: Uint32Array,
  order: TokenOrder,
  blocks: number,
): PostedSet {
  setBitmap(halves, bitmap);
  const block = padded(order.blockOf(Number(id), halves, blocks), digits.block);
  return { id, size, block, bits: bitmapBytes.toString('base64url') };
}

/** The posting of a set under a key. @param position of the key's token in the prefix @param part that the set is in */
export function postingLine(
  { id, size, block, bits }: PostedSet,
  key: string,
  position: number,
  part: number,
): string {
  const place = [padded(position, digits.position), block, padded(part, digits.split)];
  return lineOf(key, tags.posting, size, id, ...place, bits);
}
