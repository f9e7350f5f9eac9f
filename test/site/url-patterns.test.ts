import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPart, patternsOf, TextPatterns } from '../../src/site/url-patterns.ts';
import { urlParts } from '../../src/site/url-words.ts';

const site = 'https://a.example';
const keysOf = (path: string): number[] => patternsOf(site + path).map(({ key }) => key);
const valuesOf = (path: string): (readonly string[])[] => patternsOf(site + path).map(({ values }) => values);

/** How unlike the URLs of some pages of one text are, at the pattern where they are most so; 0 where they are at none. */
function unlike(paths: readonly string[], nameOf: (path: string) => string = () => 'Sorry'): number {
  const patterns = new TextPatterns();
  for (const path of paths) patterns.add(site + path, nameOf(path), 0);
  return Math.max(0, ...[...patterns.unlike()].map((at) => at.unlike));
}

test('a URL fits patterns in which the end of its path, its query, both or one parameter is open', () => {
  expect(valuesOf('/news/17')).toEqual([['17']]);
  expect(valuesOf('/news/17?page=2')).toEqual([['17'], ['2'], ['17', '2']]);
  expect(valuesOf('/?f=1&t=2')).toEqual([['1', '2'], ['1'], ['2']]);
  expect(keysOf('/news/17')).toEqual(keysOf('/news/18#end'));
  expect(keysOf('/news/17/')).toEqual(keysOf('/news/18'));
  expect(keysOf('/news/17')).not.toEqual(keysOf('/sport/17'));
  expect(keysOf('/t?id=1')[1]).toBe(keysOf('/t?id=2')[1]);
  expect(keysOf('/t?id=1')[1]).not.toBe(keysOf('/t?no=1')[1]);
  expect(patternsOf('https://b.example/news/17')[0].key).not.toBe(keysOf('/news/17')[0]);
  // a number in a folder, such as a month, says nothing of where the page stands
  expect(keysOf('/2025/06/storm')).toEqual(keysOf('/2025/07/frost'));
  expect(keysOf('/2025/06/storm')).not.toEqual(keysOf('/2025/june/storm'));
  // beyond four parameters only the path is open
  expect(valuesOf('/t?a=1&b=2&c=3&d=4&e=5')).toEqual([['t']]);
  for (const none of ['', 'urn:x', site, `${site}/`, `${site}/#top`]) expect(patternsOf(none)).toEqual([]);
});

test('the copies that HTTrack makes of a page for its queries are at one value, and pages at other numbers are not', () => {
  expect(unlike(['/node/17.html', '/node/1727a3.html', '/node/17e4a8.html'])).toBe(0);
  expect(unlike(['/node/17.html', '/node/1727a3.html', '/node/18.html'])).toBe(2);
  expect(unlike(['/node/17', '/node/17e4a8', '/node/3'])).toBe(2);
  expect(unlike(['/node/1727a3.html', '/node/17e4a8.html', '/node/17e4a.html'])).toBe(3);
  // whatever their order and number
  const copies = Array.from({ length: 40 }, (_, i) => `/node/17${(0xa000 + i).toString(16)}.html`);
  const others = ['/node/17.html', '/node/18.html', '/node/200.html'];
  for (const paths of [
    [...copies, ...others],
    [...others, ...copies],
  ])
    expect(unlike(paths)).toBe(3);
});

test('all copies that HTTrack makes of one program for its queries are one value, and what else ends in digits or letters is not', () => {
  expect(unlike(['/w/index07d8.html', '/w/index94a1.html', '/w/index6c1b.html', '/w/index0123.html'])).toBe(
    0,
  );
  expect(unlike(['/w/index07d8.html', '/w/index94a1.html', '/w/member6c1b.html', '/w/ghost0d8a.html'])).toBe(
    3,
  );
  for (const others of [
    ['/w/topic1234.html', '/w/topic5678.html', '/w/topic9012.html'],
    ['/w/blockade.html', '/w/mindface.html', '/w/sunbeef.html'],
    ['/w/red07d8.html', '/w/red94a1.html', '/w/red6c1b.html'],
    ['/w/index07d8', '/w/index94a1', '/w/index6c1b'],
  ])
    expect(unlike(others)).toBe(3);
  // whatever their order and number
  const copies = Array.from({ length: 40 }, (_, i) => `/w/ghost${(0xa000 + i).toString(16)}.html`);
  const others = ['/w/ghostlist17a3.html', '/w/memberlist17a3.html'];
  for (const paths of [
    [...copies, ...others],
    [...others, ...copies],
  ])
    expect(unlike(paths)).toBe(3);
});

