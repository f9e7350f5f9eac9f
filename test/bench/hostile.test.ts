import { beforeAll, describe, expect, test } from 'vitest';
import { isOver, leastTime, leastTimes, mostCost, mostGrowth } from '../../bench/hostile/cells.ts';
import { ordinaryPage, targets } from '../../bench/hostile/targets.ts';
import { cases } from '../repetition.ts';

// The small version of `npm run bench -- hostile`: what is quadratic takes 16 times as long on 4 times the input.
const bytes = 32 << 10;
/** Of a busy machine; at this size everything linear takes a few milliseconds. */
const patienceMs = 40;

/** Milliseconds of an ordinary page of 1 MB: what the cost of an input of that size, or of a smaller one, is held against. */
let ordinary: number;
beforeAll(async () => {
  ordinary = await leastTime(targets['a whole page'], ordinaryPage(1 << 20), 3);
});

describe.each(Object.keys(targets))('%s', (name) => {
  const target = targets[name];
  const largerTimes = (shape: string): Promise<number[]> =>
    leastTimes(target, target.shapes[shape], [2 * bytes, 8 * bytes], ordinary);

  test('takes at most linear time on every hostile shape', async () => {
    const suspected: string[] = [];
    for (const [shape, make] of cases(Object.entries(target.shapes), 2)) {
      const milliseconds = await leastTime(target, make(bytes), 1);
      if (milliseconds <= patienceMs) continue;
      // readers that bound how often they try again do so from some size on
      const first = await leastTimes(target, make, [bytes, 4 * bytes], ordinary, 1);
      if (!isOver(first, ordinary)) continue;
      // compilation and what other programs take are less of larger times
      if (isOver(await largerTimes(shape), ordinary)) suspected.push(shape);
    }
    const slow: string[] = [];
    // a machine that many share is slow for seconds at a time
    for (const shape of suspected) {
      const again = await largerTimes(shape);
      if (isOver(again, ordinary)) slow.push(`${shape}: ${again.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    }
    expect(slow).toEqual([]);
  });

  test('is tried on 19 shapes at least', () => {
    expect(Object.keys(target.shapes).length).toBeGreaterThanOrEqual(19);
  });
});

test('a cell is over its budget when its time grows too fast, or is too long beside an ordinary page', () => {
  expect(isOver([100, mostGrowth * 100], 1e6)).toBe(false);
  expect(isOver([100, mostGrowth * 100 + 1], 1e6)).toBe(true);
  expect(isOver([100, 400], 400 / mostCost)).toBe(false);
  expect(isOver([100, 401], 400 / mostCost)).toBe(true);
  expect(isOver([0.1, 20], 0.01)).toBe(false);
});
