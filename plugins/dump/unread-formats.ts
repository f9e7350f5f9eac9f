import type { Feature } from './damage.ts';
import { beginningOf, hasExtension } from './format.ts';

/** The unsupported way in which a file is packed, by its first stored bytes. */
export function packerOf(head: Buffer): Extract<Feature, 'zip' | 'bzip2' | 'lz4' | 'xz'> | undefined {
  const magic = head.toString('latin1', 0, 6);
  if (magic.startsWith('PK')) return 'zip';
  if (magic.startsWith('BZh')) return 'bzip2';
  if (magic.startsWith('\x04\x22\x4d\x18')) return 'lz4';
  return magic.startsWith('\xfd7zXZ') ? 'xz' : undefined;
}

/** A format that may hold pages and is not read, but easily converted; by a file's first data, or by its name. */
export function convertibleOf(
  head: Buffer,
  name: string,
): Extract<Feature, 'har' | 'json' | 'csv' | 'tsv'> | undefined {
  if (beginsLikeHar(head)) return 'har';
  if (/^\{\s*"/.test(beginningOf(head)) || hasExtension(name, ['json'])) return 'json';
  if (hasExtension(name, ['csv'])) return 'csv';
  return hasExtension(name, ['tsv', 'tab']) ? 'tsv' : undefined;
}

/** Whether data begin like an HTTP Archive (HAR 1.2), which is one object, whether on one line or on many. */
export function beginsLikeHar(head: Buffer): boolean {
  return /^\{\s*"log"\s*:\s*\{/.test(beginningOf(head));
}
