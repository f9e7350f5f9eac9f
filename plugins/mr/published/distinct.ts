import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb } from '../verbs/verb.ts';

/** Pairs, found at each prefix token that they share → each pair once. Memory: one pair. */
export function distinct(): Verb {
  return async (call) => {
    let last = '';
    await eachLine(call, ([, a, tag, b, overlap]) => {
      if (tag !== tags.pair) return;
      const pair = `${a} ${b}`;
      if (pair === last) return;
      last = pair;
      call.output.line(lineOf(a, tags.found, b, overlap));
      call.count('pairs');
    });
  };
}
