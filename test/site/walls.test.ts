import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNamedByUrl, namedParts } from '../../src/site/named-by-url.ts';
import { standsForOtherValues } from '../../src/site/pattern-evidence.ts';
import { urlParts, urlWords } from '../../src/site/url-words.ts';
import { type WallPage, wallsIn } from './site-pages.ts';

const host = 'a.example';

function page(path: string, named: boolean): WallPage {
  return { host, url: `https://${host}${path}`, isNamedByUrl: named };
}

const articles = ['/news/harbour-bridge', '/news/winter-market', '/sport/rowing-final'].map((path) =>
  page(path, true),
);
const walled = ['/news/city-council', '/sport/chess-open', '/culture/opera-house'].map((path) =>
  page(path, false),
);

function wallsAmong(pages: readonly WallPage[], members: readonly WallPage[]): number {
  return wallsIn([members.map((each) => pages.indexOf(each))], pages).size;
}

test('the words of a URL are those of the last part of its path that has any, but of no index', () => {
  expect(urlWords('https://a.example/news/2024/City-Council_votes.html?utm=campaign')).toEqual([
    'city',
    'council',
    'votes',
  ]);
  expect(urlWords('https://a.example/guides/InstallGuide/')).toEqual(['install', 'guide']);
  expect(urlWords('https://a.example/guides/index.html')).toEqual(urlWords('https://a.example/guides/'));
  expect(urlWords('https://a.example/index.html')).toEqual([]);
  expect(urlWords('https://a.example/reports/12345')).toEqual(['reports']);
  expect(urlWords('https://a.example/p/8s7df6')).toEqual([]);
  expect(urlWords('https://a.example/%C3%BCberblick')).toEqual(['überblick']);
  expect(urlWords('https://a.example/%zz-broken')).toEqual(['broken']);
  expect(urlWords('https://a.example/id/한국-뉴스')).toEqual(['한국', '뉴스']);
  expect(urlWords('https://a.example/id/हिन्दी')).toEqual(['हिन्दी']);
  for (const url of ['', 'urn:x', 'https://a.example']) expect(urlWords(url)).toEqual([]);
});

test('a page names its URL when half of its words are in its names or, without any, in its text', () => {
  const url = 'https://a.example/news/city-council';
  expect(isNamedByUrl(url, 'The COUNCIL met.', [])).toBe(true);
  expect(isNamedByUrl(url, 'text', ['My site', 'Council votes'])).toBe(true);
  expect(isNamedByUrl(url, 'City council, harbour bridge, winter market', ['Before you continue'])).toBe(
    false,
  );
  expect(isNamedByUrl('https://a.example/news/city-council-votes', 'on votes', [])).toBe(false);
  expect(isNamedByUrl('https://a.example/17', 'text', [])).toBeUndefined();
  // short words, as whole ones of names
  const short = 'https://a.example/jakarta/ws/rs/GET.html';
  expect(isNamedByUrl(short, 'text', ['Annotation Type GET'])).toBe(true);
  expect(isNamedByUrl(short, 'get', ['Together'])).toBe(false);
  expect(isNamedByUrl(short, 'get', [])).toBe(false);
});

test('a page names its query when half of the words of one parameter are in its names', () => {
  const url = 'https://a.example/index.php?lang=de&title=Harbour_bridge';
  expect(namedParts(url, ['harbour bridge', 'my site'])).toBe(urlParts.query);
  expect(namedParts(url.replace('_', '+'), ['the bridge'])).toBe(urlParts.query);
  expect(namedParts(url, ['winter market'])).toBe(0);
  expect(namedParts('https://a.example/index.php?t=17', ['17'])).toBe(0);
  expect(namedParts('https://a.example/topics/harbour/', ['harbour'])).toBe(urlParts.path);
  // the name of a folder is not what was asked for in it
  expect(namedParts('https://a.example/topics/17', ['topics'])).toBe(0);
});

test('five pages of a message on a host that has nothing else are those of a parked host, and a text says less', () => {
  const parked = ['/news/city-council', '/sport/chess-open', '/opera', '/trains', '/mail'].map((path) =>
    page(path, false),
  );
  const members = [...parked.keys()];
  expect(wallsIn([members], parked, true).get(0)).toEqual(members);
  expect(wallsIn([members.slice(0, 4)], parked.slice(0, 4), true).size).toBe(0);
  expect(wallsIn([members], parked).size).toBe(0);
  const named = parked.map((each) => ({ ...each, isNamedByUrl: true }));
  expect(wallsIn([members], named, true).size).toBe(0);
});

