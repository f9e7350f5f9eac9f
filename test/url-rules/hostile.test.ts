import { expect, test } from 'vitest';
import type { UrlRulesOptions } from '../../src/url-rules/options.ts';
import { partsOf } from '../../src/url-rules/url-parts.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import { cpuMs } from '../cpu-time.ts';

/** Seconds of the processor for the work. */
function secondsOf(work: () => void): number {
  const startedAt = cpuMs();
  work();
  return (cpuMs() - startedAt) / 1000;
}

test('fifty thousand pages, each with parameters, folders, endings and hosts of its own, cost bounded memory and time', () => {
  const rules = new UrlRules({ mostUrls: 20_000 });
  const startedAt = cpuMs();
  for (let i = 0; i < 25_000; i++) {
    const page = `https://h${i % 2000}.example/f${i}/p${i % 7}`;
    rules.observe(page, `${i}`);
    const copies = [
      `${page}?p${i}=${i}&q=${i}`,
      `https://h${i % 2000}.example/f${i}/x${i}/p${i % 7}`,
      `${page}.e${i % 1000}`,
      `https://m${i}.example/f${i}/p${i % 7}`,
    ];
    const copy = copies[i % 4];
    rules.decide(copy);
    rules.observe(copy, `${i}`, page);
  }
  const perPage = (cpuMs() - startedAt) / 50_000;
  const state = rules.toJSON();
  expect(state.rules.length).toBeLessThanOrEqual(4096);
  expect(state.slots.length).toBeLessThanOrEqual(2048);
  expect(state.patterns.length).toBeLessThanOrEqual(8192);
  expect(state.urls.length).toBeLessThanOrEqual(20_000);
  expect(perPage).toBeLessThan(2);
});

test('a URL of many megabytes, of a hundred thousand parts, or none at all is fetched, not learned from, and costs linear time', () => {
  const rules = new UrlRules();
  const long = [
    `https://a.example/${'x'.repeat(20_000_000)}`,
    `https://a.example/${'x/'.repeat(1_000_000)}`,
    `https://a.example/?${'a=1&'.repeat(1_000_000)}`,
    `https://a.example/?${'&'.repeat(2000)}`,
    `https://a.example${'/'.repeat(1000)}`,
    'not a URL',
    'javascript:alert(1)',
    'https://',
    `https://a.example/${'%'.repeat(1000)}`,
  ];
  const seconds = secondsOf(() => {
    for (const url of long) {
      rules.observe(url, 'x', 'https://a.example/');
      rules.observe('https://a.example/y', 'y', url);
      expect(rules.decide(url)).toEqual({ action: 'fetch' });
    }
  });
  expect(seconds).toBeLessThan(2);
  expect(partsOf(long[4])).toBeUndefined();
});

test('the longest URLs that are learned from cost milliseconds, with as many alternatives as there may be', () => {
  const rules = new UrlRules();
  const tail = Array.from({ length: 25 }, (_, i) => `${i}${'s'.repeat(70)}`).join('/');
  // 64 values at each of many places, 16 endings, 8 hosts
  for (let i = 0; i < 64; i++) {
    for (let place = 0; place < 20; place += 4) {
      const segments = tail.split('/');
      segments[place] = `v${i}`;
      rules.observe(`https://a.example/${segments.join('/')}`, 'one', `https://a.example/${tail}`);
    }
    rules.observe(`https://h${i}.example/${tail}`, 'one', `https://a.example/${tail}`);
    rules.observe(`https://a.example/${tail}.e${i}`, 'one', `https://a.example/${tail}`);
  }
  const seconds = secondsOf(() => {
    for (let i = 0; i < 100; i++) rules.decide(`https://a.example/${tail.replace('s', `${i}`)}`);
  });
  expect(seconds / 100).toBeLessThan(0.05);
});

test('rules about one site drop nothing of another', () => {
  const rules = new UrlRules({ sampleShare: 0 });
  for (let i = 0; i < 200; i++) {
    rules.observe(`https://evil.example/${i % 3}/p${i}`, `${i}`);
    rules.observe(`https://evil.example/${i % 3}/p${i}?sid=1`, `${i}`, `https://evil.example/${i % 3}/p${i}`);
  }
  rules.observe('https://good.example/0/p1', 'good');
  expect(rules.decide('https://evil.example/1/p1?sid=2').action).toBe('drop');
  expect(rules.decide('https://good.example/0/p1?sid=2').action).toBe('fetch');
});

test('a site that is the copy of another one, crawled before it, makes the crawl drop no page of the other', () => {
  const crawled = (options: UrlRulesOptions) => {
    const rules = new UrlRules({ sampleShare: 0, ...options });
    for (let i = 0; i < 200; i++) {
      rules.observe(`https://evil.example/${i % 3}/p${i}`, `${i}`);
      rules.observe(`https://good.example/${i % 3}/p${i}`, `${i}`, `https://evil.example/${i % 3}/p${i}`);
    }
    rules.observe('https://evil.example/0/new', 'what evil says is there');
    return rules.decide('https://good.example/0/new').action;
  };
  expect(crawled({})).toBe('fetch');
  // for who trusts all the sites that are crawled
  expect(crawled({ acrossSites: true })).toBe('drop');
});

test('a subdomain, which anybody may get, makes the crawl drop no page of the host above it by copies; the host stands for the subdomain', () => {
  const asked = (copy: string, original: string) => {
    const rules = new UrlRules({ sampleShare: 0 });
    for (let i = 0; i < 200; i++) {
      rules.observe(`${copy}/${i % 3}/p${i}`, `${i}`);
      rules.observe(`${original}/${i % 3}/p${i}`, `${i}`, `${copy}/${i % 3}/p${i}`);
    }
    rules.observe(`${copy}/0/new`, 'what the copy says is there');
    return rules.decide(`${original}/0/new`).action;
  };
  expect(asked('https://evil.good.example', 'https://good.example')).toBe('fetch');
  expect(asked('https://evil.good.example', 'https://www.good.example')).toBe('fetch');
  expect(asked('https://evil.good.example', 'https://another.good.example')).toBe('fetch');
  expect(asked('https://good.example', 'https://m.good.example')).toBe('drop');
  expect(asked('https://good.example', 'https://www.good.example')).toBe('drop');
});
