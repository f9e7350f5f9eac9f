import { describe, expect, test } from 'vitest';
import { CopyLinks } from '../../src/url-rules/index.ts';

const site = 'https://docs.example';

/** Whether a link of a copy is followed after one link of the original was. */
function follows(seen: string, link: string, copy: string, original: string): boolean {
  const links = new CopyLinks();
  links.see(site + seen, site);
  return links.follows(site + link, site + copy, site + original);
}

describe('a link of an exact copy is followed', () => {
  test.each([
    ['that no page had', '/b', '/c', '/copy', '/a'],
    ['of another page of a list', '/item/1', '/item/2', '/list?page=2', '/list?page=1'],
    ['to the next page of a list', '/list?page=2', '/list?page=3', '/list?page=2', '/list?page=1'],
    ['to another version, where the page may have changed', '/4.1/b', '/4.2/b', '/4.2/a', '/4.1/a'],
    ['in a folder that the original lacks', '/docs/b', '/2.0/docs/b', '/2.0/docs/a', '/docs/a'],
    ['to another value of its own parameter', '/b?lang=en', '/b?lang=de', '/a?lang=en', '/a'],
  ])('%s', (_, seen, link, copy, original) => {
    expect(follows(seen, link, copy, original)).toBe(true);
  });
});

describe('a link of an exact copy is not followed', () => {
  test.each([
    ['that was followed', '/b', '/b', '/copy', '/a'],
    ['that was followed, but for its fragment', '/b#top', '/b#end', '/copy', '/a'],
    ['with the session of the copy', '/b?sid=1', '/b?sid=2', '/a?sid=2', '/a?sid=1'],
    ['with a session that the original lacks', '/b', '/b?sid=2', '/a?sid=2', '/a'],
    ['without the session that the original has', '/b?sid=1', '/b', '/a', '/a?sid=1'],
    ['with a session among parameters', '/b?x=1&sid=1&y=2', '/b?x=1&sid=2&y=2', '/a?sid=2', '/a?sid=1'],
    ['outside of its own folder', '/about', '/about', '/print/a', '/a'],
  ])('%s', (_, seen, link, copy, original) => {
    expect(follows(seen, link, copy, original)).toBe(false);
  });
});

test('a mirror on another host is the same site, and links to other hosts stay what they are', () => {
  const links = new CopyLinks();
  for (const seen of ['https://a.example/b', 'https://other.example/x']) links.see(seen, site);
  const ofMirror = (link: string) => links.follows(link, 'https://mirror.example/a', 'https://a.example/a');
  expect(ofMirror('https://mirror.example/b')).toBe(false);
  expect(ofMirror('https://other.example/x')).toBe(false);
  expect(ofMirror('https://mirror.example/c')).toBe(true);
});

test('links made anew for each visit are followed until fifty led to nothing new, and one more for each new page of the host', () => {
  const followed = (newPages: number) => {
    const links = new CopyLinks();
    for (let i = 0; i < newPages; i++) links.judged(`${site}/page/${i}`, true);
    links.judged('https://elsewhere.example/page', true);
    for (let count = 0; ; count++) {
      const link = `${site}/b?visit=${count}`;
      if (!links.follows(link, `${site}/a?visit=x`, `${site}/a`)) return count;
      links.judged(link, false);
      // neither a second verdict counts, nor one on another page
      links.judged(link, false);
      links.judged(`${site}/never-asked`, false);
    }
  };
  expect(followed(0)).toBe(50);
  expect(followed(3)).toBe(53);
});

test('a thousand links of copies may wait for their verdicts, no more until some have them', () => {
  const links = new CopyLinks();
  let count = 0;
  while (links.follows(`${site}/item/${count}`, `${site}/list?page=2`, `${site}/list`)) count++;
  expect(count).toBe(1000);
  for (let i = 0; i < 1000; i++) links.judged(`${site}/item/${i}`, true);
  expect(links.follows(`${site}/item/1000`, `${site}/list?page=2`, `${site}/list`)).toBe(true);
});

/** Follows links of a copy until no more may wait. @returns how many it followed */
function fill(links: CopyLinks, name: string): number {
  let count = 0;
  while (links.follows(`${site}/${name}/${count}`, `${site}/list?page=2`, `${site}/list`)) count++;
  return count;
}

