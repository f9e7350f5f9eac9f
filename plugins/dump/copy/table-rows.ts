import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet';
import { reasonOf } from '../damage.ts';
import { oneLine } from '../one-line.ts';
import { FileSum } from '../parquet/file-sum.ts';
import { parquet } from '../parquet/format.ts';
import { type ColumnDecoder, loadDecoder, type PageDecoder } from '../parquet/page-decoder.ts';
import { EntryCursor, entryReader } from '../parquet/parquet-entries.ts';
import { damageOf } from '../parquet/parquet-error.ts';
import { parquetFooter } from '../parquet/parquet-footer.ts';
import { columnPages } from '../parquet/parquet-pages.ts';
import { openColumn } from '../parquet/stored-column.ts';
import { OpenSource, type Reading } from '../reading.ts';
import type { Source } from '../sources.ts';
import type { TableSchema, TableWriter } from './table-writer.ts';

/**
 * The common table of all Parquet files among `sources` whose footers can be read; `undefined` if there are none.
 * Throws if tables differ or there are files of other formats: a copy of them in one table would lose columns.
 */
export async function tableOfSources(sources: readonly Source[]): Promise<TableSchema | undefined> {
  let first: { readonly name: string; readonly table: TableSchema } | undefined;
  let other: string | undefined;
  for (const source of sources) {
    if (source.format !== parquet) {
      other ??= source.name;
      continue;
    }
    const footer = await parquetFooter(source).catch(() => undefined);
    if (footer === undefined) continue;
    const table = tableOf(footer.metadata, footer.root);
    first ??= { name: source.name, table };
    if (JSON.stringify(table.schema) !== JSON.stringify(first.table.schema))
      throw unlike(first.name, `other columns in ${source.name}`);
  }
  if (first !== undefined && other !== undefined) throw unlike(first.name, `${other}, which is no Parquet`);
  return first?.table;
}

/** A row to copy, by its number from 0, and its target. */
export interface RowCopy {
  readonly row: number;
  readonly table: TableWriter;
}

/**
 * Copies rows of a Parquet file, given in their order, with all their columns. Throws if a column of a row cannot be
 * decoded. Memory: a page of each column.
 */
export async function copyRows(
  { format: _, ...stored }: Source,
  reading: Reading,
  copies: Iterable<RowCopy>,
): Promise<void> {
  const source = new OpenSource(stored, reading);
  const decoder = await loadDecoder();
  const { metadata, root } = await parquetFooter(source);
  const paths = leafPaths([root]);
  const sum = new FileSum(source);
  const wanted = copies[Symbol.iterator]();
  let next = wanted.next();
  let rowsBefore = 0;
  for (const group of metadata.row_groups) {
    const begin = rowsBefore;
    rowsBefore += Number(group.num_rows);
    if (next.done || next.value.row >= rowsBefore) continue;
    const columns: NamedCursor[] = [];
    try {
      for (const path of paths) columns.push(openCursor(source, group, path, sum, decoder));
      for (let row = begin; !next.done && next.value.row < rowsBefore; row++) {
        const table = next.value.row === row ? next.value.table : undefined;
        for (const [i, { name, cursor }] of columns.entries()) {
          try {
            await cursor.next(table?.columns[i]);
          } catch (error) {
            throw lost(source.name, name, error);
          }
        }
        if (table === undefined) continue;
        await table.endRow();
        next = wanted.next();
      }
    } finally {
      for (const { cursor } of columns) await cursor.close();
    }
  }
  if (!next.done) throw new Error(`${source.name}: expected row ${next.value.row + 1}; it has ${rowsBefore}`);
}

interface NamedCursor {
  readonly name: string;
  readonly cursor: EntryCursor;
}

function openCursor(
  source: OpenSource,
  group: RowGroup,
  path: SchemaTree[],
  sum: FileSum,
  decoder: PageDecoder,
): NamedCursor {
  const name = path.at(-1)!.path.join('.');
  try {
    const { reader, column: stored, entries } = openColumn(source, group, path, decoder);
    // 12 bytes of their own are not taken for a time
    const column: ColumnDecoder =
      stored.type === 'INT96'
        ? { ...stored, type: 'FIXED_LEN_BYTE_ARRAY', element: { ...stored.element, type_length: 12 } }
        : stored;
    const { limits } = source.reading;
    const pages = columnPages(reader, column, entries, limits, sum, decoder, entryReader(decoder));
    return { name, cursor: new EntryCursor(reader, column, decoder, pages) };
  } catch (error) {
    throw lost(source.name, name, error);
  }
}

/** The table that a footer describes. */
function tableOf({ schema, row_groups, key_value_metadata }: FileMetaData, root: SchemaTree): TableSchema {
  const codecs = new Map(
    row_groups[0]?.columns.map(({ meta_data }) => [meta_data?.path_in_schema.join('\0'), meta_data?.codec]),
  );
  const columns = leafPaths([root]).map((path) => ({
    path: path.map(({ element }) => element),
    codec: codecs.get(path.at(-1)!.path.join('\0')) ?? 'ZSTD',
  }));
  return { schema, columns, facts: key_value_metadata ?? [] };
}

/** The paths from the root to all columns with values. */
function leafPaths(path: SchemaTree[]): SchemaTree[][] {
  const { children } = path.at(-1)!;
  return children.length === 0 ? [path] : children.flatMap((child) => leafPaths([...path, child]));
}

function lost(file: string, column: string, error: unknown): Error {
  const reason = reasonOf(damageOf(error));
  return new Error(
    `${file}: expected all of column ${oneLine(column)}, to copy its rows; got damage (${reason}): a copy into .jsonl has the pages without their other columns`,
    { cause: error },
  );
}

function unlike(file: string, other: string): Error {
  return new Error(
    `expected Parquet files of the same columns, which a copy into .parquet keeps; got ${file} and ${other}: copy each alone, or into .jsonl`,
  );
}
