import { expect, test } from 'vitest';
import { type DroppedUrl, DroppedUrls } from '../../src/url-rules/dropped-urls.ts';

function dropped(at: number, more: Partial<DroppedUrl> = {}): DroppedUrl {
  const target = `t${at % 2}`;
  return {
    url: `u${at}`,
    target,
    because: ['rule'],
    agreement: 'single',
    risk: 0.5,
    groups: [at % 3],
    at,
    ...more,
  };
}

function filled(count: number, most = 100): DroppedUrls {
  const urls = new DroppedUrls(most);
  for (let at = 1; at <= count; at++) urls.add(dropped(at));
  return urls;
}

const names = (found: Iterable<DroppedUrl>) => [...found].map(({ url }) => url);

test('the one dropped longest ago is forgotten where there is no room, and counts for its target no more', () => {
  const urls = filled(6, 4);
  expect(names(urls.values())).toEqual(['u3', 'u4', 'u5', 'u6']);
  expect([urls.get('u2'), urls.get('u3')?.at]).toEqual([undefined, 3]);
  expect([urls.countFor('t0'), urls.countFor('t1'), urls.countFor('t2')]).toEqual([2, 2, 0]);
});

test('what a rule dropped after a drop is taken out, where URLs agreed in that way', () => {
  const urls = filled(6);
  urls.add(dropped(7, { agreement: 'mixed' }));
  urls.add(dropped(8, { because: ['another', 'rule'] }));
  urls.add(dropped(9, { because: ['another'] }));
  expect(names(urls.takeBack('rule', 'single', 4))).toEqual(['u5', 'u6', 'u8']);
  expect(names(urls.values())).toEqual(['u1', 'u2', 'u3', 'u4', 'u7', 'u9']);
  expect(urls.countFor('t0')).toBe(2);
});

test('what is of a pattern is taken out by it', () => {
  const urls = filled(2);
  urls.add(dropped(3, { target: undefined, because: ['pattern'], agreement: undefined }));
  expect(names(urls.takeBack('pattern', undefined, 0))).toEqual(['u3']);
});

test('what was taken for one URL is taken out, and what a rule dropped of some groups', () => {
  const urls = filled(6);
  expect(names(urls.takeBackFor('t1'))).toEqual(['u1', 'u3', 'u5']);
  expect(names(urls.takeBackFor('t1'))).toEqual([]);
  expect(names(urls.takeBackLike('rule', [2, 5]))).toEqual(['u2']);
  expect(names(urls.takeBackLike('another', [0, 1, 2]))).toEqual([]);
  expect(names(urls.values())).toEqual(['u4', 'u6']);
});

test('of the URLs that were taken for one only so many are taken out, those dropped longest ago', () => {
  const urls = filled(12);
  expect(names(urls.takeBackLike('rule', [0, 1], 2))).toEqual(['u1', 'u3', 'u4', 'u6']);
  expect(names(urls.takeBackLike('rule', [0, 1]))).toEqual(['u7', 'u9', 'u10', 'u12']);
  expect(names(urls.values())).toEqual(['u2', 'u5', 'u8', 'u11']);
});

test('what a rule dropped is counted by how the URLs agreed, and no more once it is taken out', () => {
  const urls = filled(4);
  urls.add(dropped(5, { agreement: 'mixed', because: ['rule', 'another'] }));
  const counts = () => [urls.countBecause('rule', 'single'), urls.countBecause('rule', 'mixed')];
  expect([counts(), urls.countBecause('another', 'mixed')]).toEqual([[4, 1], 1]);
  expect(names(urls.inFavourOf('t0'))).toEqual(['u2', 'u4']);
  urls.takeBackFor('t0');
  urls.remove(urls.get('u5')!);
  expect([counts(), urls.countBecause('another', 'mixed')]).toEqual([[2, 0], 0]);
});

test('another risk of a URL does not make it the latest', () => {
  const urls = filled(4, 4);
  urls.setRisk(urls.get('u1')!, 0.1);
  expect([urls.get('u1')?.risk, urls.get('u2')?.risk]).toEqual([0.1, 0.5]);
  expect([urls.countFor('t1'), urls.countBecause('rule', 'single')]).toEqual([2, 4]);
  urls.add(dropped(5));
  expect(names(urls.values())).toEqual(['u2', 'u3', 'u4', 'u5']);
});

test('URLs come in turn, from the oldest to the newest and again, with those that are added or removed meanwhile', () => {
  const urls = filled(3);
  const next = () => urls.nextInTurn()?.url;
  expect([next(), next()]).toEqual(['u1', 'u2']);
  urls.add(dropped(4));
  urls.remove(urls.get('u3')!);
  expect([next(), next(), next()]).toEqual(['u4', 'u1', 'u2']);
  expect(filled(0).nextInTurn()).toBeUndefined();
});
