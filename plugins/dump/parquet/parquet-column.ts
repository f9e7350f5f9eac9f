import type { ByteReader } from '../bytes/bytes.ts';
import type { ColumnPage } from './parquet-pages.ts';

/** A column of one row group, opened. */
export interface StoredColumn {
  /** Where it lies in the file. */
  readonly start: number;
  readonly reader: ByteReader;
  readonly pages: AsyncGenerator<ColumnPage>;
}

/** Where the reading of one column stands: its pages one after the other, a value at a time. */
export class ColumnCursor {
  readonly name: string;
  readonly isText: boolean;
  /** Whether the row at hand lies in what is damaged. */
  lost = false;
  /** Whether all pages of the column have been met. */
  ended = false;
  private page: ColumnPage | undefined;
  private at = 0;
  private left: number;
  private opened: StoredColumn | undefined;
  private readonly open: () => StoredColumn;
  private readonly damage: (offset: number, reason: string) => void;

  constructor(
    name: string,
    isText: boolean,
    rows: number,
    damage: (offset: number, reason: string) => void,
    open: () => StoredColumn,
  ) {
    this.name = name;
    this.isText = isText;
    this.left = rows;
    this.damage = damage;
    this.open = open;
  }

  get ready(): boolean {
    return this.page !== undefined && this.at < this.page.rows;
  }

  /** Goes to the next page; where there is none, its rows are lost, and that is named. */
  async load(): Promise<void> {
    this.at = 0;
    let place = 0;
    try {
      this.opened ??= this.open();
      const { start, reader, pages } = this.opened;
      place = start + reader.position;
      const { value, done } = await pages.next();
      if (!done) {
        this.page = value;
        this.left -= value.rows;
        this.lost = value.failure !== undefined;
        if (value.failure !== undefined) {
          this.report(start + value.offset, `${value.rows} rows: ${value.failure}`);
        }
        return;
      }
      this.report(place, `it ends ${this.left} rows before its row group does`);
    } catch (error) {
      this.report(place, `${this.left} rows: ${(error as Error).message}`);
    }
    this.page = { offset: 0, rows: this.left };
    this.lost = true;
    this.ended = true;
  }

  /** The value of the row at hand, as JSON would hold it; goes to the next row. */
  take(): unknown {
    const value = this.page?.values?.[this.at];
    this.at++;
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
    return value;
  }

  async close(): Promise<void> {
    await this.opened?.pages.return(undefined);
    await this.opened?.reader.close();
  }

  private report(offset: number, reason: string): void {
    this.damage(offset, `column "${this.name}": ${reason}`);
  }
}
