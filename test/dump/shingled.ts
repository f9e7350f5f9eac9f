import {
  type DamagedSpot,
  newStats,
  type ReadOptions,
  type Redirect,
  readBlocks,
  readPages,
} from '../../plugins/dump/index.ts';
import { type PageGrams, shinglePages, shingleRecords } from '../../src/flow/index.ts';
import { Journal } from '../../src/flow/journal.ts';
import { gramsOf } from '../../src/grams/gram-sets.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { bytesAsText } from '../bytes-as-text.ts';

const options = { extract: 'none' } as const;

/** All that is read of inputs and told of them, in order: one page after the other or, given a number of threads, in blocks. */
export async function shingled(
  inputs: readonly string[],
  limits: NonNullable<ReadOptions['limits']>,
  threads?: number,
) {
  const stats = newStats();
  const told: DamagedSpot[] = [];
  const redirects: Redirect[] = [];
  const how: ReadOptions = {
    ...{ limits, stats },
    onDamage: (spot) => told.push(spot),
    onRedirect: (redirect) => redirects.push(redirect),
  };
  const pages: PageGrams[] = [];
  if (threads === undefined) {
    for await (const page of shinglePages(readPages(inputs, how), options)) pages.push(page);
  } else {
    const work = new WorkFolder();
    const journal = Journal.in(work);
    for await (const each of shingleRecords(readBlocks(inputs, how, threads), options, threads)) {
      journal.add(each);
    }
    for (let page = 0; page < journal.length; page++) {
      pages.push({ facts: journal.factsOf(page), grams: gramsOf(journal, page) });
    }
    work.close();
  }
  return {
    pages: pages.map(({ facts, grams }) => ({ facts, grams: bytesAsText(grams) })),
    ...{ told, redirects, stats },
  };
}
