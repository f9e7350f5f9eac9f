import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib';
import type { DecodedArray } from 'hyparquet';
import { ByteReader } from '../bytes/byte-reader.ts';
import { decompressed } from '../bytes/coding.ts';
import type { DumpDamage } from '../damage.ts';
import type { Limits } from '../limits.ts';
import type { FileSum } from './file-sum.ts';
import { checkDataPage, checkDictionary, checkFound, isCount, MOST_PAGE_ENTRIES } from './page-claims.ts';
import type { ColumnDecoder, PageDecoder, PageHeader } from './page-decoder.ts';
import { damageOf, detailOf, falseClaim, ParquetError } from './parquet-error.ts';
import { checkThrift } from './thrift-claims.ts';

/** The content of a data page, as a {@link PageReader} returns it. */
export interface ColumnPage<Values> {
  /** Offset of the page's header from the start of the column. */
  readonly offset: number;
  readonly entries: number;
  /** Absent if the page cannot be decoded. */
  readonly values?: Values;
  readonly damage?: DumpDamage;
  /** The page has all entries that are left, since the next one cannot be found. */
  readonly isRest?: true;
}

/** Extracts values from the pages of a column, which are decompressed and whose claims have been checked. */
export interface PageReader<Values> {
  /** The values of the dictionary, in the same form as the other values of the column. */
  dictionary(values: DecodedArray): DecodedArray;
  /** The entries of a data page; throws if their number is not `count`. */
  data(page: DataPage, count: number): Values;
}

/** A data page with decompressed values. */
interface DataPage {
  readonly bytes: Uint8Array;
  readonly header: PageHeader;
  readonly column: ColumnDecoder;
  readonly dictionary: DecodedArray | undefined;
}

/** The values of a flat column, converted to the types of the table, one for each row; null if it has none. */
export function flatReader(column: ColumnDecoder, decoder: PageDecoder): PageReader<ArrayLike<unknown>> {
  return {
    dictionary: (values) => decoder.convert(values, column),
    data({ bytes, header, column: plain, dictionary }, count) {
      const view = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
      return checkFound(decoder.readPage(view, header, plain, dictionary, undefined, 0).data, count);
    },
  };
}

/**
 * The data pages of a column of at most `entries` entries, in order. In a flat column, each entry is a row. A page that
 * cannot be decoded is returned with its damage. If a header cannot be read, the start of the next page is unknown: its page has the rest
 * of the entries.
 *
 * Checksums of pages are optional in Parquet; without them a changed byte may go unnoticed. Sizes and counts are
 * checked before hyparquet sees them, since it trusts a page's header. Memory: one page and the column's dictionary,
 * each at most `limits.maxInflatedBytes`.
 *
 * @param sum of the file: once it is a bomb, the page at hand has the rest of the entries, too
 */
