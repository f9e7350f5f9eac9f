import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { Page } from '../../../src/index.ts';
import type { DumpDamage } from '../damage.ts';
import { oneLine } from '../one-line.ts';
import type { OpenSource, Reading } from '../reading.ts';
import { contentFields, factFields, recordPage } from '../record-page.ts';
import { countSkipped } from '../stats.ts';
import { ColumnCursor } from './parquet-column.ts';
import { parquetFooter } from './parquet-footer.ts';
import { columnPages, flatReader, loadDecoder } from './parquet-pages.ts';
import { openColumn, type StoredColumn } from './stored-column.ts';

/** Optional columns with facts about a page. */
const FACT_COLUMNS: readonly string[] = ['id', ...factFields.url, ...factFields.date];

/**
 * The pages of one Parquet file, one for each row. One of `contentFields` (or the column the user named) holds the
 * page; `id` and `factFields` are optional. Without an id, a row is called `FILE:ROW`, from 1.
 *
 * Only these columns are read, one Parquet page of each at a time. Data that cannot be decoded are reported as damaged
 * with their offset in the file. Rows with damaged texts are left out; rows with damaged facts lack these facts. Rows
 * whose text is null are counted as skipped. Binary columns are read as UTF-8. A file without its footer cannot be
 * read: nothing else tells its columns apart.
 */
export async function* parquetPages(source: OpenSource): AsyncGenerator<Page> {
  const { reading } = source;
  const report = (damage: DumpDamage, offset: number): void => source.report(damage, { stored: offset });
  const decoder = await loadDecoder();
  let metadata: FileMetaData;
  let root: SchemaTree;
  try {
    ({ metadata, root } = await parquetFooter(source));
  } catch (error) {
    const detail = (error as Error).message;
    source.report({ code: 'no-directory', directory: 'footer of this Parquet file', detail });
    return;
  }
  const columns = root.children;
  const texts = columns.filter(({ element }) =>
    reading.field === undefined ? contentFields.includes(element.name) : element.name === reading.field,
  );
  const wanted = [...texts, ...columns.filter(({ element }) => FACT_COLUMNS.includes(element.name))];
  // if several columns have one name, a record would hold the last, so that the others need not be read
  const flat = [...new Map(wanted.filter(isFlat).map((tree) => [tree.element.name, tree])).values()];
  if (!texts.some(isFlat)) {
    const found = columns.map(({ element }) => element.name);
    source.report({ code: 'no-column', field: reading.field, found });
    return;
  }
  let rowsBefore = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const cursors = flat.map((tree) => {
      const open = (): StoredColumn<ArrayLike<unknown>> => {
        const { start, reader, column } = openColumn(source, group, [root, tree], decoder);
        const values = flatReader(column, decoder);
        return { start, reader, pages: columnPages(reader, column, rows, reading.limits, decoder, values) };
      };
      return new ColumnCursor(tree.element.name, texts.includes(tree), rows, report, open);
    });
    try {
      yield* groupPages(cursors, rows, rowsBefore, source.name, reading);
    } finally {
      for (const cursor of cursors) await cursor.close();
    }
    rowsBefore += rows;
  }
}

/** The pages of one row group. All cursors advance together, one row at a time. */
async function* groupPages(
  cursors: readonly ColumnCursor[],
  rows: number,
  rowsBefore: number,
  file: string,
  reading: Reading,
): AsyncGenerator<Page> {
  const texts = cursors.filter((cursor) => cursor.isText);
  for (let row = 0; row < rows; row++) {
    for (const cursor of cursors) if (!cursor.ready) await cursor.load();
    // a column whose end is lost may claim any number of rows
    if (texts.every((cursor) => cursor.lost && cursor.ended)) return;
    const record: Record<string, unknown> = {};
    for (const cursor of cursors) record[cursor.name] = cursor.take();
    const page = recordPage(record, reading, () => `${file}:${rowsBefore + row + 1}`);
    if (page !== undefined) {
      reading.onRow?.(rowsBefore + row);
      yield page;
    } else if (!texts.some((cursor) => cursor.lost)) {
      countSkipped(reading.stats, `row without ${texts.map(({ name }) => oneLine(name)).join(' or ')}`);
    }
  }
}

function isFlat({ children, element }: SchemaTree): boolean {
  return children.length === 0 && element.repetition_type !== 'REPEATED';
}
