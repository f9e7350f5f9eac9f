import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb } from '../verbs/verb.ts';

/** Sets → records, equal ones each for itself: the published algorithms do not put them together. */
export function records(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, id, size, tokens]) => {
      if (tag !== tags.set) return;
      call.output.line(lineOf(id, tags.record, size, tokens));
      call.count('sets');
    });
}
