import { lineOf } from '../lines/format.ts';
import { eachLine, type Verb } from './verb.ts';

/** Passes only the lines with a tag, unchanged. */
export function select({ tag }: { readonly tag: string }): Verb {
  return (call) =>
    eachLine(call, ([, ...fields]) => {
      if (fields[1] === tag) call.output.line(lineOf(...fields));
    });
}
