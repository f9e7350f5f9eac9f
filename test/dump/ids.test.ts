import { expect, test } from 'vitest';
import { PageIds } from '../../plugins/dump/ids.ts';

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
