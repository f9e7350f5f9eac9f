import type { DecodedArray } from 'hyparquet';
import type { Limits } from '../limits.ts';
import type { ColumnDecoder, PageDecoder, PageHeader } from './page-decoder.ts';
import { falseClaim } from './parquet-error.ts';

/** A place in a page. hyparquet moves it on. */
interface Place {
  readonly view: DataView;
  offset: number;
}

/** What a page is checked with. */
interface ClaimChecks {
  readonly column: ColumnDecoder;
  /** Whether each entry is a row. */
  readonly isFlat: boolean;
  readonly limits: Limits;
  readonly decoder: PageDecoder;
}

/**
 * Throws if a data page, decompressed, claims more values than it has entries, or texts longer than a page may be.
 * hyparquet believes it: runs of a value are written out, and lengths of blocks followed, wherever they lead. O(bytes + entries)
 */
export function checkDataPage(bytes: Uint8Array, header: PageHeader, checks: ClaimChecks): void {
  const { column, isFlat, decoder } = checks;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version2 = header.data_page_header_v2;
  const { num_values: entries, encoding } = (version2 ?? header.data_page_header)!;
  const mostRepetition = decoder.getMaxRepetitionLevel(column.schemaPath);
  const mostDefinition = decoder.getMaxDefinitionLevel(column.schemaPath);
  let at = 0;
  let values = entries;
  if (version2 !== undefined) {
    if (isFlat && version2.num_rows !== entries) throw falseClaim('its rows and its values differ in number');
    const definitionAt = version2.repetition_levels_byte_length;
    at = definitionAt + version2.definition_levels_byte_length;
    if (mostRepetition > 0) checkLevels(view, 0, definitionAt, mostRepetition, entries);
    if (mostDefinition > 0) values = checkLevels(view, definitionAt, at, mostDefinition, entries);
    if (version2.num_nulls !== entries - values) {
      throw falseClaim(
        `it says that it has ${version2.num_nulls} nulls, and ${entries - values} in its levels`,
      );
    }
  } else {
    for (const most of [mostRepetition, mostDefinition]) {
      if (most === 0) continue;
      const end = at + 4 + view.getUint32(at, true);
      values = checkLevels(view, at + 4, end, most, entries);
      at = end;
    }
  }
  checkValues({ view, offset: at }, encoding, values, checks);
}

/** Most entries of a page: a few bytes can claim any number of values. */
export const MOST_PAGE_ENTRIES: number = 2 ** 22;

/**
 * Throws if a dictionary, decompressed, claims more values than it has bytes, for which hyparquet makes room first, or more than a page
 * may have: as many empty texts as its bytes can hold take more memory than there is.
 */
export function checkDictionary(bytes: Uint8Array, { dictionary_page_header }: PageHeader): void {
  const count = dictionary_page_header?.num_values;
  if (count === undefined || !isCount(count, Math.min(bytes.length, MOST_PAGE_ENTRIES)))
    throw falseClaim(`it says that it has ${count ?? 'no number of'} values in ${bytes.length} bytes`);
}

/** Throws unless all `count` values are there: hyparquet leaves out what a dictionary does not have. */
export function checkFound(values: DecodedArray | undefined, count: number): ArrayLike<unknown> {
  if (values?.length !== count) throw new Error(`expected ${count} values, found ${values?.length ?? 0}`);
  for (let i = 0; i < count; i++)
    if (values[i] === undefined) throw new Error(`its value ${i + 1} is not in its dictionary`);
  return values;
}

function checkValues(place: Place, encoding: string, values: number, checks: ClaimChecks): void {
  const { view, offset } = place;
  if (encoding === 'RLE') {
    if (checks.column.type !== 'BOOLEAN')
      throw falseClaim('it has runs of values that are not true or false');
    checkRuns(view, offset + 4, view.byteLength, 1, values);
  } else if (values === 0) return;
  else if (encoding.endsWith('_DICTIONARY'))
    checkRuns(view, offset + 1, view.byteLength, view.getUint8(offset), values);
  else if (encoding === 'DELTA_BYTE_ARRAY') checkPrefixes(place, values, checks);
  else if (encoding.startsWith('DELTA_')) checkDeltas(place, values);
}

/** Checks the levels in `view[start, end)`; returns how many of them are the highest. */
function checkLevels(view: DataView, start: number, end: number, highest: number, entries: number): number {
  const { seen, wanted } = checkRuns(view, start, end, 32 - Math.clz32(highest), entries, highest);
  if (seen < entries) throw falseClaim(`it has levels of ${seen} of its ${entries} entries`);
  return wanted;
}

