import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb } from '../verbs/verb.ts';

/** Sets → records. Equal sets stay separate records: the published algorithms do not merge them. */
export function records(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, id, size, tokens]) => {
      if (tag !== tags.set) return;
      call.output.line(lineOf(id, tags.record, size, tokens));
      call.count('sets');
    });
}
