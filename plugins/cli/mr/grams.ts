import { type PageGrams, shinglePages } from '../../../src/flow/index.ts';
import type { ShingleOptions } from '../../../src/index.ts';
import type { Redirect } from '../../dump/index.ts';
import { digits, escaped, lineOf, padded, tags } from '../../mr/lines/format.ts';
import type { LineOutput } from '../../mr/lines/writer.ts';
import { type RunIdentity, runSource } from '../../mr/run-verb.ts';
import { idField } from '../../mr/sets/set-text.ts';
import { writePage } from '../../mr/verbs/pages.ts';
import { type InputOptions, openInput } from '../input.ts';
import { Progress } from '../progress.ts';
import type { InputFindings } from './findings.ts';
import { type NumberedInput, recordsOfInput } from './inputs.ts';

/**
 * `grams`: dumps, as `neardup dedup` reads them → a line for each page. Its id is its number in the input, from 0,
 * plus 10^10 times the number of the input. There are also lines for redirects and for the findings of each input.
 * Damage is also reported on standard error and counted in the trailer. Where the system stops reading a file, this throws, so that
 * an engine runs the process again, perhaps on another machine. An input without a page is no error: others
 * may have pages. Pages are named as if there were no other input, and their places are written too, since other inputs
 * may have the same ids.
 */
export async function writeGrams(
  inputs: AsyncIterable<NumberedInput>,
  options: ShingleOptions & Pick<InputOptions, 'field'>,
  identity: RunIdentity,
  to: LineOutput,
): Promise<void> {
  await runSource(
    async ({ output, count }) => {
      for await (const { number, path } of inputs) {
        const first = idField(recordsOfInput * number);
        let redirects = 0;
        const reading = { field: options.field, allowEmpty: true, throwUnreadable: true };
        const onRedirect = (redirect: Redirect): void => {
          const place = padded(redirects++, digits.count);
          output.line(lineOf(first, tags.redirect, place, escaped(JSON.stringify(redirect))));
        };
        /** Of pages that have been read and not been written yet. */
        const places = new Map<string, string>();
        const onPlace = (id: string, place: string): void => void places.set(id, place);
        const input = openInput([path], reading, new Progress(true), onRedirect, onPlace);
        const pages: AsyncIterable<PageGrams> = shinglePages(input.pages, options);
        let id = recordsOfInput * number;
        for await (const page of pages) {
          writePage({ output, count }, id++, page, places.get(page.facts.id));
          places.delete(page.facts.id);
          if (output.isFull) await output.drained();
        }
        const { bytes, damaged, notes, skipped } = input;
        const findings: InputFindings = { input: path, bytes, damaged, notes, skipped };
        output.line(lineOf(first, tags.ofInput, escaped(JSON.stringify(findings))));
        count('damaged', damaged.length);
      }
    },
    to,
    'grams',
    identity,
  );
}
