import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createDeduper, type DeduperOptions } from '../../plugins/crawl/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

/** The report of a crawl of two pages that repeat each other, one alone and an empty one, opened again. */
async function reportOf(options: Partial<DeduperOptions>) {
  const directory = await temporaryFolder();
  const first = await createDeduper({ directory, ...options });
  for (const [path, body] of [
    ['/a', html(prose(1))],
    ['/copy', html(prose(1))],
    ['/other', html(prose(2))],
    ['/empty', html('')],
  ]) {
    const claim = await first.claim({ url: `http://a.example${path}`, body: body! });
    await claim.commit();
  }
  await first.close();
  const again = await createDeduper({ directory, ...options });
  onTestFinished(() => again.close());
  const file = join(directory, 'report.html');
  await again.report(file, { title: 'a crawl' });
  const report = await readFile(file, 'utf8');
  const dataOf = (id: string): unknown => {
    const packed = new RegExp(`id="${id}">([^<]*)<`).exec(report)?.[1];
    return packed === undefined
      ? undefined
      : JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
  };
  return { report, clusters: dataOf('data-clusters'), texts: dataOf('data-text-0') };
}

test('a crawl that kept its texts writes a report of its clusters with them, in a later process too', async () => {
  const { report, clusters, texts } = await reportOf({ keepText: true });
  expect(report).toContain('a crawl');
  expect(clusters).toMatchObject({
    ids: ['http://a.example/a', 'http://a.example/copy'],
    similarities: [1, 1],
    pairsComplete: false,
  });
  const text = prose(1).trim();
  expect((texts as [string, number][]).map(([shown]) => shown)).toEqual([text, text]);
});

test('without kept texts the report has the clusters, and says why it shows no text', async () => {
  const { report, clusters, texts } = await reportOf({});
  expect(clusters).toMatchObject({ ids: ['http://a.example/a', 'http://a.example/copy'] });
  expect(texts).toBeUndefined();
  expect(report).toContain('Texts missing in this report: 2. They were not kept (keepText: true)');
});
