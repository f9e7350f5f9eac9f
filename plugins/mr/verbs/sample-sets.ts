import { lineOf, tags } from '../lines/format.ts';
import { mixedId } from '../sets/mixing.ts';
import { eachLine, type Verb } from './verb.ts';

/** Sets as they were read → one in `every` of them. Ids decide which, whatever the partitions. Memory: a line. */
export function sampleSets({ every }: { readonly every: number }): Verb {
  return (call) =>
    eachLine(call, ([, ...fields]) => {
      const [, tag, id] = fields;
      if (tag === tags.set && mixedId(Number(id)) % every === 0) call.output.line(lineOf(...fields));
    });
}
