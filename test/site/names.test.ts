import { expect, test } from 'vitest';
import { SiteNames } from '../../src/site/identities.ts';
import { nameWords } from '../../src/site/names.ts';
import { disownTitles, identifyPages, subjectsOf } from '../../src/site/page-identities.ts';
import {
  addPlaces,
  type Closeness,
  endAlike,
  placesOf,
  standTogether,
  urlEnd,
} from '../../src/site/places.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { seededRandom } from '../sketch/sets.ts';

test('the words of a name are folded, and versions are none of them', () => {
  expect(nameWords(['Class: RSpec::Core v3.12', 'Foo (Struts 2.5.1-SNAPSHOT API)'])).toEqual([
    'class rspec core',
    'foo struts api',
  ]);
  expect(nameWords(['Guide 3.0.0-beta.1', 'guide', '— ✓ —', ''])).toEqual(['guide']);
  expect(nameWords(['Format v3 Read', 'v3.0-rc.1 read', 'v3beta2 write', 'Tool 1.2.Final'])).toEqual([
    'format read',
    'read',
    'write',
    'tool',
  ]);
  // a number that belongs to a word is part of a name
  expect(nameWords(['ConsumeKafka_2_0', 'QOpenGLFunctions_3_2_Core', 'Kafka 2_0'])).toEqual([
    'consumekafka_2_0',
    'qopenglfunctions_3_2_core',
    'kafka',
  ]);
  // and so does the time of a picture
  expect(nameWords(['20130927_094534 – A Site', '20130927_101448 – A Site'])).toEqual([
    '20130927_094534 a site',
    '20130927_101448 a site',
  ]);
  expect(nameWords(['ip.v4', 'ip.v6', 'format.v3.read', 'lib.v1.2.3'])).toEqual([
    'ip v4',
    'ip v6',
    'format v3 read',
    'lib',
  ]);
  // and a date, but no release that is a date turned round
  expect(
    nameWords(['Bericht vom 5.3.2023', '31.12.1999 – Minutes', 'Tool 2023.03.04', 'Tool 1.20.2023']),
  ).toEqual(['bericht vom 5 3 2023', '31 12 1999 minutes', 'tool']);
  // numbers tell chapters apart
  expect(nameWords(['Chapter 12', 'Windows 95', '2.0.1 / 2019-05-03', '404'])).toEqual([
    'chapter 12',
    'windows 95',
  ]);
});

test('what a hyphen joins to a version is part of the name, unless it is a number or says how ready the version is', () => {
  expect(
    nameWords(['Menu 2.0rc1-gnome-2.png', 'Menu 2.0rc1-fluxbox-2.png', 'Tool 1.2-linux', 'Tool v3-windows']),
  ).toEqual(['menu gnome 2 png', 'menu fluxbox 2 png', 'tool linux', 'tool windows']);
  for (const of of [
    '1.2-rc1',
    '1.2-14-gabc123f',
    '1.2-b3',
    '1.2-2',
    '1.2.3-M1',
    '1.2-Final',
    'v3-beta',
    '1.2-20230304',
  ])
    expect(nameWords([`Tool ${of}`])).toEqual(['tool']);
});

test('what Sphinx writes in place of a title is no name', () => {
  expect(nameWords(['<no title> — Tool 1.2 documentation', '<no title>', 'No title'])).toEqual(['no title']);
});

test('signs that belong to a word tell names apart, and those that surround names do not', () => {
  expect(
    nameWords(['Hello in C', 'Hello in C++', 'Hello in C#', 'T::operator*', 'T::operator++ (int)']),
  ).toEqual(['hello in c', 'hello in c++', 'hello in c#', 't operator*', 't operator++ int']);
  expect(
    nameWords(['Q&A', 'Setup#', 'Map<string>', 'News| Journal', 'Wow!!', 'A – B', 'F# ', 'C++11']),
  ).toEqual(['q a', 'setup', 'map string', 'news journal', 'wow', 'a b', 'f#', 'c++ 11']);
});

