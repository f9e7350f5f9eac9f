/** The reason under which result files in a folder are counted as skipped. */
export const ownResults = 'results of neardup';

/**
 * The kind of a file that neardup has written, by its first data; `undefined` for all other files. Lines of decisions and pairs have
 * no text, and the texts of a report would be read as pages again.
 */
export function ownFormatOf(head: Buffer): string | undefined {
  const begin = head.toString('latin1', 0, 1024);
  const [, format] = /^\{"format":"(neardup-[a-z-]+\/\d+)"/.exec(begin) ?? [];
  return format ?? (begin.includes('<meta name="generator" content="neardup">') ? 'report' : undefined);
}