test('a parameter within the path is one of the query', () => {
  for (const [path, query] of [
    ['/a/b;id=1', '/a/b?id=1'],
    ['/a/b;id=1?x=2', '/a/b?id=1&x=2'],
    ['/a;v=2/b/;id=1', '/a/b?v=2&id=1'],
    ['/a/b;draft;id=1', '/a/b;draft?id=1'],
  ]) {
    expect([keysOf(path!), valuesOf(path!)]).toEqual([keysOf(query!), valuesOf(query!)]);
  }
});

test('URLs with the same open part have the same values at every pattern, whatever their folders', () => {
  const part = fc.constantFrom('', 'a', '17', 'v2', '1.2', 'b.html');
  const path = fc.array(part, { maxLength: 4 }).map((parts) => ['', ...parts].join('/'));
  const query = fc.constantFrom('', '?', '?a=1', '?a=2&b=1', '?/x/17', '?a#b', '#b/c?d');
  const url = fc.tuple(path, query).map((parts) => site + parts.join(''));
  fc.assert(
    fc.property(url, url, (x, y) => {
      const [ofX, ofY] = [x, y].map((url) => patternsOf(url).map(({ open, values }) => ({ open, values })));
      fc.pre(openPart(x) === openPart(y));
      expect(ofX).toEqual(ofY);
    }),
    { numRuns: 1000 },
  );
  expect(openPart(`${site}/3.1/api/Set.html`)).toBe(openPart(`${site}/4.0/Set.html`));
  expect(openPart(`${site}/api/Set/`)).toBe(openPart(`${site}/Set#top`));
  expect(openPart(`${site}/api/Set`)).not.toBe(openPart(`${site}/api/Map`));
  expect(openPart(`${site}/t?id=1`)).not.toBe(openPart(`${site}/t?id=2`));
});

test('an id in letters and digits, as a folder, says nothing of where a page stands', () => {
  expect(keysOf('/a/5kx7q2/storm')[0]).toBe(keysOf('/a/81zt2m/frost')[0]);
  expect(unlike(['/a/5kx7q2/storm', '/a/81zt2m/frost', '/a/7u4vb5r/thaw'])).toBe(3);
  expect(keysOf('/stop/HSL:1040105/storm')[0]).toBe(keysOf('/stop/HSL:1040133/frost')[0]);
  // a release, a word that is counted, and a folder of few letters do
  for (const folder of ['python3', 'v2.1', '3d', 'release-7', '2nd-floor'])
    expect(keysOf(`/a/${folder}/storm`)[0]).not.toBe(keysOf('/a/5kx7q2/storm')[0]);
});

test('the editions of a page, each with a year behind its title, are one value', () => {
  expect(
    unlike(['/nurses-for-the-coast-2024/', '/nurses-for-the-coast-2025/', '/nurses-for-the-coast-2026']),
  ).toBe(0);
  expect(
    unlike(['/nurses-for-the-coast-2026.html', '/tide-tables-2026.html', '/ferry-fares-2025.html']),
  ).toBe(3);
  // a number behind one word may count pages, and one of another century is no year
  expect(unlike(['/thread-2024', '/thread-2025', '/thread-2026'])).toBe(3);
  expect(unlike(['/a-long-thread-2201', '/a-long-thread-2202', '/a-long-thread-2203'])).toBe(3);
});

test('of a URL only the first 2,048 characters are looked at', () => {
  const long = `/${'x'.repeat(2048)}`;
  expect(valuesOf(`${long}1`)).toEqual(valuesOf(`${long}2`));
  expect(valuesOf(`/t?id=${'1'.repeat(3000)}`)).toEqual(valuesOf(`/t?id=${'1'.repeat(4000)}`));
  expect(valuesOf(`/${'x'.repeat(1000)}1`)).not.toEqual(valuesOf(`/${'x'.repeat(1000)}2`));
});

test('a parameter of one value does not speak against unlike paths, and unlike parameters of one path are one page', () => {
  const items = [17, 18, 19].map((id) => `/item/${id}?hash=h${id}&from=list`);
  expect(unlike(items)).toBe(3);
  expect(unlike([...items, '/item/20?hash=h20&from=mail'])).toBe(2);
  const keys = (urls: readonly string[]) => {
    const patterns = new TextPatterns();
    for (const url of urls) patterns.add(`https://a.example${url}`, 'Sorry', 0);
    return [...patterns.unlike()].map(({ key }) => key);
  };
  // at the pattern of any path its sessions are no pages
  const [ofBoth] = keys(items);
  expect(keys([17, 18, 19].map((id) => `/item/1?hash=h${id}&from=list`))).not.toContain(ofBoth);
});