/** Names of a site of documentation: a heading and a title that ends in the site's name, in three versions. */
function namesOf(thing: string): string[] {
  return [`class ${thing}`, 'overview', `class ${thing} my library`];
}

test('an identity is the first name that is about the page, without the words of all pages', () => {
  const site = new SiteNames();
  for (const thing of ['alpha', 'beta', 'gamma', 'delta', 'epsilon']) {
    for (let version = 0; version < 3; version++) site.add(namesOf(thing));
  }
  expect(site.identityOf(namesOf('alpha'))).toBe('alpha');
  // the name of the site itself, and one that many pages have, are no names of a page
  expect(site.identityOf(['overview', 'class zeta my library'])).toBe('zeta');
  expect(site.identityOf(['overview'])).toBe('');
  expect(site.identityOf([])).toBe('');
  // a page about what all are about keeps its name
  expect(site.identityOf(['my library'])).toBe('my library');
});

test('a name that answers for many pages, such as that of a wall, does not become common by their number', () => {
  const site = new SiteNames();
  for (let page = 0; page < 1000; page++) site.add(['before you continue']);
  for (const thing of ['alpha', 'beta', 'gamma', 'delta']) site.add([thing]);
  expect(site.identityOf(['before you continue'])).toBe('before you continue');
});

test('a heading of many pages that go on differently names none of them without their titles or what comes next, and one that versions go on from does', () => {
  const site = new SiteNames();
  const services = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
  for (let page = 0; page < 1000; page++) site.add([`page ${page}`]);
  for (const service of services) site.add(['client', service, 'description', `client ${service}`]);
  // versions of one page, of which some have another second heading or title
  for (let version = 0; version < 40; version++)
    site.add(['guide', `part ${version % 7}`, `guide ${version % 5}`]);
  // of a manual in many parts, eight sections, and nine titles
  for (let part = 0; part < 40; part++) site.add(['manual', `section ${part % 8}`, `volume ${part % 9}`]);
  for (const service of services.slice(1)) site.add(['server', service]);
  // sections of classes, of which a few go on differently, and one title of many pages
  for (const [i, service] of services.entries()) {
    site.add(['classes', i % 4 === 0 ? 'protected members' : 'members', `${service} class`]);
    site.add(['event', service, 'class event']);
  }
  expect(site.identityOf(['client', 'alpha', 'description', 'client alpha'])).toBe('client client alpha');
  expect(site.identityOf(['client'])).toBe('client');
  expect(site.identityOf(['guide', 'part 3', 'guide 1'])).toBe('guide');
  expect(site.identityOf(['manual', 'section 3', 'volume 3'])).toBe('manual');
  expect(site.identityOf(['classes', 'members', 'beta class'])).toBe('classes beta class');
  expect(site.identityOf(['event', 'beta', 'class event'])).toBe('event beta');
  // seven are too few
  expect(site.identityOf(['server', 'beta'])).toBe('server');
});

test('of more lists than are to be counted those of smallest hash are, the same in any order', () => {
  const lists = Array.from({ length: 3000 }, (_, i) => [
    i % 10 === 0 ? 'release notes' : `class ${i}`,
    `about thing ${i}`,
  ]);
  const askedOf = (order: readonly string[][]): string[] => {
    const site = new SiteNames(200);
    for (const list of order) site.add(list);
    site.shrink(200);
    const asked = ['release notes', 'class 7', 'about thing 5', 'about', 'thing 2999'];
    return asked.map((name) => site.identityOf([name]));
  };
  const found = askedOf(lists);
  expect(found).toEqual(['', '7', '5', 'about', '2999']);
  expect(askedOf([...lists].reverse())).toEqual(found);
  const small = new SiteNames(200);
  for (const list of lists) small.add(list);
  expect(small.bytes).toBeLessThan(200 * 80);
});

test('a site of a few pages has no common words', () => {
  const site = new SiteNames();
  for (const thing of ['alpha', 'beta', 'gamma']) site.add([`the ${thing}`]);
  expect(site.identityOf(['the alpha'])).toBe('the alpha');
});

