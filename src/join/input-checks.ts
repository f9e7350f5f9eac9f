import { checkFunction, checkTypedArray, checkWhole, refusedValue, wrongType } from '../argument-checks.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import type { Emit, JoinInput } from './join.ts';
import type { JoinStatistics } from './statistics.ts';

/**
 * Checks that ranked sets are made of the right arrays, of lengths that fit. Their values are not looked at. O(1).
 *
 * @throws TypeError, RangeError
 */
export function checkRanked(caller: string, sets: TokenSets): void {
  const expected = 'ranked sets, such as those of rankSets';
  if (Object(sets) !== sets) throw wrongType(`${caller}: sets`, expected, sets);
  const { size, offsets, tokens, records, universe, singletons = 0 } = sets;
  for (const [name, count] of Object.entries({ size, universe, singletons }))
    checkWhole(`${caller}: ${name}`, count, 0, 2 ** 32 - 1);
  for (const [name, numbers] of Object.entries({ offsets, tokens, records }))
    checkTypedArray(`${caller}: ${name}`, 'Uint32Array', numbers);
  if (offsets.length !== size + 1 || records.length !== size || offsets[size] > tokens.length) {
    const got = `${offsets.length} offsets, ${records.length} records and ${tokens.length} tokens, for a size of ${size}`;
    throw refusedValue(`${caller}: sets`, expected, got);
  }
}

/** Checks what the published algorithms take, besides the threshold. @throws TypeError, RangeError */
export function checkJoin(
  caller: string,
  input: JoinInput,
  emit: Emit,
  statistics: JoinStatistics | undefined,
): void {
  if (Object(input) !== input)
    throw wrongType(caller, 'ranked sets, such as those of rankSets or rankTwo', input);
  for (const sets of 'r' in input ? [input.r, input.s] : [input]) checkRanked(caller, sets);
  checkFunction(caller, 'emit', emit);
  if (statistics !== undefined && Object(statistics?.milliseconds) !== statistics?.milliseconds)
    throw wrongType(`${caller}: statistics`, 'an object that joinStatistics made', statistics);
}
