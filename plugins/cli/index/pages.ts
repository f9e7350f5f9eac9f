import { extractModes, type PageGrams, shinglePages } from '../../../src/flow/index.ts';
import {
  type ClaimedPage,
  type IndexParameters,
  parseGramSpec,
  type ShingleOptions,
} from '../../../src/index.ts';
import type { Input } from '../input.ts';

const NO_GRAMS = new BigUint64Array(0);

/** The parameters of an index that say how a page becomes a gram set. */
type Shaping = Required<Pick<IndexParameters, 'gram' | 'extract' | 'multiset'>>;

/** The pages of an input as gram sets of the index's kind. A shell has no grams; its note is its kind. */
export async function* indexedPages(
  input: Input,
  parameters: Shaping,
  threads: number,
): AsyncGenerator<ClaimedPage> {
  let count = 0;
  for await (const page of shinglePages(input.blocks(threads), shingleOptions(parameters), threads)) {
    yield claimedPage(page);
    input.showRead(++count);
  }
}

function shingleOptions({ gram, extract, multiset }: Shaping): ShingleOptions {
  const mode = extractModes.find((known) => known === extract);
  if (mode === undefined) {
    throw new Error(
      `extract: expected an index of pages read by one of ${extractModes.join(', ')}; got ${JSON.stringify(extract)}: ` +
        'the index was made by another program, which has to add and query',
    );
  }
  return { gram: parseGramSpec(gram), extract: mode, multiset };
}

function claimedPage({ facts: { id, url, fetchedAt, kind, names }, grams }: PageGrams): ClaimedPage {
  return {
    key: id,
    url: url || id,
    ...(kind === 'article' ? { grams } : { grams: NO_GRAMS, note: kind }),
    ...(fetchedAt === '' ? {} : { at: fetchedAt }),
    // for `dedup --against` of this index; nothing is told apart by it here
    ...(names.length > 0 && { identity: names.join('\n') }),
  };
}
