import { chooseBands } from '../sketch/bands.ts';
import { MINHASH_SEED } from '../sketch/minhash.ts';
import { BINARY, type BinaryStore, present, scanKeys, write } from './binary-store.ts';
import { type CountsRecord, decodeJson, encodeJson } from './codec.ts';
import { IndexError } from './errors.ts';
import type { Home } from './home.ts';
import { COUNTS_KEY, decisionRange, FORMAT_KEY, PARAMETERS_KEY, pageOf } from './keys.ts';

/**
 * What an index is made with. Stored, and compared at every open: sketches of other grams, or bands for
 * another threshold, would find nothing and say nothing.
 */
export interface IndexParameters {
  /** What a gram is, such as `word:4`. */
  readonly gram: string;
  /** Pages are similar from this exact Jaccard on, (0, 1]. */
  readonly threshold: number;
  /** Probability, (0, 1), with which a pair exactly at the threshold is to be found. */
  readonly recall: number;
  /** How text is taken out of a page. */
  readonly extract?: string;
  /** Whether the k-th occurrence of a gram counts as a gram of its own. */
  readonly multiset?: boolean;
}

const FORMAT = 'neardup/1';

/**
 * Pages whose decisions are looked for at open. LevelDB drops damaged stretches of its log without a word;
 * the log holds what was written since the last table, and that is fewer pages than these.
 */
const CHECKED_PAGES = 1 << 16;

const NEW: CountsRecord = {
  sequence: 0,
  nextPage: 0,
  tabledTo: 0,
  unique: 0,
  duplicates: 0,
  unclassifiable: 0,
};

/**
 * Reads the counts of an index and checks that it is of this format, of these parameters, and whole as far as
 * a bounded scan can tell; writes them where there is no index yet.
 */
export async function openHeader(home: Home, parameters: IndexParameters): Promise<CountsRecord> {
  const { store } = home;
  const [format, stored, counts] = await store.getMany<Buffer, Buffer>(
    [FORMAT_KEY, PARAMETERS_KEY, COUNTS_KEY],
    BINARY,
  );
  const wanted = described(parameters);
  if (format === undefined) {
    await assertEmpty(home);
    const header = [
      { key: FORMAT_KEY, value: Buffer.from(FORMAT) },
      { key: PARAMETERS_KEY, value: encodeJson(wanted) },
      { key: COUNTS_KEY, value: encodeJson(NEW) },
    ];
    await write(store, header, true);
    return NEW;
  }
  if (format.toString() !== FORMAT) {
    if (!/^neardup\/\d+$/.test(format.toString('latin1'))) throw damaged(home, 'its format is not readable');
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `the index in ${home.name} has format ${format}, ` +
        `this program reads ${FORMAT}: read it with the version that wrote it, or start in another place`,
    );
  }
  const found = decodeJson<Record<string, unknown>>(present(stored, 'parameters'), 'parameters');
  assertSame(home.name, found, wanted);
  const state = decodeJson<CountsRecord>(present(counts, 'counts'), 'counts');
  if (state.sequence < home.reached) {
    throw damaged(home, `it ends at write ${state.sequence}, it had reached write ${home.reached}`);
  }
  await assertDense(home, state.nextPage);
  return state;
}

/** Parameters as stored, with what the sketches are derived from. */
function described(parameters: IndexParameters): Record<string, unknown> {
  const { gram, threshold, recall, extract = '', multiset = false } = parameters;
  const { bands, rows } = chooseBands(threshold, recall);
  return { gram, threshold, recall, extract, multiset, bands, rows, seed: MINHASH_SEED };
}

function assertSame(name: string, found: Record<string, unknown>, wanted: Record<string, unknown>): void {
  const differing = Object.keys(wanted).filter((key) => found[key] !== wanted[key]);
  if (differing.length === 0) return;
  const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';
  const sentence = differing.map((key) => `${key} ${show(found[key])}, now ${show(wanted[key])}`).join('; ');
  throw new IndexError(
    'NEARDUP_INDEX_PARAMETERS',
    `the index in ${name} was made with other parameters (${sentence}): open it with its own, or use another place`,
  );
}

async function assertEmpty(home: Home): Promise<void> {
  const keys = await home.store.keys<Buffer>({ ...BINARY, limit: 1 }).all();
  if (keys.length > 0 || home.reached > 0) {
    throw damaged(home, keys.length > 0 ? 'it has entries and no format' : 'it is empty');
  }
}

/** Every page number below the next one has a decision or a tombstone: looks at the last ones. */
async function assertDense({ store, name }: Home, nextPage: number): Promise<void> {
  let expected = Math.max(0, nextPage - CHECKED_PAGES);
  for await (const keys of scanKeys(store, decisionRange(expected))) {
    for (const key of keys) {
      const page = pageOf(key);
      if (page !== expected) break;
      expected++;
    }
  }
  if (expected !== nextPage) {
    throw damaged(
      { store, name },
      `${nextPage} pages were decided, and the decision of page ${expected} is ` +
        (expected < nextPage ? 'missing' : 'beyond them'),
    );
  }
}

function damaged({ name }: { name: string; store: BinaryStore }, why: string): IndexError {
  return new IndexError('NEARDUP_INDEX_DAMAGED', `the index in ${name} is damaged: ${why}`);
}
