import { type FileFormat, hasExtension } from '../format.ts';

/** The local header of a file that only a WACZ has. */
const WACZ_ENTRY =
  /PK\x03\x04[\s\S]{26}(?:archive\/[^/]{1,200}\.warc|indexes\/index\.|pages\/pages\.jsonl|datapackage\.json)/;

/** WACZ: a ZIP file of WARC files and what was found out about them. */
export const wacz: FileFormat = {
  title: 'WACZ',
  mayBeEmpty: false,
  seeks: true,
  recognise({ name, head }) {
    const isZip = head.toString('latin1', 0, 4) === 'PK\x03\x04';
    const named = hasExtension(name, ['wacz']);
    if (isZip && (named || WACZ_ENTRY.test(head.toString('latin1')))) return 'content';
    return named ? 'name' : undefined;
  },
  async *pages(source) {
    const { waczPages } = await import('./wacz.ts');
    yield* waczPages(source);
  },
};
