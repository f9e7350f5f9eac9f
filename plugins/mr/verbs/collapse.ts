import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb } from './verb.ts';

/**
 * Sets by their fingerprints → of equal sets the one with the first id, and for each other one a line that names it.
 *
 * Sets with one fingerprint are compared exactly. Memory: the distinct sets of one fingerprint, usually one.
 */
export function collapse(): Verb {
  return async (call) => {
    let fingerprint = '';
    /** The first id of each distinct set with the fingerprint. */
    const firsts = new Map<string, string>();
    await eachLine(call, ([, key, tag, id, size, tokens]) => {
      if (tag !== tags.set) return;
      if (key !== fingerprint) firsts.clear();
      fingerprint = key;
      const first = firsts.get(tokens);
      if (first === undefined) {
        firsts.set(tokens, id);
        call.output.line(lineOf(id, tags.record, size, tokens));
        call.count('sets');
      } else {
        call.output.line(lineOf(first, tags.equal, id, size));
        call.count('equal');
      }
    });
  };
}
