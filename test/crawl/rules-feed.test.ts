import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuleEvent, RulesNews } from '../../plugins/crawl/crawl-rules.ts';
import { RulesFeed } from '../../plugins/crawl/shared/rules-feed.ts';
import { UrlRules } from '../../src/url-rules/index.ts';

const WHOLE: RulesNews = { state: new UrlRules().toJSON() };
const GATHERED_MS = 50;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const drop = (i: number): RuleEvent => ['drop', `${i}`];

/** A feed, what was sent by it, and how the other answers what came last. */
function feeding(): { feed: RulesFeed; heard: RulesNews[]; take(): Promise<void>; fail(): Promise<void> } {
  const heard: RulesNews[] = [];
  let answer = { taken: () => {}, failed: (_: Error) => {} };
  const feed = new RulesFeed(
    () => WHOLE,
    (news) => {
      heard.push(news);
      return new Promise<void>((taken, failed) => {
        answer = { taken, failed };
      });
    },
  );
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    feed,
    heard,
    take() {
      answer.taken();
      return settled();
    },
    fail() {
      answer.failed(new Error('gone'));
      return settled();
    },
  };
}

/** A feed whose other end knows all. */
async function following() {
  const made = feeding();
  void made.feed.flush();
  await made.take();
  made.heard.length = 0;
  return made;
}

test('what came before the whole was told is told by the whole alone', async () => {
  const { feed, heard, take } = feeding();
  feed.add(drop(1));
  void feed.flush();
  await take();
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual([WHOLE]);
});

test('news goes out by itself, what comes within 50 ms of the first together', async () => {
  const { feed, heard } = await following();
  feed.add(drop(1));
  await vi.advanceTimersByTimeAsync(GATHERED_MS - 1);
  feed.add(drop(2));
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([{ events: [drop(1), drop(2)] }]);
});

test('what comes while news is on its way is gathered anew when that was taken', async () => {
  const { feed, heard, take } = await following();
  feed.add(drop(1));
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  feed.add(drop(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual([{ events: [drop(1)] }]);
  await take();
  feed.add(drop(3));
  expect(heard).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(heard.slice(1)).toEqual([{ events: [drop(2), drop(3)] }]);
});

test('what is asked for at once goes out one after the other, and nothing that is known already', async () => {
  const { feed, heard, take } = feeding();
  const flushes = [feed.flush()];
  feed.add(drop(1));
  flushes.push(feed.flush());
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([WHOLE]);
  await take();
  expect(heard).toEqual([WHOLE, { events: [drop(1)] }]);
  await take();
  await Promise.all(flushes);
  await feed.flush();
  expect(heard).toHaveLength(2);
});

test('more events than are sent one by one are told by the whole, without being asked for', async () => {
  const { feed, heard, take } = await following();
  for (let i = 0; i < 4097; i++) feed.add(drop(i));
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(heard).toEqual([WHOLE]);
  await take();
  feed.add(drop(1));
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  expect(heard.slice(1)).toEqual([{ events: [drop(1)] }]);
});

test('who cannot be told is told nothing more', async () => {
  const { feed, heard, fail } = await following();
  feed.add(drop(1));
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  await fail();
  feed.add(drop(2));
  await vi.advanceTimersByTimeAsync(1000);
  await feed.flush();
  expect(heard).toHaveLength(1);
});

test('a feed that was ended tells nothing, not what it was about to, and leaves no timer', async () => {
  const { feed, heard } = await following();
  feed.add(drop(1));
  feed.end();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  const unasked = feeding();
  unasked.feed.end();
  await unasked.feed.flush();
  expect([...heard, ...unasked.heard]).toEqual([]);
});
