import type { FolderFormat } from '../format.ts';
import { looksLikeStorage, storageSizeBytes } from './storage-folders.ts';

/** The storage of a crawl with Crawlee. */
export const crawleeStorage: FolderFormat = {
  recognise: looksLikeStorage,
  sizeBytes: storageSizeBytes,
  async *pages(source) {
    const { storagePages } = await import('./crawlee-storage.ts');
    yield* storagePages(source);
  },
};
