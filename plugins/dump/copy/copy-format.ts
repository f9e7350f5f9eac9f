import { wrongType } from '../../../src/argument-checks.ts';

/** Ends of names that {@link writeCopy} takes. */
export const copyFormats = ['warc', 'warc.gz', 'wacz', 'jsonl', 'jsonl.gz', 'jsonl.zst', 'parquet'] as const;

/** What a file is to be, by the end of its name. */
export type CopyFormat = (typeof copyFormats)[number];

/** The format that a file's name asks for; `-` is JSONL. `undefined` for any other name. */
export function copyFormatOf(target: string): CopyFormat | undefined {
  if (typeof target !== 'string') throw wrongType('target', 'a path', target);
  if (target === '-') return 'jsonl';
  const name = target.toLowerCase();
  return copyFormats.find((format) => name.endsWith(`.${format}`));
}
