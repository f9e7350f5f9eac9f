import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standsForOtherValues } from '../../src/site/pattern-evidence.ts';
import { textHash } from '../../src/site/text-hash.ts';
import { countUnlike as countUnlikeUrls, isRarelyNamed, StandingHosts } from '../../src/site/unlike-urls.ts';
import { type ComparedUrl, comparedUrl, homeWords, wordsOf } from '../../src/site/url-words.ts';
import { needed, standsForOthers } from '../../src/site/wall-evidence.ts';

/** URLs of these words, in no folder and of no series. */
function urlsOf(all: readonly string[]): ComparedUrl[] {
  return all.map((words) => ({ words, folders: '', of: wordsOf.page, id: '' }));
}

const countUnlike = (all: readonly string[]): number => countUnlikeUrls(urlsOf(all));

/** What `StandingHosts` says of the words of the URLs of each host. */
function standing(hosts: readonly (readonly string[])[]) {
  const all = new StandingHosts();
  const stands = hosts.map((urls) => {
    for (const url of urlsOf(urls)) all.add(url, false);
    return all.endHost().isStanding;
  });
  return { stands, unlike: all.unlike({ ...needed.message, mostNamed: 1 }) };
}

/** The words of so many URLs, each its own. */
function ownWords(count: number, of = 'page'): string[] {
  return Array.from({ length: count }, (_, i) => `${of}${i}`);
}

