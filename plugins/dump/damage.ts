import type { Place } from './bytes/pieces.ts';
import { oneLine } from './one-line.ts';

/** A place in an input that could not be read correctly. Reading continues after it. */
export interface DamagedSpot {
  /** The file as the caller named it (or as its folder or glob led to it); in a WACZ, `FILE!archive/NAME`. */
  readonly file: string;
  /** For a file in a WACZ: its name there, `archive/NAME`. */
  readonly entry?: string;
  /**
   * Byte offset in the file as stored: for compressed dumps, where the gzip member or zstd frame begins. For lines
   * of compressed JSONL it is the line's offset in the *decompressed* data, since that is where a person can look.
   * For a file in a WACZ it is the offset in that file.
   */
  readonly offset: number;
  /** Bytes into the data of the member or frame at `offset`; absent if there are none before the spot. */
  readonly inner?: number;
  /** Number of the line, from 1 (JSONL only). */
  readonly line?: number;
  /** What is wrong: the same in every version, for programs. */
  readonly code: DamageCode;
  /** One line for people: what was expected, what was found. Its words may change. */
  readonly reason: string;
}

/** What can be wrong, and the facts that belong to it. */
export interface DamageFacts {
  /** The file is empty, but a record was expected. */
  empty: { readonly expected?: string };
  /** The system refuses to read the file, from this spot on. */
  unreadable: { readonly systemCode?: string; readonly detail?: string };
  /** A link that leads out of the folder being read. It is not followed. */
  outside: { readonly target: string };
  /** The file is stored in a way that is not supported; the reason says what to do. */
  unsupported: { readonly feature: Feature; readonly value?: number | string; readonly most?: number };
  /** Something else stands where a record, a gzip member or a zstd frame should begin. It was skipped. */
  'unexpected-bytes': { readonly expected: string; readonly bytes?: number };
  /**
   * The file ends inside something, or before the bytes that it had as reading began, compressed data lack their end, or a column lacks
   * rows. A page was read as far as it goes.
   */
  'cut-off':
    | { readonly inside: string; readonly after?: number; readonly of?: number }
    | { readonly lacks: 'end' | 'checksum' }
    | { readonly had: number }
    | { readonly missingRows: number };
  /** Compressed or encoded data that cannot be decoded. */
  undecodable: { readonly detail: string };
  /** The decoded data do not match their checksum or length; `kept` says where that is stored. */
  checksum: { readonly of: 'CRC-32' | 'length'; readonly kept?: string };
  /**
   * One record inflates to more than `Limits.maxInflatedBytes`, `ratio` times its stored bytes, and was given up. Or many records
   * of the file do together, and everything after the spot was given up.
   */
  bomb: { readonly inflatedBytes: number; readonly ratio: number; readonly isFile?: boolean };
  /** A header, a line or an item is longer than its limit. */
  'too-long': { readonly what: string; readonly most: number };
  /** A record's header does not say how long the record is. */
  'no-length': { readonly field: string; readonly found?: string };
  /** A record is not as long as its header says: the next one begins after `actual` bytes, or there is none. */
  'wrong-length': {
    readonly field: string;
    readonly stated: number;
    readonly actual?: number;
    readonly leftOut?: boolean;
  };
  /** A size, count or offset that cannot be true. */
  'false-claim': { readonly detail: string };
  /** A coding of an HTTP body breaks off. The page was read as far as it could be decoded. */
  'broken-body': { readonly record?: string; readonly coding: string; readonly fault?: BodyFault };
  /** A body is shorter than its Content-Length. The page was read as far as it goes. */
  'short-body': { readonly record?: string; readonly stated: number; readonly actual: number };
  /** The record says that it was cut (`WARC-Truncated`), and why. The page was read as far as it goes. */
  truncated: { readonly record?: string; readonly why: string };
  /** The server sent only a part of the page (HTTP status 206). That part was read. */
  'partial-response': { readonly record?: string; readonly range: string };
  /** A record does not match a digest in its header. It was read as it is. */
  digest: { readonly record?: string; readonly of: 'block' | 'payload'; readonly algorithm: string };
  /** A digest that is not valid for its algorithm, so that it cannot be checked. */
  'not-a-digest': { readonly record?: string; readonly of: 'block' | 'payload'; readonly found: string };
  /** Segments of a record are missing or out of order. The page was read without them. */
  'missing-segments': { readonly record?: string; readonly found: number; readonly next?: number };
  /** A response that does not begin with an HTTP header. If it looks like HTML, it was read as it is. */
  'no-http-header': { readonly record?: string; readonly found: 'nothing' | 'HTML' | 'something else' };
  /** A page in a content coding that is not supported. It was left out. */
  'unknown-coding': { readonly record?: string; readonly coding: string };
  /** A line that is not valid UTF-8. Its page was read, with U+FFFD for what is invalid. */
  'not-utf8': unknown;
  /** A line or an item that is not a JSON object. */
  'not-json': { readonly what: 'line' | 'item'; readonly detail?: string };
  /** A line without the field that holds the page: `html` or `text` unless the caller named one. */
  'no-text': { readonly field: string | undefined; readonly found: readonly string[] };
  /** A table without the column that holds the page. */
  'no-column': { readonly field: string | undefined; readonly found: readonly string[] };
  /** A ZIP directory or a Parquet footer, which says where things are in the file, cannot be read. */
  'no-directory': { readonly directory: string; readonly detail: string; readonly foundFiles?: number };
  /** A WACZ without a WARC file. */
  'no-archives': unknown;
}

