import { type FileFormat, hasExtension } from '../format.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { filePage } from './page-file.ts';

/** A file that is one page. */
export const pageFile: FileFormat = {
  title: 'HTML or text',
  mayBeEmpty: true,
  seeks: false,
  recognise({ name, head, inFolder }) {
    if (hasExtension(name, ['htm', 'html', 'xhtml', 'txt', 'md'])) return 'name';
    // in a folder, templates and parts of pages look like HTML too
    return !inFolder && looksLikeHtml(head) ? 'likeness' : undefined;
  },
  pages: filePage,
};
