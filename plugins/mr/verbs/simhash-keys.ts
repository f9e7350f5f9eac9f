import { halvesOf } from '../../../src/join/index.ts';
import { type SimHashTables, simHash, tableDesign, tableKey } from '../../../src/sketch/index.ts';
import { tags } from '../lines/format.ts';
import { postedSet, postingLine } from '../sets/posting-line.ts';
import { parseSize, parseTokens, tokenKey } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb } from './verb.ts';

/** Options that decide which keys a set has. */
interface SimHashKeysOptions {
  /**
   * Number of permuted tables. More tables have longer keys, which fewer sets share by chance, but more postings a set.
   */
  readonly tables: SimHashTables;
  readonly order: TokenOrder;
  readonly blocks: number;
}

/**
 * Records → a posting for each permuted table of their SimHashes (Manku, Jain & Das Sarma, WWW 2007), in place of one
 * for each prefix token. Sets whose fingerprints differ in at most 3 of 64 bits share a key, and so do some that differ
 * in more. Later stages are the same, so every pair is confirmed.
 */
export function simHashKeys({ tables, order, blocks }: SimHashKeysOptions): Verb {
  const design = tableDesign(tables).tables;
  return (call) =>
    eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record || parseSize(size) === 0) return;
      const set = parseTokens(tokens, parseSize(size));
      const posted = postedSet(id, size, halvesOf(set), order, blocks);
      const fingerprint = simHash(set);
      for (const [number, table] of design.entries()) {
        // Like a band, a table says nothing about positions.
        call.output.line(postingLine(posted, tokenKey(tableKey(fingerprint, table), number), 0, 0));
      }
      call.count('postings', design.length);
      call.count('sets');
    });
}
