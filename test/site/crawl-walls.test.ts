import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CrawlWalls } from '../../src/site/crawl-walls.ts';
import type { CrawledText } from '../../src/site/crawled-text.ts';
import { urlWords } from '../../src/site/url-words.ts';
import { wallsIn } from './site-pages.ts';

const host = 'a.example';
type Page = Pick<CrawledText, 'key' | 'url' | 'host' | 'isNamedByUrl' | 'identity'> & {
  readonly text: number;
};

const gramsOf = (...grams: number[]) => BigUint64Array.from(grams, BigInt).sort();

function page(path: string, isNamedByUrl: boolean | undefined, text: number): Page {
  const url = `https://${host}${path}`;
  return { key: url, url, host, isNamedByUrl, text };
}

/**
 * Tells of pages in their order; which were known for walls when they came, and which were named later.
 *
 * @param areLong whether their texts are longer than any message; else each has a message of its own
 */
function crawled(
  pages: readonly Page[],
  areLong: boolean = true,
  walls: CrawlWalls = new CrawlWalls(),
): { known: string[]; later: string[] } {
  const first = new Map<number, Page>();
  const known: string[] = [];
  const later: string[] = [];
  for (const [i, { text, ...each }] of pages.entries()) {
    const repeats = first.get(text);
    const page = { ...each, grams: gramsOf(text), ...(!areLong && { message: 2 * i }) };
    const earlier = walls.see(repeats === undefined ? page : { ...page, repeats });
    if (repeats === undefined) first.set(text, { ...each, text });
    if (earlier === undefined) continue;
    known.push(each.key);
    later.push(...earlier);
  }
  return { known, later };
}

const articles = ['/news/harbour-bridge', '/news/winter-market', '/sport/rowing-final'].map((path, i) =>
  page(path, true, i),
);
/** Two pages under one text may be chance on such a site, three are not. */
const few = [...articles, page('/garden/quarry-meadow', false, 50)];
const walled = [
  '/news/city-council',
  '/sport/chess-open',
  '/culture/opera-house',
  '/culture/night-train',
].map((path) => page(path, false, 99));

test('a wall is known from the third page on that it stands for, and then names the two before', () => {
  const [a, b, c, d] = walled.map(({ key }) => key);
  expect(crawled([...few, ...walled])).toEqual({ known: [c, d], later: [a, b] });
  expect(crawled([...walled.slice(0, 3), ...few, walled[3]!])).toEqual({ known: [d], later: [a, b, c] });
});

test('a text whose pages have a name of their own each is no wall in a crawl, however many there are', () => {
  const called = (name: (i: number) => string) => walled.map((each, i) => ({ ...each, identity: name(i) }));
  for (const areLong of [true, false]) {
    expect(crawled([...few, ...called((i) => `notice ${i}`)], areLong).known).toEqual([]);
    expect(crawled([...few, ...called(() => 'notice')], areLong).known).toHaveLength(2);
  }
});

test('a long text whose addresses were those of three series is no wall', () => {
  const lesson = ['/basic/lesson-3', '/script03.html', '/old/tutorial-3', '/course/3'];
  const others = ['/basic/loops', '/all-about-it.html', '/old/do-it-again', '/course/repeat'];
  const known = [lesson, others].map(
    (paths) => crawled([...few, ...paths.map((path) => page(path, false, 99))]).known.length,
  );
  expect(known).toEqual([0, 2]);
});

test('an article that another host copies is none of its wall, though that host shows it under unlike addresses', () => {
  const original = { ...page('/reports/great-storm', false, 99), host: 'b.example' };
  const [a, b, c] = walled.map(({ key }) => key);
  expect(crawled([original, ...few, ...walled.slice(0, 2)])).toEqual({ known: [], later: [] });
  expect(crawled([original, ...few, ...walled.slice(0, 3)])).toEqual({ known: [c], later: [a, b] });
});

test('a text that one URL in three names is no wall, though pages come under many ids of the other two', () => {
  const ids = (path: string) => Array.from({ length: 6 }, (_, id) => page(`${path}?id=${id}`, false, 99));
  const two = [...articles, ...few, ...ids('/culture/opera-house'), ...ids('/sport/chess-open')];
  expect(crawled([...two, page('/tips/knots', true, 99)]).known).toEqual([]);
  expect(crawled([...two, page('/tips/knots', false, 99)]).known).toHaveLength(1);
});

test('a page that is fetched again is no other page', () => {
  const again = [walled[0]!, walled[1]!, walled[1]!, walled[1]!, walled[0]!];
  expect(crawled([...few, ...again]).known).toEqual([]);
});

test('words decide nothing where one message stands above unlike lists of other pages', () => {
  const told = (message: number): boolean => {
    const walls = new CrawlWalls();
    for (const { text, ...each } of few) walls.see({ ...each, grams: gramsOf(text) });
    const known = walled.map(({ text, ...each }, i) =>
      walls.see({ ...each, message, grams: gramsOf(text, 500 + i) }),
    );
    return known.some((earlier) => earlier !== undefined);
  };
  expect([told(8), told(2 ** 48 + 8)]).toEqual([true, false]);
});

