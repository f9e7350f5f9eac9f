import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isNestedTooDeeply } from '../dump/jsonl/nesting.ts';

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
 * The lines of a file that are not blank, each with its number from 1. Throws an error that names the file, or the
 * system's.
 */
export async function* numberedLines(path: string): AsyncGenerator<readonly [number: number, line: string]> {
  await checkIsFile(path);
  let number = 0;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield [number, line];
  }
}

/** Characters that an error shows of a line. */
const SHOWN_LENGTH = 60;

/**
 * The objects in the lines of a JSONL file that neardup wrote.
 *
 * @param isWhole whether an object has what is read of it
 * @throws Error that names file and line where one is not JSON, or not as it was written
 */
export async function* readJsonLines<T>(
  path: string,
  isWhole: (found: Partial<T>) => boolean = () => true,
): AsyncGenerator<T> {
  for await (const [number, line] of numberedLines(path)) {
    const expected = `${path}:${number}: expected a line of JSON, as neardup --out writes it`;
    let value: unknown;
    try {
      if (isNestedTooDeeply(line)) throw new SyntaxError('nested too deeply');
      value = JSON.parse(line);
    } catch (cause) {
      throw new Error(`${expected} (the same call writes it anew)`, { cause });
    }
    if (typeof value !== 'object' || value === null || !isWhole(value)) {
      const got = line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line;
      throw new Error(`${expected}; got ${got}: the same call writes it anew`);
    }
    yield value as T;
  }
}
