import { createHash } from 'node:crypto';
import { lineOf, tags } from '../lines/format.ts';
import { idField, sizeField, tokensField } from '../sets/set-text.ts';
import type { VerbCall } from './verb.ts';

const FINGERPRINT_DIGITS = 32;

/**
 * Writes the line of a set that has been read, with 128 bits of its SHA-256 as the key. So equal sets come together,
 * and nobody can make many different sets with one key.
 *
 * @param tokens ascending and distinct; their order is random with respect to what they stand for
 */
export function writeSet(
  { output, count }: Omit<VerbCall, 'input'>,
  id: number,
  tokens: BigUint64Array,
): void {
  const bytes = new Uint8Array(tokens.buffer, tokens.byteOffset, tokens.byteLength);
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, FINGERPRINT_DIGITS);
  output.line(lineOf(fingerprint, tags.set, idField(id), sizeField(tokens.length), tokensField(tokens)));
  count('sets');
  count('tokens', tokens.length);
}
