import { afterEach, expect, test, vi } from 'vitest';
import { Phases } from '../../src/methods/phases.ts';

afterEach(() => vi.restoreAllMocks());

test('a phase is charged the time since the last one ended, or what was taken over took; the total is their sum', () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const phases = new Phases();
  now += 5;
  phases.end('rank');
  now += 7;
  // What is taken over was made in these 7, or earlier.
  expect(phases.take('sketch', { value: 'made', milliseconds: 20 })).toBe('made');
  phases.take('sketch', { value: 'more', milliseconds: 2 });
  now += 3;
  phases.end('join');
  now += 4;
  phases.end('join');
  phases.take('rank', { value: 0, milliseconds: 0.5 });
  expect(phases.milliseconds).toEqual({ rank: 5.5, sketch: 22, join: 7, total: 34.5 });
});