test('a page stands in its folder, and in the version that the folder is of', () => {
  expect(placesOf('https://a.example/docs/3.1/core/Foo.html?x=/9.9/')).toEqual([
    'a.example/docs/3.1/core/',
    'a.example 3.1',
  ]);
  expect(placesOf('http://a.example/docs/lib-v2.0.1-html/Foo')).toEqual([
    'a.example/docs/lib-v2.0.1-html/',
    'a.example v2.0.1',
  ]);
  expect(placesOf('https://a.example/Foo-1.2.html')).toEqual(['a.example/']);
  for (const url of ['', 'urn:uuid:1', 'FILE:12', 'https://a.example']) expect(placesOf(url)).toEqual([]);
});

test('the first page of a folder stands where the folder does', () => {
  const folders = (...paths: string[]) => paths.map((path) => placesOf(`https://a.example${path}`)[0]);
  expect(folders('/docs/create_user/index.html', '/docs/update_user/', '/docs/Index.php?x=/y/')).toEqual([
    'a.example/docs/',
    'a.example/docs/',
    'a.example/',
  ]);
  expect(folders('/', '/index.html', '/docs/3.1/index.html', '/39/')).toEqual([
    'a.example/',
    'a.example/',
    'a.example/docs/',
    'a.example/',
  ]);
  expect(placesOf('https://a.example/docs/3.1/create_user/')).toEqual([
    'a.example/docs/3.1/',
    'a.example 3.1',
  ]);
});

test('a folder that is named by the id of its page is the place of all such pages', () => {
  const folder = (path: string) => placesOf(`https://a.example${path}`)[0];
  for (const [path, place] of [
    ['/listing/48213/red-lamp', '/listing/#/'],
    ['/r/boats/comments/1000a3d/red_lamp/', '/r/boats/comments/#/'],
    ['/title/tt0111161/reviews', '/title/#/'],
    ['/17712/4520/minutes.html', '/17712/#/'],
  ])
    expect(folder(path)).toBe(`a.example${place}`);
  // a year, a release, a number of one, and what is not the last folder
  for (const path of ['/2014/', '/39/', '/jdk17/', '/10.2024.1/', '/48213/reviews/'])
    expect(folder(`${path}x.html`)).toBe(`a.example${path}`);
});

test('names stand together in a place that both have, or in two releases by versions or by numbers of one folder', () => {
  const close = (paths: readonly string[], closeness: Closeness): boolean => {
    const [places, others] = [new Set<string>(), new Set<string>()];
    for (const path of paths) {
      addPlaces(places, `https://a.example${path}x.html`);
      addPlaces(others, `https://a.example${path.replace('core', 'types')}y.html`);
    }
    addPlaces(others, 'https://a.example/9.0/y.html');
    expect(standTogether(others, places, closeness)).toBe(standTogether(places, others, closeness));
    return standTogether(places, others, closeness);
  };
  expect(close(['/a/'], 'one-place')).toBe(true);
  expect(close(['/core/'], 'one-place')).toBe(false);
  expect(close(['/3.1/core/'], 'one-place')).toBe(true);
  expect(close(['/3.1/core/', '/3.1/'], 'two-releases')).toBe(false);
  expect(close(['/3.1/core/', '/3.2/core/'], 'two-releases')).toBe(true);
  expect(close(['/3.1/core/', '/4.1/core/'], 'two-releases')).toBe(true);
  expect(close(['/39/api/', '/38/api/'], 'two-releases')).toBe(true);
  expect(close(['/39/core/', '/38/core/'], 'two-releases')).toBe(false);
  expect(close(['/latest/', '/v7/'], 'two-releases')).toBe(true);
  expect(close(['/latest/', '/stable/', '/dev/'], 'two-releases')).toBe(false);
});

