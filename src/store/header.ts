import { BINARY, type BinaryStore, present, scanKeys, write } from './disk/binary-store.ts';
import { type IndexStorage, missing } from './disk/storage.ts';
import { IndexError } from './errors.ts';
import { type CountsRecord, decodeJson, encodeJson } from './layout/codec.ts';
import { COUNTS_KEY, decisionRange, FORMAT_KEY, PARAMETERS_KEY, pageOf } from './layout/keys.ts';
import {
  assertSameParameters,
  completeParameters,
  describeParameters,
  type IndexParameters,
} from './layout/parameters.ts';

const FORMAT = 'neardup/2';

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

/** What stands at the head of an index. */
export interface IndexHeader {
  readonly parameters: Required<IndexParameters>;
  readonly counts: CountsRecord;
}

/**
 * Reads the head of an index and checks that it is of this format, of these parameters if any are given, and
 * whole as far as a bounded scan can tell; writes it where there is no index yet.
 *
 * @throws IndexError NEARDUP_INDEX_MISSING when there is no index and no parameters are given to make one
 */
export async function openHeader(
  storage: IndexStorage,
  parameters: IndexParameters | undefined,
): Promise<IndexHeader> {
  const { store } = storage;
  const [format, stored, counts] = await store.getMany<Buffer, Buffer>(
    [FORMAT_KEY, PARAMETERS_KEY, COUNTS_KEY],
    BINARY,
  );
  if (format === undefined) {
    await assertEmpty(storage);
    if (parameters === undefined) throw missing(storage.name);
    const wanted = completeParameters(parameters);
    const header = [
      { key: FORMAT_KEY, value: Buffer.from(FORMAT) },
      { key: PARAMETERS_KEY, value: encodeJson(describeParameters(wanted)) },
      { key: COUNTS_KEY, value: encodeJson(NEW) },
    ];
    await write(store, header, true);
    return { parameters: wanted, counts: NEW };
  }
  if (format.toString() !== FORMAT) {
    if (!/^neardup\/\d+$/.test(format.toString('latin1')))
      throw damaged(storage, 'its format is not readable');
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `the index in ${storage.name} has format ${format}, ` +
        `this program reads ${FORMAT}: read it with the version that wrote it, or start in another place`,
    );
  }
  const found = decodeJson<Record<string, unknown>>(present(stored, 'parameters'), 'parameters');
  // Without any given, the stored ones must still lead to the layout that this program makes of them.
  const wanted = completeParameters(parameters ?? (found as unknown as IndexParameters));
  assertSameParameters(storage.name, found, describeParameters(wanted));
  const state = decodeJson<CountsRecord>(present(counts, 'counts'), 'counts');
  if (state.sequence < storage.reached) {
    const why = `it ends at write ${state.sequence}, it had reached write ${storage.reached}`;
    throw damaged(storage, `${why}: if the machine died, \`acceptLoss\` goes on without the last ones`);
  }
  await assertDense(storage, state.nextPage);
  return { parameters: wanted, counts: state };
}

async function assertEmpty(storage: IndexStorage): Promise<void> {
  const keys = await storage.store.keys<Buffer>({ ...BINARY, limit: 1 }).all();
  if (keys.length > 0 || storage.reached > 0) {
    throw damaged(storage, keys.length > 0 ? 'it has entries and no format' : 'it is empty');
  }
}

/** Every page number below the next one has a decision or a tombstone: looks at the last ones. */
async function assertDense({ store, name }: IndexStorage, nextPage: number): Promise<void> {
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
  return new IndexError(
    'NEARDUP_INDEX_DAMAGED',
    `the index in ${name} is damaged: ${why}. Rebuild it from an export or from the pages`,
  );
}