export async function* columnPages<Values>(
  reader: ByteReader,
  column: ColumnDecoder,
  entries: number,
  limits: Limits,
  sum: FileSum,
  decoder: PageDecoder,
  { dictionary: readDictionary, data }: PageReader<Values>,
): AsyncGenerator<ColumnPage<Values>> {
  const isFlat = decoder.getMaxRepetitionLevel(column.schemaPath) === 0;
  let dictionary: DecodedArray | undefined;
  let dictionaryDamage: DumpDamage | undefined;
  for (let left = entries; left > 0 && (await reader.fill(1)); ) {
    const offset = reader.position;
    let page: StoredPage;
    try {
      page = await readPageAt(reader, left, isFlat, limits, decoder);
    } catch (error) {
      yield { offset, entries: left, damage: damageOf(error), isRest: true };
      return;
    }
    const { header, stored, isDictionary, count } = page;
    const version2 = header.data_page_header_v2;
    const size = header.uncompressed_page_size;
    // a greater size is refused, and costs nothing
    const bomb = isCount(size, limits.maxInflatedBytes) ? sum.add(size) : undefined;
    if (bomb !== undefined) {
      yield { offset, entries: left, damage: bomb, isRest: true };
      return;
    }
    left -= count;
    try {
      if (header.crc !== undefined && crc32(stored) !== header.crc >>> 0) {
        throw new ParquetError({ code: 'checksum', of: 'CRC-32' });
      }
      if (header.type === undefined) throw falseClaim('its kind is none that Parquet has');
      const { bytes, plain } = await decompress(stored, header, column, limits, decoder);
      const uncompressed: ColumnDecoder = { ...column, codec: 'UNCOMPRESSED' };
      if (isDictionary) {
        checkDictionary(bytes, plain);
        const view = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
        const found = decoder.readPage(view, plain, uncompressed, undefined, undefined, 0).data;
        dictionary = found && readDictionary(found);
        continue;
      }
      if (count === 0) continue;
      const encoding = (version2 ?? header.data_page_header)!.encoding;
      if (encoding.endsWith('_DICTIONARY') && dictionary === undefined) {
        throw new ParquetError(
          dictionaryDamage ?? { code: 'undecodable', detail: 'its dictionary is missing' },
        );
      }
      checkDataPage(bytes, plain, { column, isFlat, limits, decoder });
      const values = data({ bytes, header: plain, column: uncompressed, dictionary }, count);
      yield { offset, entries: count, values };
    } catch (error) {
      const damage = damageOf(error);
      if (!isDictionary) yield { offset, entries: count, damage };
      else dictionaryDamage = { ...damage, inDictionary: true };
    }
  }
}

/** A page as it is stored, and how many entries it has; none if it is a dictionary. */
interface StoredPage {
  readonly header: PageHeader;
  readonly stored: Buffer;
  readonly isDictionary: boolean;
  readonly count: number;
}

/** Reads the page at the reader's position. @throws an error that `damageOf` understands if its header cannot be read or true */
async function readPageAt(
  reader: ByteReader,
  left: number,
  isFlat: boolean,
  limits: Limits,
  decoder: PageDecoder,
): Promise<StoredPage> {
  const header = await readHeader(reader, limits.maxHeaderBytes, decoder);
  for (const size of [header.compressed_page_size, header.uncompressed_page_size])
    if (typeof size !== 'number') throw falseClaim('the header of a page does not say how long it is');
  const stored = await readStored(reader, header.compressed_page_size, limits);
  const isDictionary = header.type === 'DICTIONARY_PAGE';
  const version2 = header.data_page_header_v2;
  const count =
    (isFlat ? version2?.num_rows : version2?.num_values) ?? header.data_page_header?.num_values ?? 0;
  if (!isDictionary && !isCount(count, Math.min(left, MOST_PAGE_ENTRIES))) {
    const what = isFlat ? 'rows' : 'values';
    throw falseClaim(`a page says that it has ${count} ${what} where at most ${left} are left`);
  }
  return { header, stored, isDictionary, count };
}

/** Reads a header of unknown length: tries with more and more bytes, as long as there are more. */
async function readHeader(reader: ByteReader, maxBytes: number, decoder: PageDecoder): Promise<PageHeader> {
  for (let size = 1024; ; size *= 4) {
    const isAll = !(await reader.fill(size)) || size >= maxBytes;
    const bytes = reader.buffer.subarray(reader.start, reader.end);
    const view = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
    try {
      checkThrift(bytes);
      const header = decoder.parquetHeader(view);
      reader.skip(view.offset);
      return ofItsType(header);
    } catch (error) {
      if (isAll) throw new Error(`the header of a page cannot be read (${detailOf(error)})`);
    }
  }
}

/** A header without the parts that are for pages of other types: hyparquet reads one by its type, whatever else it has. */
function ofItsType(header: PageHeader): PageHeader {
  const { type, data_page_header, data_page_header_v2, dictionary_page_header, ...common } = header;
  return {
    ...common,
    type,
    ...(type === 'DATA_PAGE' ? { data_page_header } : {}),
    ...(type === 'DATA_PAGE_V2' ? { data_page_header_v2 } : {}),
    ...(type === 'DICTIONARY_PAGE' ? { dictionary_page_header } : {}),
  };
}

