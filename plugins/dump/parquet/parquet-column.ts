import type { DumpDamage } from '../damage.ts';
import { damageOf } from './parquet-error.ts';
import type { ColumnPage } from './parquet-pages.ts';
import type { StoredColumn } from './stored-column.ts';

/** Reads one column page by page, one value at a time. */
export class ColumnCursor {
  /** The column's name; for a field of a struct both names. */
  readonly path: readonly string[];
  readonly isText: boolean;
  /** Whether the current row lies in a damaged page. */
  lost = false;
  /** Whether all pages of the column have been read. */
  ended = false;
  #page: ColumnPage<ArrayLike<unknown>> | undefined;
  #at = 0;
  #left: number;
  #opened: StoredColumn<ArrayLike<unknown>> | undefined;
  readonly #open: () => StoredColumn<ArrayLike<unknown>>;
  readonly #report: (damage: DumpDamage, offset: number) => void;

  constructor(
    path: readonly string[],
    isText: boolean,
    rows: number,
    report: (damage: DumpDamage, offset: number) => void,
    open: () => StoredColumn<ArrayLike<unknown>>,
  ) {
    this.path = path;
    this.isText = isText;
    this.#left = rows;
    this.#report = report;
    this.#open = open;
  }

  get name(): string {
    return this.path.join('.');
  }

  get ready(): boolean {
    return this.#page !== undefined && this.#at < this.#page.entries;
  }

  /** Bytes of the column that its pages took so far. */
  get bytesRead(): number {
    return this.#opened?.reader.position ?? 0;
  }

  /** Goes to the next page. If there is none, the remaining rows are lost and reported as damage. */
  async load(): Promise<void> {
    this.#at = 0;
    let place = 0;
    try {
      this.#opened ??= this.#open();
      const { start, reader, pages } = this.#opened;
      place = start + reader.position;
      const { value, done } = await pages.next();
      if (!done) {
        this.#page = value;
        this.#left -= value.entries;
        this.lost = value.damage !== undefined;
        this.ended = value.isRest === true;
        if (value.damage !== undefined) {
          this.#tell({ ...value.damage, rows: value.entries }, start + value.offset);
        }
        return;
      }
      this.#tell({ code: 'cut-off', missingRows: this.#left }, place);
    } catch (error) {
      this.#tell({ ...damageOf(error), rows: this.#left }, place);
    }
    this.#page = { offset: 0, entries: this.#left };
    this.lost = true;
    this.ended = true;
  }

  /** Returns the value of the current row as JSON would hold it, and goes to the next row. */
  take(): unknown {
    const value = this.#page?.values?.[this.#at];
    this.#at++;
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
    return value;
  }

  async close(): Promise<void> {
    await this.#opened?.pages.return(undefined);
    await this.#opened?.reader.close();
  }

  #tell(damage: DumpDamage, offset: number): void {
    this.#report({ ...damage, column: this.name }, offset);
  }
}
