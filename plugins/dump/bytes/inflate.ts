import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';

/**
 * Inflates raw deflate data from `next` until they end, `next` has no more, or they break; returns the error then.
 * Calls `consumed` with the number of bytes from `next` that were used. Yields all data before a cut.
 *
 * @param chunkBytes size of the output buffer; output that does not fit into one is copied once more
 */
export async function* inflateStream(
  next: () => Promise<Buffer | undefined>,
  consumed: (count: number) => void,
  chunkBytes: number = 64 * 1024,
): AsyncGenerator<Buffer, string | undefined> {
  const engine = createInflateRaw({ chunkSize: chunkBytes, finishFlush: constants.Z_SYNC_FLUSH });
  let failure: string | undefined;
  let ended = false;
  let wake = (): void => {};
  engine.on('error', (error) => {
    failure = error.message;
    wake();
  });
  engine.on('end', () => {
    ended = true;
    wake();
  });
  engine.on('readable', () => wake());
  try {
    for (let used = 0; ; ) {
      const input = await next();
      let written = false;
      if (input === undefined) engine.end();
      else {
        engine.write(input, (error) => {
          written = !error;
          wake();
        });
      }
      for (;;) {
        const output: Buffer | null = engine.read();
        if (output !== null) yield output;
        else if (failure !== undefined) return failure;
        else if (written || ended) break;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      consumed(engine.bytesWritten - used);
      const all = input !== undefined && engine.bytesWritten - used === input.length;
      used = engine.bytesWritten;
      if (!all) return undefined;
    }
  } finally {
    engine.destroy();
  }
}

/**
 * Inflates raw deflate data in one call. Also returns how many bytes of `input` they took: more may follow. Throws
 * zlib's error if they break or do not end (`Z_BUF_ERROR`), and `ERR_BUFFER_TOO_LARGE` beyond `maxOutputLength`.
 */
export function inflateAtOnce(
  input: Buffer,
  maxOutputLength: number,
  chunkSize: number,
  finishFlush: number = constants.Z_FINISH,
): { buffer: Buffer; consumed: number } {
  // `info: true` also returns the engine, which knows where in the input the deflate data ended
  const options = { info: true, maxOutputLength, finishFlush, chunkSize };
  const { buffer, engine } = inflateRawSync(input, options) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { buffer, consumed: engine.bytesWritten };
}
