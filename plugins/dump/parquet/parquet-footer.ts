import { open } from 'node:fs/promises';
import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { OpenSource } from '../reading.ts';
import { falseClaim } from './parquet-error.ts';
import { checkThrift } from './thrift-claims.ts';

/** Bytes before the first column: `PAR1`. */
export const MAGIC_BYTES = 4;
/** The footer's length and `PAR1`. */
const TAIL_BYTES = 8;
/** A longer footer is refused: a footer only describes the columns. */
const MAX_FOOTER_BYTES = 16 * 1024 * 1024;
/** Deepest nesting of columns. Tables of pages nest little, and the schema is turned into a tree. */
const MAX_SCHEMA_DEPTH = 64;
/** A row is assumed to take at least one bit. Otherwise a few bytes could claim any number of rows. */
const ROWS_PER_BYTE = 8;
/** A file of any size may have this many rows, since a column of nulls takes almost no bytes. */
const MIN_ROWS = 2 ** 20;

/** What a Parquet file says about its columns, their offsets and their numbers of rows. */
interface Footer {
  readonly metadata: FileMetaData;
  readonly root: SchemaTree;
}

/**
 * The footer of a Parquet file. Throws if it cannot be read, or contradicts itself or the file. It has no checksum, so
 * its two statements of the number of rows are compared: otherwise a changed byte would silently leave out rows.
 */
export async function parquetFooter(source: Pick<OpenSource, 'path' | 'sizeBytes'>): Promise<Footer> {
  const parquet = await import('hyparquet');
  const footer = await readFooter(source);
  checkThrift(footer.subarray(0, -TAIL_BYTES));
  const metadata = parquet.parquetMetadata(footer);
  checkSchema(metadata.schema);
  const root = parquet.parquetSchema(metadata);
  checkRows(metadata, source.sizeBytes);
  const dataBytes = source.sizeBytes - footer.length - MAGIC_BYTES;
  if (metadata.row_groups.length === 0 && dataBytes > 0) {
    throw falseClaim(`it names no rows where ${dataBytes} bytes of data lie before it`);
  }
  return { metadata, root };
}

/** Throws if elements are nested more deeply than a table of pages needs. */
function checkSchema(schema: FileMetaData['schema']): void {
  /** Number of children still expected at each level. */
  const left: number[] = [];
  for (const { num_children: children = 0 } of schema) {
    while (left.length > 0 && left.at(-1) === 0) left.pop();
    if (left.length > 0) left[left.length - 1]!--;
    if (children > 0) left.push(children);
    if (left.length > MAX_SCHEMA_DEPTH) throw falseClaim(`its columns lie ${left.length} deep`);
  }
}

/** Throws if a file claims more rows than its bytes can hold, or another number than its row groups have. */
function checkRows({ row_groups, num_rows }: FileMetaData, sizeBytes: number): void {
  let rows = 0;
  for (const group of row_groups) {
    const more = Number(group.num_rows);
    if (!(more >= 0)) throw falseClaim('it does not say how many rows a row group has');
    rows += more;
  }
  const most = Math.max(MIN_ROWS, ROWS_PER_BYTE * sizeBytes);
  if (!(rows <= most)) throw falseClaim(`it says that it has ${rows} rows in ${sizeBytes} bytes`);
  if (rows !== Number(num_rows)) {
    throw falseClaim(`it says that it has ${num_rows ?? 'no'} rows, and ${rows} in its row groups`);
  }
}

/** The footer, including the length and the magic bytes at the end of the file. */
async function readFooter({ path, sizeBytes }: Pick<OpenSource, 'path' | 'sizeBytes'>): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  const read = async (size: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, sizeBytes - size);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const tail = await read(Math.min(TAIL_BYTES, sizeBytes));
    if (tail.toString('latin1', 4) !== 'PAR1')
      throw new Error('expected PAR1 at the end of the file: it is cut off');
    const size = tail.readUInt32LE(0) + TAIL_BYTES;
    if (size > Math.min(MAX_FOOTER_BYTES, sizeBytes)) throw new Error(`it says a length of ${size} bytes`);
    return await read(size);
  } finally {
    await handle.close();
  }
}
