/** What a file is to be, by the end of its name. */
export type CopyFormat = 'warc' | 'warc.gz' | 'wacz' | 'jsonl' | 'jsonl.gz';

/** Ends of names that {@link writeCopy} takes. */
export const copyFormats: readonly CopyFormat[] = ['warc', 'warc.gz', 'wacz', 'jsonl', 'jsonl.gz'];

/** The format that a file's name asks for; `-` is JSONL. `undefined` for any other name. */
export function copyFormatOf(target: string): CopyFormat | undefined {
  if (target === '-') return 'jsonl';
  const [, end] = /\.(warc|warc\.gz|wacz|jsonl|jsonl\.gz)$/i.exec(target) ?? [];
  return copyFormats.find((format) => format === end?.toLowerCase());
}
