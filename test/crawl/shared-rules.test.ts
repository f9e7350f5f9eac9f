import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RuleEvent, RulesNews } from '../../plugins/crawl/crawl-rules.ts';
import { createDeduper, type Deduper, type RequestToMake } from '../../plugins/crawl/index.ts';
import { DroppedLinks } from '../../plugins/crawl/shared/dropped-links.ts';
import { RulesCopy } from '../../plugins/crawl/shared/rules-copy.ts';
import { RulesFeed } from '../../plugins/crawl/shared/rules-feed.ts';
import { UrlRules, type UrlRulesState } from '../../src/url-rules/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { page } from '../crawlee/pages.ts';

const at = (i: number, sid: string) => `https://a.example/${['a', 'b'][i % 2]}/p${i}?sid=${sid}`;

/** Two processes on one index; the first, which has it, has seen 40 pages, each under two sessions. */
async function taught(): Promise<{ a: Deduper; b: Deduper; open(process: string): Promise<Deduper> }> {
  const directory = await temporaryFolder();
  const open = async (process: string) => {
    const deduper = await createDeduper({ directory, process });
    onTestFinished(() => deduper.close());
    return deduper;
  };
  const [a, b] = [await open('a'), await open('b')];
  for (let i = 0; i < 40; i++) {
    for (const sid of ['1', '2']) {
      const claim = await a.claim({ url: at(i, sid), body: page(i) });
      await claim.commit();
    }
  }
  return { a, b, open };
}

describe('processes that share an index', () => {
  test('say the same of the rules, each before it has learned anything itself, and leave out the same links', async () => {
    const { a, b } = await taught();
    await b.flush();
    expect(a.rules().rules[0]).toMatchObject({ kind: 'parameter', value: 'sid', state: 'on' });
    expect(b.rules()).toEqual(a.rules());
    const links = Array.from({ length: 20 }, (_, i) => ({ url: at(i, 'linked') }));
    const leftOut = links.filter((link) => b.transform(link) === false);
    expect(leftOut.length).toBeGreaterThan(10);
    await b.settled();
    expect(a.rules().rules[0].saved).toBe(leftOut.length);
    // the owner says the same of what it has been told
    expect(leftOut.every((link) => a.transform(link) === false)).toBe(true);
    await b.flush();
    expect(b.rules()).toEqual(a.rules());
    expect(b.stats().saved).toBe(leftOut.length);
  });

  test('give up the same patterns, also for walls', async () => {
    const { a, b } = await taught();
    await b.flush();
    const login = '<title>Log in</title><form>Please log in to continue <input type=password></form>';
    for (let i = 0; i < 100; i++) {
      const claim = await a.claim({ url: `https://a.example/login?next=${i}`, body: login });
      expect(claim.verdict.code).toBe('login-wall');
      await claim.commit();
    }
    await b.flush();
    expect(a.rules().barrenPatterns).toHaveLength(2);
    expect(b.rules()).toEqual(a.rules());
  });

  test('know the rules from the moment they join on', async () => {
    const { a, open } = await taught();
    const late = await open('late');
    expect(a.rules().rules[0]).toMatchObject({ value: 'sid', state: 'on' });
    expect(late.rules()).toEqual(a.rules());
  });

  test('give back what one of them left out where a page of the other shows that it was wrong', async () => {
    const { a, b } = await taught();
    await b.flush();
    const made: string[] = [];
    a.onReturn(() => undefined);
    b.onReturn(({ request }) => made.push(JSON.parse(request).url));
    const links = Array.from({ length: 20 }, (_, i) => ({ url: at(i, 'linked') }));
    const leftOut = links.filter((link) => b.transform(link) === false).map(({ url }) => url);
    await b.settled();
    for (let i = 30; i < 40; i++) {
      const claim = await b.claim({ url: at(i, 'new'), body: page(1000 + i) });
      await claim.commit();
    }
    expect(made).toEqual(expect.arrayContaining(leftOut));
  });
});

