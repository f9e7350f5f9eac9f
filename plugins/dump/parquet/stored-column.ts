import type { RowGroup, SchemaTree } from 'hyparquet';
import { ByteReader } from '../bytes/byte-reader.ts';
import { filePieces } from '../bytes/pieces.ts';
import type { OpenSource } from '../reading.ts';
import type { ColumnDecoder, PageDecoder } from './page-decoder.ts';
import { falseClaim } from './parquet-error.ts';
import { MAGIC_BYTES } from './parquet-footer.ts';
import type { ColumnPage } from './parquet-pages.ts';

/** An opened column of one row group, and its pages. */
export interface StoredColumn<Values> {
  /** Its offset in the file. */
  readonly start: number;
  readonly reader: ByteReader;
  readonly pages: AsyncGenerator<ColumnPage<Values>>;
}

/**
 * Opens the column of a row group at the end of `schemaPath`, which begins at the root.
 *
 * @throws ParquetError if the footer states an impossible offset
 */
export function openColumn(
  { path, sizeBytes, reading }: OpenSource,
  group: RowGroup,
  schemaPath: SchemaTree[],
  { parsers }: PageDecoder,
): { start: number; reader: ByteReader; column: ColumnDecoder; entries: number } {
  const { element, path: pathInSchema } = schemaPath.at(-1)!;
  const chunk = group.columns.find(
    ({ meta_data }) => meta_data?.path_in_schema.join('\0') === pathInSchema.join('\0'),
  );
  const stored = chunk?.meta_data;
  const dictionaryAt = Number(stored?.dictionary_page_offset ?? 0n);
  const dataAt = Number(stored?.data_page_offset);
  const start = dictionaryAt > 0 && dictionaryAt < dataAt ? dictionaryAt : dataAt;
  const end = start + Number(stored?.total_compressed_size);
  if (stored === undefined || Number.isNaN(end)) throw falseClaim('the footer does not say where it lies');
  if (!(start >= MAGIC_BYTES && end > start && end <= sizeBytes)) {
    throw falseClaim(`the footer says that it lies at ${start} to ${end} in a file of ${sizeBytes} bytes`);
  }
  const { type, codec, num_values } = stored;
  if (type === undefined || codec === undefined)
    throw falseClaim('the footer gives it a type or a compression that Parquet does not have');
  return {
    start,
    reader: new ByteReader(filePieces(path, reading.onBytes, reading.signal, start, end)),
    column: { pathInSchema, type, element, schemaPath, codec, parsers },
    entries: Number(num_values),
  };
}
