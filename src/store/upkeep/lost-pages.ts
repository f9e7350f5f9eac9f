import type { Place, ReportDamage } from '../damage.ts';
import { fileSize } from '../disk/files.ts';
import { tableFileEntries } from '../disk/table-file.ts';
import { readable } from '../errors.ts';
import { type DecisionRecord, decodeDecision } from '../layout/codec.ts';
import { pageOfEntry } from '../layout/entries.ts';
import { type Key, type TableName, tableOf, textOfUserKey } from '../layout/keys.ts';
import { urlOf } from '../verdicts.ts';
import { MOST_MISSING } from './stored-pages.ts';

/** Bits for what was found of a page. */
const DECISION = 1;
const KEY = 2;
const SKETCH = 4;
const GRAMS = 8;
const REMOVED = 16;
/** Bits for what its decision requires. */
const HAS_GRAMS = 32;
const IS_UNIQUE = 64;

/** The tables in which the other entries of a page imply that it has an entry. */
const TABLES = ['decisions', 'keys', 'sketches', 'gramSets'] as const satisfies readonly TableName[];
type PageTable = (typeof TABLES)[number];

/** Fewest bytes that an entry takes in a table file. */
const LEAST_ENTRY_BYTES = 4;

/**
 * Reports pages with lost entries: entries that are in no intact block of these LevelDB table files, although other
 * entries of the page are there or its number was given. Reads only the files: pages that are only in the log are not
 * reported, nor are entries that remain in a file already merged into another one.
 *
 * Reads all files twice. Names 2²⁰ lost entries at most. Memory: a byte a page number, and the keys of pages of which a part is
 * there; however large the numbers are, a quarter of the bytes of the files, and 1 MiB.
 */
export async function lostPages(
  files: readonly string[],
  report: ReportDamage,
  signal?: AbortSignal,
): Promise<void> {
  let fileBytes = 0;
  for (const file of files) fileBytes += (await fileSize(file)) ?? 0;
  // Before this number there are more pages without an entry than are named.
  const end = Math.ceil(fileBytes / LEAST_ENTRY_BYTES) + MOST_MISSING;
  let found = new Uint8Array(1 << 16);
  let pages = 0;
  let hasGramSets = false;
  for await (const { table, page, record } of entriesOf(files, signal)) {
    pages = Math.max(pages, Math.min(page + 1, end));
    if (pages > found.length) found = withRoomFor(found, pages);
    hasGramSets ||= table === 'gramSets';
    if (page < end) found[page] |= bitsOf(table, record);
  }
  const incomplete = new Set<number>();
  for (let page = 0; page < pages; page++) {
    if (found[page] !== 0 && partsLost(found[page], hasGramSets).length > 0) incomplete.add(page);
  }
  const names = await namesOf(files, incomplete, signal);
  let left = MOST_MISSING;
  for (let page = 0; page < pages; page++) {
    for (const table of partsLost(found[page], hasGramSets)) {
      if (left-- === 0) return;
      report({ code: 'missing', reason: 'absent', table, page, ...names.get(page) });
    }
  }
}

function bitsOf(table: PageTable, record: DecisionRecord | undefined): number {
  if (table === 'keys') return KEY;
  if (table === 'sketches') return SKETCH;
  if (table === 'gramSets') return GRAMS;
  if (record === undefined) return DECISION | REMOVED;
  const { verdict } = record;
  return DECISION | (verdict === 'unclassifiable' ? 0 : HAS_GRAMS) | (verdict === 'unique' ? IS_UNIQUE : 0);
}

function partsLost(found: number, hasGramSets: boolean): PageTable[] {
  const has = (bit: number) => (found & bit) !== 0;
  if (has(REMOVED)) return [];
  if (!has(DECISION)) return ['decisions'];
  const parts: PageTable[] = [];
  if (!has(KEY)) parts.push('keys');
  if (hasGramSets && has(HAS_GRAMS) && !has(GRAMS)) parts.push('gramSets');
  if (has(hasGramSets ? IS_UNIQUE : HAS_GRAMS) && !has(SKETCH)) parts.push('sketches');
  return parts;
}

async function namesOf(
  files: readonly string[],
  pages: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<Map<number, Place>> {
  const names = new Map<number, Place>();
  for await (const { table, page, key, record } of entriesOf(files, signal)) {
    if (!pages.has(page)) continue;
    if (table === 'keys' && !names.has(page)) names.set(page, { key: textOfUserKey(key) });
    if (record !== undefined) names.set(page, { key: record.key, url: urlOf(record) });
  }
  return names;
}

interface FoundEntry {
  readonly table: PageTable;
  readonly page: number;
  readonly key: Key;
  /** The decision, if the entry is one and not a tombstone. */
  readonly record: DecisionRecord | undefined;
}

/** Decisions, keys, sketches and gram sets in all files. Unreadable entries are left out. */
async function* entriesOf(
  files: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundEntry> {
  for (const file of files) {
    signal?.throwIfAborted();
    for await (const [key, value] of tableFileEntries(file)) {
      const table = TABLES.find((name) => name === tableOf(key));
      if (table === undefined) continue;
      const read = () => ({
        table,
        page: pageOfEntry(table, key, value),
        key,
        record: table === 'decisions' ? decodeDecision(value, { table }) : undefined,
      });
      const entry = readable(read, () => undefined);
      if (entry !== undefined) yield entry;
    }
  }
}

function withRoomFor(found: Uint8Array<ArrayBuffer>, pages: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(pages, 2 * found.length));
  larger.set(found);
  return larger;
}
