import { type PageGrams, shinglePages } from '../../../src/flow/index.ts';
import type { ShingleOptions } from '../../../src/index.ts';
import type { LineOutput } from '../../mr/lines/writer.ts';
import { type RunIdentity, runSource } from '../../mr/run-verb.ts';
import { writePage } from '../../mr/verbs/pages.ts';
import { type InputOptions, openInput } from '../input.ts';
import { Progress } from '../progress.ts';
import { type NumberedInput, recordsOfInput } from './inputs.ts';

/**
 * `grams`: dumps, as `neardup dedup` reads them → a line for each page. Its id is its number in the input, from 0, and 10^10
 * for each input before. What is damaged is told on standard error and counted in the trailer.
 */
export async function writeGrams(
  inputs: AsyncIterable<NumberedInput>,
  options: ShingleOptions & { readonly reading: InputOptions },
  identity: RunIdentity,
  to: LineOutput,
): Promise<void> {
  await runSource(
    async ({ output, count }) => {
      for await (const { number, path } of inputs) {
        const input = openInput([path], options.reading, new Progress(true));
        const pages: AsyncIterable<PageGrams> = shinglePages(input.pages, options);
        let id = recordsOfInput * number;
        for await (const page of pages) {
          writePage({ output, count }, id++, page);
          if (output.isFull) await output.drained();
        }
        count('damaged', input.damaged.length);
      }
    },
    to,
    'grams',
    identity,
  );
}
