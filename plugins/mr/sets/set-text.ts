import { digits, mostTokens, padded } from '../lines/format.ts';
import { StageError } from '../lines/stage-error.ts';

const TOKEN_BYTES = 8;

/** Tokens as a field: 8 bytes each, little-endian, ascending, together in base64url. */
export function tokensField(tokens: BigUint64Array): string {
  return Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).toString('base64url');
}

/** The number of tokens that {@link sizeField} wrote. @throws StageError if it is none */
export function parseSize(field: string): number {
  if (/^\d+$/.test(field)) return Number(field);
  throw new StageError('malformed', `expected the number of tokens of a set; got ${JSON.stringify(field)}`);
}

/** The tokens that {@link tokensField} wrote. @throws StageError unless there are `size` of them */
export function parseTokens(field: string, size: number): BigUint64Array {
  // Memory of its own: small buffers share memory, and may begin at any byte.
  const bytes = Buffer.from(new ArrayBuffer(TOKEN_BYTES * size));
  const written = bytes.write(field, 'base64url');
  if (written !== bytes.length || field.length !== Math.ceil((4 * bytes.length) / 3)) {
    throw new StageError('malformed', `expected ${size} tokens of a set; got ${field.length} characters`);
  }
  return new BigUint64Array(bytes.buffer);
}

/** A token as a key: 16 hexadecimal digits, which sort as tokens do. */
export function tokenKey(low: number, high: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** An id as a field. */
export function idField(id: number): string {
  return padded(id, digits.id);
}

/** A number of tokens as a field. @throws RangeError above 99,999,999 */
export function sizeField(size: number): string {
  if (size > mostTokens) {
    throw new RangeError(`expected sets of at most ${mostTokens} tokens; got one of ${size}`);
  }
  return padded(size, digits.size);
}
