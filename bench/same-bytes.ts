import { createReadStream, existsSync, statSync } from 'node:fs';

/** Whether two files are there and have the same bytes. */
export async function areSame(x: string, y: string): Promise<boolean> {
  if (!existsSync(x) || !existsSync(y) || statSync(x).size !== statSync(y).size) return false;
  const others = createReadStream(y, { highWaterMark: 1 << 20 })[Symbol.asyncIterator]();
  for await (const piece of createReadStream(x, { highWaterMark: 1 << 20 })) {
    const { value } = await others.next();
    if (!(piece as Buffer).equals(value as Buffer)) return false;
  }
  return true;
}
