import { checkTypedArray, refusedValue, wrongType, wrongValue } from '../argument-checks.ts';
import { halvesOf } from './halves.ts';

/**
 * Records as sets of 64-bit values in one array: record i is `values[offsets[i] .. offsets[i + 1]]`, ascending and
 * distinct.
 */
export interface ValueSets {
  /** Uint32Array(records + 1). */
  readonly offsets: Uint32Array;
  readonly values: BigUint64Array;
  /** An upper bound of all values, if known; it saves a look at every record. */
  readonly largest?: number;
}

/** Most values that one collection holds: offsets are 32-bit. */
const MOST_VALUES = 2 ** 32 - 1;

/** Collects the value sets of records, in input order, in two buffers that double when they are full. */
export class ValueSetsBuilder {
  #records = 0;
  #offsets = new Uint32Array(1 << 8);
  #values = new BigUint64Array(1 << 10);

  /** Adds the next record: its values, ascending and distinct. Throws a RangeError above 2³² − 1 values in all. */
  append(values: BigUint64Array): void {
    if (!(values?.length >= 0)) throw wrongType('values', 'a BigUint64Array', values);
    const begin = this.#offsets[this.#records];
    const end = begin + values.length;
    if (end > MOST_VALUES) {
      throw wrongValue(`record ${this.#records}`, `at most ${MOST_VALUES} values in all`, end);
    }
    if (end > this.#values.length) {
      const larger = new BigUint64Array(Math.min(MOST_VALUES, Math.max(end, 2 * this.#values.length)));
      larger.set(this.#values.subarray(0, begin));
      this.#values = larger;
    }
    checkTypedArray('values', 'BigUint64Array', values);
    this.#values.set(values, begin);
    this.#records++;
    if (this.#records === this.#offsets.length) {
      const larger = new Uint32Array(2 * this.#offsets.length);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#records] = end;
  }

  /** Starts again in the same buffers: sets that `finish` returned before may no longer be used. */
  clear(): void {
    this.#records = 0;
  }

  /** Returns the records so far as views of the builder's buffers: append nothing afterwards. */
  finish(): ValueSets {
    return {
      offsets: this.#offsets.subarray(0, this.#records + 1),
      values: this.#values.subarray(0, this.#offsets[this.#records]),
    };
  }
}

/** @throws TypeError unless `sets` has the arrays of value sets */
export function checkValueSets(sets: ValueSets): void {
  if (Object(sets) !== sets)
    throw wrongType('sets', 'value sets, such as those of valueSetsFromIntegers', sets);
  checkTypedArray('sets: offsets', 'Uint32Array', sets.offsets);
  checkTypedArray('sets: values', 'BigUint64Array', sets.values);
  const { offsets, values } = sets;
  if (offsets.length === 0 || offsets[offsets.length - 1] > values.length) {
    const got = `${offsets.at(-1) ?? 'no offset'} for ${values.length} values`;
    throw refusedValue('sets: offsets', 'those of records, from 0 to at most the number of values', got);
  }
  for (let i = 0, before = 0; i < offsets.length; i++) {
    const offset = offsets[i];
    if (offset < before || (i === 0 && offset > 0))
      throw refusedValue('sets: offsets', 'ascending ones from 0', `${offset} at ${i}`);
    before = offset;
  }
}

/** @throws TypeError, RangeError unless `numbers` are of records of `sets`, ascending. O(numbers) */
export function checkNumbers(numbers: Uint32Array, { offsets }: ValueSets): void {
  checkTypedArray('numbers', 'Uint32Array', numbers);
  const wrong = numbers.findIndex(
    (number, i) => number >= offsets.length - 1 || (i > 0 && number <= numbers[i - 1]),
  );
  if (wrong >= 0)
    throw wrongValue('numbers', `ascending numbers of ${offsets.length - 1} records`, numbers[wrong]);
}

/**
 * Throws a RangeError unless the values of every record are ascending and distinct. The error names the record; the
 * first record has the number `firstNumber`. O(values).
 */
export function checkAscending({ offsets, values }: ValueSets, firstNumber = 0): void {
  const halves = halvesOf(values);
  for (let record = 0; record + 1 < offsets.length; record++) {
    for (let k = offsets[record] + 1; k < offsets[record + 1]; k++) {
      const high = halves[2 * k + 1];
      const highBefore = halves[2 * k - 1];
      if (high > highBefore || (high === highBefore && halves[2 * k] > halves[2 * k - 2])) continue;
      throw refusedValue(
        `record ${firstNumber + record}`,
        'ascending and distinct values',
        `${values[k]} after ${values[k - 1]}`,
      );
    }
  }
}

/**
 * Records of integer tokens (0 … 2⁵³ − 1) as value sets; a token repeated within a record counts once.
 *
 * An empty record is kept; it is similar to nothing. Throws a TypeError for a record that is no array and for a token that is not a
 * number, a RangeError for one that is negative, fractional, NaN or ≥ 2⁵³; they name the record and the position.
 */
export function valueSetsFromIntegers(records: Iterable<ArrayLike<number>>): ValueSets {
  if (typeof Object(records)[Symbol.iterator] !== 'function') {
    throw wrongType('records', 'arrays of numbers to iterate over', records);
  }
  const builder = new ValueSetsBuilder();
  let number = 0;
  for (const record of records) {
    builder.append(distinctValues(record, number));
    number++;
  }
  return builder.finish();
}

function distinctValues(record: ArrayLike<number>, number: number): BigUint64Array {
  // a Set has no length, and would count as empty
  if (typeof record?.length !== 'number') throw wrongType(`record ${number}`, 'an array of numbers', record);
  for (let i = 0; i < record.length; i++) {
    const token = record[i];
    if (typeof token !== 'number') {
      throw wrongType(`record ${number}, token ${i}`, 'a number', token);
    }
    if (!Number.isSafeInteger(token) || token < 0) {
      throw wrongValue(`record ${number}, token ${i}`, 'an integer from 0 to 2^53 − 1', token);
    }
  }
  const tokens = Float64Array.from(record).sort();
  const values = new BigUint64Array(tokens.length);
  const halves = new Uint32Array(values.buffer);
  let distinct = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (i > 0 && tokens[i] === tokens[i - 1]) continue;
    halves[2 * distinct] = tokens[i] % 2 ** 32;
    halves[2 * distinct + 1] = Math.floor(tokens[i] / 2 ** 32);
    distinct++;
  }
  return values.subarray(0, distinct);
}
