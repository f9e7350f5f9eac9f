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
  const items = new ItemScanner();
  for await (const { before: _, giveBack, ...piece } of json) {
    // a view of what was read may be in use elsewhere
    const bytes = Buffer.from(piece.bytes);
    giveBack?.();
    items.makeLines(bytes);
    yield { ...piece, bytes };
  }
}

/** What is open where a piece of JSON ends. */
class ItemScanner {
  #level = 0;
  #isString = false;
  #isEscaped = false;

  /** Makes the items in the next bytes lines, in place. */
  makeLines(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#isString) this.#withinString(byte);
      else if (byte === QUOTE) this.#isString = true;
      else bytes[at] = this.#outsideOfStrings(byte);
    }
  }

  #withinString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isString = false;
  }

  /** What stands in the place of a byte. */
  #outsideOfStrings(byte: number): number {
    switch (byte) {
      case OPEN_OBJECT:
        this.#level++;
        return byte;
      case CLOSE_OBJECT:
        this.#level = Math.max(0, this.#level - 1);
        return byte;
      case OPEN_ARRAY:
        return this.#level++ === 0 ? SPACE! : byte;
      case CLOSE_ARRAY:
        this.#level = Math.max(0, this.#level - 1);
        return this.#level === 0 ? LF : byte;
      case COMMA:
        return this.#level === 1 ? LF : byte;
      default:
        return byte <= CR ? SPACE! : byte;
    }
  }
}
