import { rankSets, type TokenSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';

/** `count` seeded sets of about `size` tokens, every third a changed copy of one of the two before it. */
export function sampleSets(count: number, size: number): TokenSets {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all: number[][] = [];
  for (let i = 0; i < count; i++) {
    const copied = i % 3 === 2 ? all[i - 1 - random(2)].slice(random(4)) : [];
    while (copied.length < size - random(5)) copied.push(random(400 * size));
    all.push(copied);
  }
  return rankSets(valueSetsFromIntegers(all));
}