/**
 * Throws if a run of the RLE and bit-packing hybrid in `view[start, end)` has more than `most` values. Returns how many
 * of the first `most` values there are, and how many of these are `value`.
 */
function checkRuns(
  view: DataView,
  start: number,
  end: number,
  bitWidth: number,
  most: number,
  value?: number,
): { readonly seen: number; readonly wanted: number } {
  if (end > view.byteLength || bitWidth > 32) throw falseClaim('its levels or indices do not fit into it');
  let seen = 0;
  let wanted = 0;
  const place = { view, offset: start };
  while (place.offset < end && seen < most) {
    const run = readNumber(place, end, 'a run of its values has no length');
    const at = place.offset;
    const count = Math.floor(run / 2);
    if (run % 2 === 1) {
      // groups of eight, of which the last may be filled up
      if (count > Math.ceil(most / 8))
        throw falseClaim(`a run has ${8 * count} values where it has ${most} rows`);
      const some = Math.min(8 * count, most - seen);
      // some writers leave out the bytes that fill up the last group
      if (Math.ceil((some * bitWidth) / 8) > end - at)
        throw falseClaim('its levels or indices do not fit into it');
      if (value !== undefined) wanted += countPacked(view, at, bitWidth, some, value);
      place.offset += count * bitWidth;
      seen += some;
    } else {
      if (count > most) throw falseClaim(`a value is repeated ${count} times where it has ${most} rows`);
      const some = Math.min(count, most - seen);
      if (value !== undefined && view.getUint8(at) === value) wanted += some;
      place.offset += Math.ceil(bitWidth / 8);
      seen += some;
    }
  }
  return { seen, wanted };
}

/** How many of `count` numbers of at most eight bits, packed from `at` on, are `value`. */
function countPacked(view: DataView, at: number, bitWidth: number, count: number, value: number): number {
  const mask = (1 << bitWidth) - 1;
  let found = 0;
  for (let i = 0, bit = 0; i < count; i++, bit += bitWidth) {
    const byte = at + (bit >> 3);
    const isCut = (bit & 7) + bitWidth > 8;
    const bits = view.getUint8(byte) | (isCut ? view.getUint8(byte + 1) << 8 : 0);
    if (((bits >> (bit & 7)) & mask) === value) found++;
  }
  return found;
}

/**
 * Throws unless delta-encoded numbers begin with a possible header: whole blocks of miniblocks of at least eight numbers. With other
 * ones hyparquet never reaches the last number.
 */
function checkDeltas({ view, offset }: Place, values: number): void {
  const place = { view, offset };
  const next = () => readNumber(place, view.byteLength, 'the header of its deltas has no end');
  const [block, miniblocks, count] = [next(), next(), next()];
  if (!(block < MOST_BLOCK && miniblocks > 0 && block > 0 && block % (8 * miniblocks) === 0)) {
    throw falseClaim(`its deltas lie in blocks of ${block} numbers in ${miniblocks} parts`);
  }
  if (count !== values) throw falseClaim(`it has ${count} deltas for ${values} values`);
}

/** Reads an unsigned number, seven bits a byte, lowest first. Throws `what` if it has more than five bytes or does not end before `end`. */
function readNumber(place: Place, end: number, what: string): number {
  let number = 0;
  for (let shift = 0; shift <= 28 && place.offset < end; shift += 7) {
    const byte = place.view.getUint8(place.offset++);
    number += (byte & 127) * 2 ** shift;
    if (byte < 128) return number;
  }
  throw falseClaim(what);
}

/** Largest block of deltas; usual ones have 128 to some thousands. */
const MOST_BLOCK = 2 ** 20;

/** Throws if values that share prefixes would be longer than `limits.maxInflatedBytes` in total. */
function checkPrefixes(place: Place, values: number, { limits, decoder }: ClaimChecks): void {
  checkDeltas(place, values);
  const prefixes = new Int32Array(values);
  decoder.deltaBinaryUnpack(place, values, prefixes);
  // the lengths of what follows the prefixes
  checkDeltas(place, values);
  const shared = prefixes.reduce((sum, length) => sum + Math.max(0, length), 0);
  if (shared > limits.maxInflatedBytes) throw falseClaim(`its values repeat ${shared} bytes of each other`);
}

/** Whether a value of a header is an integer from 0 to `most`. In a broken header it may have any type. */
export function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}
