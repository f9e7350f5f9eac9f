import type { Page } from '../../../src/index.ts';
import type { OpenFile } from '../bytes/open-file.ts';

/** A file that is one page: HTML, or by its name (`.txt`, `.md`) plain text. Its id is its name. */
export async function* filePage(file: OpenFile): AsyncGenerator<Page> {
  const { reader, limits, sizeBytes } = file;
  await reader.fill(limits.maxPageBytes + 1);
  const cut = reader.available > limits.maxPageBytes;
  const body = Buffer.from(
    reader.buffer.subarray(reader.start, Math.min(reader.end, reader.start + limits.maxPageBytes)),
  );
  yield {
    id: file.ids.take(file.name, () => file.name),
    url: '',
    body,
    contentType: /\.(?:txt|md)(?:\.(?:gz|zst))?$/i.test(file.name) ? 'text/plain' : 'text/html',
    ...(cut ? { truncatedFrom: Math.max(sizeBytes, reader.available) } : {}),
  };
}
