import type { Page } from '../../../src/index.ts';
import { hasExtension } from '../format.ts';
import type { OpenData } from '../reading.ts';

/**
 * A file that is one page: HTML, or by its name (`.txt`, `.md`) plain text. Its id is its name. Of a damaged compressed one
 * what is there comes out, marked.
 */
export async function* filePage(file: OpenData): AsyncGenerator<Page> {
  const { name, reader, sizeBytes } = file;
  const { ids, limits } = file.reading;
  await reader.fill(limits.maxPageBytes + 1);
  while (reader.available === 0 && (await reader.nextSection())) await reader.fill(limits.maxPageBytes + 1);
  const cut = reader.available > limits.maxPageBytes;
  const body = Buffer.from(
    reader.buffer.subarray(reader.start, Math.min(reader.end, reader.start + limits.maxPageBytes)),
  );
  // the checksum stands behind the data, and damage is named where it ends
  if (!cut) while (await reader.nextSection());
  const { damage } = file;
  const least = cut
    ? Math.max(sizeBytes, reader.available)
    : damage === 'cut-off'
      ? body.length + 1
      : undefined;
  yield {
    id: ids.take(name, () => name),
    url: '',
    body,
    contentType: hasExtension(name, ['txt', 'md']) ? 'text/plain' : 'text/html',
    ...(least === undefined ? {} : { truncatedFrom: least }),
    ...(damage === undefined ? {} : { damage }),
  };
}
