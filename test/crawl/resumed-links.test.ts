import { expect, onTestFinished, test } from 'vitest';
import { createDeduper, type Deduper } from '../../plugins/crawl/index.ts';
import { SketchIndex } from '../../src/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

const at = (path: string) => `http://a.example${path}`;

/** Claims a page and follows its links. */
async function visit(deduper: Deduper, url: string, body: string, links: readonly string[] = []) {
  const claim = await deduper.claim({ url, body });
  await claim.commit();
  for (const link of links) deduper.follows(link, claim.verdict);
}

/**
 * A crawl of a calendar without end and of articles that wait in the queue, which goes on in another process.
 *
 * @param end how the first process ended
 * @returns days fetched
 */
async function daysAfterBreak(end: 'closed' | 'killed' | 'saved elsewhere'): Promise<number> {
  const directory = await temporaryFolder();
  const articles = Array.from({ length: 6 }, (_, i) => at(`/article-${'abcdef'[i]}`));
  const day = html('There is nothing on this day.', 'Calendar');
  let deduper = await createDeduper({ directory });
  await visit(deduper, at('/'), html(prose(1)), articles);
  await visit(deduper, at('/day/0'), html(prose(2)), [at('/day/1')]);
  for (let i = 1; i < 150; i++) await visit(deduper, at(`/day/${i}`), day, [at(`/day/${i + 1}`)]);
  const records = new Map<string, unknown>();
  const store = {
    getValue: async (key: string) => records.get(key),
    setValue: async (key: string, value: unknown) => records.set(key, value),
  };
  if (end === 'saved elsewhere') await deduper.saveTo({ store });
  await deduper.close();
  if (end === 'killed') {
    const index = await SketchIndex.openExisting(directory);
    await index.deleteNote('unjudged-links');
    await index.close();
  }
  deduper = await createDeduper(
    end === 'saved elsewhere'
      ? { directory: await temporaryFolder(), restoreFrom: { store } }
      : { directory },
  );
  onTestFinished(() => deduper.close());
  let days = 0;
  for (const [i, article] of articles.entries()) {
    await visit(deduper, article, html(prose(10 + i)));
    for (let next = 0; next < 40; next++) {
      const url = at(`/day/${200 + 40 * i + next}`);
      if (await deduper.isKnown({ url, request: url })) continue;
      days++;
      await visit(deduper, url, day);
    }
  }
  return days;
}

test('a crawl that goes on after it was closed, or was saved and restored, does not follow a calendar again that it had given up', async () => {
  // one URL in twenty is fetched nevertheless
  expect(await daysAfterBreak('closed')).toBeLessThan(30);
  expect(await daysAfterBreak('saved elsewhere')).toBeLessThan(30);
  expect(await daysAfterBreak('killed')).toBeGreaterThan(200);
});

test('links that are stored otherwise than this version stores them are left out', async () => {
  const directory = await temporaryFolder();
  await (await createDeduper({ directory })).close();
  for (const links of [undefined, 5, [5], [['page']], [['page', ['1']]], [[1, [1]]]]) {
    const index = await SketchIndex.openExisting(directory);
    await index.setNote('unjudged-links', { links });
    await index.close();
    await (await createDeduper({ directory })).close();
  }
});