test('one text under unlike URLs that it does not name, on a site whose other pages name theirs, is a wall', () => {
  expect(wallsAmong([...articles, ...walled], walled)).toBe(1);
});

test('a message that says the words of more than a quarter of its URLs is the page of each, and none', () => {
  const saying = (count: number) => walled.map((each, i) => ({ ...each, names: 1, saysUrl: i < count }));
  for (const [count, walls] of [
    [0, 1],
    [1, 0],
    [3, 0],
  ] as const) {
    const pages = [...articles, ...saying(count)];
    expect(wallsIn([[3, 4, 5]], pages).size).toBe(walls);
    expect(wallsIn([[3, 4, 5]], pages, true).size).toBe(walls);
  }
});

test('a text whose pages have a name of their own each is no wall, but a message is, and a text of which two have one name', () => {
  const called = (names: readonly number[]) =>
    walled.map((each, i) => ({ ...each, names: 1, name: names[i]! }));
  for (const [names, walls] of [
    [[1, 2, 3], 0],
    [[1, 2, 1], 1],
    [[0, 1, 2], 1],
  ] as const) {
    const pages = [...articles, ...called(names)];
    expect(wallsIn([[3, 4, 5]], pages).size).toBe(walls);
    expect(wallsIn([[3, 4, 5]], pages, true).size).toBe(1);
  }
});

test('a text that names its URLs is none, nor is one under like URLs, under two, or on a site that names none', () => {
  const licence = ['/core/license-text', '/rails/licence-file', '/mocks/copying-terms'].map((path) =>
    page(path, true),
  );
  expect(wallsAmong([...articles, ...licence], licence)).toBe(0);
  const versions = ['/3.1/opera-house', '/3.2/opera-house', '/3.3/opera-house'].map((path) =>
    page(path, false),
  );
  expect(wallsAmong([...articles, ...versions], versions)).toBe(0);
  // two pages that name their URLs do not say that those who do not are rare
  const two = walled.slice(0, 2);
  expect(wallsAmong([...articles.slice(0, 2), ...two], two)).toBe(0);
  const nameless = articles.map((each) => ({ ...each, isNamedByUrl: false }));
  expect(wallsAmong([...nameless, ...walled], walled)).toBe(0);
  // a syndicated text stands on several hosts
  const syndicated = walled.map((each, i) => ({ ...each, host: `${i}.example` }));
  expect(wallsAmong([...articles, ...syndicated], syndicated)).toBe(0);
});

test('the more other pages name their URLs, the fewer that do not make a wall; two under one URL are one', () => {
  const two = walled.slice(0, 2);
  const many = Array.from({ length: 12 }, (_, i) => page(`/news/${'abcdefghijkl'[i]!.repeat(5)}`, true));
  expect(wallsAmong([...many, ...two], two)).toBe(1);
  expect(wallsAmong([...many, walled[0]!, walled[0]!], [walled[0]!])).toBe(0);
  const renamed = [1, 2, 3].flatMap((version) => [
    page(`/${version}/changes`, false),
    page(`/${version}/history`, false),
  ]);
  expect(wallsAmong([...many, ...renamed], renamed)).toBe(0);
  const half = many.map((each, i) => ({ ...each, isNamedByUrl: i % 2 === 0 }));
  expect(wallsAmong([...half, ...walled], walled)).toBe(0);
});

test('a message that is a wall on one host is one on all that show it under unlike URLs, however their other pages are called; a text is not', () => {
  const on = (host: string, pages: readonly WallPage[], isNamedByUrl: boolean): WallPage[] =>
    pages.map((each) => ({
      ...each,
      host,
      url: `https://${host}${new URL(each.url).pathname}`,
      isNamedByUrl,
    }));
  const many = Array.from({ length: 20 }, (_, i) =>
    page(`/news/${'abcdefghijklmnopqrst'[i]!.repeat(5)}`, true),
  );
  const two = walled.slice(0, 2);
  const [here, there] = [on('a.example', two, false), on('b.example', two.toReversed(), false)];
  const once = on('c.example', two.slice(0, 1), false);
  const nameless = on('b.example', many, false);
  const pages = [...here, ...there, ...once, ...on('a.example', many, true), ...nameless];
  expect([...wallsIn([[0, 1]], pages, true).values()]).toEqual([[0, 1]]);
  expect([...wallsIn([[2, 3]], pages, true).values()]).toEqual([]);
  expect([...wallsIn([[0, 1, 2, 3, 4]], pages, true).values()]).toEqual([[0, 1, 2, 3]]);
  expect([...wallsIn([[0, 1, 2, 3, 4]], pages).values()]).toEqual([]);
});

