import { crc32 } from 'node:zlib';
import { fileFormats } from '../../file-formats.ts';
import { scanEntries } from '../disk/binary-store.ts';
import { assertWhole, encodeSketch } from '../layout/codec.ts';
import { digitsOfHostKey, hexOfKey, tableRange, textOfUserKey } from '../layout/keys.ts';
import { writtenParameters } from '../layout/parameters.ts';
import { type IndexView, type StoredPage, storedPagesWithTexts } from './stored-pages.ts';

/** `,"check":"01234567"}`, which ends every line. */
export const CHECK_BYTES = 20;

/**
 * An index as lines of JSON, each with its line end:
 *
 *     {"format":"neardup-export/2","parameters":{…},"check":"…"}
 *     {"page":{decision},"grams":"base64","check":"…"}              a line a page, in the order of their commits
 *     {"pages":2,"check":"…"}
 *
 * A decision is written as it is stored: `url` is left out if it equals the key, `storedAt` is in milliseconds, and
 * `added` marks a page that was not compared with others. `grams` are 8 bytes little-endian each, ascending. In the
 * compact setting `sketch` replaces them, in stored form. A page without grams has neither. Removed pages are
 * left out. The same pages give the same bytes.
 *
 * The `text` of a page is in its line, in stored form. After the pages come the entries about hosts, in stored form, a
 * line `{"host":"digits of the key","value":"base64","check":"…"}` an entry.
 *
 * Then come the intents, pages without a verdict, in stored form: `{"intent":"key","value":"base64","check":"…"}`.
 *
 * `check` is the CRC-32 of the part of the line before this member, continued from the check of the previous line. So a
 * line that was altered, lost, doubled or moved is detected there; an export without its last line was cut.
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
  yield line({ format: fileFormats.export, parameters: writtenParameters(view.parameters) });
  let pages = 0;
  for await (const page of storedPagesWithTexts(view)) {
    const text = page.text?.toString('base64');
    yield line({ page: page.record, ...setOf(page), ...(text !== undefined && { text }) });
    pages++;
  }
  for await (const entries of scanEntries(view.store, tableRange('hosts'), { snapshot: view.snapshot })) {
    for (const [key, value] of entries) {
      assertWhole(value, { table: 'hosts', entry: hexOfKey(key) });
      yield line({ host: digitsOfHostKey(key), value: value.toString('base64') });
    }
  }
  for await (const entries of scanEntries(view.store, tableRange('intents'), { snapshot: view.snapshot })) {
    for (const [key, value] of entries) {
      const intent = textOfUserKey(key);
      assertWhole(value, { table: 'intents', key: intent });
      yield line({ intent, value: value.toString('base64') });
    }
  }
  yield line({ pages });
}

/** A check as written in a line. */
export function shownCheck(check: number): string {
  return check.toString(16).padStart(8, '0');
}

function setOf({ grams, sketch }: StoredPage): { grams?: string; sketch?: string } {
  if (sketch !== undefined) return { sketch: encodeSketch(sketch).toString('base64') };
  if (grams === undefined) return {};
  return { grams: Buffer.from(grams.buffer, grams.byteOffset, grams.byteLength).toString('base64') };
}
