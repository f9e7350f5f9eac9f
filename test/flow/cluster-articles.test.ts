import { expect, test } from 'vitest';
import { deduplicate } from '../../src/deduplicate.ts';
import type { DeduplicateOptions } from '../../src/flow/deduplicate-options.ts';
import type { Page } from '../../src/text/page.ts';
import { pageOf, prose } from './prose-pages.ts';

const names = ['anchor', 'bridge', 'candle', 'dragon', 'engine', 'feather', 'garden', 'harbour'];
const text = prose(800, 150);
/** A site that answers four other addresses with one text, which is a wall there. */
const copying = [
  ...['ladder', 'marble', 'needle', 'orchard'].map((name) =>
    pageOf(`https://a.example/${name}`, 'One moment', text),
  ),
  ...names.map((name, i) => pageOf(`https://a.example/${name}`, name, prose(i, 200))),
];
/** The site of that text, at the address of its page and at those of copies of it. */
const copied = ['moment', 'moment?print=1', 'moment?session=2'].map((path) =>
  pageOf(`https://b.example/${path}`, 'One moment', text),
);

async function decided(pages: readonly Page[], options: DeduplicateOptions): Promise<Map<string, string>> {
  const { decisions } = await deduplicate(pages, options);
  return new Map(decisions.map(({ id, decision, representative }) => [id, representative ?? decision]));
}

test('the copies of a page repeat it, though another site shows its text in place of other pages, in either order', async () => {
  for (const pages of [
    [...copying, ...copied],
    [...copied, ...copying],
  ]) {
    const found = await decided(pages, { allPairs: true });
    for (const { id } of copying.slice(0, 4)) expect(found.get(id)).toBe('unclassifiable');
    const [page, ...copies] = copied.map(({ id }) => found.get(id));
    expect(page).toBe('keep');
    expect(copies).toEqual([copied[0]!.id, copied[0]!.id]);
  }
});

test('so they do in a crowd, whose pages are compared with one page of the wall alone', async () => {
  const crowd = Array.from({ length: 1100 }, (_, i) =>
    pageOf(`https://a.example/${names[i % 8]}/${names[(i >> 3) % 8]}-${i}`, 'One moment', text),
  );
  const found = await decided([...copying, ...crowd, ...copied], {});
  const [page, ...copies] = copied.map(({ id }) => found.get(id));
  expect(page).toBe('keep');
  expect(copies).toEqual([copied[0]!.id, copied[0]!.id]);
});

test('under the policy components, the copies of a page repeat it, though its site has a wall', async () => {
  const copies = ['anchor?print=1', 'anchor?session=2'].map((path) =>
    pageOf(`https://a.example/${path}`, 'anchor', prose(0, 200)),
  );
  const found = await decided([...copying, ...copies], { cluster: 'components' });
  for (const { id } of copying.slice(0, 4)) expect(found.get(id)).toBe('unclassifiable');
  for (const { id } of copies) expect(found.get(id)).toBe('https://a.example/anchor');
});

test('under the policy components, pages that only a wall links are kept, apart from each other', async () => {
  // each has seven tenths of the grams of the wall, and half of the other's
  const words = text.split(' ');
  const ends = [0, 30].map((from, i) =>
    pageOf(
      `https://${'cd'[i]}.example/${names[i]}`,
      'One moment',
      [...words.slice(0, from), ...prose(900 + i, 22).split(' '), ...words.slice(from + 22)].join(' '),
    ),
  );
  const options = { cluster: 'components', threshold: 0.6 } as const;
  const found = await decided([...copying, ...ends], options);
  expect(ends.map(({ id }) => found.get(id))).toEqual(['keep', 'keep']);
});
