import { createReadStream } from 'node:fs';
import { tags } from '../lines/format.ts';
import { LineReader } from '../lines/reader.ts';
import type { RunIdentity } from '../run-verb.ts';
import { type HeavyToken, TokenOrder } from '../sets/token-order.ts';

/**
 * The order of tokens according to what `heavy` wrote, all of its partitions in one file. Without a file, the plain
 * order. Memory: some 200 bytes a heavy token.
 */
export async function readTokenOrder(path: string | undefined, identity: RunIdentity): Promise<TokenOrder> {
  const heavy: HeavyToken[] = [];
  if (path === undefined) return new TokenOrder(heavy);
  const reader = new LineReader(createReadStream(path), { ...identity, sorted: false, isPartition: false });
  for await (const batch of reader.batches()) {
    for (const [, token, tag, count] of batch) {
      if (tag !== tags.heavy) continue;
      const [high, low] = [token.slice(0, 8), token.slice(8)].map((half) => Number.parseInt(half, 16));
      heavy.push({ low, high, count: Number(count) });
    }
  }
  return new TokenOrder(heavy);
}