/** How the coding of a body is broken. */
export type BodyFault =
  /** The body ends before the coding does. */
  | 'cut-off'
  /** The decoded data do not match its checksum or length. */
  | 'checksum'
  /** It cannot be decoded from some place on. */
  | 'undecodable'
  /** Something else follows it. */
  | 'junk';

/** What can be wrong; `DamageFacts` says what each means. */
export type DamageCode = keyof DamageFacts;

/** What is wrong, as data. `reasonOf` puts it into words. */
export type DumpDamage = {
  [Code in DamageCode]: { readonly code: Code } & DamageFacts[Code];
}[DamageCode] &
  DamageExtent;

/** An error of the file system as damage of the file being read. @throws any other error */
export function unreadable(error: unknown): DumpDamage & { readonly code: 'unreadable' } {
  const { syscall, code, message: detail } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return { code: 'unreadable', ...(code !== undefined && { systemCode: code }), detail };
}

/** What the damage is part of and what it costs. */
interface DamageExtent {
  /** The compressed unit that is damaged. */
  readonly unit?: 'gzip member' | 'zstd frame';
  /** Stored bytes of the unit, up to where reading continues, and whether that is the end of the file. */
  readonly unitBytes?: number;
  readonly toEnd?: boolean;
  /** Bytes of the unit's data that were read before the damage. */
  readonly dataBytes?: number;
  /** Bytes of the unit's data that were read and may be wrong. */
  readonly doubtfulBytes?: number;
  /** Stored bytes skipped after it. */
  readonly passedOver?: number;
  /** Whether the damage is in the dictionary of values, which cannot be decoded. */
  readonly inDictionary?: boolean;
  /** The column of a table, and how many rows lack their value there. */
  readonly column?: string;
  readonly rows?: number;
}

/** Known ways to store pages that are not supported. */
export type Feature =
  | ('stream' | 'zip' | 'bzip2' | 'lz4' | 'xz' | 'compressed' | 'zip-method' | 'nested-wacz' | 'encryption')
  | ('zstd-dictionary' | 'zstd-window' | 'parquet-compression')
  | ('har' | 'json' | 'csv' | 'tsv');

/** The spot of some damage, put into words. @param entry the file's name in the WACZ that it is part of */
export function damagedSpot(
  file: string,
  damage: DumpDamage,
  at: Place & { readonly line?: number } = { stored: 0 },
  entry?: string,
): DamagedSpot {
  const into = at.inner ? ` (${at.inner} bytes into the data of its member)` : '';
  return {
    file,
    ...(entry === undefined ? {} : { entry }),
    offset: at.stored,
    ...(at.inner ? { inner: at.inner } : {}),
    ...(at.line === undefined ? {} : { line: at.line }),
    code: damage.code,
    reason: reasonOf(damage) + into,
  };
}

/** What is wrong, in one line for people. */
export function reasonOf(damage: DumpDamage): string {
  const { unit, unitBytes, dataBytes, doubtfulBytes, passedOver, column, rows } = damage;
  const words = WORDS[damage.code] as (facts: DumpDamage) => string;
  const parts = [
    column === undefined ? '' : `column "${column}": `,
    rows === undefined ? '' : `${rows} rows: `,
    unit === undefined ? '' : `damaged ${unit}`,
    unitBytes === undefined
      ? ''
      : ` (${unitBytes} bytes${damage.toEnd ? ', up to the end of the file' : ''})`,
    unit === undefined ? '' : ': ',
    damage.inDictionary ? `its dictionary cannot be decoded (${words(damage)})` : words(damage),
    dataBytes === undefined ? '' : ` after ${dataBytes} bytes of its data`,
    doubtfulBytes === undefined ? '' : `; some of its ${doubtfulBytes} bytes of data may be wrong`,
    passedOver === undefined ? '' : `; ${passedOver} bytes passed over`,
  ];
  return oneLine(parts.join(''), 300);
}