test('addresses of one content that differ in another part of a pattern are not unlike, nor are versions', () => {
  expect(unlike(['/t?id=1', '/t?id=2', '/t?id=3'])).toBe(3);
  expect(unlike(['/news/17', '/news/18', '/news/19'])).toBe(3);
  expect(unlike(['/shop/a?variant=1', '/shop/b?variant=2', '/shop/c?variant=3'])).toBe(3);
  // a session beside what is asked for says nothing of pages that are asked for once
  expect(unlike(['/t?id=1&sid=a', '/t?id=2&sid=b', '/t?id=2&sid=c'])).toBe(2);
  expect(unlike(['/1.0', '/1.1', '/v2'])).toBe(0);
  expect(unlike(['/release-0.9/', '/release-0.10/', '/release-1.0.0-rc1/'])).toBe(0);
  expect(unlike(['/1.0', '/release-0.10'])).toBe(2);
  // the numbers of papers and of objects
  expect(unlike(['/abs/2610.10582v2', '/abs/2610.10519v2', '/abs/2609.00017v1'])).toBe(3);
  expect(unlike(['/object/NMA-30447.47', '/object/NMA-64231.44', '/object/NMA-39967.47'])).toBe(3);
  expect(unlike(['/nightly-20240131.1', '/nightly-20240201.1', '/2024.1'])).toBe(2);
  // a revision of a page of a wiki that changed nothing
  for (const name of ['version', 'rev', 'oldid'])
    expect(unlike([17, 18, 19].map((id) => `/wiki/Harbour?${name}=${id}`))).toBe(0);
  expect(unlike(['/wiki/Harbour?version=1', '/wiki/Tide?version=1'])).toBe(2);
  expect(unlike(['/1.0/harbour', '/1.1/harbour', '/amp/harbour'])).toBe(0);
  // a page that is fetched again is no other one
  expect(unlike(['/news/17', '/news/17', '/news/17'])).toBe(0);
});

test('a page is of its URL at a pattern only where what it names is open there', () => {
  const named = (path: string, parts: number): number[] => {
    const patterns = new TextPatterns();
    for (const id of [1, 2, 3]) patterns.add(`${site}${path}?id=${id}`, 'Topics: sorry', parts);
    return [...patterns.unlike()].map((at) => at.named);
  };
  expect(named('/topics', urlParts.path)).toEqual([0]);
  expect(named('/topics', urlParts.query)).toEqual([3]);
});

test('pages that call themselves otherwise are of no one text', () => {
  expect(unlike(['/p/1', '/p/2', '/p/3'], (path) => path)).toBe(0);
});

test('addresses of one content that differ in the code of a language are not unlike', () => {
  expect(unlike(['/ar', '/es', '/fr', '/pt-br', '/zh_Hant'])).toBe(0);
  expect(unlike(['/ar.html', '/es.html', '/fr.html', '/home.html'])).toBe(2);
  expect(unlike(['/a?lang=ar', '/a?lang=es', '/a?lang=fr'])).toBe(0);
  expect(unlike(['/rum', '/gin', '/ale'])).toBe(3);
});

test('a folder that may be an id is open at pages without a digit in their names, and no folder that is a version, a year, a month or a word', () => {
  expect(valuesOf('/title/tt0111161/reviews')).toEqual([['reviews'], ['tt0111161']]);
  expect(keysOf('/title/tt0111161/reviews')[1]).toBe(keysOf('/title/tt0068646/reviews/')[1]);
  expect(keysOf('/title/tt0111161/reviews')[1]).not.toBe(keysOf('/title/tt0111161/trivia')[1]);
  expect(keysOf('/7/item/4711/details?tab=2').at(1)).toBe(keysOf('/8/item/815/details?tab=2').at(1));
  expect(unlike(['/patent/US7000403B2/en', '/patent/US7000744B2/en', '/patent/US7001488B2/en'])).toBe(3);
  expect(unlike(['/issues/4711/edit', '/issues/815/edit', '/issues/815/edit?lang=de'])).toBe(2);
  for (const folder of ['1.2', 'v30', 'release-1.2', '2024', '05', '17', 'guide'])
    expect(valuesOf(`/${folder}/intro.html`)).toEqual([['intro.html']]);
  expect(valuesOf('/board/4711/page2')).toEqual([['page2']]);
});
