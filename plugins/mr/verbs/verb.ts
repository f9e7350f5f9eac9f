import type { LineReader } from '../lines/reader.ts';
import type { LineOutput } from '../lines/writer.ts';

/** The input, output and counters of a verb. */
export interface VerbCall {
  readonly input: LineReader;
  readonly output: LineOutput;
  /** Adds to a counter. The trailer has all counters. */
  count(name: string, by?: number): void;
}

/**
 * One step: reads all lines and writes its own. It has no other effect, so that it can be repeated, or run twice at the
 * same time.
 */
export type Verb = (call: VerbCall) => Promise<void>;

/** Calls `take` with the fields of every line. Waits for its result, and for the reader of the output. */
export async function eachLine(
  { input, output }: VerbCall,
  take: (fields: readonly string[]) => void | Promise<void>,
): Promise<void> {
  for await (const batch of input.batches()) {
    for (const fields of batch) {
      const taking = take(fields);
      if (taking !== undefined) await taking;
      if (output.isFull) await output.drained();
    }
  }
}

/** {@link eachLine}, and calls `end` after the last line of each key. */
export async function eachKey(
  call: VerbCall,
  take: (fields: readonly string[]) => void | Promise<void>,
  end: (key: string) => void | Promise<void>,
): Promise<void> {
  let key: string | undefined;
  await eachLine(call, async (fields) => {
    if (key !== undefined && fields[1] !== key) await end(key);
    key = fields[1];
    await take(fields);
  });
  if (key !== undefined) await end(key);
}
