import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { Page } from '../../../src/index.ts';
import type { DumpDamage } from '../damage.ts';
import { oneLine } from '../one-line.ts';
import type { OpenSource, Reading } from '../reading.ts';
import { contentFields, factFields, factObjects, recordPage } from '../record-page.ts';
import { countSkipped } from '../stats.ts';
import { FileSum } from './file-sum.ts';
import { loadDecoder } from './page-decoder.ts';
import { ColumnCursor } from './parquet-column.ts';
import { detailOf, falseClaim } from './parquet-error.ts';
import { parquetFooter } from './parquet-footer.ts';
import { columnPages, flatReader } from './parquet-pages.ts';
import { openColumn, type StoredColumn } from './stored-column.ts';

/** Optional columns with facts about a page, in the table or in one of `factObjects`. */
const FACT_COLUMNS: readonly string[] = [...factFields.url, ...factFields.date];

/**
 * The pages of one Parquet file, one for each row. One of `contentFields` (or the column the user named) holds the
 * page; `id` and `factFields` are optional, the latter also in a struct of `factObjects`. Without an id, a row is called `FILE:ROW`, from 1.
 *
 * Only these columns are read, one Parquet page of each at a time. Data that cannot be decoded are reported as damaged
 * with their offset in the file. Rows with damaged texts are left out; rows with damaged facts lack these facts. Rows
 * whose text is null are counted as skipped. Binary columns are read as UTF-8. A file without its footer cannot be
 * read: nothing else tells its columns apart. What comes after its pages and texts have made a file a bomb is given up.
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
    const detail = detailOf(error);
    source.report({ code: 'no-directory', directory: 'footer of this Parquet file', detail });
    return;
  }
  const columns = root.children;
  const texts = columns.filter(({ element }) =>
    reading.field === undefined ? contentFields.includes(element.name) : element.name === reading.field,
  );
  const isFact = ({ element }: SchemaTree): boolean => FACT_COLUMNS.includes(element.name);
  const structs = columns.filter(({ element }) => factObjects.includes(element.name));
  const wanted = [
    ...[...texts, ...columns.filter((tree) => isFact(tree) || tree.element.name === 'id')].map((tree) => [
      tree,
    ]),
    ...structs.flatMap((struct) => struct.children.filter(isFact).map((tree) => [struct, tree])),
  ];
  // if several columns have one name, a record would hold the last, so that the others need not be read
  const flat = [...new Map(wanted.filter(isFlat).map((path) => [namesOf(path).join('\0'), path])).values()];
  if (!texts.some((tree) => isFlat([tree]))) {
    const found = columns.map(({ element }) => element.name);
    source.report({ code: 'no-column', field: reading.field, found });
    return;
  }
  let rowsBefore = 0;
  const bytesRead = flat.map(() => 0);
  const sum = new FileSum(source);
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const cursors = flat.map((path, n) => {
      const open = (): StoredColumn<ArrayLike<unknown>> => {
        // otherwise any number of row groups could name the same bytes
        if (bytesRead[n]! >= source.sizeBytes)
          throw falseClaim('its row groups before have as many bytes as the file');
        const { start, reader, column } = openColumn(source, group, [root, ...path], decoder);
        const values = flatReader(column, decoder);
        const pages = columnPages(reader, column, rows, reading.limits, sum, decoder, values);
        return { start, reader, pages };
      };
      return new ColumnCursor(namesOf(path), texts.includes(path[0]!), rows, report, open);
    });
    try {
      for await (const page of groupPages(cursors, rows, rowsBefore, source.name, reading)) {
        yield page;
        // the column that made it a bomb has been named
        if (sum.damage !== undefined) return;
        const bomb = sum.add(page.body.length);
        if (bomb === undefined) continue;
        report(bomb, 0);
        return;
      }
      if (sum.damage !== undefined) return;
    } finally {
      for (const [n, cursor] of cursors.entries()) {
        bytesRead[n]! += cursor.bytesRead;
        await cursor.close();
      }
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
    for (const cursor of cursors) put(record, cursor);
    const page = recordPage(record, reading, () => `${file}:${rowsBefore + row + 1}`);
    if (page !== undefined) {
      reading.onRow?.(rowsBefore + row);
      yield page;
    } else if (!texts.some((cursor) => cursor.lost)) {
      countSkipped(reading.stats, `row without ${texts.map(({ name }) => oneLine(name)).join(' or ')}`);
    }
  }
}

/** Adds the value of the current row to a record. What is in a struct comes into an object of its own, as JSON would hold it. */
function put(record: Record<string, unknown>, cursor: ColumnCursor): void {
  const [name, field] = cursor.path;
  const value = cursor.take();
  if (field === undefined) record[name!] = value;
  // hyparquet puts what is in an optional struct into a list
  else
    record[name!] = {
      ...(record[name!] as object | undefined),
      [field]: Array.isArray(value) ? value[0] : value,
    };
}

function namesOf(path: readonly SchemaTree[]): string[] {
  return path.map(({ element }) => element.name);
}

/** Whether a column has one plain value in each row. */
function isFlat(path: readonly SchemaTree[]): boolean {
  return (
    path.at(-1)!.children.length === 0 && path.every(({ element }) => element.repetition_type !== 'REPEATED')
  );
}
