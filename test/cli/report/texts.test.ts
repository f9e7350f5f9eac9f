import { expect, test } from 'vitest';
import { withTexts } from '../../../plugins/cli/report/texts.ts';
import type { ReportedCluster } from '../../../plugins/report/index.ts';
import { type Page, parseGramSpec } from '../../../src/index.ts';

const reading = { extract: 'none', gram: parseGramSpec('word:2') } as const;

function cluster(...ids: string[]): ReportedCluster {
  const [representative, ...members] = ids.map((id) => ({ id, url: '' }));
  return { representative: representative!, members: members.map((page) => ({ page, similarity: 1 })) };
}

/** An input of pages whose text is ten characters of their id. */
async function* pagesOf(...ids: string[]): AsyncGenerator<Page> {
  for (const id of ids) yield { id, url: '', body: `${id} `.repeat(5) };
}

async function texts(
  clusters: ReportedCluster[],
  ids: string[],
  limits: { ofPage: number; together: number },
) {
  const read = await withTexts(clusters, { pages: pagesOf(...ids) }, reading, () => {}, new Map(), limits);
  const pages = read.clusters.flatMap(({ representative, members }) => [
    representative,
    ...members.map(({ page }) => page),
  ]);
  return {
    notes: read.notes,
    texts: Object.fromEntries(pages.map(({ id, text }) => [id, text?.text])),
    pages,
  };
}

test('where not all texts have room, the pages of the largest clusters keep theirs, in any order of the input', async () => {
  const clusters = [cluster('a', 'b'), cluster('c', 'd', 'e')];
  for (const order of ['abcde', 'edcba', 'cadbe']) {
    const found = await texts(clusters, [...order], { ofPage: 100, together: 45 });
    expect(Object.keys(found.texts).filter((id) => found.texts[id] !== undefined)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
    expect(found.notes).toEqual([expect.stringMatching(/^Texts are here for 4 of 5 pages/)]);
    expect(found.pages.every(({ grams }) => grams === 1)).toBe(true);
  }
});

test('a text longer than allowed is cut, and says how long it was', async () => {
  const { pages, notes } = await texts([cluster('a', 'b')], ['a', 'b'], { ofPage: 4, together: 100 });
  expect(pages[0]?.text).toEqual({ title: '', text: 'a a ', length: 10 });
  expect(notes).toEqual([
    '2 texts are longer than 4 characters and are cut there; the numbers are of the whole texts.',
  ]);
});

test('pages that the input no longer has are counted', async () => {
  const { notes, texts: found } = await texts([cluster('a', 'b')], ['b', 'x'], {
    ofPage: 100,
    together: 100,
  });
  expect(found).toEqual({ a: undefined, b: 'b b b b b ' });
  expect(notes).toEqual([expect.stringMatching(/^1 of 2 pages in clusters are not in the input/)]);
});