async function readStored(reader: ByteReader, size: number, limits: Limits): Promise<Buffer> {
  if (!(isCount(size, limits.maxInflatedBytes) && (await reader.fill(size)))) {
    throw falseClaim(`a page says a length of ${size} bytes where ${reader.available} are left`);
  }
  const stored = reader.buffer.subarray(reader.start, reader.start + size);
  reader.skip(size);
  return stored;
}

/** A decompressed page, with a header changed to match. In version 2, the levels at its start are never compressed. */
async function decompress(
  stored: Buffer,
  header: PageHeader,
  { codec }: ColumnDecoder,
  limits: Limits,
  decoder: PageDecoder,
): Promise<{ bytes: Uint8Array; plain: PageHeader }> {
  const size = header.uncompressed_page_size;
  if (!isCount(size, limits.maxInflatedBytes)) {
    throw falseClaim(`a page says that it inflates to ${size} bytes`);
  }
  const version2 = header.data_page_header_v2;
  const levels =
    version2 === undefined
      ? 0
      : version2.definition_levels_byte_length + version2.repetition_levels_byte_length;
  if (!isCount(levels, Math.min(size, stored.length))) throw falseClaim('its levels do not fit into it');
  let bytes: Uint8Array = stored;
  if (codec !== 'UNCOMPRESSED' && version2?.is_compressed !== false) {
    const values = await inflated(stored.subarray(levels), size - levels, codec, limits, decoder);
    bytes = levels === 0 ? values : Buffer.concat([stored.subarray(0, levels), values]);
  }
  if (bytes.length !== size) throw new Error(`expected ${size} bytes of data, found ${bytes.length}`);
  const plain: PageHeader = { ...header, compressed_page_size: size };
  if (version2 !== undefined) plain.data_page_header_v2 = { ...version2, is_compressed: false };
  return { bytes: inOwnMemory(bytes), plain };
}

/**
 * A copy in a buffer of its own: hyparquet reads past a page to the end of its buffer, and Node's pool holds other data
 * there.
 */
function inOwnMemory(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/**
 * Decompressed data of `size` bytes. zlib decodes gzip and brotli, the reference decoder zstd: they are faster than
 * hyparquet's decoders in script (zstd: about three times) and verify checksums. hyparquet decodes the other codecs.
 */
async function inflated(
  bytes: Buffer,
  size: number,
  codec: ColumnDecoder['codec'],
  limits: Limits,
  decoder: PageDecoder,
): Promise<Uint8Array> {
  // for empty data, some writers store bytes that do not decode
  if (size === 0) return new Uint8Array(0);
  if (codec === 'GZIP') return gunzipSync(bytes, { maxOutputLength: size + 1 });
  if (codec === 'BROTLI') return brotliDecompressSync(bytes, { maxOutputLength: size + 1 });
  if (codec === 'ZSTD') return await unzstd(bytes, size, limits);
  const inflate = decoder.compressors[codec];
  if (inflate === undefined) {
    throw new ParquetError({ code: 'unsupported', feature: 'parquet-compression', value: codec });
  }
  return inflate(bytes, size);
}

async function unzstd(bytes: Buffer, size: number, limits: Limits): Promise<Buffer> {
  const report = (damage: DumpDamage): void => {
    throw new ParquetError(damage);
  };
  const pieces = (async function* () {
    yield { bytes, stored: 0 };
  })();
  const reader = new ByteReader(decompressed(pieces, 'zstd', { limits, report, sinceRecord: 0 }));
  try {
    await reader.fill(size + 1);
    return reader.buffer.subarray(reader.start, reader.end);
  } finally {
    await reader.close();
  }
}
