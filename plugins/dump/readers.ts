import type { Page } from '../../src/index.ts';
import { arcPages } from './archive/arc.ts';
import { warcPages } from './archive/warc.ts';
import { type OpenFile, openFile, type Reading } from './bytes/open-file.ts';
import { filePage } from './file/file-page.ts';
import { jsonlPages } from './json/jsonl.ts';
import { parquetPages } from './parquet/parquet.ts';
import type { Kind, Source } from './sources.ts';
import { storagePages } from './storage/storage.ts';
import { waczPages } from './wacz/wacz.ts';

type Reader = (source: Source, reading: Reading) => AsyncGenerator<Page>;

/** How each kind of source gives its pages: as a stream of bytes, or with access to any place of it. */
const readers: Readonly<Record<Kind, Reader>> = {
  warc: streamed(warcPages),
  arc: streamed(arcPages),
  jsonl: streamed(jsonlPages),
  page: streamed(filePage),
  wacz: waczPages,
  parquet: parquetPages,
  storage: storagePages,
};

/** The pages of one source, counted. */
export async function* pagesOf(source: Source, reading: Reading): AsyncGenerator<Page> {
  for await (const page of readers[source.kind](source, reading)) {
    reading.stats.pages++;
    yield page;
  }
}

function streamed(pages: (file: OpenFile) => AsyncGenerator<Page>): Reader {
  return async function* (source, reading) {
    const file = openFile(source, reading);
    try {
      if (
        source.path !== '-' &&
        source.sizeBytes === 0 &&
        (source.kind === 'warc' || source.kind === 'arc')
      ) {
        file.damage({ stored: 0 }, 'the file is empty');
      }
      yield* pages(file);
    } finally {
      await file.reader.close();
    }
  };
}