test('URLs end alike where the last part of the path is the same, that of a folder for its first page', () => {
  const alike = (url: string, other: string) => endAlike(urlEnd(url), urlEnd(other));
  const foo = 'https://a.example/3.0/core/Foo.html';
  expect(alike(foo, 'https://b.example/x/foo.HTML?session=1#top')).toBe(true);
  expect(alike('https://a.example/guide/', 'https://a.example/v2/guide/index.html')).toBe(true);
  expect(alike(foo, 'https://a.example/3.0/core/Bar.html')).toBe(false);
  expect(alike('https://a.example/view.php?t=1', 'https://a.example/2.0/view.php?t=1')).toBe(true);
  expect(alike('https://a.example/view.php?t=1', 'https://a.example/view.php?t=2')).toBe(false);
  for (const url of ['', 'https://a.example', 'https://a.example/', 'urn:x'])
    expect(alike(url, url)).toBe(false);
});

test('the words of a name are the same when it is met again, also among more names than are remembered', () => {
  const names = Array.from({ length: 5000 }, (_, i) => (i % 3 === 0 ? `${i}` : `Name ${i} v2.${i}`));
  const expected = names.map((_, i) => (i % 3 === 0 ? [] : [`name ${i}`]));
  for (let round = 0; round < 2; round++) expect(names.map((name) => nameWords([name]))).toEqual(expected);
  expect(nameWords(names.slice(0, 3))).toEqual(['name 1', 'name 2']);
  const long = 'word '.repeat(500);
  expect(nameWords([long])).toEqual(nameWords([long]));
});

/** Where each page has a path of its own. */
const pathOf = (page: number): number => page;

/** The grams of page number `page` of 300 grams of its own, of which version number `version` lacks one in 20. */
function versionOf(page: number, version: number): BigUint64Array {
  const random = seededRandom(1000 * page + version + 1);
  const base = seededRandom(page + 1);
  return BigUint64Array.from({ length: 300 }, () => {
    const gram = Math.floor(base() * 2 ** 48);
    return BigInt(random() < 0.05 ? Math.floor(random() * 2 ** 48) : gram);
  }).sort();
}

test('a title that eight versions of one page have is still its name, and one that eight unlike pages have is none', () => {
  const folderOf = (): number => 0;
  const isOfNoName = (sets: readonly BigUint64Array[]): boolean => {
    const pages = sets.map((_, page) => page);
    const names = new SiteNames();
    for (const _ of pages) names.add(['home']);
    return disownTitles(names, pages, () => ['home'], { readGrams: (page) => sets[page], folderOf, pathOf });
  };
  const versions = Array.from({ length: 30 }, (_, version) => versionOf(0, version));
  const pages = Array.from({ length: 8 }, (_, page) => versionOf(page, 0));
  expect(isOfNoName(versions)).toBe(false);
  expect(isOfNoName(pages)).toBe(true);
  expect(isOfNoName([...pages.slice(1), ...versions])).toBe(true);
  expect(isOfNoName([...pages.slice(2), ...versions])).toBe(false);
});

test('a heading that changes from page to page below many others names no copies of a page, and does name unlike pages', () => {
  // forty topics at twelve addresses each, with a quotation of the day above each
  const addresses = Array.from({ length: 480 }, (_, i) => ({ topic: i % 40, quotation: (i * 7) % 31 }));
  const folderOf = (): number => 0;
  const identities = (pageAt: (i: number) => number, headingAt: (i: number) => string): string[] => {
    const sets = addresses.map((_, i) => versionOf(pageAt(i), i));
    const namesOf = (page: number): readonly string[] => [
      `topic ${addresses[page]!.topic} here`,
      headingAt(page),
      'a forum',
    ];
    const names = new SiteNames();
    for (const page of addresses.keys()) names.add(namesOf(page));
    disownTitles(names, [...addresses.keys()], namesOf, {
      readGrams: (page) => sets[page]!,
      folderOf,
      pathOf,
    });
    return addresses.map((_, page) => names.identityOf(namesOf(page)));
  };
  const quotation = (i: number): string => `quotation number ${addresses[i]!.quotation}`;
  const topics = identities((i) => addresses[i]!.topic, quotation);
  expect(new Set(topics).size).toBe(40);
  // pages about different things below one heading, which the next one tells apart
  const things = identities((i) => i, quotation);
  expect(new Set(things).size).toBe(480);
  // next headings of their own tell what even similar pages are about
  const own = identities(
    (i) => addresses[i]!.topic,
    (i) => `function ${i}`,
  );
  expect(new Set(own).size).toBe(480);
});

