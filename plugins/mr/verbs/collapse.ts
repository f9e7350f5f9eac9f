import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb } from './verb.ts';

/**
 * Equal sets → one of them, the first by its id, and for each other one a line that says which it equals.
 *
 * Sets of one fingerprint are compared as they are. Memory: the distinct sets of one fingerprint, which is one.
 */
export function collapse(): Verb {
  return async (call) => {
    let fingerprint = '';
    /** The first id of each distinct set of the fingerprint. */
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