test('a link that is left out makes room for another one, once', () => {
  const links = new CopyLinks();
  expect(fill(links, 'item')).toBe(1000);
  for (const link of ['/item/7', '/item/7', '/item/8', '/never-asked']) links.leftOut(site + link);
  expect(fill(links, 'more')).toBe(2);
});

test('a link that its page has left out may be followed from a copy, unless another page had it first', () => {
  const links = new CopyLinks();
  const [first, second, copy] = [`${site}/1`, `${site}/2`, `${site}/copy`];
  for (const path of ['/a', '/b']) links.see(site + path, first);
  for (const path of ['/b', '/c']) links.see(site + path, second);
  links.leftOut(`${site}/a`, first);
  for (const path of ['/b', '/c']) links.leftOut(site + path, second);
  const followed = ['/a', '/b', '/c'].filter((path) => links.follows(site + path, copy, first));
  expect(followed).toEqual(['/a', '/c']);
  // a call for the copy that leaves one out, and the next one
  links.leftOut(`${site}/a`, copy);
  expect(links.follows(`${site}/a`, copy, first)).toBe(true);
  expect(links.linkedFrom(`${site}/b`)).toBe(first);
});

test('a link that has no verdict after 2,000 others on its host makes room for another one, and its verdict then none', () => {
  const links = new CopyLinks();
  const verdicts = () => {
    for (let page = 0; page < 1000; page++) links.judged(`${site}/other/${page}`, false);
  };
  expect(fill(links, 'item')).toBe(1000);
  verdicts();
  expect(fill(links, 'more')).toBe(0);
  verdicts();
  expect(fill(links, 'more')).toBe(1000);
  for (let item = 0; item < 1000; item++) links.judged(`${site}/item/${item}`, true);
  // of `more` none has its verdict, and none of `item` was counted twice
  expect(fill(links, 'again')).toBe(0);
});

test('hosts that are made up for copies share what the host of the original may have', () => {
  const links = new CopyLinks();
  let count = 0;
  for (let i = 0; i < 2000; i++) {
    if (links.follows(`https://${i}.example/b`, `https://${i}.example/a`, `${site}/a`)) count++;
    links.see(`https://${i}.example/b`, site);
  }
  expect(count).toBeLessThanOrEqual(1000);
});

test('URLs longer than any rule reads, or that are none, are not followed from a copy, and cost no error', () => {
  const links = new CopyLinks();
  for (const link of [
    `${site}/${'x'.repeat(5000)}`,
    `${site}${'/x'.repeat(100)}`,
    'mailto:a@b.example',
    'no url',
  ]) {
    links.see(link, site);
    expect(links.follows(link, `${site}/a`, `${site}/b`)).toBe(false);
    links.judged(link, true);
  }
});

test('the page that linked to a URL first is remembered, by the URL that it was asked for', () => {
  const links = new CopyLinks();
  links.see(`${site}/item/1#top`, `${site}/list?page=1`);
  links.see(`${site}/item/1`, `${site}/list?page=2`);
  links.follows(`${site}/item/2`, `${site}/lists/2`, `${site}/list?page=1`, `${site}/list?page=2`);
  expect(links.linkedFrom(`${site}/item/1`)).toBe(`${site}/list?page=1`);
  expect(links.linkedFrom(`${site}/item/2`)).toBe(`${site}/list?page=2`);
  expect(links.linkedFrom(`${site}/item/3`)).toBeUndefined();
});

test('a later process knows which page had the links that wait for their verdicts, and may follow them as new', () => {
  const links = new CopyLinks();
  for (let i = 0; i < 4; i++) links.see(`${site}/item/${i}`, `${site}/list?page=${i % 2}`);
  links.follows(`${site}/more`, `${site}/copy`, `${site}/original`);
  links.judged(`${site}/item/0`, true);
  links.leftOut(`${site}/item/1`);
  const later = new CopyLinks();
  later.restore(JSON.parse(JSON.stringify(links.unjudged())));
  expect([0, 1, 2, 3].map((i) => later.linkedFrom(`${site}/item/${i}`))).toEqual([
    ...[undefined, undefined],
    ...[`${site}/list?page=0`, `${site}/list?page=1`],
  ]);
  expect(later.linkedFrom(`${site}/more`)).toBe(`${site}/copy`);
  later.judged(`${site}/item/2`, true);
  expect(later.unjudged().flatMap(([, hashes]) => hashes)).toHaveLength(2);
  expect(later.follows(`${site}/item/3`, `${site}/copy`, `${site}/original`)).toBe(true);
});
