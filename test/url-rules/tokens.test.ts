import { expect, test } from 'vitest';
import { UrlRules } from '../../src/url-rules/index.ts';
import { seededRandom } from '../sketch/sets.ts';

const random = seededRandom(7);
/** Sixteen digits and letters. */
const token = () => Array.from({ length: 16 }, () => Math.floor(16 * random()).toString(16)).join('');
const origin = 'https://a.example';
const article = (i: number) =>
  `/${['news', 'sport'][i % 2]}/story-of-${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10)]}`;

test.each([
  ['before the path', (path: string) => `/c/${token()}${path}`],
  ['at its end', (path: string) => `${path}/ref-${token()}`],
  ['in its middle', (path: string) => path.replace('/story', `/${token()}/story`)],
])('tokens that each link has %s, no two alike, are found to make no difference', (_, tracked) => {
  const rules = new UrlRules();
  for (let i = 0; i < 60; i++) {
    const first = origin + tracked(article(i));
    rules.observe(first, `content ${i}`);
    rules.observe(origin + tracked(article(i)), `content ${i}`, first);
  }
  const asked = Array.from({ length: 60 }, (_, i) => origin + tracked(article(i)));
  const dropped = asked.map((url) => rules.decide(url)).filter(({ action }) => action === 'drop');
  expect(dropped.length).toBeGreaterThan(40);
  // a target is the address of a page, as it was
  for (const each of dropped)
    expect(each).toMatchObject({ target: expect.stringMatching(/^https:\/\/a\.example\/[^;]*$/) });
  const others = Array.from(
    { length: 60 },
    (_, i) => origin + tracked(article(i).replace('story', 'report')),
  );
  expect(others.every((url) => rules.decide(url).action === 'fetch')).toBe(true);
});

test('tokens by which pages are told apart are no session ids: no page is dropped', () => {
  const rules = new UrlRules();
  for (let i = 0; i < 200; i++) {
    const page = `${origin}/p/${token()}`;
    rules.observe(page, `content ${i}`);
    rules.observe(`${page}?sid=${i}`, `content ${i}`, page);
  }
  const fresh = Array.from({ length: 200 }, () => `${origin}/p/${token()}`);
  expect(fresh.every((url) => rules.decide(url).action === 'fetch')).toBe(true);
});

test('a URL with a token that was dropped wrongly comes back as it was, and is not dropped again', () => {
  const rules = new UrlRules();
  const tracked = (i: number) => `${origin}/c/${token()}${article(i)}`;
  for (let i = 0; i < 60; i++) {
    const first = tracked(i);
    rules.observe(first, `content ${i}`);
    rules.observe(tracked(i), `content ${i}`, first);
  }
  const dropped = Array.from({ length: 40 }, (_, i) => tracked(i)).filter(
    (url) => rules.decide(url).action === 'drop',
  );
  for (let i = 40; i < 60; i++) rules.observe(tracked(i), `changed ${i}`);
  const back = rules.takeBack();
  expect(back.length).toBeGreaterThan(20);
  for (const url of back) {
    expect(dropped).toContain(url);
    expect(rules.decide(url).action).toBe('fetch');
  }
});
