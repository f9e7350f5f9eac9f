import { fileFormats } from '../file-formats.ts';
import { isEmpty, present, readValues, scanKeys, write } from './disk/binary-store.ts';
import type { IndexStorage } from './disk/storage.ts';
import { damagedIndex, IndexError, missingIndex } from './errors.ts';
import { type CountsRecord, decodeJson, encodeJson } from './layout/codec.ts';
import { COUNTS_KEY, decisionRange, FORMAT_KEY, PARAMETERS_KEY, pageOf } from './layout/keys.ts';
import {
  assertSameParameters,
  completeParameters,
  describeParameters,
  type IndexParameters,
  readParameters,
} from './layout/parameters.ts';

const FORMAT = fileFormats.index;

/**
 * Number of latest pages whose decisions are checked at open. LevelDB silently drops damaged parts of its log. The log
 * holds what was written since the last table, which is fewer pages than this.
 */
const CHECKED_PAGES = 1 << 16;

const PARAMETERS = { table: 'parameters' } as const;
const COUNTS = { table: 'counts' } as const;

const NEW: CountsRecord = {
  sequence: 0,
  nextPage: 0,
  tabledTo: 0,
  unique: 0,
  duplicates: 0,
  unclassifiable: 0,
};

/** The header of an index. */
interface IndexHeader {
  readonly parameters: Required<IndexParameters>;
  readonly counts: CountsRecord;
}

/**
 * Reads the header of an index and checks its format, its parameters if any are given, and its completeness as far as a
 * bounded scan can tell. Writes the header if there is no index yet.
 *
 * @throws IndexError NEARDUP_INDEX_MISSING when there is no index and no parameters are given to create one
 */
export async function openHeader(
  storage: IndexStorage,
  parameters: IndexParameters | undefined,
): Promise<IndexHeader> {
  const { store } = storage;
  const [format, stored, counts] = await readValues(store, [FORMAT_KEY, PARAMETERS_KEY, COUNTS_KEY]);
  if (format === undefined) {
    await assertEmpty(storage);
    if (parameters === undefined) throw missingIndex(storage.name);
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
    if (!/^neardup\/\d+$/.test(format.toString('latin1'))) {
      throw damagedIndex({ code: 'altered', reason: 'unreadable', table: 'format' }, storage.name);
    }
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `expected the index in ${storage.name} to have format ${FORMAT}; got ${format}, ${wayOut(`${format}`)}`,
    );
  }
  const found = decodeJson<Record<string, unknown>>(present(stored, PARAMETERS), PARAMETERS);
  // Even if no parameters are given, those stored must give the layout that this program derives from them.
  const wanted =
    parameters === undefined
      ? readParameters(found as unknown as IndexParameters)
      : completeParameters(parameters);
  assertSameParameters(storage.name, found, describeParameters(wanted));
  const state = decodeJson<CountsRecord>(present(counts, COUNTS), COUNTS);
  if (state.sequence < storage.reached) {
    const writes = { found: state.sequence, expected: storage.reached };
    throw damagedIndex({ code: 'missing', reason: 'sequence', ...writes }, storage.name);
  }
  await assertDense(storage, state.nextPage);
  return { parameters: wanted, counts: state };
}

/** What to do about another format. Earlier ones hold other hashes, and no text to compute new ones from. */
function wayOut(format: string): string {
  const number = (name: string): number => Number(name.slice(name.indexOf('/') + 1));
  return number(format) < number(FORMAT)
    ? 'which holds other hashes of the pages: rebuild it from the dumps, start afresh (purge), or read it with the ' +
        'version that wrote it'
    : 'which a later version wrote: read it with that version';
}

async function assertEmpty(storage: IndexStorage): Promise<void> {
  if (storage.reached === 0 && (await isEmpty(storage.store))) return;
  throw damagedIndex({ code: 'missing', reason: 'absent', table: 'format' }, storage.name);
}

/** Checks that every page number below the next one has a decision or a tombstone. Looks at the last ones only. */
async function assertDense({ store, name }: IndexStorage, nextPage: number): Promise<void> {
  let expected = Math.max(0, nextPage - CHECKED_PAGES);
  for await (const keys of scanKeys(store, decisionRange(expected))) {
    for (const key of keys) {
      const page = pageOf(key);
      if (page !== expected) break;
      expected++;
    }
  }
  const table = 'decisions';
  if (expected < nextPage) {
    throw damagedIndex({ code: 'missing', reason: 'absent', table, page: expected }, name);
  }
  if (expected > nextPage) {
    throw damagedIndex(
      { code: 'unexpected', reason: 'surplus', table, page: nextPage, expected: nextPage },
      name,
    );
  }
}