test('a link that a process leaves out by rules that the owner has just turned off is followed: by a crawler that runs, or else by its own', async () => {
  const { a, b } = await taught();
  await b.flush();
  // no news of the rules goes out
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let i = 30; i < 40; i++) {
    const claim = await a.claim({ url: at(i, 'new'), body: page(1000 + i) });
    await claim.commit();
  }
  expect(a.rules().rules[0].state).not.toBe('on');
  const made: RequestToMake[] = [];
  let takes = true;
  b.onReturn((request) => {
    made.push(request);
    return takes || request.isAdopted !== true;
  });
  const leftOut = async (sid: string) => {
    const links = Array.from({ length: 5 }, (_, i) => ({ url: at(i, sid), label: 'DETAIL' }));
    const dropped = links.filter((link) => b.transform(link) === false);
    expect(dropped.length).toBeGreaterThan(0);
    await b.settled();
    return dropped.map((link) => ({ url: link.url, request: JSON.stringify(link), returns: 1 }));
  };
  const first = await leftOut('linked');
  expect(made).toEqual(first.map((link) => ({ ...link, isAdopted: true })));
  takes = false;
  made.length = 0;
  const second = await leftOut('later');
  expect(made).toEqual(second.flatMap((link) => [{ ...link, isAdopted: true }, link]));
  expect(b.stats().saved).toBe(0);
});

test('a link that the owner does not leave out, or was never told of, is followed after all', async () => {
  const followed: string[] = [];
  const told: string[][] = [];
  const links = new DroppedLinks(
    async (asked) => {
      told.push(asked.map(({ url }) => url));
      if (told.length > 1) throw new Error('gone');
      return asked.map(({ url }) => url !== 'b');
    },
    ({ url }) => followed.push(url),
  );
  for (const url of ['a', 'b', 'c']) links.add({ url, request: '{}' });
  await links.told();
  expect(followed).toEqual(['b']);
  links.add({ url: 'd', request: '{}' });
  await links.told();
  expect(followed).toEqual(['b', 'd']);
  // the links of one page go together
  expect(told).toEqual([['a', 'b', 'c'], ['d']]);
});

test('who follows the rules is told all at first, then what is new in its order, and all again when that was too much', async () => {
  const whole = { state: new UrlRules().toJSON() };
  const heard: RulesNews[] = [];
  let taken: () => void = () => undefined;
  const feed = new RulesFeed(
    () => whole,
    (news) => {
      heard.push(news);
      return new Promise<void>((resolve) => {
        taken = resolve;
      });
    },
  );
  const drop = (i: number): RuleEvent => ['drop', `${i}`];
  feed.add(drop(0));
  void feed.flush();
  expect(heard).toEqual([whole]);
  feed.add(drop(1));
  feed.add(drop(2));
  taken();
  const flushed = feed.flush();
  await setImmediate();
  taken();
  await flushed;
  expect(heard.slice(1)).toEqual([{ events: [drop(1), drop(2)] }]);
  for (let i = 0; i < 5000; i++) feed.add(drop(i));
  void feed.flush();
  await setImmediate();
  expect(heard.slice(2)).toEqual([whole]);
  feed.end();
  taken();
  feed.add(drop(9));
  await setTimeout(100);
  expect(heard).toHaveLength(3);
});

test('a copy of the rules that is told every event has the state of the original', () => {
  const original = new UrlRules({ mostUrls: 50_000, mostDropped: 10_000 });
  const copy = new RulesCopy();
  const events: RuleEvent[] = [];
  for (let i = 0; i < 60; i++) {
    for (const sid of ['1', '2', '3']) {
      const url = at(i, sid);
      if (copy.drops(url) && original.decide(url).action === 'drop') {
        events.push(['drop', url]);
        copy.take({ events: [['drop', url]] });
        continue;
      }
      const repeats = sid === '1' ? undefined : at(i, '1');
      original.observe(url, `p${i}`, repeats);
      copy.take({ events: [['page', url, `p${i}`, repeats ?? null]] });
    }
  }
  expect(events.length).toBeGreaterThan(40);
  expect(copy.state).toEqual(original.toJSON());
  // what shows that links were left out wrongly: the owner has them made again, and a copy that takes its place does not
  for (let i = 30; i < 60; i++) {
    original.observe(at(i, 'new'), `another ${i}`);
    copy.take({ events: [['page', at(i, 'new'), `another ${i}`, null]] });
  }
  expect(original.takeBack().length).toBeGreaterThan(0);
  expect(copy.state).toEqual(original.toJSON());
  const second = new RulesCopy();
  second.take({ state: JSON.parse(JSON.stringify(original)) as UrlRulesState });
  expect(second.state).toEqual(original.toJSON());
});
