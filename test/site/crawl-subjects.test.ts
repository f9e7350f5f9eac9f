import { expect, test } from 'vitest';
import { CrawlSubjects } from '../../src/site/crawl-subjects.ts';

const host = 'a.example';

/** A page of 300 grams in a folder of its own. */
function page(name: string, more: Partial<{ url: string; size: number }> = {}) {
  return { url: `https://${host}/${name}/${name}`, host, names: [name], size: 300, ...more };
}

function earlier(name: string, similarity: number, more: Partial<{ url: string; size: number }> = {}) {
  return { ...page(name, more), key: name, similarity };
}

test('a page of the same name, of none, or with the same text repeats the page that it is similar to', () => {
  const subjects = new CrawlSubjects(0.8);
  const [url, other] = [`https://${host}/x/1`, `https://${host}/x/2`];
  expect(subjects.isOneThing(page('alpha', { url }), earlier('alpha', 0.8, { url: other }))).toBe(true);
  expect(
    subjects.isOneThing({ ...page('alpha', { url }), names: [] }, earlier('beta', 0.8, { url: other })),
  ).toBe(true);
  expect(
    subjects.isOneThing(page('alpha', { url, size: 25 }), earlier('beta', 1, { url: other, size: 25 })),
  ).toBe(true);
  expect(
    subjects.isOneThing(page('alpha', { url, size: 24 }), earlier('beta', 1, { url: other, size: 24 })),
  ).toBe(false);
});

test('pages of two names that stand side by side are two things, and so are short ones that differ in more', () => {
  const subjects = new CrawlSubjects(0.8);
  const [inOne, inOther] = [`https://${host}/3.1/a/1`, `https://${host}/3.1/b/2`];
  expect(subjects.isOneThing(page('alpha', { url: inOne }), earlier('beta', 0.99, { url: inOther }))).toBe(
    false,
  );
  expect(subjects.isOneThing(page('alpha'), earlier('gamma', 0.8))).toBe(true);
  expect(subjects.isOneThing(page('alpha', { size: 127 }), earlier('delta', 0.89))).toBe(false);
  expect(subjects.isOneThing(page('alpha', { size: 127 }), earlier('delta', 0.9))).toBe(true);
  // of fewer than 25 grams equal ones, too
  expect(subjects.isOneThing(page('alpha', { size: 24 }), earlier('delta', 1))).toBe(false);
  // unless their URLs end alike
  const renamed = `https://${host}/3.2/b/1`;
  expect(
    subjects.isOneThing(page('alpha', { url: inOne, size: 90 }), earlier('beta', 0.8, { url: renamed })),
  ).toBe(true);
});

test('in a crawl, too, short pages of one name whose addresses end in two releases are two things, unless their texts are equal', () => {
  const subjects = new CrawlSubjects(0.8);
  const at = (end: string, size: number) => ({ url: `https://${host}/notes/${end}`, size });
  const repeats = (end: string, similarity: number, size = 90): boolean =>
    subjects.isOneThing(page('winch', at(end, size)), earlier('winch', similarity, at('winch-4.1', size)));
  expect(repeats('winch-4.2', 0.9)).toBe(false);
  expect(repeats('winch-4.2', 1)).toBe(true);
  expect(repeats('winch-4.2', 0.9, 128)).toBe(true);
  expect(repeats('winch-again', 0.9)).toBe(true);
});

test('what pages of four names share is template: from the third other name on they repeat the first no more', () => {
  const subjects = new CrawlSubjects(0.8);
  const repeats = ['b', 'b', 'c', 'c', 'd', 'e'].map((name) =>
    subjects.isOneThing(page(name), earlier('a', 0.95)),
  );
  expect(repeats).toEqual([true, true, true, true, false, false]);
});

test('the name of the site is no name of its pages, once there are some', () => {
  const subjects = new CrawlSubjects(0.8);
  const [url, other] = [`https://${host}/x/1`, `https://${host}/x/2`];
  const headed = (name: string) => ({ ...page(name, { url }), names: ['my site', name] });
  const earlierHeaded = { ...earlier('alpha', 0.9, { url: other }), names: ['my site', 'alpha'] };
  expect(subjects.isOneThing(headed('beta'), earlierHeaded)).toBe(true);
  for (const name of ['alpha', 'beta', 'gamma', 'delta', 'epsilon']) subjects.see(headed(name));
  expect(subjects.isOneThing(headed('beta'), earlierHeaded)).toBe(false);
});

