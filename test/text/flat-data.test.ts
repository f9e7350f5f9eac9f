import { expect, test } from 'vitest';
import { ownersInFlat } from '../../src/text/flat-data.ts';

test('strings of a flat list belong to the object that names their place, or that of their list', () => {
  const devalue = [{ post: 1, user: 7 }, { title: 2, body: 3, tags: 4 }, 'T', 'text', [5, 6], 'a', 'b', -1];
  const owners = ownersInFlat(devalue);
  for (const place of [2, 3, 5, 6]) expect(owners.get(place)).toMatchObject({ title: 'T', body: 'text' });
  expect(owners.has(1)).toBe(false);
  const turbo = [{ _1: 2 }, 'loaderData', { _3: 4, _5: 6 }, 'title', 'T', 'body', 'text'];
  expect(ownersInFlat(turbo).get(6)).toEqual({ title: 'T', body: 'text' });
});

test('other lists name nobody, and a list that many objects name is gone through once', () => {
  for (const list of [[], ['a', { b: 'c' }], [{ a: 99 }, { b: 1.5 }, { c: -1 }, null, [0]]])
    expect(ownersInFlat(list).size).toBe(0);
  const shared = [
    Array.from({ length: 20_000 }, () => 1),
    'x',
    ...Array.from({ length: 20_000 }, () => ({ a: 0 })),
  ];
  const startedAt = process.cpuUsage().user;
  expect(ownersInFlat(shared).get(1)).toBeDefined();
  expect(process.cpuUsage().user - startedAt).toBeLessThan(2_000_000);
});
