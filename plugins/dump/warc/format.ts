import { beginningOf, type FileFormat, hasExtension } from '../format.ts';
import { readerModule } from '../reader-module.ts';

/** WARC (ISO 28500), and WET, which is WARC with the text of pages. */
export const warc: FileFormat = {
  title: 'WARC',
  mayBeEmpty: false,
  seeks: false,
  recognise({ name, head }) {
    if (/^WARC\/[01]\.\d/.test(beginningOf(head))) return 'content';
    return hasExtension(name, ['warc', 'wet']) ? 'name' : undefined;
  },
  async *pages(source) {
    const { warcPages } = await import('./warc.ts');
    yield* warcPages(source);
  },
  blocks(source, threads) {
    const { coding, stream } = source.stored;
    const reads = readerModule(import.meta.url, 'dump/warc/record-block.js');
    if (threads === 1 || coding === 'zstd' || stream !== undefined || reads === undefined) return undefined;
    return (async function* () {
      const { warcBlocks } = await import('./blocks.ts');
      yield* warcBlocks(source, coding, reads);
    })();
  },
};
