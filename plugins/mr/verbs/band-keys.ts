import { halvesOf } from '../../../src/join/index.ts';
import { bandHashes, chooseBands, minHash } from '../../../src/sketch/index.ts';
import { tags } from '../lines/format.ts';
import { postedSet, postingLine } from '../sets/posting-line.ts';
import { parseSize, parseTokens, tokenKey } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb } from './verb.ts';

/** Options that decide which bands a set has. */
interface BandKeysOptions {
  /** Threshold of Jaccard. */
  readonly threshold: number;
  /** Probability of finding a pair right at the threshold. */
  readonly recall: number;
  readonly order: TokenOrder;
  readonly blocks: number;
}

/**
 * Records → a posting for each band of their MinHash sketches, in place of one for each prefix token. These are fewer,
 * and a pair is found only with a probability (`chooseBands`). Later stages are the same, so every pair is confirmed.
 */
export function bandKeys({ threshold, recall, order, blocks }: BandKeysOptions): Verb {
  const bands = chooseBands(threshold, recall);
  return (call) =>
    eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record || parseSize(size) === 0) return;
      const set = parseTokens(tokens, parseSize(size));
      const posted = postedSet(id, size, halvesOf(set), order, blocks);
      const hashes = bandHashes(minHash(set), bands);
      for (const [band, hash] of hashes.entries()) {
        // A band says nothing about positions. At position 0 the positional filter passes every pair.
        call.output.line(postingLine(posted, tokenKey(hash, band), 0, 0));
      }
      call.count('postings', hashes.length);
      call.count('sets');
    });
}
