import { beginningOf, type FileFormat, hasExtension } from '../format.ts';
import { beginsLikeArc } from './arc-syntax.ts';

/** ARC, which came before WARC (Burner and Kahle 1996). */
export const arc: FileFormat = {
  title: 'ARC',
  mayBeEmpty: false,
  seeks: false,
  recognise({ name, head }) {
    if (beginningOf(head).startsWith('filedesc:') || beginsLikeArc(head)) return 'content';
    return hasExtension(name, ['arc']) ? 'name' : undefined;
  },
  async *pages(source) {
    const { arcPages } = await import('./arc.ts');
    yield* arcPages(source);
  },
};
