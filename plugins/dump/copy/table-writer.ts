import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type {
  CompressionCodec,
  ConvertedType,
  FileMetaData,
  KeyValue,
  RowGroup,
  SchemaElement,
} from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import type { Compressors } from 'hyparquet-writer/src/types.js';
import type { EntrySink } from '../parquet/parquet-entries.ts';
import type { WholeFile } from './whole-file.ts';
import { loadZstd, ZSTD_LEVEL } from './zstd-packer.ts';

/** The description of a table: everything in its footer except the offsets of the data. */
export interface TableSchema {
  /** The elements in the order of the footer, the root first. */
  readonly schema: readonly SchemaElement[];
  readonly columns: readonly TableColumn[];
  /** Metadata that programs have added to the table. */
  readonly facts: readonly KeyValue[];
}

/** A column with values. */
interface TableColumn {
  /** From the root. */
  readonly path: readonly SchemaElement[];
  readonly codec: CompressionCodec;
}

const MAGIC = 'PAR1';
/** Data of a row group before compression, all of which are in memory. */
const GROUP_BYTES = 64 * 1024 * 1024;
/** Approximate data of a page. */
const PAGE_BYTES = 1024 * 1024;
/** Memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 16;
const INT96_BYTES = 12;

/**
 * Writes a Parquet file row by row. Values are copied as they are stored, so that no type has to be understood. Columns
 * keep their codec if it can be written, else use zstd. There are no statistics, since their meaning depends on the
 * types.
 */
export class TableWriter {
  readonly columns: readonly ColumnEntries[];
  readonly #file: WholeFile;
  readonly #table: TableSchema;
  readonly #tools: WriterTools;
  readonly #bytes: ByteWriter;
  readonly #groups: RowGroup[] = [];
  #rows = 0;

  private constructor(file: WholeFile, table: TableSchema, tools: WriterTools) {
    this.#file = file;
    this.#table = table;
    this.#tools = tools;
    this.#bytes = new tools.ByteWriter();
    this.columns = table.columns.map(() => new ColumnEntries());
  }

  static async create(file: WholeFile, table: TableSchema): Promise<TableWriter> {
    const writer = new TableWriter(file, table, await loadTools());
    writer.#bytes.appendBytes(Buffer.from(MAGIC));
    await writer.#flushBytes();
    return writer;
  }

  /** Ends the row whose entries have been added to all `columns`. */
  async endRow(): Promise<void> {
    this.#rows++;
    const held = this.columns.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (held >= GROUP_BYTES) await this.#endGroup();
  }

  /** Writes the remaining rows and the footer. */
  async finish(): Promise<void> {
    if (this.#rows > 0) await this.#endGroup();
    const metadata: Omit<FileMetaData, 'metadata_length'> = {
      version: 2,
      created_by: 'neardup',
      schema: this.#table.schema.map(withConvertedInteger),
      num_rows: this.#groups.reduce((sum, { num_rows }) => sum + num_rows, 0n),
      row_groups: this.#groups,
      ...(this.#table.facts.length === 0 ? {} : { key_value_metadata: [...this.#table.facts] }),
    };
    // the writer counts the length itself
    this.#tools.writeMetadata(this.#bytes, metadata as FileMetaData);
    this.#bytes.appendBytes(Buffer.from(MAGIC));
    await this.#flushBytes();
  }

  async #endGroup(): Promise<void> {
    const begin = this.#file.size;
    const chunks: RowGroup['columns'] = [];
    for (const [i, { path, codec }] of this.#table.columns.entries()) {
      const pageData = this.columns[i]!.take(highestLevel(path));
      const element = physical(path.at(-1)!);
      const { chunk } = this.#tools.writeColumn({
        writer: this.#bytes,
        column: {
          columnName: path.map(({ name }) => name).join('.'),
          element,
          schemaPath: [...path],
          codec: this.#tools.compressors[codec] || codec === 'UNCOMPRESSED' ? codec : 'ZSTD',
          compressors: this.#tools.compressors,
          stats: false,
          pageSize: PAGE_BYTES,
          columnIndex: false,
          offsetIndex: false,
          // a dictionary would treat 0 and -0 as one number
          ...(/FLOAT|DOUBLE/.test(element.type!) ? { encoding: 'PLAIN' as const } : {}),
        },
        pageData,
      });
      chunk.meta_data!.type = path.at(-1)!.type!;
      chunks.push(chunk);
      await this.#flushBytes();
    }
    this.#groups.push({
      columns: chunks,
      total_byte_size: chunks.reduce((sum, { meta_data }) => sum + meta_data!.total_uncompressed_size, 0n),
      num_rows: BigInt(this.#rows),
      total_compressed_size: BigInt(this.#file.size - begin),
    });
    this.#rows = 0;
  }

  async #flushBytes(): Promise<void> {
    await this.#file.write(Buffer.from(this.#bytes.getBytes()));
    this.#bytes.index = 0;
  }
}