test('a wall is known by its text, also where no page is repeated', () => {
  const walls = new CrawlWalls();
  const withGrams = ({ text, ...each }: Page) => ({ ...each, grams: gramsOf(text) });
  for (const each of articles) walls.see(withGrams(each));
  const [first, second, third, fourth] = walled.map(withGrams);
  walls.see(first!);
  for (const each of [second!, third!]) walls.see({ ...each, repeats: first! });
  expect(walls.see(fourth!)).toEqual([]);
  expect(walls.see({ ...fourth!, grams: gramsOf(98) })).toBeUndefined();
  expect(walls.see({ ...fourth!, host: 'b.example' })).toBeUndefined();
});

describe('short pages of one name', () => {
  /** A part of what each has is of it alone, as its address: no page repeats another. */
  const short = (path: string, identity = 'not here', own = path.length * 1000) => ({
    ...page(path, false, 0),
    identity,
    message: own,
    grams: BigUint64Array.from([1, 2, 3, 4, own], BigInt),
  });
  const missing = ['/news/city-council', '/sport/chess', '/culture/opera-house', '/trains/night'];

  /** What is told of pages of a site with so many articles. */
  function told(pages: readonly CrawledText[], count = 3): (readonly string[] | undefined)[] {
    const walls = new CrawlWalls();
    for (let i = 0; i < count; i++) {
      const { text, ...each } = page(`/article/number-${i}`, true, 100 + i);
      walls.see({ ...each, grams: gramsOf(text) });
    }
    return pages.map((each) => walls.see(each));
  }

  test('are a wall from the third page on, and name the two before', () => {
    const pages = missing.map((path) => short(path));
    const [a, b] = pages.map(({ key }) => key);
    expect(told(pages)).toEqual([undefined, undefined, [a, b], []]);
  });

  test('are a wall from the fifth on of a parked host that has nothing else if they say hardly more than their message', () => {
    const parked = (said: number) =>
      [...missing, '/weather/storm'].map((path) => ({
        ...short(path),
        grams: gramsOf(...Array.from({ length: said }, (_, i) => i), path.length * 1000),
      }));
    const before = parked(20).slice(0, 4);
    const none = before.map(() => undefined);
    expect(told(parked(20), 0)).toEqual([...none, before.map(({ key }) => key)]);
    expect(told(parked(4), 0)).toEqual([...none, undefined]);
  });

  test('are none where the names differ, the texts are no message or the URLs are alike', () => {
    const none = [undefined, undefined, undefined, undefined];
    expect(told(missing.map((path, i) => short(path, `no. ${i}`)))).toEqual(none);
    expect(told(missing.map((path) => ({ ...short(path), grams: gramsOf(path.length) })))).toEqual(none);
    expect(told(['/a/chess', '/b/chess', '/c/chess', '/d/chess'].map((path) => short(path)))).toEqual(none);
    expect(told(missing.map((path) => (({ identity: _, ...each }) => each)(short(path))))).toEqual(none);
  });

  test('are none while as many long pages have the name, as the files of a program do under one title, and once these are more', () => {
    const long = (path: string) => {
      const { message: _, ...each } = short(path);
      return { ...each, isNamedByUrl: true, grams: gramsOf(path.length * 100) };
    };
    const [first, ...more] = missing.map((path) => short(path));
    const some = ['/files/one', '/files/second', '/files/thirdly'].map(long);
    const before = some.map(() => undefined);
    const none = more.map(() => undefined);
    expect(told([first!, ...some, ...more.slice(0, 2)]).slice(1)).toEqual([...before, ...none.slice(1)]);
    expect(told([first!, ...some, ...more]).at(-1)).toEqual(
      [first, ...more.slice(0, 2)].map((each) => each!.key),
    );
    const [last, ...others] = [...missing, '/parks/lime-avenue'].map((path) => short(path)).reverse();
    expect(
      told([...others, ...[...some, long('/files/the-fourth'), long('/files/the-fifth')], last!]).at(-1),
    ).toBeUndefined();
    expect(told([...others, ...some, last!]).at(-1)).toEqual([]);
  });

  test('go by all of their names, but for a title that repeats the address', () => {
    const pages = missing.map((path) => short(path, `not here\n${path.split('/').at(-1)} a`));
    const [a, b] = pages.map(({ key }) => key);
    expect(told(pages)).toEqual([undefined, undefined, [a, b], []]);
    // headings of sections, beside the title of a page of its own
    const sections = missing.map((path) => short(path, `name\nabout\n${path.split('/').at(-1)} a`));
    expect(told(sections)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('that repeat each other as well are named once', () => {
    const [a, b, c, d] = missing.map((path) => short(path));
    const { key, url, isNamedByUrl, grams } = a!;
    const copies = [b!, c!, d!].map((each) => ({ ...each, grams, repeats: { key, url, isNamedByUrl } }));
    const known = [undefined, undefined, [a!.key, b!.key]];
    // by the text first, then by the names, which another text has as well
    expect(told([a!, ...copies, short('/garden/quarry')], 9)).toEqual([...known, [], undefined]);
    // by the names first, then by the text, which stands under another name as well
    const others = [{ ...copies[1]!, ...page('/garden/quarry', false, 0), identity: 'other' }];
    expect(told([a!, copies[0]!, c!, ...others], 9)).toEqual([...known, undefined]);
  });

  test('that are a wall do not say what is usual on their site', () => {
    const [first, ...copies] = walled.map(({ text, ...each }) => ({ ...each, grams: gramsOf(text) }));
    const repeating = copies.map((each) => ({ ...each, repeats: first! }));
    const paths = ['/garden/quarry', '/weather/storms', '/letters/harbour', '/maps/coast'];
    const seen = told([...paths.map((path) => short(path)), first!, ...repeating]);
    expect(seen.map((earlier) => earlier !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('pages of one message', () => {
  /** What stands around a message is another on each page: no page repeats another. */
  const saying = (path: string, message: number, isNamedByUrl: boolean | undefined = false) => ({
    ...page(path, isNamedByUrl, 0),
    message,
    grams: gramsOf(path.length * 1000),
  });
  const paths = ['/news/city-council', '/chess', '/culture/opera-house', '/trains/night', '/garden/quarry'];

  function told(pages: readonly CrawledText[]): (readonly string[] | undefined)[] {
    const walls = new CrawlWalls();
    return pages.map((each) => walls.see(each));
  }

  test('are a wall from the third on where other pages name their URLs, whatever stands beside it', () => {
    const said = paths.map((path) => saying(path, 7));
    const others = few.map(({ text, ...each }) => ({ ...each, grams: gramsOf(text) }));
    const [a, b] = said.map(({ key }) => key);
    expect(told([...others, ...said]).slice(others.length)).toEqual([undefined, undefined, [a, b], [], []]);
  });

  test('that are known for a wall by their text are named once', () => {
    const others = few.map(({ text, ...each }) => ({ ...each, grams: gramsOf(text) }));
    const [first, ...more] = paths.slice(0, 3).map((path) => ({ ...saying(path, 7), grams: gramsOf(99) }));
    const equal = [first!, ...more.map((each) => ({ ...each, repeats: first! }))];
    const later = ['/sport/chess-open', '/market/winter', '/boats'].map((path) => saying(path, 7));
    const [a, b, c, d] = [...equal.slice(0, 2), ...later.slice(0, 2)].map(({ key }) => key);
    const told6 = told([...others, ...equal, ...later]).slice(others.length);
    expect(told6).toEqual([undefined, undefined, [a, b], undefined, undefined, [c, d]]);
  });

  test('are none the less for a page that named its URL and was of a wall that is known by its text', () => {
    const others = few.map(({ text, ...each }) => ({ ...each, grams: gramsOf(text) }));
    const [first, ...more] = paths
      .slice(0, 4)
      .map((path, i) => ({ ...saying(path, 7, i === 2), grams: gramsOf(99) }));
    const equal = [first!, ...more.map((each) => ({ ...each, repeats: first! }))];
    const later = ['/sport/chess-open', '/market/winter', '/boats'].map((path) => saying(path, 7));
    const named = [...equal.slice(0, 3), ...later.slice(0, 2)].map(({ key }) => key);
    expect(told([...others, ...equal, ...later]).slice(others.length)).toEqual([
      ...[undefined, undefined, undefined],
      named.slice(0, 3),
      ...[undefined, undefined],
      named.slice(3),
    ]);
  });

  test('are those of a parked host from the fifth on where it has nothing else, its first page with them', () => {
    const said = [saying('/', 7, undefined), ...paths.map((path) => saying(path, 7)), saying('/mail', 7)];
    const keys = said.slice(0, 5).map(({ key }) => key);
    expect(told(said)).toEqual([...keys.map(() => undefined), keys, []]);
  });

  test('are none of a page that names what its URL does, though it came first and says the same', () => {
    const said = paths.slice(0, 4).map((path) => saying(path, 7));
    const others = few.map(({ text, ...each }) => ({ ...each, grams: gramsOf(text) }));
    const named = { ...saying('/sorry', 7, true), identity: 'sorry' };
    const [a, b] = said.map(({ key }) => key);
    expect(told([...others, named, ...said]).slice(others.length)).toEqual([
      ...[undefined, undefined, undefined],
      [a, b],
      [],
    ]);
  });

  test('are none where they say other things, or name what their URLs do', () => {
    const none = paths.map(() => undefined);
    expect(told(paths.map((path, i) => saying(path, i)))).toEqual(none);
    expect(told(paths.map((path) => (({ message: _, ...each }) => each)(saying(path, 7))))).toEqual(none);
    expect(told(paths.map((path) => saying(path, 7, true)))).toEqual(none);
  });
});

describe('where URLs have no words', () => {
  const topic = (id: number, text: number, identity: string, message: number): CrawledText => {
    const { text: _, ...each } = page(`/viewtopic.php?t=${id}`, false, text);
    return { ...each, grams: gramsOf(text), identity, message };
  };
  const topics = Array.from({ length: 9 }, (_, i) => topic(i, 100 + i, `topic ${i}`, 100 + i));
  const sorry = [20, 21, 22, 23].map((id) => topic(id, 200 + id, 'sorry', 7));

  function told(pages: readonly CrawledText[]): (readonly string[] | undefined)[] {
    const walls = new CrawlWalls();
    return pages.map((each) => walls.see(each));
  }

  test('a message is known from its third id on, where each other id has a text of its own', () => {
    const [a, b] = sorry.map(({ key }) => key);
    expect(told([...topics, ...sorry]).slice(9)).toEqual([undefined, undefined, [a, b], []]);
    // too few others, then enough
    const late = told([...topics.slice(0, 5), ...sorry.slice(0, 3), ...topics.slice(5), sorry[3]!]);
    expect(late.filter((each) => each !== undefined)).toEqual([sorry.slice(0, 3).map(({ key }) => key)]);
  });

  test('one text is no message of others, however many ids it has or however often each comes', () => {
    const copies = Array.from({ length: 90 }, (_, i) => topic(100 + i, 1, 'a page', 7));
    expect(told(copies).filter((each) => each !== undefined)).toEqual([]);
    const few = copies.slice(0, 4);
    expect(told([...few, ...few, ...few, ...few]).filter((each) => each !== undefined)).toEqual([]);
  });

  test('a page that names only what its whole pattern is called may show one', () => {
    const inFolder = (each: CrawledText): CrawledText => ({
      ...{ ...each, url: each.url.replace('viewtopic.php', 'topics'), isNamedByUrl: true },
      identity: `topics ${each.identity}`,
    });
    const pages = [...topics, ...sorry].map(inFolder);
    expect(told(pages).slice(9)).toEqual([undefined, undefined, sorry.slice(0, 2).map(({ key }) => key), []]);
    // one that names the value is about that
    const named = pages.map((each) => ({ ...each, url: each.url.replace('t=', 't=sorry-') }));
    expect(told(named).slice(9)).toEqual(sorry.map(() => undefined));
  });

  test('a wall that is known does not say that values share their texts', () => {
    const twelve = Array.from({ length: 12 }, (_, i) => topic(50 + i, 400 + i, 'closed', 8));
    const seen = told([...topics, ...twelve, ...sorry.slice(0, 3)]);
    expect(seen.at(-1)).toEqual(sorry.slice(0, 2).map(({ key }) => key));
  });

  test('short pages of one name that share half of what they say are none, as overloads of a method', () => {
    const alike = sorry.map((each, i) => ({
      ...each,
      message: 50 + i,
      grams: BigUint64Array.from([1, 2, 3, 30 + i, 40 + i], BigInt),
    }));
    expect(told([...topics, ...alike]).slice(9)).toEqual(sorry.map(() => undefined));
  });

  describe('brief messages beside teasers that are template', () => {
    const isTemplate = (gram: bigint): boolean => gram >= 1000n;
    const contentOf = (_: string, grams: BigUint64Array) => grams.filter((gram) => !isTemplate(gram));
    const templates = { contentOf, templateOf: () => isTemplate };
    const beside = (id: number, identity: string, says: number): CrawledText => ({
      ...topic(id, id, identity, 1000 + id),
      grams: BigUint64Array.from([
        ...Array.from({ length: says }, (_, i) => BigInt(i)),
        ...Array.from({ length: 200 }, (_, i) => BigInt(1000 * id + i)),
      ]),
    });
    const toldOf = (others: readonly CrawledText[], says: number) => {
      const walls = new CrawlWalls(templates);
      for (const each of others) walls.see(each);
      return [20, 21, 22, 23].map((id) => walls.see(beside(id, 'sorry', says)));
    };
    const stories = Array.from({ length: 12 }, (_, id) => beside(id + 1, `story ${id}`, 0));
    const keys = [20, 21].map((id) => beside(id, '', 0).key);
    const none = Array.from({ length: 4 }, () => undefined);

    test('are a wall from the third id on, and long ones are none', () => {
      expect(toldOf(stories, 20)).toEqual([undefined, undefined, keys, []]);
      expect(toldOf(stories, 65)).toEqual(none);
    });

    test('are a wall under a name that is that of their folder, too, and none under one that names each id', () => {
      const walls = (path: (id: number) => string, name: (id: number) => string) => {
        const known = new CrawlWalls(templates);
        for (const each of stories) known.see({ ...each, ...placed(path(each.message! - 1000)) });
        return [20, 21, 22, 23].map((id) =>
          known.see({ ...beside(id, name(id), 20), ...placed(path(id)), isNamedByUrl: true }),
        );
      };
      const placed = (path: string) => ({ url: `https://${host}${path}`, key: `https://${host}${path}` });
      const issues = [20, 21].map((id) => placed(`/issues/${id}`).key);
      expect(
        walls(
          (id) => `/issues/${id}`,
          () => 'issues',
        ),
      ).toEqual([undefined, undefined, issues, []]);
      const words = ['harbour', 'meadow', 'opera', 'quarry'];
      const word = (id: number) => words[id - 20] ?? `article${'abcdefghijklmnop'[id]}`;
      expect(
        walls(
          (id) => `/issues/${word(id)}`,
          () => words.join(' '),
        ),
      ).toEqual(none);
    });

    test('are a wall at the ids of folders, and none where the others have their name, as versions of a page do', () => {
      const at = (each: CrawledText, id: number): CrawledText => {
        const url = `https://${host}/rooms/r${100 + id}/view`;
        return { ...each, url, key: url };
      };
      const toldOf = (nameOf: (i: number) => string) => {
        const walls = new CrawlWalls(templates);
        for (const [i, each] of stories.entries()) walls.see(at({ ...each, identity: nameOf(i) }, i));
        return [20, 21, 22, 23].map((id) => walls.see(at({ ...beside(id, 'sorry', 20), message: 7 }, id)));
      };
      const keys = [20, 21].map((id) => at(beside(id, 'sorry', 20), id).key);
      expect(toldOf((i) => `story ${i}`)).toEqual([undefined, undefined, keys, []]);
      expect(toldOf(() => 'sorry')).toEqual(none);
    });

    test('are a wall once more is known of the template than when they came', () => {
      let known: typeof isTemplate | undefined;
      const contentNow = (_: string, grams: BigUint64Array) =>
        known === undefined ? grams : grams.filter((gram) => !isTemplate(gram));
      const walls = new CrawlWalls({ contentOf: contentNow, templateOf: () => known });
      const pages = [20, 21, 22, 23].map((id) => beside(id, 'sorry', 20));
      const told = [...stories, ...pages].flatMap((each) => [walls.seeTemplate(each), walls.see(each) ?? []]);
      expect(told.flat()).toEqual([]);
      const next = beside(24, 'story 24', 0);
      known = isTemplate;
      expect(walls.seeTemplate({ ...next, host: 'b.example' })).toEqual([]);
      expect(walls.seeTemplate(next)).toEqual(pages.map(({ key }) => key));
      expect(walls.seeTemplate(next)).toEqual([]);
      expect(walls.see(beside(25, 'sorry', 20))).toEqual([]);
    });

    test('are a wall from the eighth on where half of each is of it alone, such as what it proposes instead', () => {
      const walls = new CrawlWalls(templates);
      for (const each of stories) walls.see(each);
      const pages = Array.from({ length: 9 }, (_, i) => {
        const { grams, ...each } = beside(20 + i, 'sorry', 20);
        const own = Array.from({ length: 16 }, (_, j) => BigInt(500 + 16 * i + j));
        return { ...each, grams: BigUint64Array.from([...grams, ...own]).sort() };
      });
      const before = pages.slice(0, 7);
      const told = before.map(() => undefined);
      expect(pages.map((each) => walls.see(each))).toEqual([...told, before.map(({ key }) => key), []]);
    });

    test('are none where long texts have several ids, whatever their names', () => {
      const long = Array.from({ length: 18 }, (_, i) => {
        const { message: _message, ...each } = topic(100 + i, 500 + (i % 9), `topic ${i}`, 0);
        return each;
      });
      const copies = long.map((each, i) => (i < 9 ? each : { ...each, repeats: long[i - 9]! }));
      expect(toldOf([...stories, ...copies], 20)).toEqual(none);
      expect(toldOf([...stories, ...long], 20)).toEqual([undefined, undefined, keys, []]);
    });

    test('are none where most others share a name, as in an archive of mail', () => {
      const mail = stories.map((each, i) => ({ ...each, identity: `thread ${i % 3}` }));
      expect(toldOf(mail, 20)).toEqual(none);
    });
  });

  test('equal texts are copies where other texts have several ids, and where names differ', () => {
    const none = sorry.map(() => undefined);
    expect(told([...topics, ...sorry.map((each, i) => ({ ...each, identity: `${i}` }))]).slice(9)).toEqual(
      none,
    );
    const pairs = topics.map((each, i) => topic(50 + i, 300 + i, each.identity!, each.message!));
    expect(told([...topics, ...pairs, ...sorry]).slice(18)).toEqual(none);
    const long = Array.from({ length: 18 }, (_, i) => {
      const { message: _message, ...each } = topic(100 + i, 500 + (i % 9), `story ${i}`, 0);
      return each;
    });
    const repeated = long.map((each, i) => (i < 9 ? each : { ...each, repeats: long[i - 9]! }));
    expect(told([...long, ...sorry]).slice(18)).not.toEqual(none);
    expect(told([...repeated, ...sorry]).slice(18)).toEqual(none);
  });
});

describe('contents of three ids each, in any order', () => {
  const contents = 400;
  const visits = Array.from({ length: 3 * contents }, (_, i) => i);

  /** Tells of visits in an order by chance; a new process goes on after so many. Returns how many pages are called walls. */
  function calledWalls(seed: number, restartAfter: number): number {
    const order = fc.sample(fc.shuffledSubarray(visits, { minLength: visits.length }), {
      seed,
      numRuns: 1,
    })[0]!;
    let walls = new CrawlWalls();
    const first = new Map<number, { key: string; url: string; isNamedByUrl: boolean }>();
    let called = 0;
    for (const [met, visit] of order.entries()) {
      if (met === restartAfter) walls = new CrawlWalls();
      const content = visit % contents;
      const url = `https://${host}/${content}/${Math.floor(visit / contents)}`;
      const repeats = first.get(content);
      const page = {
        key: url,
        url,
        host,
        isNamedByUrl: undefined,
        grams: gramsOf(content),
        message: 2 * content + 1,
      };
      const earlier = walls.see({
        ...page,
        identity: `content ${content}`,
        ...(repeats && { repeats }),
      } as CrawledText);
      if (earlier !== undefined) called++;
      if (repeats === undefined) first.set(content, { key: url, url, isNamedByUrl: false });
    }
    return called;
  }

  test('are copies, though few have been met twice when one is met for the third time', () => {
    for (let seed = 1; seed <= 20; seed++) expect(calledWalls(seed, 0)).toBe(0);
  });

  test('are copies also to a process that goes on with what an earlier one has met', () => {
    for (let seed = 1; seed <= 20; seed++) expect(calledWalls(seed, 2 * contents)).toBe(0);
  });
});

test('a message under two unlike URLs is a wall once twenty other pages say what is usual, but no copy of a page', () => {
  const others = Array.from({ length: 20 }, (_, i) => {
    const { text, ...each } = page(`/article/number-${i}`, true, 100 + i);
    return { ...each, grams: gramsOf(text) };
  });
  const asked = (path: string, i: number) => {
    const { text, ...each } = page(path, false, 200 + i);
    return { ...each, grams: gramsOf(text), identity: 'opera house', message: 7 };
  };
  const two = ['/news/city-council', '/sport/chess-open'].map(asked);
  const told = (pages: readonly CrawledText[]): boolean => {
    const walls = new CrawlWalls();
    return pages.map((each) => walls.see(each)).some((earlier) => earlier !== undefined);
  };
  expect(told([...others, ...two])).toBe(true);
  expect(told([...others.slice(1), ...two])).toBe(false);
  // the page of a folder may show one in it
  expect(told([...others, ...['/sport/', '/sport/chess-open'].map(asked)])).toBe(false);
  expect(told([...others, ...['/news/', '/sport/chess-open'].map(asked)])).toBe(true);
  // the print version of an article
  for (const print of ['/print/17', '/news/17/print', '/print.php?id=17'])
    expect(told([...others, ...['/news/17', print].map(asked)]), print).toBe(false);
  expect(told([...others, ...['/news/17', '/print/18'].map(asked)])).toBe(true);
  const of = { key: 'first', url: `https://${host}/culture/opera-house`, isNamedByUrl: false };
  expect(told([...others, ...two.map((each) => ({ ...each, repeats: of }))])).toBe(false);
});

test('a message that several pages have, and that says the words of their URLs, is no wall, but one that a single page has may echo its URL', () => {
  const others = Array.from({ length: 20 }, (_, i) => {
    const { text, ...each } = page(`/article/number-${i}`, true, 100 + i);
    return { ...each, grams: gramsOf(text) };
  });
  const paths = ['/man/cosine', '/man/sine', '/man/tangent', '/man/secant'];
  const alias = (saysUrl: boolean, isOne: boolean) => (path: string, i: number) => ({
    ...page(path, false, 0),
    ...(saysUrl && { saysUrl: true as const }),
    ...{ identity: 'functions', message: isOne ? 7 : 7 + 2 * i, grams: gramsOf(1, 2, 3, 4) },
  });
  const told = (pages: readonly CrawledText[], doRepeat: boolean): boolean => {
    const walls = new CrawlWalls();
    for (const each of others) walls.see(each);
    const [first] = pages;
    return pages.some((each) => {
      const repeats = doRepeat && each !== first && { repeats: first };
      return walls.see({ ...each, ...repeats }) !== undefined;
    });
  };
  for (const doRepeat of [false, true]) {
    expect(told(paths.map(alias(false, true)), doRepeat)).toBe(true);
    expect(told(paths.map(alias(true, true)), doRepeat)).toBe(false);
    expect(told(paths.map(alias(true, false)), doRepeat)).toBe(true);
  }
});

describe('where URLs gave something else the last time', () => {
  const names = ['harbour', 'market', 'rowing'];
  /** A page that shows text 9 at a URL without words. */
  const sorry = (i: number, before?: string): CrawledText => {
    const { text: _, ...each } = page(`/${i}`, undefined, 9);
    const of = { grams: gramsOf(9), identity: 'sorry', message: 7 };
    return { ...each, ...of, ...(before !== undefined && { before: { key: each.key, identity: before } }) };
  };

  function isWall(pages: readonly CrawledText[]): boolean {
    const walls = new CrawlWalls();
    return pages.map((each) => walls.see(each)).at(-1) !== undefined;
  }

  test('a message is a wall from the second URL on that was about something else, and names the page before', () => {
    const walls = new CrawlWalls();
    expect(walls.see(sorry(0, 'harbour'))).toBeUndefined();
    expect(walls.see(sorry(1, 'market'))).toEqual([`https://${host}/0`]);
    expect(walls.see(sorry(2))).toEqual([]);
  });

  test('it is none if the URLs gave one thing, had that name, are one URL, or if one gave nothing else', () => {
    expect(isWall([sorry(0, 'harbour'), sorry(1, 'harbour')])).toBe(false);
    expect(isWall([sorry(0, 'sorry'), sorry(1, 'sorry')])).toBe(false);
    expect(isWall([sorry(0, 'harbour'), sorry(0, 'market')])).toBe(false);
    expect(isWall([sorry(0), sorry(1, 'harbour'), sorry(2, 'market')])).toBe(false);
    expect(isWall(names.map((name, i) => sorry(i, name)))).toBe(true);
  });

  test('a message is one whatever stands beside it', () => {
    const beside = (name: string, i: number): CrawledText => ({
      ...sorry(i, name),
      grams: gramsOf(1, 2, 3, 4, 10 + i),
      message: 7 + 2 * i,
    });
    expect(isWall(names.slice(0, 2).map(beside))).toBe(true);
    expect(isWall(names.slice(0, 2).map((_, i) => beside('harbour', i)))).toBe(false);
  });

  /** A page with a text of its own at the URL of `sorry(i)`, which it gives later. */
  const instead = (i: number, name: string): CrawledText => ({
    ...sorry(i, 'sorry'),
    ...{ identity: name, grams: gramsOf(100 + i), message: 101 + 2 * i },
  });
  const keysOf = (pages: readonly CrawledText[]) => pages.map(({ key }) => key);

  test('a message is a wall once a second URL gives something else later, and names its pages', () => {
    const walls = new CrawlWalls();
    const [first, second] = [sorry(0), sorry(1)];
    for (const each of [first, second]) expect(walls.see(each)).toBeUndefined();
    const later = [instead(0, 'harbour'), instead(1, 'market')];
    expect(later.map((each) => walls.seeChange(each))).toEqual([[], keysOf([first, second])]);
    for (const each of later) expect(walls.see(each)).toBeUndefined();
    expect(walls.see(sorry(2))).toEqual([]);
  });

  test('a page that only repeats its message with another number gives nothing else', () => {
    const walls = new CrawlWalls();
    for (const i of [0, 1]) walls.see(sorry(i));
    const again = [0, 1].map((i) => walls.seeChange({ ...instead(i, names[i]!), message: 7 }));
    expect(again).toEqual([[], []]);
  });

  test('pages of one message beside lists that differ are a wall once two of their URLs give something else later', () => {
    const walls = new CrawlWalls();
    const shown = [0, 1].map((i) => ({
      ...sorry(i),
      grams: gramsOf(1, 2, 3, 4, 10 + i),
      message: 7 + 2 * i,
    }));
    for (const each of shown) expect(walls.see(each)).toBeUndefined();
    const later = [instead(0, 'harbour'), instead(1, 'market')];
    expect(later.map((each) => walls.seeChange(each))).toEqual([[], keysOf(shown)]);
  });

  const given = fc.record({ url: fc.nat(5), before: fc.constantFrom('', 'harbour', 'market', 'sorry') });
  const all = fc.uniqueArray(given, { minLength: 2, maxLength: 5, selector: ({ url }) => url });

  test('it is what the rule for collections says, whatever the URLs give later', () => {
    fc.assert(
      fc.property(all, (given) => {
        const numberOf = (name: string): number => ['', '', ...names, 'sorry'].lastIndexOf(name);
        const shown = given.map(({ url }) => ({ ...sorry(url), names: 1, name: numberOf('sorry') }));
        const changed = given.filter(({ before }) => before !== '');
        const later = changed.map(({ url, before: name }) => ({ ...sorry(url), name: numberOf(name) }));
        const members = shown.map((_, i) => i);
        const expected = wallsIn([members], [...shown, ...later]).size > 0;
        const walls = new CrawlWalls();
        for (const { url } of given) walls.see(sorry(url));
        const found = changed.flatMap(({ url, before: name }) => walls.seeChange(instead(url, name)));
        expect(new Set(found)).toEqual(new Set(expected ? keysOf(shown) : []));
      }),
    );
  });

  test('it is what the rule for collections says, whatever the URLs gave', () => {
    fc.assert(
      fc.property(all, fc.boolean(), (given, areNamed) => {
        const numberOf = (name: string): number => ['', '', ...names, 'sorry'].lastIndexOf(name);
        const earlier = given.map(({ url, before }) => ({ ...sorry(url), name: numberOf(before) }));
        const isNamedByUrl = areNamed ? true : undefined;
        const later = given.map(({ url }) => ({
          ...sorry(url),
          isNamedByUrl,
          names: 1,
          name: numberOf('sorry'),
        }));
        const members = later.map((_, i) => earlier.length + i);
        const expected = wallsIn([members], [...earlier, ...later]).size > 0;
        expect(isWall(given.map(({ url, before }) => ({ ...sorry(url, before), isNamedByUrl })))).toBe(
          expected,
        );
      }),
    );
  });
});

describe('messages that several hosts show', () => {
  const on = (host: string, path: string): CrawledText => {
    const { text: _, ...each } = page(path, false, 0);
    const url = `https://${host}${path}`;
    // what stands beside the message differs
    return { ...{ ...each, host, url, key: url, message: 7, identity: host }, grams: gramsOf(url.length, 1) };
  };
  const paths = ['/city/council', '/chess/open', '/opera/house', '/night/train', '/winter/market'];

  function told(pages: readonly CrawledText[]): (readonly string[] | undefined)[] {
    const walls = new CrawlWalls();
    return pages.map((each) => walls.see(each));
  }

  test('are walls of a host from the second unlike URL on, once they are those of another', () => {
    const [known, other] = [
      paths.map((path) => on('a.example', path)),
      paths.map((path) => on('b.example', path)),
    ];
    expect(told([...known, ...other]).slice(5)).toEqual([undefined, [other[0]!.key], [], [], []]);
    // those of a host that came first are named, too, if it has two
    for (const [pages, named] of [
      [other.slice(0, 2), other.slice(0, 2)],
      [other.slice(0, 1), []],
    ]) {
      const expected = [...known.slice(0, 4), ...named!].map(({ key }) => key);
      expect(told([...pages!, ...known]).at(-1)).toEqual(expected);
    }
  });

  test('are so whatever the number of hosts that show them', () => {
    const hosts = Array.from({ length: 12 }, (_, i) => `${i}.example`);
    const pages = [paths, ...paths.slice(0, 2).map((path) => [path])].flatMap((some, round) =>
      (round === 0 ? ['a.example'] : hosts).flatMap((host) => some.map((path) => on(host, path))),
    );
    const named = told(pages).slice(-hosts.length);
    expect(named).toEqual(hosts.map((host) => [on(host, paths[0]!).key]));
  });

  test('are walls of all of them if together they stand for other pages, by two unlike URLs each', () => {
    const [a, b, c] = ['a.example', 'b.example', 'c.example'].map((host, i) =>
      [0, 1].map((k) => on(host, paths[(2 * i + k) % 5]!)),
    );
    const [first] = [...a!, ...b!, ...c!];
    const results = told([...a!, ...b!, ...c!]);
    expect(results.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(results.flatMap((keys) => keys ?? [])).toContain(first!.key);
    // one page of each host may be its own
    const hosts = Array.from({ length: 7 }, (_, i) => on(`${i}.example`, paths[i % 5]!));
    expect(told(hosts)).toEqual(hosts.map(() => undefined));
  });
});

test('what is known for a wall when all have come is what the rule for collections calls one', () => {
  const path = fc.constantFrom(
    '/harbour',
    '/market',
    '/rowing',
    '/council',
    '/chess',
    '/opera/chess',
    '/1',
    '/2',
  );
  const drawn = fc.record({ path, named: fc.boolean(), text: fc.nat(3) });
  fc.assert(
    // of more pages a wall may be known only to the rule for collections, if one of its pages is named by its URL
    fc.property(fc.array(drawn, { maxLength: 10 }), fc.boolean(), (all, areLong) => {
      // each URL once: another text at a URL is evidence that a crawl does not go by
      const pages = [...new Map(all.map((each, i) => [`/${i % 9}${each.path}`, each]))].map(
        ([at, { named, text }]) => page(at, /\d$/.test(at) ? undefined : named, text),
      );
      const clusters = [0, 1, 2, 3]
        .map((text) => [...pages.keys()].filter((i) => pages[i]!.text === text))
        .filter((members) => members.length > 1);
      const walls = wallsIn(
        clusters,
        pages.map((each) => ({ ...each, isNoMessage: areLong })),
      );
      const { known, later } = crawled([...pages], areLong);
      const found = new Set([...known, ...later]);
      for (const [cluster, members] of clusters.entries()) {
        const last = pages[members.at(-1)!]!;
        // a crawl decides with what has come by then: the last page of all knows everything
        if (last !== pages.at(-1)) continue;
        const isFound = members.every((member) => found.has(pages[member]!.key));
        const names = new Set(members.map((member) => urlWords(pages[member]!.url).join(' ')));
        names.delete('');
        if (walls.has(cluster) && names.size > 2) expect(isFound).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('what is known of a site is kept while others are met, until their pages are too many', () => {
  const on = (other: string, text: number, pages: readonly Page[]) =>
    pages.map((each) => ({
      ...{ ...each, host: other, text: text + each.text },
      ...{ key: each.key.replace(host, other), url: each.url.replace(host, other) },
    }));
  const sites = ['x', 'y', 'z'].map((name, i) => on(`${name}.example`, 1000 * i, [...few, ...walled]));
  const inTurn = sites[0]!.flatMap((_, i) => sites.map((pages) => pages[i]!));
  const thirdAndLater = sites.map((pages) => pages.slice(-2).map(({ key }) => key));
  expect(crawled(inTurn).known.sort()).toEqual(thirdAndLater.flat().sort());
  // as many patterns of URLs as are remembered of each site
  const crowd = Array.from({ length: 17_000 }, (_, i) => {
    const { text, ...each } = page(`/folder-${i % 100}/page`, true, 10_000 + i);
    return { ...each, host: `${Math.floor(i / 100)}.example`, grams: gramsOf(text) };
  });
  const walls = new CrawlWalls();
  const told = (each: Page, repeats?: Page) =>
    walls.see({ ...each, grams: gramsOf(each.text), ...(repeats && { repeats }) });
  for (const each of few) told(each);
  const [first, ...others] = walled;
  told(first!);
  expect(told(others[0]!, first)).toBeUndefined();
  for (const each of crowd) walls.see(each);
  expect(told(others[1]!, first)).toBeUndefined();
  // there is room again for those that come now
  expect(crawled(inTurn, true, walls).known.sort()).toEqual(thirdAndLater.flat().sort());
});

test('what a site forgets of its texts and of its walls leaves room for other sites', () => {
  const told = (walls: CrawlWalls, { text, ...each }: Page, more: object = {}) =>
    walls.see({ ...each, grams: gramsOf(text), ...more });
  const busy = (path: string, isNamedByUrl: boolean, i: number): Page => {
    return {
      ...page(path, isNamedByUrl, i),
      key: `${i}`,
      url: `https://b.example${path}`,
      host: 'b.example',
    };
  };
  const ways: Record<string, (walls: CrawlWalls, i: number) => unknown> = {
    // two pages of each text, of which there are more than a site remembers
    texts: (walls, i) => {
      const repeats = { key: `first of ${i}`, url: 'https://b.example/first', isNamedByUrl: true };
      return told(walls, busy(`/copy-${i % 7}`, false, i), { repeats });
    },
    // articles, then a wall under one message, each time with other grams
    walls: (walls, i) =>
      i < 20
        ? told(walls, busy(`/article/number-${i}`, true, i))
        : told(walls, busy(walledPaths[i % 4]!, false, i), { message: 1 }),
  };
  const walledPaths = ['/garden/quarry', '/weather/storms', '/letters/harbour', '/maps/coast'];
  const [first, second, third] = walled;
  for (const [name, tell] of Object.entries(ways)) {
    const walls = new CrawlWalls();
    for (const each of few) told(walls, each);
    told(walls, first!);
    told(walls, second!, { repeats: first! });
    for (let i = 0; i < 9000; i++) tell(walls, i);
    if (name === 'walls') expect(tell(walls, 9000)).toEqual([]);
    expect(told(walls, third!, { repeats: first! }), name).toBeDefined();
  }
});

test('many sites and many texts are forgotten, the oldest first', () => {
  const walls = new CrawlWalls();
  for (let i = 0; i < 20_100; i++)
    walls.see({ key: `${i}`, url: '', host: `${i}.example`, isNamedByUrl: true, grams: gramsOf(i) });
  const withGrams = ({ text, ...each }: Page) => ({ ...each, grams: gramsOf(text) });
  for (const each of few) walls.see(withGrams(each));
  const [first, ...others] = walled.map(withGrams);
  walls.see(first!);
  expect(others.map((each) => walls.see({ ...each, repeats: first! }) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});
