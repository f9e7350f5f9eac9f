import { beginningOf, type FileFormat, hasExtension } from '../format.ts';
import { beginsLikeHar } from '../unread-formats.ts';
import { itemLines } from './array-items.ts';
import { jsonlInput, jsonlPages } from './jsonl.ts';

/** The extensions of JSONL; `.jl` and `.jsonlines` are those of Scrapy. */
const EXTENSIONS = ['jsonl', 'ndjson', 'jl', 'jsonlines'];

/** JSONL: a JSON object a line. */
export const jsonl: FileFormat = {
  title: 'JSONL',
  mayBeEmpty: true,
  seeks: false,
  recognise({ name, head, inFolder }) {
    // in a folder, files of settings and the like may be one line of JSON
    const mayBeMeant = !inFolder || hasExtension(name, [...EXTENSIONS, 'json']);
    if (mayBeMeant && beginsWithJsonLine(head)) return 'content';
    return hasExtension(name, EXTENSIONS) ? 'name' : undefined;
  },
  pages: jsonlPages,
  blocks: (source) => jsonlInput(source, true),
};

/** JSON: one array of objects, each of which is like a line of JSONL. In a folder, an array may be anything. */
export const jsonArray: FileFormat = {
  title: 'JSON array',
  mayBeEmpty: true,
  seeks: false,
  recognise: ({ head, inFolder }) =>
    !inFolder && /^\[\s*\{\s*"/.test(beginningOf(head)) ? 'content' : undefined,
  pages: (source) => jsonlPages(source.through(itemLines)),
  blocks: (source) => jsonlInput(source.through(itemLines), true),
};

/** Whether the first line is a JSON object, as far as it is at hand: an object printed over many lines is not. */
function beginsWithJsonLine(head: Buffer): boolean {
  if (!beginningOf(head).startsWith('{') || beginsLikeHar(head)) return false;
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0) return /^\{\s*"/.test(text);
  try {
    return typeof JSON.parse(text.slice(0, lineEnd)) === 'object';
  } catch {
    return false;
  }
}
