import { lineOf } from '../lines/format.ts';
import { eachLine, type Verb } from './verb.ts';

/** Lines of one kind, by its tag, as they are. */
export function select({ tag }: { readonly tag: string }): Verb {
  return (call) =>
    eachLine(call, ([, ...fields]) => {
      if (fields[1] === tag) call.output.line(lineOf(...fields));
    });
}
