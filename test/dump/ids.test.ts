import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idHash, isPlaceId, PageIds, placeId } from '../../plugins/dump/ids.ts';
import { hash53 } from '../../src/url-rules/url-parts.ts';

test('an id is given once; then the place stands in, and at a taken place #2, #3 …', () => {
  const ids = new PageIds();
  const place = (): string => 'file:1';
  expect([
    ids.take('a', place),
    ids.take('b', place),
    ids.take('a', place),
    ids.take('a', place),
    ids.take(undefined, place),
    ids.take('file:1#2', () => 'file:2'),
    ids.take(undefined, () => 'file:3'),
    ids.take('', place),
  ]).toEqual(['a', 'b', 'file:1', 'file:1#2', 'file:1#3', 'file:2', 'file:3', '']);
});

test('who wants to know is told each id with the place that stands in for it', () => {
  const told: (readonly [string, string])[] = [];
  const ids = new PageIds((id, place) => told.push([id, place]));
  ids.take('a', () => 'file:1');
  ids.take('a', () => 'file:2');
  ids.take(undefined, () => 'file:2');
  expect(told).toEqual([
    ['a', 'file:1'],
    ['file:2', 'file:2'],
    ['file:2#2', 'file:2'],
  ]);
});

test('of a place are those ids that stand in for a taken one, and no others', () => {
  for (const n of [1, 2, 9, 10, 31]) expect(isPlaceId(placeId('file:1', n), 'file:1')).toBe(true);
  for (const id of ['a', 'file:12', 'file:1#', 'file:1#0', 'file:1#1', 'file:1#02', 'file:1#2x', 'file:2'])
    expect(isPlaceId(id, 'file:1')).toBe(false);
});

test('the place is asked for only when it is needed', () => {
  let asked = 0;
  const place = (): string => `place ${++asked}`;
  const ids = new PageIds();
  ids.take('a', place);
  expect(asked).toBe(0);
  ids.take('a', place);
  expect(asked).toBe(1);
});

test('twenty thousand ids that differ little are all given, and all known again after the table has grown', () => {
  const ids = new PageIds();
  const count = 20_000;
  for (let n = 0; n < count; n++) {
    expect(ids.take(`http://example.test/page/${n}`, () => 'taken')).not.toBe('taken');
  }
  let known = 0;
  for (let n = 0; n < count; n++) {
    if (ids.take(`http://example.test/page/${n}`, () => `place ${n}`) === `place ${n}`) known++;
  }
  expect(known).toBe(count);
});

test('once all pages have come no id is known any more, so that nothing of them stays in memory', () => {
  const ids = new PageIds();
  ids.take('a', () => 'taken');
  ids.clear();
  expect(ids.take('a', () => 'taken')).toBe('a');
});

test('the hash of an id is that of the same text in URL rules, all 53 bits of it', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => idHash(text) === (hash53(text) || 1)));
});
