import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textHash } from '../../src/site/text-hash.ts';
import { countUnlike, StandingHosts } from '../../src/site/wall-evidence.ts';

/** What `StandingHosts` says of the words of the URLs of each host. */
function standing(hosts: readonly (readonly string[])[]) {
  const all = new StandingHosts();
  const stands = hosts.map((urls) => {
    for (const words of urls) all.add(words);
    return all.endHost();
  });
  return { stands, unlike: all.unlike };
}

/** The words of so many URLs, each its own. */
function ownWords(count: number, of = 'page'): string[] {
  return Array.from({ length: count }, (_, i) => `${of}${i}`);
}

const words = fc.array(fc.constantFrom('', 'apple', 'bridge', 'cloud', 'apple bridge', 'delta'), {
  maxLength: 6,
});

test('hosts show a text under unlike URLs one by one, and those that do are compared together', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 4 }), (hosts) => {
      const stands = hosts.map((urls) => countUnlike(urls) > 0);
      const unlike = countUnlike(hosts.filter((_, i) => stands[i]).flat());
      expect(standing(hosts)).toEqual({ stands, unlike });
    }),
  );
});

test('of more than 4,096 URLs of a text as many are compared, whatever their order and however often each comes', () => {
  expect(standing([ownWords(4096)])).toEqual({ stands: [true], unlike: 4096 });
  expect(standing([ownWords(20_000)])).toEqual({ stands: [true], unlike: 4096 });
  expect(standing([ownWords(5000), ownWords(5000, 'other')])).toEqual({ stands: [true, true], unlike: 4096 });
  // a word that most have is found among those that are compared
  const shared = ownWords(9000).map((own) => `news ${own}`);
  expect(standing([[...shared, ...ownWords(1000, 'other')]])).toEqual({ stands: [false], unlike: 0 });
  // those of the smallest hashes: half of them have the word, of all URLs four of five
  const below = (words: string): boolean => textHash(words, 0) < 2 ** 31;
  const withWord = ownWords(20_000).map((own) => `news ${own}`);
  const near = [
    ...withWord.filter(below).slice(0, 2048),
    ...ownWords(9000, 'other').filter(below).slice(0, 2048),
    ...withWord.filter((words) => !below(words)),
  ];
  const mixed = near.map((_, i) => near[(i * 1637) % near.length]);
  for (const urls of [near, near.toReversed(), [...mixed, ...near]])
    expect(standing([urls])).toEqual({ stands: [true], unlike: 4096 });
});

test('URLs are not unlike where most pages have one of them, as the first page of a manual has in each version', () => {
  const versions = Array.from({ length: 27 }, () => 'manual');
  expect(countUnlike([...versions, 'latest', 'stable', 'trunk'])).toBe(0);
  expect(standing([[...versions, 'latest', 'stable', 'trunk']])).toEqual({ stands: [false], unlike: 0 });
  expect(countUnlike(['manual', 'latest', 'stable', 'manual'])).toBe(3);
});