test('a heading that is another one at each address names no copies of an article with a title of its own, but does name pages at paths of their own, and what is less alike', () => {
  // forty articles at twelve addresses each
  const articles = Array.from({ length: 480 }, (_, i) => i % 40);
  /** Number of things. @param own grams that each answer has of its own, in place of as many of 300 */
  const count = ({
    title = (article: number): string => `article ${article} a blog`,
    pathOf = (i: number): number => articles[i],
    own = 3,
  }): number => {
    // spread over all of them, since the smallest are compared
    const isOwn = (n: number): boolean => n % Math.floor(300 / own) === 0;
    const sets = articles.map((article, i) => {
      const of = [versionOf(article, 0), versionOf(1000 + i, 0)] as const;
      return BigUint64Array.from(of[0], (gram, n) => (isOwn(n) ? of[1][n] : gram)).sort();
    });
    const namesOf = (i: number): readonly string[] => [
      `article ${articles[i]}`,
      `recommended ${i}`,
      title(articles[i]),
    ];
    const names = new SiteNames();
    const pages = [...articles.keys()];
    for (const page of pages) names.add(namesOf(page));
    disownTitles(names, pages, namesOf, { readGrams: (page) => sets[page], folderOf: () => 0, pathOf });
    return new Set(pages.map((page) => names.identityOf(namesOf(page)))).size;
  };
  expect(count({})).toBe(40);
  // the methods of a class, the titles of two articles, the title of a site, topics of a forum in a long template
  expect(count({ pathOf: (i) => i })).toBe(480);
  expect(count({ title: (article) => `article ${article >> 1} a blog` })).toBe(480);
  expect(count({ title: () => 'a blog' })).toBe(480);
  expect(count({ own: 40 })).toBe(480);
});

test('a page lists what it names between its first heading and its title, if each of that is a page of the site', () => {
  const lists = [
    ...Array.from({ length: 200 }, (_, i) => [`article ${i}`, 'leave a reply', `article ${i} a site`]),
    ['tag bugs', 'article 3', 'article 4', 'leave a reply', 'bugs a site'],
    ['tag reports', 'article 4', 'article 3', 'reports a site'],
    ['tag news', 'article 4', 'news a site'],
    ['guide', 'article 4', 'a section', 'guide a site'],
  ];
  const listed = new Map<string, number>();
  const pages = lists.map(() => ({ host: 'a.example' }));
  identifyPages(
    sitesAmong(pages),
    (page) => lists[page],
    (page, _, of) => listed.set(lists[page][0], of),
  );
  expect(listed.get('tag bugs')).not.toBe(0);
  expect(listed.get('tag bugs')).toBe(listed.get('tag reports'));
  expect(listed.get('tag news')).not.toBe(0);
  expect(listed.get('tag news')).not.toBe(listed.get('tag bugs'));
  expect(listed.get('guide')).toBe(0);
  expect(listed.get('article 4')).toBe(0);
});

test('headings beside the first that more than a twentieth of the lists of a site have are not counted as those of a page', () => {
  const lists = [
    ...Array.from({ length: 80 }, (_, i) => [
      `vote ${i}`,
      'votes by party',
      'more votes',
      `vote ${i} a council`,
    ]),
    ['shelf', 'blue jeans', 'votes by party', 'grey joggers', 'shelf a council'],
    ['short', 'short a council'],
    ['bare'],
    ['many', ...Array.from({ length: 300 }, (_, i) => `heading ${i}`), 'many a council'],
    [],
  ];
  const counts: number[] = [];
  const put = (page: number, ...[, , headings]: readonly [string, number, number]): void => {
    counts[page] = headings;
  };
  identifyPages(sitesAmong(lists.map(() => ({ host: 'a.example' }))), (page) => lists[page], put);
  expect(new Set(counts.slice(0, 80))).toEqual(new Set([0]));
  expect(counts.slice(80)).toEqual([2, 0, 0, 255, 0]);
});

