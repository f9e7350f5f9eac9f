import { brotliCompressSync, crc32, gzipSync } from 'node:zlib';

/** A value of a row; all rows have the same columns. */
export type Cell = string | number | Date | null;

/** How to write a table. */
export interface TableOptions {
  readonly codec?: keyof typeof codecs;
  readonly dictionary?: boolean;
  readonly version2?: boolean;
  readonly rowsPerPage?: number;
  /** A CRC-32 in the header of every page. */
  readonly checksums?: boolean;
  /** What headers say that a page inflates to, when that is not so. */
  readonly claimedBytes?: number;
  /** No nulls, and no levels then. */
  readonly required?: boolean;
}

/** Where a data page lies. */
export interface WrittenPage {
  readonly column: string;
  readonly begin: number;
  readonly end: number;
  /** The bytes behind its header. */
  readonly dataBytes: number;
  /** The rows in it, over all row groups. */
  readonly rows: readonly number[];
}

const codecs = {
  none: { number: 0, pack: (bytes: Buffer) => bytes },
  snappy: { number: 1, pack: snappyLiterals },
  gzip: { number: 2, pack: (bytes: Buffer) => gzipSync(bytes) },
  brotli: { number: 4, pack: (bytes: Buffer) => brotliCompressSync(bytes) },
};

interface MadePage {
  readonly bytes: Buffer;
  /** Bytes behind the header. */
  readonly dataBytes: number;
}

/**
 * A Parquet file of row groups: plain or dictionary encoding, data pages of version 1 or 2. A name with a dot is that of a field in a
 * required struct; those of one struct stand together.
 */
export function parquet(
  groups: ReadonlyArray<ReadonlyArray<Readonly<Record<string, Cell>>>>,
  options: TableOptions = {},
): { bytes: Buffer; pages: WrittenPage[]; footer: number } {
  const parts: Buffer[] = [Buffer.from('PAR1')];
  const pages: WrittenPage[] = [];
  let at = 4;
  let rowsBefore = 0;
  const put = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  const names = Object.keys(groups[0]![0]!);
  const kindOf = (name: string) => {
    const value = groups.flat().find((row) => row[name] !== null)?.[name];
    return value instanceof Date ? 'timestamp' : typeof value === 'number' ? 'integer' : 'text';
  };
  const rowGroups = groups.map((rows) => {
    const columns = names.map((name) => {
      const begin = at;
      const values = rows.map((row) => row[name]!);
      const distinct = [...new Set(values.filter((value) => value !== null))];
      if (options.dictionary) {
        const plain = Buffer.concat(distinct.map(plainValue));
        put(page(2, plain, 0, struct([7, struct([1, i32(distinct.length)], [2, i32(0)])]), options).bytes);
      }
      const dataAt = at;
      const size = options.rowsPerPage ?? rows.length;
      for (let from = 0; from < values.length; from += size) {
        const some = values.slice(from, from + size);
        const pageAt = at;
        const made = dataPage(some, options.dictionary ? distinct : undefined, options);
        put(made.bytes);
        pages.push({
          column: name,
          begin: pageAt,
          end: at,
          dataBytes: made.dataBytes,
          rows: some.map((_, n) => rowsBefore + from + n),
        });
      }
      const meta = struct(
        [1, i32(kindOf(name) === 'text' ? 6 : 2)],
        [2, list(5, [zigzag(0)])],
        [
          3,
          list(
            8,
            name.split('.').map((part) => binary(part).bytes),
          ),
        ],
        [4, i32(codecs[options.codec ?? 'none'].number)],
        [5, i64(values.length)],
        [6, i64(at - begin)],
        [7, i64(at - begin)],
        [9, i64(dataAt)],
        ...(options.dictionary ? [[11, i64(begin)] as Field] : []),
      );
      return struct([2, i64(begin)], [3, meta]).bytes;
    });
    rowsBefore += rows.length;
    return struct([1, list(12, columns)], [2, i64(at)], [3, i64(rows.length)]).bytes;
  });
  const repetition = i32(options.required ? 0 : 1);
  const schema = [
    struct([4, binary('schema')], [5, i32(new Set(names.map((name) => name.split('.')[0])).size)]).bytes,
    ...names.flatMap((name, at) => {
      const kind = kindOf(name);
      const converted: Field[] = kind === 'integer' ? [] : [[6, i32(kind === 'text' ? 0 : 9)]];
      const [first, field = first] = name.split('.') as [string, string?];
      const leaf = struct(
        [1, i32(kind === 'text' ? 6 : 2)],
        [3, repetition],
        [4, binary(field)],
        ...converted,
      );
      const isInStruct = (other = ''): boolean => other.startsWith(`${first}.`);
      if (!isInStruct(name) || isInStruct(names[at - 1])) return [leaf.bytes];
      const fields = i32(names.filter(isInStruct).length);
      return [struct([3, i32(0)], [4, binary(first)], [5, fields]).bytes, leaf.bytes];
    }),
  ];
  const footerAt = at;
  const footer = struct(
    [1, i32(2)],
    [2, list(12, schema)],
    [3, i64(rowsBefore)],
    [4, list(12, rowGroups)],
  ).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  put(Buffer.concat([footer, length, Buffer.from('PAR1')]));
  return { bytes: Buffer.concat(parts), pages, footer: footerAt };
}

