import type { Compressors } from 'hyparquet';
import type { parquetHeader, readPage } from 'hyparquet/src/column.js';
import type { convert } from 'hyparquet/src/convert.js';
import type { readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import type { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import type { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';

/** The parts of hyparquet that decode pages. It is loaded only if there is a Parquet file. */
export interface PageDecoder {
  readonly parquetHeader: typeof parquetHeader;
  readonly readPage: typeof readPage;
  readonly convert: typeof convert;
  readonly readDataPage: typeof readDataPage;
  readonly readDataPageV2: typeof readDataPageV2;
  readonly getMaxDefinitionLevel: typeof getMaxDefinitionLevel;
  readonly getMaxRepetitionLevel: typeof getMaxRepetitionLevel;
  readonly deltaBinaryUnpack: typeof deltaBinaryUnpack;
  readonly compressors: Compressors;
  readonly parsers: ColumnDecoder['parsers'];
}

/** Type and storage of one column in one row group. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** The header of a page. */
export type PageHeader = ReturnType<typeof parquetHeader>;

/** Loads the decoders of pages. */
export async function loadDecoder(): Promise<PageDecoder> {
  const [
    { parquetHeader, readPage },
    { convert, DEFAULT_PARSERS },
    { readDataPage, readDataPageV2 },
    { deltaBinaryUnpack },
    { getMaxDefinitionLevel, getMaxRepetitionLevel },
    { compressors },
  ] = await Promise.all([
    import('hyparquet/src/column.js'),
    import('hyparquet/src/convert.js'),
    import('hyparquet/src/datapage.js'),
    import('hyparquet/src/delta.js'),
    import('hyparquet/src/schema.js'),
    import('hyparquet-compressors'),
  ]);
  return {
    parquetHeader,
    readPage,
    convert,
    readDataPage,
    readDataPageV2,
    getMaxDefinitionLevel,
    getMaxRepetitionLevel,
    deltaBinaryUnpack,
    compressors,
    parsers: DEFAULT_PARSERS,
  };
}
