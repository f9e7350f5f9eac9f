import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isNestedTooDeeply } from '../dump/jsonl/nesting.ts';

/** The lines of a file that are not blank, each with its number from 1. Throws the system's error. */
export async function* numberedLines(path: string): AsyncGenerator<readonly [number: number, line: string]> {
  let number = 0;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield [number, line];
  }
}

/** The lines of a JSONL file as values; throws an error that names file and line where one is not JSON. */
export async function* readJsonLines<T>(path: string): AsyncGenerator<T> {
  for await (const [number, line] of numberedLines(path)) {
    let value: T;
    try {
      if (isNestedTooDeeply(line)) throw new SyntaxError('nested too deeply');
      value = JSON.parse(line) as T;
    } catch (cause) {
      throw new Error(`${path}:${number}: expected a line of JSON, as neardup --out writes it`, { cause });
    }
    yield value;
  }
}
