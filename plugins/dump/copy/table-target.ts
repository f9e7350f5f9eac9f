import type { SchemaElement } from 'hyparquet';
import type { Page } from '../../../src/index.ts';
import { type PageFields, pageFields } from './page-fields.ts';
import { type TableSchema, TableWriter } from './table-writer.ts';
import type { CopyTarget } from './target.ts';
import type { WholeFile } from './whole-file.ts';

const FIELDS: readonly (keyof PageFields)[] = ['id', 'url', 'date', 'html', 'text'];

/** A Parquet file: rows of tables with the columns that they have there, or pages with a column for each of their fields. */
export class TableTarget implements CopyTarget {
  /** Where rows of tables go. */
  readonly table: TableWriter;
  readonly #file: WholeFile;

  private constructor(file: WholeFile, table: TableWriter) {
    this.#file = file;
    this.table = table;
  }

  static async create(file: WholeFile, schema: TableSchema): Promise<TableTarget> {
    return new TableTarget(file, await TableWriter.create(file, schema));
  }

  record(): Promise<void> {
    throw new Error('expected a row or a page; got a record');
  }

  line(): Promise<void> {
    throw new Error('expected a row or a page; got a line');
  }

  /** A row of a table of `pageTable`. */
  async page(page: Page): Promise<void> {
    const fields = pageFields(page);
    for (const [i, name] of FIELDS.entries()) {
      const value = fields[name];
      const isRequired = name === 'id';
      this.table.columns[i]!.add(
        value === undefined ? null : Buffer.from(value),
        0,
        value === undefined || isRequired ? 0 : 1,
      );
    }
    await this.table.endRow();
  }

  async finish(): Promise<number> {
    await this.table.finish();
    await this.#file.finish();
    return this.#file.size;
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }
}

/** A table of pages: texts in UTF-8. */
export function pageTable(): TableSchema {
  const root: SchemaElement = { name: 'schema', num_children: FIELDS.length };
  const elements = FIELDS.map(
    (name): SchemaElement => ({
      name,
      type: 'BYTE_ARRAY',
      repetition_type: name === 'id' ? 'REQUIRED' : 'OPTIONAL',
      converted_type: 'UTF8',
      logical_type: { type: 'STRING' },
    }),
  );
  return {
    schema: [root, ...elements],
    columns: elements.map((element) => ({ path: [root, element], codec: 'ZSTD' })),
    facts: [],
  };
}
