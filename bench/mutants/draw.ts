import { seededRandom } from '../../test/sketch/sets.ts';
import type { Mutation, Place } from './mutations.ts';

/**
 * Mutations in the order in which they are taken. Every place is equally likely. One alternative of each place is
 * taken, and at most one mutation for each line and operator. The same places and the same seed give the same
 * mutations.
 */
export function drawn(places: readonly Place[], seed: number): Mutation[] {
  const random = seededRandom(seed);
  const order = [...places];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const taken = new Set<string>();
  return order.flatMap((alternatives) => {
    const mutation = alternatives[Math.floor(random() * alternatives.length)];
    const key = `${mutation.file}:${mutation.line}:${mutation.operator}`;
    if (taken.has(key)) return [];
    taken.add(key);
    return [mutation];
  });
}
