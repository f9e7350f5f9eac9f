import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { DroppedLink } from '../../plugins/crawl/crawl-urls.ts';
import { DroppedLinks } from '../../plugins/crawl/shared/dropped-links.ts';

const link = (url: string): DroppedLink => ({ url, request: '{}' });

test('links that come while the owner is told are told next, and waited for', async () => {
  const told: string[][] = [];
  const links = new DroppedLinks(
    async (asked) => {
      told.push(asked.map(({ url }) => url));
      if (told.length === 1) links.add(link('c'));
      await setTimeout(5);
      return asked.map(() => true);
    },
    () => undefined,
  );
  links.add(link('a'));
  links.add(link('b'));
  await links.told();
  expect(told).toEqual([['a', 'b'], ['c']]);
});

test('what is not left out is followed before the links count as told, however long that takes', async () => {
  const followed: string[] = [];
  const links = new DroppedLinks(
    async (asked) => {
      await setTimeout(5);
      return asked.map(() => false);
    },
    async ({ url }) => {
      await setTimeout(5);
      followed.push(url);
    },
  );
  links.add(link('a'));
  links.add(link('b'));
  await links.told();
  expect(followed).toEqual(['a', 'b']);
});

test('a link that the owner says nothing of is followed', async () => {
  const followed: string[] = [];
  const links = new DroppedLinks(
    async () => [true],
    ({ url }) => followed.push(url),
  );
  for (const url of ['a', 'b']) links.add(link(url));
  await links.told();
  expect(followed).toEqual(['b']);
});

test('the owner is not told before the page has named all of its links', async () => {
  const told: number[] = [];
  const links = new DroppedLinks(
    async (asked) => {
      told.push(asked.length);
      return asked.map(() => true);
    },
    () => undefined,
  );
  links.add(link('a'));
  await Promise.resolve();
  links.add(link('b'));
  expect(told).toEqual([]);
  await setImmediate();
  await links.told();
  expect(told).toEqual([2]);
});

test('a link that cannot be followed fails whoever waits, and neither the other links nor those after it', async () => {
  const followed: string[] = [];
  const links = new DroppedLinks(
    async (asked) => asked.map(() => false),
    async ({ url }) => {
      if (url === 'broken') throw new Error('the queue is full');
      followed.push(url);
    },
  );
  for (const url of ['broken', 'a']) links.add(link(url));
  await expect(links.told()).rejects.toThrow('the queue is full');
  links.add(link('b'));
  await links.told();
  expect(followed).toEqual(['a', 'b']);
});

test('a link that cannot be followed while nobody waits does not end the process', async () => {
  const unhandled: unknown[] = [];
  const see = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', see);
  onTestFinished(() => void process.off('unhandledRejection', see));
  const links = new DroppedLinks(
    async (asked) => asked.map(() => false),
    async () => {
      throw new Error('the queue is full');
    },
  );
  links.add(link('a'));
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  await links.told();
  expect(unhandled).toEqual([]);
});
