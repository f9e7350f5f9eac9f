import { halvesOf, measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { parseSize, parseTokens, tokenKey } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb } from '../verbs/verb.ts';
import { ranksField } from './projection.ts';

/** Options that decide with which tokens a record is sent. */
interface SignaturesOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** By frequency, for all tokens that at least two sets have. */
  readonly order: TokenOrder;
  /** Number of global orderings: 1, or more for `mgjoin`. */
  readonly orderings: number;
}

/**
 * Records → the whole record with every token of its prefix (the map of Vernica et al. 2010, section 3.2): its tokens
 * in ascending frequency, 4 bytes each, and its prefixes by the further orderings (Rong et al. 2013, section 5).
 */
export function signatures({ similarity, threshold, order, orderings }: SignaturesOptions): Verb {
  const { probePrefix } = measures[similarity];
  return (call) =>
    eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record) return;
      const m = parseSize(size);
      const prefix = m === 0 ? 0 : Math.min(m, probePrefix(m, threshold));
      if (prefix <= 0) return;
      const halves = halvesOf(parseTokens(tokens, m));
      const places = new Uint32Array(prefix);
      order.prefix(halves, prefix, places);
      const further = Array.from({ length: orderings - 1 }, (_, k) =>
        ranksField(order.furtherPrefix(halves, prefix, k + 2)),
      );
      const projection = [ranksField(order.ranks(halves)), further.join(',')];
      for (const [position, place] of places.entries()) {
        const key = tokenKey(halves[2 * place], halves[2 * place + 1]);
        call.output.line(
          lineOf(key, tags.signature, size, id, padded(position, digits.position), ...projection),
        );
      }
      call.count('signatures', prefix);
      call.count('sets');
    });
}