test('once the template of a site is known, pages of two names that share only that are two things', () => {
  const subjects = new CrawlSubjects(0.8);
  const grams = (own: number, count: number): BigUint64Array =>
    BigUint64Array.from({ length: 200 + count }, (_, i) => BigInt(i < 200 ? i : 1000 * own + i));
  const formOf = (name: string, own: number, count = 20) => ({
    ...page(name),
    size: 200 + count,
    grams: grams(own, count),
  });
  const [a, b] = [formOf('alpha', 1), formOf('beta', 2)];
  const earlierA = { ...a, key: 'alpha', similarity: 0.8 };
  expect(subjects.isOneThing(b, earlierA)).toBe(true);
  for (const [i, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].entries())
    subjects.see(formOf(name, 10 + i));
  expect(subjects.isOneThing(b, earlierA)).toBe(false);
  // the same name at the same address, or most of what it has beside the template, is one thing still
  expect(subjects.isOneThing({ ...b, names: ['alpha'], url: `${a.url}?t=1` }, earlierA)).toBe(true);
  // but not where other names tell them apart, and each says something of its own
  const inB = { ...formOf('alpha', 2, 25), names: ['alpha', 'b alpha'], url: `https://${host}/b/alpha` };
  const inA = { ...formOf('alpha', 1, 25), key: 'alpha', similarity: 0.8 };
  expect(subjects.isOneThing(inB, inA)).toBe(false);
  expect(subjects.isOneThing({ ...inB, names: ['alpha', 'c alpha'] }, inA)).toBe(true);
  const long = formOf('gamma', 3, 400);
  const renamed = { ...long, names: ['delta'], url: page('delta').url };
  expect(subjects.isOneThing(renamed, { ...long, key: 'gamma', similarity: 0.9 })).toBe(true);
  // unless the template is most of both pages: what they have beside it is too little to be all that they say
  const brief = formOf('gamma', 3);
  const other = { ...brief, names: ['delta'], url: page('delta').url };
  expect(subjects.isOneThing(other, { ...brief, key: 'brief', similarity: 0.9 })).toBe(false);
  // without grams nothing can be said
  expect(subjects.isOneThing({ ...b, grams: undefined }, { ...earlierA, key: 'other' })).toBe(true);
});

test('once a crawl knows the template, a long page in one folder repeats the same under another headline, unless its address names it as that of the other does', () => {
  const subjects = new CrawlSubjects(0.8);
  const own = 1000;
  const article = (headline: string, at: string, length = own) => ({
    ...page(headline, { url: `https://${host}/article/${at}`, size: 200 + length }),
    grams: BigUint64Array.from({ length: 200 + length }, (_, i) => BigInt(i < 200 ? i : 10_000 + i)),
  });
  const first = { ...article('corn up', '17'), key: 'first', similarity: 0.98 };
  const update = article('update corn up', '29', own + 20);
  expect(subjects.isOneThing(update, first)).toBe(false);
  for (let i = 0; i < 8; i++) {
    const grams = BigUint64Array.from({ length: 300 }, (_, k) => BigInt(k < 200 ? k : 100_000 * (i + 1) + k));
    subjects.see({ ...page(`other ${'abcdefgh'[i]}`), grams });
  }
  expect(subjects.isOneThing(update, first)).toBe(true);
  const short = { ...article('rain', '33', 127), key: 'short', similarity: 0.98 };
  expect(subjects.isOneThing(article('update rain', '41', 127), short)).toBe(false);
  const far = { ...article('wheat', '51', 820), key: 'far', similarity: 0.85 };
  expect(subjects.isOneThing(update, far)).toBe(false);
  const logger = { ...article('logger', 'logger'), key: 'logger', similarity: 0.98 };
  expect(subjects.isOneThing(article('jsonlogger', 'jsonlogger', own + 20), logger)).toBe(false);
});

test('once a crawl knows the template, short records of one name at unlike addresses are two things, and a record that says more is none', () => {
  const subjects = new CrawlSubjects(0.8);
  const record = (at: string, ...own: number[]) => ({
    ...page('ann', { url: `https://${host}/person/${at}`, size: 200 + own.length }),
    grams: BigUint64Array.from([...Array(200).keys(), ...own], BigInt),
  });
  const own = (from: number, count = 20): number[] => Array.from({ length: count }, (_, i) => from + i);
  const ann = { ...record('1', ...own(1000)), key: 'ann', similarity: 0.83 };
  const other = record('2', ...own(2000));
  expect(subjects.isOneThing(other, ann)).toBe(true);
  for (const [i, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].entries())
    subjects.see({ ...record(name, ...own(10_000 * (i + 1))), names: [name] });
  expect(subjects.isOneThing(other, ann)).toBe(false);
  expect(subjects.isOneThing(record('3', ...own(1000), ...own(3000, 15)), ann)).toBe(true);
  expect(subjects.isOneThing({ ...other, url: `${ann.url}?print` }, ann)).toBe(true);
});

