import { beginningOf, type FileFormat, hasExtension } from '../format.ts';
import { warcBlocks } from './blocks.ts';
import { warcPages } from './warc.ts';

/** WARC (ISO 28500), and WET, which is WARC with the text of pages. */
export const warc: FileFormat = {
  title: 'WARC',
  mayBeEmpty: false,
  seeks: false,
  recognise({ name, head }) {
    if (/^WARC\/[01]\.\d/.test(beginningOf(head))) return 'content';
    return hasExtension(name, ['warc', 'wet']) ? 'name' : undefined;
  },
  pages: warcPages,
  blocks: warcBlocks,
};
