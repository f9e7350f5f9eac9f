import { LF } from '../bytes/line-ends.ts';
import type { Piece } from '../bytes/pieces.ts';

const [SPACE, QUOTE, COMMA, BACKSLASH] = Buffer.from(' ",\\') as unknown as readonly number[];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Buffer.from(
  '{}[]',
) as unknown as readonly number[];
/** The last control character among those that are blanks. */
const CR = 13;

/**
 * A JSON array as JSONL of the same length: each item is a line, and offsets stay what they are. Line ends within an item become blanks,
 * and so do the brackets of the array; the commas between its items become line ends. Several arrays one after the other are like
 * one. What is no JSON comes out as some line that is none either. Memory: a copy of each piece. O(bytes).
 */
export async function* itemLines(json: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let level = 0;
  let isString = false;
  let isEscaped = false;
  for await (const { before: _, giveBack, ...piece } of json) {
    // a view of what was read may be in use elsewhere
    const bytes = Buffer.from(piece.bytes);
    giveBack?.();
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
      } else if (byte === QUOTE) isString = true;
      else if (byte === OPEN_OBJECT) level++;
      else if (byte === CLOSE_OBJECT) level = Math.max(0, level - 1);
      else if (byte === OPEN_ARRAY) {
        if (level++ === 0) bytes[at] = SPACE!;
      } else if (byte === CLOSE_ARRAY) {
        level = Math.max(0, level - 1);
        if (level === 0) bytes[at] = LF;
      } else if (byte === COMMA) {
        if (level === 1) bytes[at] = LF;
      } else if (byte <= CR) bytes[at] = SPACE!;
    }
    yield { ...piece, bytes };
  }
}
