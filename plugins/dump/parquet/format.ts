import { type FileFormat, hasExtension } from '../format.ts';

/** Parquet: a table stored column by column. */
export const parquet: FileFormat = {
  title: 'Parquet',
  mayBeEmpty: false,
  seeks: true,
  recognise({ name, head }) {
    // PARE: one whose footer is encrypted
    if (/^PAR[1E]/.test(head.toString('latin1', 0, 4))) return 'content';
    return hasExtension(name, ['parquet']) ? 'name' : undefined;
  },
  async *pages(source) {
    const { parquetPages } = await import('./parquet.ts');
    yield* parquetPages(source);
  },
};
