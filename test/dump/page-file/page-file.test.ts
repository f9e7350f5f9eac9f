import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readAll, scratchFolder } from '../scratch.ts';
import { pageHtml } from '../warc/warc-writer.ts';

const { write } = scratchFolder();

test('a packed page that is damaged is named, and what is there of it comes out, marked', async () => {
  const html = pageHtml(1, 3000);
  const packed = gzipSync(html);
  const wrong = Buffer.from(packed);
  wrong[wrong.length - 6]! ^= 1;
  for (const [bytes, share] of [
    [wrong, 1],
    [packed.subarray(0, -20), 0.9],
  ] as const) {
    const isCut = bytes !== wrong;
    const { pages, spots } = await readAll(write('page.html.gz', bytes));
    expect(spots).toHaveLength(1);
    expect(pages).toMatchObject([{ damage: spots[0]!.code }]);
    const text = pages[0]!.body.toString();
    expect(html.startsWith(text)).toBe(true);
    expect(pages[0]!.truncatedFrom).toBe(isCut ? text.length + 1 : undefined);
    expect(text.length).toBeGreaterThanOrEqual(share * html.length);
  }
  const sound = await readAll(write('page.html.gz', packed));
  expect(sound.spots).toEqual([]);
  expect(sound.pages[0]).not.toHaveProperty('damage');
});
