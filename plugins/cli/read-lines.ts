import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isNestedTooDeeply } from '../dump/jsonl/nesting.ts';
import { type Check, objectOf } from './members.ts';
import { isOfUtf16, toUtf8 } from './utf16.ts';

const LF = 0x0a;
const PIECE_BYTES = 1 << 20;

/** The bytes of a file, which is opened on the first request. Throws an error that names the file, or the system's. */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  await checkIsFile(path);
  yield* createReadStream(path);
}

/** The system's error about reading a folder does not name it. */
async function checkIsFile(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) throw new Error(`${path}: expected a file; got a folder`);
}

/**
 * The lines of a file that are not blank, each with its number from 1, and the number of its first byte if the file is
 * UTF-8 with lines that end in a line feed. Returns their number. Throws an error that names the file, or the system's.
 */
export async function* numberedLines(
  path: string,
): AsyncGenerator<readonly [number: number, line: string, offset: number], number> {
  await checkIsFile(path);
  let [number, offset, written] = [0, 0, 0];
  for await (const each of linesOf(createReadStream(path))) {
    number++;
    if (number === 1 && isOfUtf16(each)) throw new Error(`${path}: expected UTF-8; got UTF-16 (${toUtf8})`);
    // a byte order mark is no part of the text
    const line = number === 1 ? each.replace(/^\ufeff/, '') : each;
    if (line.trim() !== '') {
      written++;
      yield [number, line, offset];
    }
    offset += Buffer.byteLength(each) + 1;
  }
  return written;
}

/**
 * The lines of UTF-8, each without its line feed, or CRLF. Node's `readline` will not do: from Node 24 on a line also ends at U+2028 and
 * U+2029 there, which JSON has in its strings.
 */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  /** The pieces of a line that has not ended, which are joined only once. */
  let begun: Buffer[] = [];
  for await (const piece of input) {
    const end = piece.lastIndexOf(LF);
    if (end < 0) begun.push(piece);
    else {
      const lines = Buffer.concat([...begun, piece.subarray(0, end)]).toString();
      for (const line of lines.split('\n')) yield line.replace(/\r$/, '');
      begun = [piece.subarray(end + 1)];
    }
  }
  const last = Buffer.concat(begun).toString();
  if (last !== '') yield last;
}

/**
 * The lines of a file that contain a text, each with its number from 1; also a last one without a line feed, which may
 * be torn. Other lines never become strings, which takes a fifth of the time of reading all lines. Returns the number of lines.
 */
async function* linesWith(
  path: string,
  text: string,
): AsyncGenerator<readonly [number: number, line: string], number> {
  await checkIsFile(path);
  const wanted = Buffer.from(text);
  let number = 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes: Buffer = Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(LF) + 1;
    let counted = 0;
    const numberAt = (at: number): number => {
      while (counted < at) if (bytes[counted++] === LF) number++;
      return number;
    };
    for (let at = bytes.indexOf(wanted); at >= 0 && at < end; ) {
      const start = bytes.lastIndexOf(LF, at) + 1;
      const next = bytes.indexOf(LF, at) + 1;
      yield [numberAt(start), bytes.toString('utf8', start, next - 1)];
      at = bytes.indexOf(wanted, next);
    }
    numberAt(end);
    rest = bytes.subarray(end);
  }
  if (rest.length === 0) return number - 1;
  yield [number, rest.toString()];
  return number;
}

/** The other lines, as they are stored, in pieces of whole lines. */
export async function* linesWithout(path: string, text: string): AsyncGenerator<Buffer> {
  const wanted = Buffer.from(text);
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes: Buffer = Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(LF) + 1;
    let from = 0;
    for (let at = bytes.indexOf(wanted); at >= 0 && at < end; at = bytes.indexOf(wanted, from)) {
      yield bytes.subarray(from, bytes.lastIndexOf(LF, at) + 1);
      from = bytes.indexOf(LF, at) + 1;
    }
    yield bytes.subarray(from, end);
    rest = bytes.subarray(end);
  }
  // what follows is a line of its own
  if (rest.length > 0 && !rest.includes(wanted)) yield Buffer.concat([rest, Buffer.of(LF)]);
}

/** Characters that an error shows of a line. */
const SHOWN_LENGTH = 60;

/**
 * The objects in the lines of a JSONL file that neardup wrote. Returns the number of all lines.
 *
 * @param check of what is read of an object
 * @param text only the lines that contain it; others are not looked at
 * @throws Error that names file and line where one is not JSON, or not as it was written
 */
export async function* readJsonLines<T>(
  path: string,
  check: Check = objectOf({}),
  text?: string,
): AsyncGenerator<T, number> {
  const lines = text === undefined ? numberedLines(path) : linesWith(path, text);
  for (;;) {
    const next = await lines.next();
    if (next.done) return next.value;
    const [number, line] = next.value;
    yield objectIn(line, `${path}:${number}`, check);
  }
}

/** The object in a line of JSON. @param where file and number, for errors */
export function objectIn<T>(line: string, where: string, check: Check = objectOf({})): T {
  const expected = `${where}: expected a line of JSON, as neardup --out writes it`;
  let value: unknown;
  try {
    if (isNestedTooDeeply(line)) throw new SyntaxError('nested too deeply');
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${expected} (the same call writes it anew)`, { cause });
  }
  const fault = check(value);
  if (fault !== undefined) {
    const got = line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line;
    throw new Error(`${expected} (here ${fault}); got ${got}: the same call writes it anew`);
  }
  return value as T;
}
