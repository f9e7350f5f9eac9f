import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The lines of a JSONL file as values; throws with file and line where one is no JSON. */
export async function* readJsonLines<T>(path: string): AsyncGenerator<T> {
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number++;
    if (line === '') continue;
    try {
      yield JSON.parse(line) as T;
    } catch (error) {
      throw new Error(
        `${path}, line ${number}: expected JSON; was it written whole by neardup dedup --out?`,
        {
          cause: error,
        },
      );
    }
  }
}
