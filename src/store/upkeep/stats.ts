import { approximateBytes, type BinaryStore, scanKeys } from '../disk/binary-store.ts';
import type { IndexStorage } from '../disk/storage.ts';
import type { CountsRecord } from '../layout/codec.ts';
import { type TableName, tableRange } from '../layout/keys.ts';
import { type IndexLayout, type IndexParameters, layoutOf } from '../layout/parameters.ts';
import { searchPlan } from '../search-plan.ts';
import type { IndexCounts } from '../verdicts.ts';

/** What an index holds, its size, and the recall that it promises. */
export interface IndexStats {
  readonly counts: IndexCounts;
  readonly parameters: Required<IndexParameters>;
  /** Entries and bytes of each table. */
  readonly tables: Readonly<Record<TableName, TableStats>>;
  /** Size of all files of the index; missing if the index is in a store that the caller supplies. */
  readonly bytesOnDisk?: number;
  /** The recall that the sketches promise for pairs exactly at a threshold, aiming at the index's own recall. */
  readonly promises: readonly {
    readonly threshold: number;
    readonly recall: number;
    readonly promised: boolean;
  }[];
}

/** Entries and size of one table. */
export interface TableStats {
  /** Number derived from the counts; for `texts`, `hosts` and `intents` it is counted. */
  readonly entries: number;
  /** Bytes in table files, as estimated by the store; missing if it gives none. Excludes what is only in the log. */
  readonly bytes?: number;
}

const THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

/** Collects the statistics of an index; see `SketchIndex.stats`. */
export async function indexStats(
  { store, sizeBytes }: Pick<IndexStorage, 'store' | 'sizeBytes'>,
  parameters: Required<IndexParameters>,
  counts: CountsRecord,
): Promise<Omit<IndexStats, 'counts'>> {
  const layout = layoutOf(parameters);
  const bytesOnDisk = await sizeBytes();
  return {
    parameters,
    tables: await tableStats(store, layout, counts),
    ...(bytesOnDisk === undefined ? {} : { bytesOnDisk }),
    promises: promisesOf(layout, parameters.recall, counts.unique),
  };
}

async function tableStats(
  store: BinaryStore,
  { setting, forest, simHash }: IndexLayout,
  { nextPage, unique, duplicates, unclassifiable }: CountsRecord,
): Promise<IndexStats['tables']> {
  const classified = unique + duplicates;
  const entries: Record<TableName, number> = {
    decisions: nextPage,
    keys: classified + unclassifiable,
    sketches: setting === 'compact' ? classified : unique,
    gramSets: setting === 'compact' ? 0 : classified,
    fingerprints: unique,
    trees: unique * forest.trees,
    simHashTables: unique * simHash.tables.length,
    texts: await countedEntries(store, 'texts'),
    hosts: await countedEntries(store, 'hosts'),
    intents: await countedEntries(store, 'intents'),
  };
  const names = Object.keys(entries) as TableName[];
  const stats = names.map(async (name) => {
    const bytes = await approximateBytes(store, tableRange(name));
    return [name, { entries: entries[name], ...(bytes === undefined ? {} : { bytes }) }] as const;
  });
  return Object.fromEntries(await Promise.all(stats)) as Record<TableName, TableStats>;
}

async function countedEntries(store: BinaryStore, table: TableName): Promise<number> {
  let entries = 0;
  for await (const keys of scanKeys(store, tableRange(table))) entries += keys.length;
  return entries;
}

/** What the sketches promise at thresholds from 0.5 to 0.95. */
function promisesOf(layout: IndexLayout, recall: number, pages: number): IndexStats['promises'] {
  return THRESHOLDS.map((threshold) => {
    const { recall: reached, promised } = searchPlan(layout, threshold, recall, pages);
    return { threshold, recall: reached, promised };
  });
}