function dataPage(
  values: readonly Cell[],
  distinct: readonly Cell[] | undefined,
  options: TableOptions,
): MadePage {
  const present = values.filter((value) => value !== null);
  const levels = options.required
    ? Buffer.alloc(0)
    : bitPacked(
        values.map((value) => (value === null ? 0 : 1)),
        1,
      );
  const data =
    distinct === undefined
      ? Buffer.concat(present.map(plainValue))
      : Buffer.concat([Buffer.from([16]), runs(present.map((value) => distinct.indexOf(value)))]);
  const encoding = i32(distinct === undefined ? 0 : 8);
  if (options.version2) {
    const header = struct(
      [1, i32(values.length)],
      [2, i32(values.length - present.length)],
      [3, i32(values.length)],
      [4, encoding],
      [5, i32(levels.length)],
      [6, i32(0)],
    );
    return page(3, Buffer.concat([levels, data]), levels.length, struct([8, header]), options);
  }
  const length = Buffer.alloc(options.required ? 0 : 4);
  if (!options.required) length.writeUInt32LE(levels.length);
  const header = struct([1, i32(values.length)], [2, encoding], [3, i32(3)], [4, i32(3)]);
  return page(0, Buffer.concat([length, levels, data]), 0, struct([5, header]), options);
}

/** A page of a type: sizes, what its own header says, and its data, of which the first bytes are not compressed. */
export function page(type: number, data: Buffer, asIs: number, own: Value, options: TableOptions): MadePage {
  const packed = codecs[options.codec ?? 'none'].pack(data.subarray(asIs));
  const stored = Buffer.concat([data.subarray(0, asIs), packed]);
  const sums: Field[] = options.checksums ? [[4, i32(crc32(stored) | 0)]] : [];
  const common = struct(
    [1, i32(type)],
    [2, i32(options.claimedBytes ?? data.length)],
    [3, i32(stored.length)],
    ...sums,
  ).bytes;
  // the fields of its own header go on where the common ones end; field numbers are written as differences
  const rest = Buffer.from(own.bytes);
  rest[0] = (((rest[0]! >> 4) - (options.checksums ? 4 : 3)) << 4) | (rest[0]! & 15);
  return { bytes: Buffer.concat([common.subarray(0, -1), rest, stored]), dataBytes: stored.length };
}

function plainValue(value: Cell): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(Number(value)));
  return bytes;
}

/** Bits in groups of eight, as one bit-packed run. */
function bitPacked(values: readonly number[], width: number): Buffer {
  const groups = Math.ceil(values.length / 8);
  const bytes = Buffer.alloc(groups * width);
  for (const [n, value] of values.entries()) bytes[n >> 3]! |= value << (n & 7);
  return Buffer.concat([varint(2 * groups + 1), bytes]);
}

/** Indices of 16 bits as runs of equal ones. */
function runs(values: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0, to = 0; from < values.length; from = to) {
    while (to < values.length && values[to] === values[from]) to++;
    parts.push(varint(2 * (to - from)), Buffer.from([values[from]! & 255, values[from]! >> 8]));
  }
  return Buffer.concat(parts);
}

/** A Snappy stream that compresses nothing. */
function snappyLiterals(bytes: Buffer): Buffer {
  const parts = [varint(bytes.length)];
  for (let at = 0; at < bytes.length; at += 60) {
    const some = bytes.subarray(at, at + 60);
    parts.push(Buffer.from([(some.length - 1) << 2]), some);
  }
  return Buffer.concat(parts);
}

interface Value {
  readonly type: number;
  readonly bytes: Buffer;
}
type Field = readonly [number, Value];

/** A struct of Thrift's compact protocol, fields in ascending order. */
export function struct(...fields: readonly Field[]): Value {
  let last = 0;
  const parts = fields.map(([id, { type, bytes }]) => {
    const begin = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return Buffer.concat([begin, bytes]);
  });
  return { type: 12, bytes: Buffer.concat([...parts, Buffer.from([0])]) };
}

/** A 32-bit integer. */
export function i32(value: number): Value {
  return { type: 5, bytes: zigzag(value) };
}

export function i64(value: number): Value {
  return { type: 6, bytes: zigzag(value) };
}

export function binary(text: string): Value {
  return { type: 8, bytes: Buffer.concat([varint(Buffer.byteLength(text)), Buffer.from(text)]) };
}

export function list(type: number, items: readonly Buffer[]): Value {
  const begin =
    items.length < 15
      ? Buffer.from([(items.length << 4) | type])
      : Buffer.concat([Buffer.from([0xf0 | type]), varint(items.length)]);
  return { type: 9, bytes: Buffer.concat([begin, ...items]) };
}

function zigzag(value: number): Buffer {
  return varint(value < 0 ? -2 * value - 1 : 2 * value);
}

/** Seven bits a byte, lowest first. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