test('shelves of one name whose further headings are of other products are two things once a crawl knows that they are all template', () => {
  const subjects = new CrawlSubjects(0.8);
  const grams = BigUint64Array.from({ length: 200 }, (_, i) => BigInt(i));
  const shelf = (name: string, at: string, ...products: string[]) => ({
    ...page(name, { url: `https://${host}/shelves/${at}`, size: 200 }),
    names: [name, ...products, `buy ${name}`],
    grams,
  });
  const jeans = { ...shelf('trousers', 'jeans', 'black jeans', 'blue jeans'), key: 'jeans', similarity: 1 };
  const joggers = shelf('trousers', 'joggers', 'grey joggers', 'navy joggers');
  expect(subjects.isOneThing(joggers, jeans)).toBe(true);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    subjects.see(shelf(name, name, `black ${name}`, `grey ${name}`));
  expect(subjects.isOneThing(joggers, jeans)).toBe(false);
  expect(subjects.isOneThing({ ...joggers, names: jeans.names }, jeans)).toBe(true);
});

test('once a crawl knows which headings are those of sections, a page that has others of these is one thing again', () => {
  const grams = BigUint64Array.from({ length: 200 }, (_, i) => BigInt(i));
  const vote = (name: string, design: 'old' | 'new', ...sections: string[]) => ({
    ...page(name, { url: `https://${host}/${design}/${name}-${design}`, size: 200 }),
    ...{ names: [name, ...sections, `${name} a council`], grams },
  });
  const old = ['votes', 'related'];
  const later = ['votes by party', 'more votes'];
  const first = { ...vote('harbour', 'old', ...old), key: 'harbour', similarity: 1 };
  const seen = (sections: (name: string) => readonly string[]): CrawlSubjects => {
    const subjects = new CrawlSubjects(0.8);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      subjects.see(vote(name, 'old', ...sections(name)));
    return subjects;
  };
  expect(
    seen((name) => [`votes ${name}`, `related ${name}`]).isOneThing(vote('harbour', 'new', ...later), first),
  ).toBe(false);
  expect(seen(() => old).isOneThing(vote('harbour', 'new', ...later), first)).toBe(true);
});

test('once a crawl knows that an equal text is template, pages that their own names tell apart no longer repeat each other by it', () => {
  const subjects = new CrawlSubjects(0.8);
  const topicsOf = (member: string) => ({
    ...{ url: `https://${host}/members/${member}/topics/`, host, names: [member, `${member} s topics`] },
    ...{ size: 46, grams: BigUint64Array.from({ length: 46 }, (_, i) => BigInt(i)) },
  });
  const ofAnn = { ...topicsOf('ann'), key: 'ann', similarity: 1 };
  expect(subjects.isOneThing(topicsOf('bob'), ofAnn)).toBe(true);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) subjects.see(topicsOf(name));
  expect(subjects.isOneThing(topicsOf('bob'), ofAnn)).toBe(false);
  expect(subjects.isOneThing({ ...topicsOf('bob'), names: ['ann', 'topics'] }, ofAnn)).toBe(true);
});

test('pages of one name in two packages are two things in a crawl, too, unless a text that is long enough is equal', () => {
  const subjects = new CrawlSubjects(0.8);
  const [x, y] = ['mutable', 'immutable'].map((folder) => ({
    ...page('map', { url: `https://${host}/scala/${folder}/Map` }),
    names: ['map', `scala.${folder}.map`, 'map api'],
  }));
  expect(subjects.isOneThing(x, { ...y, key: 'y', similarity: 0.99 })).toBe(false);
  expect(subjects.isOneThing(x, { ...y, key: 'y', similarity: 1 })).toBe(true);
  const short = { size: 24 };
  expect(subjects.isOneThing({ ...x, ...short }, { ...y, ...short, key: 'y', similarity: 1 })).toBe(false);
});

test('in a crawl three times as many grams make pages long enough for their names not to count where letters count as words', () => {
  const subjects = new CrawlSubjects(0.8);
  const isOne = (x: string, y: string, size: number): boolean =>
    subjects.isOneThing(page(x, { url: `https://${host}/news/17`, size }), {
      ...{ ...page(y, { url: `https://${host}/alerts/all/29`, size }), key: y, similarity: 0.85 },
    });
  expect([127, 128].map((size) => isOne('blue alert', 'amber alert', size))).toEqual([false, true]);
  const [blue, amber] = ['青 い 知 ら せ', '黄 色 の 知 ら せ'];
  expect([128, 383, 384].map((size) => isOne(blue, amber, size))).toEqual([false, false, true]);
});