/** The entries of a column, kept until their row group is written. */
class ColumnEntries implements EntrySink {
  sizeBytes = 0;
  #values: unknown[] = [];
  #repetitionLevels: number[] = [];
  #definitionLevels: number[] = [];

  add(value: unknown, repetitionLevel: number, definitionLevel: number): void {
    // a view would keep its whole page in memory
    const own = value instanceof Uint8Array ? value.slice() : value;
    this.#values.push(own);
    this.#repetitionLevels.push(repetitionLevel);
    this.#definitionLevels.push(definitionLevel);
    this.sizeBytes += ENTRY_BYTES + (own instanceof Uint8Array ? own.length : 8);
  }

  /** Returns all entries and releases them. */
  take({ repetition, definition }: { readonly repetition: number; readonly definition: number }) {
    const pageData = {
      values: this.#values,
      repetitionLevels: repetition === 0 ? [] : this.#repetitionLevels,
      definitionLevels: definition === 0 ? [] : this.#definitionLevels,
      maxDefinitionLevel: definition,
    };
    this.#values = [];
    this.#repetitionLevels = [];
    this.#definitionLevels = [];
    this.sizeBytes = 0;
    return pageData;
  }
}

/** Parts of hyparquet-writer, which is loaded only when there is a table to write. */
interface WriterTools {
  readonly ByteWriter: typeof ByteWriter;
  readonly writeColumn: typeof import('hyparquet-writer/src/column.js').writeColumn;
  readonly writeMetadata: typeof import('hyparquet-writer/src/metadata.js').writeMetadata;
  readonly compressors: Compressors;
}

async function loadTools(): Promise<WriterTools> {
  const [{ ByteWriter }, { writeColumn }, { writeMetadata }, { snappyCompress }, zstd] = await Promise.all([
    import('hyparquet-writer/src/bytewriter.js'),
    import('hyparquet-writer/src/column.js'),
    import('hyparquet-writer/src/metadata.js'),
    import('hyparquet-writer/src/snappy.js'),
    loadZstd(),
  ]);
  return {
    ByteWriter,
    writeColumn,
    writeMetadata,
    compressors: {
      SNAPPY: snappyCompress,
      GZIP: (bytes) => gzipSync(bytes),
      // zlib's default, the highest quality, takes seconds for each page
      BROTLI: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      ZSTD: (bytes) => zstd.compress(bytes, ZSTD_LEVEL),
    },
  };
}

/** The physical type of a value without its logical type, so that nothing is converted. */
function physical({ name, type, type_length }: SchemaElement): SchemaElement {
  // the writer does not know INT96, which is stored like any 12 bytes
  if (type === 'INT96') return { name, type: 'FIXED_LEN_BYTE_ARRAY', type_length: INT96_BYTES };
  return { name, type: type!, ...(type_length === undefined ? {} : { type_length }) };
}

/** The logical type of an integer in its original notation in footers: the writer gets the later one wrong. */
function withConvertedInteger({ logical_type, ...element }: SchemaElement): SchemaElement {
  if (logical_type === undefined) return element;
  if (logical_type.type !== 'INTEGER') return { ...element, logical_type };
  const { bitWidth, isSigned } = logical_type;
  return { ...element, converted_type: `${isSigned ? 'INT' : 'UINT'}_${bitWidth}` as ConvertedType };
}

/** The levels of an entry with a value, deepest in each list. */
function highestLevel(path: readonly SchemaElement[]): { repetition: number; definition: number } {
  const below = path.slice(1).map(({ repetition_type }) => repetition_type);
  return {
    repetition: below.filter((type) => type === 'REPEATED').length,
    definition: below.filter((type) => type !== 'REQUIRED').length,
  };
}
