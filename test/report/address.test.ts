import { expect, test } from 'vitest';
import { placeHash, readPlace } from '../../plugins/report/browser/address.ts';

test('a place is read from the address that was made of it', () => {
  const place = { filters: { search: 'a&b=c #%', kind: 'equal' }, cluster: 12, pair: [40, 43] as const };
  expect(readPlace(placeHash(place))).toEqual(place);
  expect(readPlace(placeHash({ filters: {} }))).toEqual({ filters: {} });
});

test('an address of something else is no place, and what is wrong in one is left out', () => {
  expect(readPlace('')).toBe(undefined);
  expect(readPlace('#clusters')).toBe(undefined);
  expect(readPlace('#clusters?cluster=-1&pair=1;2&search=x')).toEqual({ filters: { search: 'x' } });
  expect(readPlace('#clusters?cluster=1e9&pair=1,2,3')).toEqual({ filters: {} });
});