test('an article that was moved, or that other addresses show too, is no wall, however many others name their URLs', () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    page(`/news/${'abcdefghijklmnopqrst'[i % 20]!.repeat(5 + Math.floor(i / 20))}`, true),
  );
  const isWall = (text: readonly WallPage[], long: (page: number) => boolean) => {
    const members = text.map((each, i) => ({ ...each, isNoMessage: long(i) }));
    return wallsAmong([...many, ...members], members) === 1;
  };
  const [none, some, all] = [() => false, (i: number) => i === 0, () => true];
  const moved = walled.slice(0, 2);
  expect([none, some, all].map((long) => isWall(moved, long))).toEqual([true, false, false]);
  // at one address of four it is named
  const shown = [page('/news/great-storm', true), ...walled];
  expect([none, some, all].map((long) => isWall(shown, long))).toEqual([true, false, false]);
  expect([none, some, all].map((long) => isWall(walled, long))).toEqual([true, true, true]);
});

test('a folder that shows a page in it, and a long text whose addresses were those of series, are no walls', () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    page(`/news/${'abcdefghijklmnopqrst'[i % 20]!.repeat(5 + Math.floor(i / 20))}`, true),
  );
  const isWall = (paths: readonly string[], isNoMessage = false): boolean => {
    const members = paths.map((path) => ({ ...page(path, false), isNoMessage }));
    return wallsAmong([...many, ...members], members) === 1;
  };
  expect(isWall(['/guide/', '/guide/intro.html'])).toBe(false);
  expect(isWall(['/tour/', '/guide/intro.html'])).toBe(true);
  const lesson = ['/basic/lesson-3', '/script03.html', '/old/tutorial-3', '/course/3'];
  expect(isWall(lesson, true)).toBe(false);
  expect(isWall(lesson)).toBe(true);
  expect(isWall(['/basic/loops', '/all-about-it.html', '/old/do-it-again'], true)).toBe(true);
});

test('walls do not say what is usual on a host', () => {
  const two = [page('/hotel/grand-palace', false), page('/music/first-night', false)];
  const many = [...articles, ...articles.map(({ url }) => page(`${new URL(url).pathname}s`, true))];
  const pages = [...many, ...walled, ...two];
  const clusters = [two, walled].map((members) => members.map((each) => pages.indexOf(each)));
  expect([...wallsIn(clusters, pages).keys()].sort()).toEqual([0, 1]);
  expect(wallsIn(clusters.slice(0, 1), pages).size).toBe(0);
});

test('a text that several sites show in place of others is a wall, once two unlike URLs of one site have it', () => {
  const at = (pages: readonly WallPage[], hosts: readonly string[]) =>
    pages.map((each, i) => ({ ...each, host: hosts[i]!, url: each.url.replace(host, hosts[i]!) }));
  const elsewhere = ['/a/winter-sale', '/b/night-train', '/c/garden-tools'].map((path) => page(path, true));
  const others = [...articles, ...at(elsewhere, ['b.example', 'b.example', 'b.example'])];
  const shared = at(walled, [host, host, 'b.example']);
  const all = [...others, ...shared];
  // b.example shows it once, and may be where it was copied from
  const standing = shared.slice(0, 2).map((each) => all.indexOf(each));
  expect([...wallsIn([shared.map((each) => all.indexOf(each))], all).values()]).toEqual([standing]);
  const apart = at(walled, [host, 'b.example', 'c.example']);
  expect(wallsAmong([...others, ...apart], apart)).toBe(0);
});

test('URLs that gave another text at another time have a wall now, whatever their words', () => {
  const ids = [1, 2, 3].map((id) => ({ host, url: `https://${host}/p/${id}` }));
  const later = ids.map((each) => ({ ...each }));
  expect(wallsAmong([...ids, ...later], later)).toBe(1);
  // the same text again is no change
  expect(wallsAmong([...ids, ...later], [...ids, ...later])).toBe(0);
});

