/** What files of results count as where they lie in a folder. */
export const ownResults = 'results of neardup';

/**
 * What a file that neardup has written says that it is, by its first data; `undefined` for all others. Lines of decisions
 * and pairs have no text, and the texts of a report would be pages once more.
 */
export function ownFormatOf(head: Buffer): string | undefined {
  const begin = head.toString('latin1', 0, 1024);
  const [, format] = /^\{"format":"(neardup-[a-z-]+\/\d+)"/.exec(begin) ?? [];
  return format ?? (begin.includes('<meta name="generator" content="neardup">') ? 'report' : undefined);
}
