import type { DecodedArray } from 'hyparquet';
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ColumnDecoder, PageDecoder } from './page-decoder.ts';
import { falseClaim, ParquetError } from './parquet-error.ts';
import type { ColumnPage, PageReader } from './parquet-pages.ts';

/** The entries of a data page as Parquet stores them: levels and values. */
interface PageEntries {
  /** One for each entry; empty if all are 0. */
  readonly repetitionLevels: readonly number[];
  /** One for each entry; empty if all have the highest level. */
  readonly definitionLevels: readonly number[];
  /** One for each entry; null if its level says that it has no value. */
  readonly values: ArrayLike<unknown>;
}

/** Receives a row, entry by entry. */
export interface EntrySink {
  add(value: unknown, repetitionLevel: number, definitionLevel: number): void;
}

/** Reads entries without converting them: values keep their physical type. */
export function entryReader(decoder: PageDecoder): PageReader<PageEntries> {
  return {
    dictionary: (values) => values,
    data({ bytes, header, column, dictionary }, count) {
      const { repetitionLevels, definitionLevels, dataPage } =
        header.data_page_header_v2 === undefined
          ? decoder.readDataPage(bytes, header.data_page_header!, column)
          : decoder.readDataPageV2(bytes, header, column);
      const { encoding } = (header.data_page_header_v2 ?? header.data_page_header)!;
      const stored = encoding.endsWith('_DICTIONARY') ? lookedUp(dataPage, dictionary!) : dataPage;
      const levels = definitionLevels ?? [];
      for (const each of [repetitionLevels, levels]) {
        if (each.length !== 0 && each.length !== count)
          throw new Error(`expected ${count} levels, found ${each.length}`);
      }
      return {
        repetitionLevels,
        definitionLevels: levels,
        values: withNulls(stored, levels, decoder.getMaxDefinitionLevel(column.schemaPath), count),
      };
    },
  };
}

function lookedUp(indices: DecodedArray, dictionary: DecodedArray): unknown[] {
  return Array.from(indices, (index) => {
    const value = dictionary[index as number];
    if (value === undefined) throw new Error(`its dictionary has no value ${index}`);
    return value;
  });
}

function withNulls(
  stored: ArrayLike<unknown>,
  levels: readonly number[],
  highest: number,
  count: number,
): ArrayLike<unknown> {
  let next = 0;
  const values =
    levels.length === 0 ? stored : levels.map((level) => (level === highest ? stored[next++] : null));
  const expected = levels.length === 0 ? count : next;
  if (stored.length !== expected) throw new Error(`expected ${expected} values, found ${stored.length}`);
  return values;
}

/**
 * A column of one row group, read row by row. A row of a nested column has any number of entries, and may span pages.
 */
export class EntryCursor {
  readonly #reader: ByteReader;
  readonly #pages: AsyncGenerator<ColumnPage<PageEntries>>;
  /** The level of an entry with a value. */
  readonly #highest: number;
  /** Whether each entry is a row. Then a page that cannot be decoded can be skipped. */
  readonly #isRowEach: boolean;
  #page: ColumnPage<PageEntries> | undefined;
  #at = 0;

  constructor(
    reader: ByteReader,
    { schemaPath }: ColumnDecoder,
    decoder: PageDecoder,
    pages: AsyncGenerator<ColumnPage<PageEntries>>,
  ) {
    this.#reader = reader;
    this.#pages = pages;
    this.#highest = decoder.getMaxDefinitionLevel(schemaPath);
    this.#isRowEach = decoder.getMaxRepetitionLevel(schemaPath) === 0;
  }

  /** Adds the next row to `sink`, or skips it if there is none. @throws ParquetError if the row cannot be decoded */
  async next(sink: EntrySink | undefined): Promise<void> {
    for (let isFirst = true; ; ) {
      if (this.#page === undefined || this.#at === this.#page.entries) {
        if (await this.#load()) continue;
        if (isFirst) throw falseClaim('its pages have fewer rows than its row group');
        return;
      }
      const { values: entries, damage } = this.#page;
      if (entries === undefined) {
        if (sink !== undefined || !this.#isRowEach) throw new ParquetError(damage!);
      } else {
        const repetition = entries.repetitionLevels[this.#at] ?? 0;
        if (!isFirst && repetition === 0) return;
        sink?.add(entries.values[this.#at], repetition, entries.definitionLevels[this.#at] ?? this.#highest);
      }
      this.#at++;
      if (this.#isRowEach) return;
      isFirst = false;
    }
  }

  async close(): Promise<void> {
    await this.#pages.return(undefined);
    await this.#reader.close();
  }

  /** Goes to the next page; false if there is none. */
  async #load(): Promise<boolean> {
    const { value, done } = await this.#pages.next();
    if (done) return false;
    this.#page = value;
    this.#at = 0;
    return true;
  }
}
