import {
  type DamagedSpot,
  InputError,
  newStats,
  type ReadOptions,
  type Redirect,
  readPages,
} from '../../plugins/dump/index.ts';
import { inputOfAll, newReading } from '../../plugins/dump/pages.ts';
import { findSources } from '../../plugins/dump/sources.ts';
import type { PageInput } from '../../src/flow/index.ts';
import { isBlock } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';

/** Everything that comes out of an input or is reported about it, in order. */
export interface Contents {
  readonly pages: readonly (Page & { readonly body: string })[];
  readonly spots: readonly DamagedSpot[];
  readonly redirects: readonly Redirect[];
  readonly skipped: readonly (readonly [reason: string, count: number])[];
  readonly counted: number;
}

/** Number of blocks that are read before the first of them is used, as threads do. */
const ahead = 3;

/** The result of `readPages`; `undefined` if it refuses the input. */
export function readInOrder(input: string): Promise<Contents | undefined> {
  return contentsOf((options) => readPages([input], options));
}

/** The result of reading in blocks of this many stored bytes. Some blocks are read before the first one is used. */
export function readInBlocks(input: string, blockBytes: number): Promise<Contents | undefined> {
  return contentsOf(async function* (options) {
    const reading = { ...newReading(options, { bytes: 0 }), blockBytes };
    yield* pagesInTurn(inputOfAll(await findSources([input], reading), reading));
  });
}

async function contentsOf(
  read: (options: ReadOptions) => AsyncIterable<Page>,
): Promise<Contents | undefined> {
  const spots: DamagedSpot[] = [];
  const redirects: Redirect[] = [];
  const stats = newStats();
  const pages: (Page & { readonly body: string })[] = [];
  const options: ReadOptions = {
    stats,
    onDamage: (spot) => void spots.push(spot),
    onRedirect: (redirect) => void redirects.push(redirect),
  };
  try {
    for await (const page of read(options)) {
      const { body } = page;
      pages.push({ ...page, body: typeof body === 'string' ? body : Buffer.from(body).toString('latin1') });
    }
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
  return { pages, spots, redirects, skipped: [...stats.skipped], counted: stats.pages };
}

async function* pagesInTurn(input: AsyncIterable<PageInput>): AsyncGenerator<Page> {
  const waiting: (() => AsyncIterable<Page> | Iterable<Page>)[] = [];
  for await (const each of input) {
    if (each === 'after blocks') for (const turn of waiting.splice(0)) yield* turn();
    else if (isBlock(each)) {
      const pages: Page[] = [];
      const summary = await each.read((page) => pages.push(page));
      const kept = new Uint8Array(each.bytes);
      waiting.push(() => {
        const ids = summary && each.accept(summary);
        return ids === undefined
          ? each.pages(kept)
          : pages.map((page, i) => ({ ...page, id: ids.get(i) ?? page.id }));
      });
    } else waiting.push(() => [each]);
    while (waiting.length > ahead) yield* waiting.shift()!();
  }
  for (const turn of waiting) yield* turn();
}
