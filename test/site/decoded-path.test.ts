import { expect, test } from 'vitest';
import { splitUrl } from '../../src/site/decoded-path.ts';
import { namedParts } from '../../src/site/named-by-url.ts';
import { endAlike, urlEnd } from '../../src/site/places.ts';
import { patternsOf } from '../../src/site/url-patterns.ts';
import { comparedUrl } from '../../src/site/url-words.ts';

const host = 'https://a.example';
const topic = `${host}/topics/17?page=2`;

test.each([`${host}/topics/17%3Fpage=2`, `${host}/topics/17%3fpage%3D2`, `${host}/topics/17@page=2`])(
  'a query that wget wrote into the name of a file is compared as one, so that pages of a topic are not under unlike addresses: %s',
  (copy) => {
    expect(splitUrl(copy)).toEqual({ host: 'a.example', path: '/topics/17', query: 'page=2' });
    expect(patternsOf(copy)).toEqual(patternsOf(topic));
    expect(comparedUrl(copy)).toEqual(comparedUrl(topic));
    expect(endAlike(urlEnd(copy), urlEnd(`${host}/old/17`))).toBe(true);
    expect(endAlike(urlEnd(copy), urlEnd(`${host}/topics/17%3Fpage=3`))).toBe(false);
  },
);

test('the ending that wget adds to such a name stays with the path, unless that has one of its own', () => {
  const [path, query] = ['/ticket/17.html', 'action=history&version=10'];
  expect(splitUrl(`${host}/ticket/17%3Faction=history&version=10.html`)).toMatchObject({ path, query });
  const copy = `${host}/index.php%3Ftitle=Harbour_bridge.html`;
  expect(splitUrl(copy)).toMatchObject({ path: '/index.php', query: 'title=Harbour_bridge' });
  expect(namedParts(copy, ['harbour bridge'])).toBe(namedParts(copy.replace('%3F', '?'), ['harbour bridge']));
});

test('signs in a path that begin no query stay in it', () => {
  for (const path of ['/@ann', '/what%3F', '/a%3Fb=1/c', '/x=1'])
    expect(splitUrl(host + path)).toEqual({ host: 'a.example', path, query: '' });
  expect(splitUrl(`${host}/a%3Fb=1?c=2#d`)).toMatchObject({ path: '/a%3Fb=1', query: 'c=2' });
});