const words = fc.array(fc.constantFrom('', homeWords, 'apple', 'bridge', 'cloud', 'apple bridge', 'delta'), {
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

test('a text that the home page and two others have may be the home page under its other addresses; with a third it is under unlike URLs', () => {
  expect(countUnlike(['welcome', 'start'])).toBe(2);
  expect(countUnlike([homeWords, 'welcome', 'start'])).toBe(0);
  expect(countUnlike([homeWords, 'welcome', 'start', 'harbour news'])).toBe(3);
  const page = (words: string, isNamed: boolean) => ({ words, isNamed });
  expect(isRarelyNamed([page(homeWords, false), page('start', true), page('news', false)], 1 / 3)).toBe(
    false,
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

test('URLs of the same words count once for the share that pages name, and their pages are none if one of three names its URL', () => {
  const pages = ['opera house', 'opera house', 'chess open', 'chess open', 'knots'].map((words) => ({
    words,
    isNamed: words === 'knots',
  }));
  const hosts = new StandingHosts();
  for (const { words, isNamed } of [...pages, { words: '', isNamed: false }])
    hosts.add(urlsOf([words])[0]!, isNamed);
  expect(hosts.endHost().isStanding).toBe(true);
  for (const most of [1 / 4, 1 / 3, 1]) {
    expect(isRarelyNamed(pages, most)).toBe(most >= 1 / 3);
    expect(hosts.unlike({ ...needed.message, mostNamed: most })).toBe(most >= 1 / 3 ? 3 : 0);
  }
});

test('of one host no URL counts where its pages name more than a quarter of them, though it is among the hosts of the text', () => {
  for (const [named, unlike] of [
    [0, 4],
    [1, 4],
    [2, 0],
  ] as const) {
    const hosts = new StandingHosts();
    for (const [i, url] of urlsOf(ownWords(4)).entries()) hosts.add(url, i < named);
    expect(hosts.endHost()).toEqual({ isStanding: true, unlike });
  }
});

test('URLs are not unlike where most pages have one of them, as the first page of a manual has in each version', () => {
  const versions = Array.from({ length: 27 }, () => 'manual');
  expect(countUnlike([...versions, 'latest', 'stable', 'trunk'])).toBe(0);
  expect(standing([[...versions, 'latest', 'stable', 'trunk']])).toEqual({ stands: [false], unlike: 0 });
  expect(countUnlike(['manual', 'latest', 'stable', 'manual'])).toBe(3);
});

test('the page of a folder does not count beside one in it or in a folder of it, which it may show, and does beside others', () => {
  const count = (...paths: string[]): number =>
    countUnlikeUrls(paths.map((path) => comparedUrl(`https://a.example${path}`)));
  for (const folder of ['/guide/', '/guide/index.html', '/guide', '/docs/guide.html'])
    expect(count(folder, '/docs/guide/intro.html'), folder).toBe(0);
  expect(count('/guide/', '/guide/intro.html', '/guide/setup.html')).toBe(2);
  expect(count('/guide/', '/tour/intro.html')).toBe(2);
  // a copy of a site within it, and a list of its only article
  expect(count('/project/docs/', '/project/docs/sets/api.set/Contents/')).toBe(0);
  expect(count('/news/', '/news/2026/11/great-storm')).toBe(0);
  expect(count('/project/docs/', '/project/old/sets/Contents/')).toBe(2);
  // the first page of a release, and the list of its modules with the same text
  expect(count('/docs/15.0.4/', '/docs/15.0.4/modules.html', '/docs/15.1/', '/docs/15.1/modules.html')).toBe(
    0,
  );
  // of a deep path the innermost folders are compared
  expect(count('/onward/', `/onward${'/other'.repeat(7)}/intro.html`)).toBe(0);
  expect(count('/onward/', `/onward${'/other'.repeat(8)}/intro.html`)).toBe(2);
  // an id in the folder is no page of it
  expect(count('/guide/17', '/guide/intro.html')).toBe(2);
  // a page of its folder's name is no other page
  expect(count('/guide/guide.html', '/tour/intro.html')).toBe(2);
});

test('URLs of a series do not say which page of it a text that is no message is, as those of folders do not', () => {
  const lesson = ['/basic/lesson-3.html', '/script04.html', '/old/tutorial 5/'];
  const inFolders = ['/basic/03.html', '/scripts/4.html', '/tutorial/5/index.html'];
  const named = ['/basic/how-to-count-3.html', '/loops.html', '/old/do-it-again/'];
  for (const [paths, ofArticle] of [
    [lesson, 0],
    [inFolders, 0],
    [named, 3],
    [[...named, ...lesson], 3],
  ] as const) {
    const urls = paths.map((path) => comparedUrl(`https://a.example${path}`));
    expect(countUnlikeUrls(urls, needed['no message']), paths[0]).toBe(ofArticle);
    expect(countUnlikeUrls(urls)).toBe(paths.length);
    const hosts = new StandingHosts();
    for (const url of urls) hosts.add(url, false);
    expect(hosts.endHost().isStanding).toBe(true);
    expect(hosts.unlike(needed['no message'])).toBe(ofArticle);
  }
});

test('URLs with one id beside different words, such as those of an article and its print version, count once', () => {
  const count = (...paths: string[]): number => {
    const urls = paths.map((path) => comparedUrl(`https://a.example${path}`));
    const hosts = new StandingHosts();
    for (const url of urls) hosts.add(url, false);
    const counted = countUnlikeUrls(urls);
    expect(hosts.endHost(), paths[0]).toEqual({ isStanding: counted > 0, unlike: counted });
    return counted;
  };
  for (const versions of [
    ['/story/17', '/print/17', '/story/17?share=mail'],
    ['/story/17.html', '/print/17/', '/email.php?id=17'],
    ['/story-17.html', '/print-17.html'],
    ['/showthread.php?t=17', '/printthread.php?t=17&pp=40'],
    ['/en/story/a93f/', '/en/print/a93f'],
    ['/story/17/', '/story/17/print/'],
    ['/2024/05/17/story/2', '/2024/05/17/print/2'],
  ])
    expect(count(...versions), versions[0]).toBe(0);
  expect(count('/story/17', '/print/18')).toBe(2);
  // one programme, two episodes
  expect(count('/podcast/rain/id7?i=101', '/podcast/frost/id7?i=102')).toBe(2);
  const episodes = ['rain', 'thunder', 'wind', 'snow', 'hail', 'sunshine', 'storm', 'cloud', 'frost'];
  expect(count(...episodes.map((name) => `/podcast/${name}/id7`))).toBe(9);
  expect(count('/story/17/', '/story/18/print/')).toBe(2);
  expect(count('/story/17', '/print/17', '/forum/4')).toBe(2);
  // two pages of each kind
  expect(count('/story/17', '/print/17', '/story/18', '/print/18')).toBe(2);
  expect(count('/how-to-count-3', '/winter-market-3')).toBe(2);
  expect(count('/how-to-count?style=3', '/old-winter-market?style=3')).toBe(2);
  expect(count('/story17', '/print17', '/story', '/forum?page=a')).toBe(3);
});

test('of more than 4,096 folders as many are compared, whatever their order', () => {
  const pages = [...ownWords(20_000, 'folder'), ...ownWords(20_000, 'other')];
  const urls = pages.map((folder, i) => ({
    words: `page${i % 10_000}`,
    folders: folder,
    of: wordsOf.page,
    id: '',
  }));
  const folders = urlsOf(ownWords(20_000, 'folder'));
  const counts = [
    [...urls, ...folders],
    [...folders, ...urls.toReversed()],
  ].map((all) => countUnlikeUrls(all));
  expect(counts[0]).toBe(counts[1]);
});

/** Whether pages of one text replace others: so many pages and URLs, beside others of which most name their URLs. */
const replaces = (
  worded: number,
  named: number,
  urls: number,
  others: number,
  least: (typeof needed)['text'] = needed.text,
): boolean =>
  standsForOthers({ worded, named }, { worded: worded + others, named: named + others }, urls, least);

test('a quarter of the pages of a wall may name their URLs, and no more', () => {
  expect(replaces(8, 2, 8, 20)).toBe(true);
  expect(replaces(8, 3, 8, 20)).toBe(false);
});

test('two URLs with more than two pages each are names of one page, three are not', () => {
  expect(replaces(4, 0, 2, 20)).toBe(true);
  expect(replaces(5, 0, 2, 20)).toBe(false);
  expect(replaces(100, 0, 3, 20)).toBe(true);
});

test('three other pages show what is usual, unless fewer are said to be enough', () => {
  expect(replaces(3, 0, 3, 3)).toBe(true);
  expect(replaces(3, 0, 3, 2)).toBe(false);
  expect(replaces(3, 0, 3, 2, { ...needed.text, others: 2 })).toBe(true);
  // half of pages that are not known may name their URLs
  expect([4, 5].map((pages) => replaces(pages, 0, pages, 0, needed.message))).toEqual([false, true]);
});

test('a text that is no message is a wall by words under three unlike URLs or more only, of which it names an eighth at most', () => {
  const article = needed['no message'];
  expect([2, 3].map((urls) => replaces(urls, 0, urls, 1000, article))).toEqual([false, true]);
  expect([7, 8].map((pages) => replaces(pages, 1, pages, 1000, article))).toEqual([false, true]);
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(1000), (worded, named, urls, others) => {
      if (named > worded || urls > worded) return;
      const isWall = replaces(worded, named, urls, others, article);
      // it needs everything that a message needs
      if (isWall) expect(replaces(worded, named, urls, others)).toBe(true);
      if (urls < 3 || 8 * named > worded) expect(isWall).toBe(false);
    }),
  );
});

test('the pages of a text do not show what is usual, whether they name their URLs or not', () => {
  // three of four others do not name theirs either
  const beside = (own: { worded: number; named: number }): boolean =>
    standsForOthers(own, { worded: own.worded + 20, named: own.named + 5 }, own.worded);
  expect(beside({ worded: 9, named: 0 })).toBe(false);
  expect(beside({ worded: 10, named: 0 })).toBe(true);
  expect(beside({ worded: 9, named: 2 })).toBe(false);
  expect(beside({ worded: 12, named: 2 })).toBe(true);
});

/** The same by a pattern of URLs, where so many of the other pages share texts. */
const replacesValues = (
  own: { readonly unlike: number; readonly pages: number; readonly named?: number },
  others: number,
  sharing: number,
  isFirst?: boolean,
  tested: number = 1,
  copied = tested,
): boolean => {
  const { pages } = own;
  return standsForOtherValues(
    { named: 0, ...own },
    { pages: pages + others, shared: pages + sharing, copied, tested },
    isFirst,
  );
};

test('an eighth of the pages of a wall at a pattern may name their URLs, and no more', () => {
  expect(replacesValues({ unlike: 8, pages: 16, named: 2 }, 20, 0)).toBe(true);
  expect(replacesValues({ unlike: 8, pages: 16, named: 3 }, 20, 0)).toBe(false);
});

test('a text replaces the values of a pattern from three of them on, beside eight other pages', () => {
  expect([2, 3].map((unlike) => replacesValues({ unlike, pages: 3 }, 20, 0))).toEqual([false, true]);
  expect([7, 8].map((others) => replacesValues({ unlike: 3, pages: 3 }, others, 0))).toEqual([false, true]);
});

test('where more than half of the other pages share texts, no number of values is enough', () => {
  expect([4, 5].map((sharing) => replacesValues({ unlike: 16, pages: 16 }, 8, sharing))).toEqual([
    true,
    false,
  ]);
});

test('the more texts of a pattern have three values, the less likely by chance each of them needs to be', () => {
  const isWall = (tested: number, isFirst?: boolean) =>
    replacesValues({ unlike: 5, pages: 5 }, 98, 29, isFirst, tested, 20);
  // .3 ** 4 = .0081, and 6 times as much is below 1 in 20
  for (const isFirst of [false, true])
    expect([6, 7].map((tested) => isWall(tested, isFirst))).toEqual([true, false]);
});

test('where most texts with two values have a third, as topics with a copy for each reply have, further values say little', () => {
  const isWall = (unlike: number, copied: number, tested: number, isFirst?: boolean) =>
    replacesValues({ unlike, pages: unlike }, 98, 24, isFirst, tested, copied);
  for (const isFirst of [false, true]) {
    // three values have 68 / 120 and 68 / 400 of the texts beside walls, twice as many have 1.71 powers of that, of at most .05 / 100
    expect([120, 400].map((copied) => isWall(8, copied, 100, isFirst))).toEqual([false, false]);
    expect([120, 400].map((copied) => isWall(9, copied, 100, isFirst))).toEqual([false, true]);
    expect(isWall(16, 120, 100, isFirst)).toBe(false);
    // some other walls are no sign of copies
    expect(isWall(5, 10, 10, isFirst)).toBe(true);
  }
});

test('where more than an eighth of the other pages hide their titles, these tell apart pages of one text, too', () => {
  const own = { unlike: 5, pages: 5, named: 0 };
  const isWall = (hiding: number, others: number, haveTitles = true) =>
    standsForOtherValues(
      { ...own, hiding, haveTitles },
      { pages: 5 + 80, hiding: hiding + others, shared: 5, copied: 1, tested: 1 },
    );
  expect([isWall(5, 10), isWall(5, 11), isWall(5, 80, false)]).toEqual([true, false, true]);
});

test('an event that is repeated every week is no wall where hundreds of others are repeated several times', () => {
  const all = { pages: 5998, shared: 2100, copied: 422, tested: 220 };
  for (const unlike of [13, 14, 16])
    expect(standsForOtherValues({ unlike, pages: unlike, named: 0 }, all)).toBe(false);
  // as many pages share as few texts, as a site has walls
  expect(standsForOtherValues({ unlike: 13, pages: 13, named: 0 }, { ...all, copied: 30, tested: 20 })).toBe(
    true,
  );
});

test('a text that was the first of many to have its values needs to be less likely', () => {
  expect(replacesValues({ unlike: 3, pages: 3 }, 100, 5)).toBe(true);
  expect(replacesValues({ unlike: 3, pages: 3 }, 100, 5, true)).toBe(false);
  expect(replacesValues({ unlike: 3, pages: 3 }, 100, 4, true)).toBe(true);
  // among few texts the order of pages decides nothing
  expect(replacesValues({ unlike: 5, pages: 5 }, 100, 40, true)).toBe(true);
});
