import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from '../../../plugins/cli/crawl/pace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a turn is its delay behind the one before it at its host, also where that was late', () => {
  const pace = new Pace();
  expect(pace.waitMs('a')).toBe(0);
  pace.takeTurn('a', 0.3);
  expect([pace.waitMs('a'), pace.waitMs('b')]).toEqual([300, 0]);
  vi.advanceTimersByTime(450);
  expect(pace.waitMs('a')).toBe(0);
  pace.takeTurn('a', 0.3);
  expect(pace.waitMs('a')).toBe(300);
});

test('turns that are not waited for put off the next one by all of their delays', () => {
  const pace = new Pace();
  for (let i = 0; i < 3; i++) pace.takeTurn('a', 0.3);
  expect(pace.waitMs('a')).toBe(900);
  pace.takeTurn('b', 0);
  expect(pace.waitMs('b')).toBe(0);
});

test('a pause lasts as long as the longest that was asked for', () => {
  const pace = new Pace();
  pace.hold('a', 2);
  pace.hold('a', 1);
  vi.advanceTimersByTime(1500);
  expect([pace.heldMs('a'), pace.heldMs('b'), pace.waitMs('a')]).toEqual([500, 0, 0]);
});
