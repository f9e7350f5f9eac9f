import { crc32 } from 'node:zlib';
import { encodeSketch } from '../layout/codec.ts';
import { type IndexView, type StoredPage, storedPages } from './stored-pages.ts';

/** Format of an export, in its first line. */
export const EXPORT_FORMAT = 'neardup-export/2';

/** `,"check":"01234567"}`, which ends every line. */
export const CHECK_BYTES = 20;

/**
 * An index as lines of JSON, each with its line end:
 *
 *     {"format":"neardup-export/2","parameters":{…},"check":"…"}
 *     {"page":{decision},"grams":"base64","check":"…"}              a line a page, in the order of their commits
 *     {"pages":2,"check":"…"}
 *
 * A decision is as it is stored: `url` is left out where it is the key, `storedAt` is in milliseconds, and
 * `added` marks a page that was not compared with others. `grams` are 8 bytes little-endian each, ascending; in the compact
 * setting `sketch` stands in their place, as it is stored; a page without grams has neither. Removed pages are
 * left out. The same pages give the same bytes.
 *
 * `check` is the CRC-32 of the line before that member, begun with the check of the line before: a line that was
 * altered, lost, doubled or moved is found where it happened, and without its last line an export was cut.
 *
 * @throws IndexError NEARDUP_INDEX_DAMAGED
 */
export async function* exportLines(view: IndexView): AsyncGenerator<string> {
  let check = 0;
  const line = (content: object): string => {
    const body = JSON.stringify(content).slice(0, -1);
    check = crc32(body, check);
    return `${body},"check":"${shownCheck(check)}"}\n`;
  };
  yield line({ format: EXPORT_FORMAT, parameters: view.parameters });
  let pages = 0;
  for await (const block of storedPages(view)) {
    for (const page of block) {
      yield line({ page: page.record, ...setOf(page) });
      pages++;
    }
  }
  yield line({ pages });
}

/** A check as it stands in a line. */
export function shownCheck(check: number): string {
  return check.toString(16).padStart(8, '0');
}

function setOf({ grams, sketch }: StoredPage): { grams?: string; sketch?: string } {
  if (sketch !== undefined) return { sketch: encodeSketch(sketch).toString('base64') };
  if (grams === undefined) return {};
  return { grams: Buffer.from(grams.buffer, grams.byteOffset, grams.byteLength).toString('base64') };
}