test('the name of the site is not among the pages that a list lists, nor is the last of them its title where that is the name of the site', () => {
  const lists = [
    ...Array.from({ length: 200 }, (_, i) => [`article ${i}`, `article ${i} seaside`]),
    ...Array.from({ length: 20 }, (_, i) => [`article ${i}`, `article ${i + 9}`, 'seaside']),
    ['article 3', 'article 4', 'seaside', 'seaside a blog'],
    ['article 5', 'seaside'],
  ];
  const listed: number[] = [];
  const pages = lists.map(() => ({ host: 'a.example' }));
  identifyPages(
    sitesAmong(pages),
    (page) => lists[page],
    (page, _, of) => (listed[page] = of),
  );
  expect(new Set(listed.slice(200, 220))).not.toContain(0);
  expect(new Set(listed.slice(200, 220)).size).toBe(20);
  expect(listed[220]).not.toBe(0);
  expect(listed.slice(221)).toEqual([0]);
  expect(new Set(listed.slice(0, 200))).toEqual(new Set([0]));
});

test('a title of the pages of a folder is no name on the whole site, where they are unlike', () => {
  const sets = Array.from({ length: 40 }, (_, page) => versionOf(page, 0));
  const titled = (sets: readonly BigUint64Array[]): SiteNames => {
    const names = new SiteNames();
    const namesOf = (page: number): readonly string[] => [
      page < 8 || page > 37 ? 'exhibition' : `page ${page}`,
    ];
    for (const page of sets.keys()) names.add(namesOf(page));
    const folderOf = (page: number): number => (page < 8 ? 1 : 2);
    disownTitles(names, [...sets.keys()], namesOf, { readGrams: (page) => sets[page], folderOf, pathOf });
    return names;
  };
  const names = titled(sets);
  expect(names.identityOf(['exhibition'])).toBe('');
  expect(names.titleOf(['exhibition'])).toBe(1);
  expect(names.identityOf(['page 9'])).not.toBe('');
  expect(names.titleOf(['page 9'])).toBeUndefined();
  // versions of one page have its name
  const versions = titled(sets.map((set, page) => (page < 8 ? versionOf(0, page) : set)));
  expect(versions.identityOf(['exhibition'])).toBe('exhibition');
});

test('of pages without a name, versions of one are counted as one, however many they are', () => {
  const sets = [
    ...Array.from({ length: 30 }, (_, version) => versionOf(0, version)),
    ...Array.from({ length: 13 }, (_, page) => versionOf(1 + page, 0)),
  ];
  const subjectOf = subjectsOf(
    [...sets.keys()],
    () => '',
    (page) => sets[page],
    () => 0,
  );
  const subjects = sets.map((_, page) => subjectOf(page));
  expect(new Set(subjects.slice(0, 30)).size).toBe(1);
  expect(new Set(subjects).size).toBe(14);
});

test('what most pages without a name have is told by the same few of many, whatever their order', () => {
  const pages = Array.from({ length: 9000 }, (_, page) => page);
  // gram 1 is in two fifths of them: in all that come first, and in none that come last
  const read = (page: number): BigUint64Array =>
    BigUint64Array.from(page < 3600 ? [1n, BigInt(10 + page)] : [BigInt(10 + page)]);
  const [one, other] = [pages, pages.toReversed()].map((order) => {
    const subjectOf = subjectsOf(
      order,
      () => '',
      read,
      () => 0,
    );
    return pages.map(subjectOf);
  });
  expect(other).toEqual(one);
  // but for the few with which others are compared
  expect(one.slice(0, 3600).filter((subject) => subject !== '\n1').length).toBeLessThanOrEqual(32);
  expect(one.slice(3600).filter((subject, i) => subject !== `\n${3610 + i}`).length).toBeLessThanOrEqual(32);
});