test('a message under two URLs is a wall where each gave another thing, and no copy of a page that both give a wall for later', () => {
  const at = (id: number, name: number): WallPage => ({
    ...{ host, url: `https://${host}/p/${id}`, isNamedByUrl: false },
    ...{ name, names: name },
  });
  const things = [at(1, 7), at(2, 8)];
  const sorry = [at(1, 9), at(2, 9)];
  expect(wallsAmong([...things, ...sorry], sorry)).toBe(1);
  expect(wallsAmong([things[0]!, ...sorry], sorry)).toBe(0);
  const copies = [at(1, 7), at(2, 7), at(3, 7)];
  const walled = [at(1, 9), at(2, 9), at(3, 9)];
  expect(wallsAmong([...copies, ...walled], copies)).toBe(0);
  const named = sorry.map((each) => ({ ...each, isNamedByUrl: true }));
  expect(wallsAmong([...things, ...named], named)).toBe(0);
});

describe('where URLs have no words', () => {
  const topic = (id: number): WallPage => ({ ...page(`/viewtopic.php?t=${id}`, false), names: id });
  const topics = Array.from({ length: 9 }, (_, i) => topic(i));
  const sorry = [20, 21, 22].map((id) => ({ ...topic(id), names: 99 }));

  /** Texts of two pages each, under values that differ. */
  const pairsOf = (all: readonly WallPage[]): WallPage[][] =>
    all.flatMap((each, i) => (i % 2 === 0 ? [[each, { ...all[i + 1]!, names: each.names! }]] : []));
  const walls = (texts: readonly (readonly WallPage[])[], others: readonly WallPage[]): number[] => {
    const pages = [...texts.flat(), ...others];
    const clusters = texts.map((members) => members.map((each) => pages.indexOf(each)));
    return [...wallsIn(clusters, pages, true).keys()];
  };

  test('a message under three ids is a wall where each other id has a text of its own, and a long text is none', () => {
    expect(walls([sorry], topics)).toEqual([0]);
    const wordless = (each: WallPage, i: number) => ({ ...each, url: `https://${host}/${100 + i}` });
    const ids = [...sorry, ...topics].map(({ isNamedByUrl: _, ...each }, i) => wordless(each, i));
    expect(walls([ids.slice(0, 3)], ids.slice(3))).toEqual([0]);
    expect(walls([sorry.map(({ names: _, ...each }) => each)], topics)).toEqual([]);
  });

  test('texts that are similar and no equal messages are none, as overloads of a method', () => {
    const pages = [...sorry, ...topics];
    const cluster = sorry.map((_, page) => page);
    expect([...wallsIn([cluster], pages, true).keys()]).toEqual([0]);
    expect([...wallsIn([cluster], pages).keys()]).toEqual([]);
  });

  test('two are none, for a page may have moved, nor are pages of other names, or of one that names its URL', () => {
    expect(walls([sorry.slice(0, 2)], topics)).toEqual([]);
    expect(walls([sorry.map((each, names) => ({ ...each, names }))], topics)).toEqual([]);
    expect(
      walls(
        [sorry.map((each, i) => ({ ...each, named: i === 0 ? urlParts.path | urlParts.query : 0 }))],
        topics,
      ),
    ).toEqual([]);
    expect(walls([sorry], topics.slice(0, 7))).toEqual([]);
  });

  test('one that hides the titles of its pages is none where others hide theirs as well, unless these are those of a wall', () => {
    let titles = 0;
    const hiding = (page: WallPage) => ({ ...page, hiddenTitle: titles++ });
    const besides = (others: number) => topics.map((page, i) => (i < others ? hiding(page) : page));
    const hidden = sorry.map(hiding);
    expect([0, 1, 2].map((others) => walls([hidden], besides(others)).length)).toEqual([1, 1, 0]);
    expect(walls([sorry], besides(9))).toHaveLength(1);
    // all of them have one title
    expect(walls([sorry.map((page) => ({ ...page, hiddenTitle: 0 }))], besides(9))).toHaveLength(1);
    const gone = Array.from({ length: 16 }, (_, i) => ({ ...hiding(topic(2000 + i)), names: 2000 }));
    const more = Array.from({ length: 40 }, (_, i) => topic(1000 + i));
    expect(walls([hidden, gone], more)).toHaveLength(2);
  });

  test('it takes three values however many others there are, and that none of three names what its URL does', () => {
    const all = { pages: 1003, shared: 3, copied: 1, tested: 1 };
    expect(standsForOtherValues({ pages: 3, named: 0, unlike: 3 }, all)).toBe(true);
    expect(standsForOtherValues({ pages: 3, named: 0, unlike: 2 }, all)).toBe(false);
    expect(standsForOtherValues({ pages: 3, named: 1, unlike: 3 }, all)).toBe(false);
  });

  test('where many texts have as many values, as stale copies of pages under other numbers, none of them is a wall', () => {
    const copies = (texts: number) =>
      Array.from({ length: texts }, (_, text) => topics.length + 3 * text).map((first) =>
        [0, 1, 2].map((i) => ({ ...topic(first + i), names: first })),
      );
    const others = Array.from({ length: 400 }, (_, i) => topic(1000 + i));
    expect(walls(copies(3), others)).toHaveLength(3);
    expect(walls(copies(20), others)).toEqual([]);
  });

  test('where other texts have several values as well, as those of sessions, equal texts are copies', () => {
    const many = Array.from({ length: 20 }, (_, i) => topic(100 + i));
    expect(walls([sorry, ...pairsOf(many.slice(0, 4))], [...topics, ...many.slice(4)])).toEqual([0]);
    expect(walls([sorry, ...pairsOf(many)], topics)).toEqual([]);
  });

  test('so are they where long texts have several values, whatever the names of their pages', () => {
    const long = Array.from({ length: 24 }, (_, i) => {
      const { names: _names, ...each } = topic(200 + i);
      return { ...each, isNoMessage: true };
    });
    const pages = [...sorry, ...long];
    const message = sorry.map((_, i) => i);
    const copies: number[][] = [];
    for (let i = 0; i < long.length; i += 3) copies.push([3 + i, 4 + i, 5 + i]);
    expect(wallsIn([message], pages, true).size).toBe(1);
    expect(wallsIn([message], pages, true, copies).size).toBe(0);
    expect(wallsIn([message], pages, true, copies.slice(0, 1)).size).toBe(1);
    // the long texts themselves are no walls
    expect(wallsIn([message, ...copies], pages, true, copies).size).toBe(0);
  });

  test('walls do not say whether values tell what is there, in whatever order pages come', () => {
    const twelve = Array.from({ length: 12 }, (_, i) => ({ ...topic(50 + i), names: 98 }));
    const texts = [sorry, twelve];
    // twelve of one text are a third of all pages, but for which nearly each has its own
    expect(walls(texts, topics).sort()).toEqual([0, 1]);
    expect(walls([...texts].reverse(), [...topics].reverse()).sort()).toEqual([0, 1]);
  });

  test('the same pages are of walls in whatever order all come', () => {
    const drawn = fc.record({ id: fc.nat(30), text: fc.nat(3) });
    const order = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 24 }), order, (some, keys) => {
        const all = [
          ...some.map(({ id, text }) => ({ page: { ...topic(id), names: 90 + text }, text })),
          ...topics.map((each) => ({ page: each, text: -1 })),
        ].map((each, number) => ({ ...each, number }));
        const wallsOf = (pages: typeof all): number[] => {
          const clusters = [0, 1, 2, 3]
            .map((text) => [...pages.keys()].filter((i) => pages[i]!.text === text))
            .filter((members) => members.length > 1);
          const found = wallsIn(
            clusters,
            pages.map((each) => each.page),
            true,
          );
          return [...found.values()]
            .flat()
            .map((i) => pages[i]!.number)
            .sort((x, y) => x - y);
        };
        const shuffled = [...all].sort((x, y) => keys[x.number]! - keys[y.number]!);
        expect(wallsOf(shuffled)).toEqual(wallsOf(all));
      }),
    );
  });

  test('a host that shows a wall under two ids has it too, with a name or without, and one that has it once may be where it was copied from', () => {
    const at = (id: number, other: string): WallPage => ({
      ...{ host: other, url: `https://${other}/viewtopic.php?t=${id}`, isNamedByUrl: false, names: 99 },
    });
    const nameless = ({ names: _, ...each }: WallPage): WallPage => each;
    const others = [at(1, 'b.example'), at(2, 'b.example'), at(1, 'c.example')];
    for (const shared of [others, others.map(nameless)].map((list) => [...sorry, ...list])) {
      const pages = [...shared, ...topics];
      expect([...wallsIn([[...shared.keys()]], pages, true).values()]).toEqual([[0, 1, 2, 3, 4]]);
    }
  });
});
