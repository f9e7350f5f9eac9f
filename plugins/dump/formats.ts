import { arc } from './arc/format.ts';
import { crawleeStorage } from './crawlee-storage/format.ts';
import type { Evidence, FileFormat, FileSample, FolderFormat } from './format.ts';
import { jsonArray, jsonl } from './jsonl/format.ts';
import { pageFile } from './page-file/format.ts';
import { parquet } from './parquet/format.ts';
import { wacz } from './wacz/format.ts';
import { warc } from './warc/format.ts';

/**
 * All formats that are read, as `format.ts` describes one. Here is all that is to be done for a new one, beside its
 * own folder. Where equal evidence speaks for two, it is the first.
 */
export const fileFormats: readonly FileFormat[] = [warc, arc, wacz, jsonl, jsonArray, parquet, pageFile];

/** As `fileFormats`, of folders. */
export const folderFormats: readonly FolderFormat[] = [crawleeStorage];

const EVIDENCE: readonly Evidence[] = ['content', 'name', 'likeness'];

/** The format that the strongest evidence speaks for; `undefined` where there is none. */
export function formatOf(file: FileSample): FileFormat | undefined {
  const found = fileFormats.map((format) => format.recognise(file));
  for (const evidence of EVIDENCE) {
    const at = found.indexOf(evidence);
    if (at >= 0) return fileFormats[at];
  }
  return undefined;
}

/** Whether the first bytes of a file, as they are stored, are data of some format: it is not compressed then. */
export function isPlain(head: Buffer): boolean {
  return formatOf({ name: '', head, inFolder: false }) !== undefined;
}