const FAULTS: Readonly<Record<BodyFault, string>> = {
  'cut-off': 'ends early',
  checksum: 'is not what its checksum was made of',
  undecodable: 'does not decode to its end',
  junk: 'is followed by something else',
};

const FEATURES: Readonly<Record<Feature, (facts: { value?: number | string; most?: number }) => string>> = {
  zip: () => 'a ZIP file that is no WACZ is not supported; unzip it and give the folder',
  bzip2: repack('bzip2'),
  lz4: repack('lz4'),
  xz: repack('xz'),
  stream: ({ value }) => `a ${value} file is read at any place, which a stream does not allow: name the file`,
  compressed: ({ value }) => `a compressed ${value} file is not read: decompress it first`,
  'zip-method': ({ value }) => `expected a stored or deflated file, found ZIP compression method ${value}`,
  'nested-wacz': () => 'a WACZ within a WACZ is not read: unzip the outer one first',
  encryption: () => 'the file is encrypted',
  'zstd-dictionary': ({ value }) =>
    value === undefined
      ? 'its zstd frames need a dictionary that it does not begin with: decompress it with zstd -D first'
      : 'its zstd frames need the dictionary that it begins with, which is damaged or not supported: ' +
        `tail -c +9 FILE | head -c ${value} | zstdcat >dict && zstdcat -D dict FILE >FILE.warc`,
  'zstd-window': ({ value, most }) =>
    `the zstd frame asks for a window of ${value} bytes; at most ${most} are supported`,
  har: () =>
    `HAR is not read; convert it: jq -c '.log.entries[] | .request.url as $url | .response.content ` +
    `| select(.mimeType | startswith("text/html")) ` +
    `| {$url, html: (if .encoding == "base64" then .text | @base64d else .text end)}' FILE >FILE.jsonl`,
  json: () =>
    "expected JSON Lines or an array of objects; this is other JSON. Convert it, such as by: jq -c '.pages[]' FILE >FILE.jsonl",
  csv: () => `CSV is not read; convert it: ${fromRows('')}`,
  tsv: () => `TSV is not read; convert it: ${fromRows(', delimiter="\\t"')}`,
  'parquet-compression': ({ value }) => `compression ${value} is not supported`,
};

/** A command that makes JSONL of the rows of a table. */
function fromRows(options: string): string {
  const rows = `csv.field_size_limit(2**30); [print(json.dumps(r)) for r in csv.DictReader(sys.stdin${options})]`;
  return `python3 -c 'import csv,json,sys; ${rows}' <FILE >FILE.jsonl`;
}

function repack(program: string): () => string {
  return () => `${program} is not supported; decompress it, or pack it with gzip or zstd`;
}

const WORDS: { readonly [Code in DamageCode]: (facts: DamageFacts[Code]) => string } = {
  empty: ({ expected }) =>
    expected === undefined ? 'the file is empty' : `expected ${expected}, the file is empty`,
  unreadable: ({ systemCode, detail }) => {
    // Node reads names as UTF-8, and cannot open a file by what it makes of others
    if (systemCode === 'ENOENT' && detail?.includes('\ufffd'))
      return 'no file can be opened by this name, which is not valid UTF-8: rename it';
    if (systemCode === 'ENOENT') return 'no such file or folder';
    if (systemCode === 'EACCES') return 'no permission to read it';
    if (systemCode === 'EISDIR') return 'expected a file; this is a folder';
    return detail === undefined ? 'the file cannot be read' : `cannot be read (${detail})`;
  },
  outside: ({ target }) =>
    `the link leads out of the folder, to ${oneLine(target)}, and is not followed: name what it leads to as an input`,
  unsupported: (facts) => FEATURES[facts.feature](facts),
  'unexpected-bytes': ({ expected, bytes }) =>
    `expected ${withArticle(expected)}${bytes === undefined ? '' : `, found ${many(bytes, 'byte')} of something else`}`,
  'cut-off': (facts) => {
    if ('missingRows' in facts) return `it ends ${many(facts.missingRows, 'row')} before its row group does`;
    if ('lacks' in facts) {
      return facts.lacks === 'end' ? 'its compressed data do not end' : 'the file ends before its checksum';
    }
    if ('had' in facts)
      return `the file ends here, and had ${many(facts.had, 'byte')} before: it became shorter while it was read`;
    const { inside, after, of } = facts;
    if (after === undefined) return `the file ends inside ${inside}`;
    return `the file ends inside ${inside}, after ${of === undefined ? `${many(after, 'byte')} of its data` : `${after} of ${many(of, 'byte')}`}`;
  },
  undecodable: ({ detail }) => detail,
  checksum: ({ of, kept }) =>
    kept === undefined
      ? `its ${of} does not match its data`
      : `the ${of} in ${kept} does not match the data of this file`,
  bomb: ({ inflatedBytes, ratio, isFile }) =>
    `decompression bomb: ${isFile ? 'the file' : 'one record'} inflates to over ${inflatedBytes} bytes, ` +
    `${Math.round(ratio)} times its compressed size; given up`,
  'too-long': ({ what, most }) => `${what} is longer than ${most} bytes`,
  'no-length': ({ field, found }) =>
    `expected ${withArticle(field)} in the record's header, found ${found === undefined ? 'none' : `"${found}"`}`,
  'wrong-length': ({ field, stated, actual, leftOut }) => {
    const says = `the record says ${field} ${stated}, but`;
    if (actual === undefined) return `${says} no record follows there`;
    if (actual === 0 && leftOut) return `${says} the next one begins at once; left out`;
    return `${says} the next one begins after ${many(actual, 'byte')}${leftOut ? '; left out' : ''}`;
  },
  'false-claim': ({ detail }) => detail,
  'broken-body': ({ record, coding, fault }) => {
    const what = coding === 'chunked' ? 'breaks off' : FAULTS[fault ?? 'undecodable'];
    return `${named(record)}: its ${coding} body ${what}`;
  },
  'short-body': ({ record, stated, actual }) =>
    `${named(record)}: its HTTP header says Content-Length ${stated}, but its body has ${many(actual, 'byte')}`,
  truncated: ({ record, why }) =>
    `${named(record)}: cut when it was written (WARC-Truncated: ${oneLine(why, 40)})`,
  'partial-response': ({ record, range }) =>
    `${named(record)}: the server sent a part of it (HTTP status 206, Content-Range: ${oneLine(range, 60)})`,
  digest: ({ record, of, algorithm }) =>
    `${named(record)}: the ${algorithm} of its ${of} is not the one in its header`,
  'not-a-digest': ({ record, of, found }) =>
    `${named(record)}: expected a digest of its ${of}, found "${oneLine(found, 60)}"`,
  'missing-segments': ({ record, found, next }) =>
    `${named(record)}: ${found} of its segments found, ` +
    (next === undefined ? 'not the last one' : `then number ${next}`),
  'no-http-header': ({ record, found }) =>
    `${named(record)}: expected an HTTP header, found ${found}${found === 'HTML' ? ', which is read as it stands' : ''}`,
  'unknown-coding': ({ record, coding }) =>
    `${named(record)}: its content coding, ${oneLine(coding, 40)}, is not known: the page is left out`,
  'not-utf8': () => 'the line is not valid UTF-8',
  'not-json': ({ what, detail }) => {
    if (what === 'item') return 'expected a JSON object: the item is torn or no JSON';
    return detail === undefined ? 'expected a JSON object' : `the line is not JSON: ${oneLine(detail)}`;
  },
  'no-text': ({ field, found }) =>
    `expected text in ${wanted(field)}, found ${found.length === 0 ? 'no fields' : oneLine(found.join(', '))}`,
  'no-column': ({ field, found }) =>
    `expected a column ${wanted(field)} of plain values, found ${found.join(', ')}`,
  'no-directory': ({ directory, detail, foundFiles }) =>
    foundFiles === undefined
      ? `the ${directory} cannot be read: ${detail}`
      : `the ${directory} cannot be read (${oneLine(detail)}); without it, ${many(foundFiles, 'file')} ${foundFiles === 1 ? 'was' : 'were'} found`,
  'no-archives': () => 'expected WARC files in this WACZ, found none',
};

function wanted(field: string | undefined): string {
  return field === undefined ? '"html" or "text" (--field names another)' : `"${field}"`;
}

/** A record by its id, if it has one. */
function named(record: string | undefined): string {
  return record === undefined || record === '' ? 'the record' : `record ${record}`;
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a WARC record`, `an ARC record`. */
function withArticle(noun: string): string {
  return `${/^[AEIO]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
