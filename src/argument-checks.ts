// What callers give is checked at the public edge. This file imports nothing: readers of dumps use it without the rest of src.

/**
 * Checks that options are an object that has no name but those: a misspelt one would have no effect, and nothing would say so.
 *
 * @param caller the function that they are given to
 * @throws TypeError naming the function, the names that it knows and the one that it does not
 */
export function checkOptionNames(
  caller: string,
  options: object,
  names: Readonly<Record<string, true>>,
): void {
  checkOptions(caller, options);
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(names, name)) {
      throw wrongType(caller, `options among ${Object.keys(names).join(', ')}`, options, name);
    }
  }
}

/** A field of an argument, its type, and whether it may be missing. */
export type Field<Given> = readonly [
  name: keyof Given & string,
  type: 'string' | 'number' | 'boolean' | 'function',
  isOptional: boolean,
];

/**
 * @param caller the function that was called
 * @param argument what its argument is called
 * @param expected what the argument is, for the message if it is no object
 * @throws TypeError unless an argument is an object whose fields have these types
 */
export function checkFields<Given extends object>(
  caller: string,
  argument: string,
  given: Given,
  fields: readonly Field<Given>[],
  expected: string,
): void {
  if (Object(given) !== given) throw wrongType(`${caller}: ${argument}`, expected, given);
  for (const [name, type, isOptional] of fields) {
    const value = given[name];
    if (isOptional && value === undefined) continue;
    if (typeof value !== type) throw wrongType(`${caller}: ${name}`, `a ${type}`, value);
  }
}

/** @throws TypeError unless the argument or field `name` of a call is a string */
export function checkString(caller: string, name: string, value: unknown): void {
  if (typeof value !== 'string') throw wrongType(`${caller}: ${name}`, 'a string', value);
}

/** The typed arrays that functions take. */
type NumberArray = 'BigUint64Array' | 'Int32Array' | 'Uint32Array' | 'Uint8Array';

/**
 * Numbers in a typed array, such as the grams of a page. Loops read the memory behind it: an array, a Set or numbers of another size would
 * count as none or as others. From another realm it is as good as from this one.
 *
 * @param where begins the message
 * @param origin where such arrays come from, for the message
 * @throws TypeError unless `value` is such an array
 */
export function checkTypedArray(where: string, type: NumberArray, value: unknown, origin = ''): void {
  // a Buffer says that it is a Uint8Array
  if (ArrayBuffer.isView(value) && tagOf(value) === type) return;
  const article = type === 'Int32Array' ? 'an' : 'a';
  throw wrongType(where, `${article} ${type}${origin && `, ${origin}`}`, value);
}

/** {@link checkTypedArray} of the grams of a page. */
export function checkGrams(where: string, grams: unknown): void {
  // what nearly all are: it costs 2 ns to see, and this is asked for every pair
  if (grams instanceof BigUint64Array) return;
  checkTypedArray(where, 'BigUint64Array', grams, 'as shinglePage makes it');
}

/** {@link checkTypedArray} of each of several, in an array. */
export function checkTypedArrays(where: string, type: NumberArray, values: unknown): void {
  if (!Array.isArray(values)) throw wrongType(where, `an array of ${type}`, values);
  for (const [i, value] of values.entries()) checkTypedArray(`${where}, at ${i}`, type, value);
}

/** @throws RangeError unless `value` is a whole number from `least` to `most` */
export function checkWhole(where: string, value: unknown, least: number, most?: number): void {
  const isWhole = Number.isSafeInteger(value) && (value as number) >= least;
  if (isWhole && (value as number) <= (most ?? Number.MAX_SAFE_INTEGER)) return;
  const expected = most === undefined ? `${least}, ${least + 1}, ${least + 2} …` : `${least} to ${most}`;
  throw wrongValue(where, expected, value);
}

/** @throws RangeError unless `value` is a number from 0 to 1 */
export function checkShare(where: string, value: unknown): void {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw wrongValue(where, 'a number from 0 to 1', value);
}

/** @throws TypeError unless the option `name` is true, false or missing: 'off', as on the command line, would mean true */
export function checkFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw wrongType(name, 'true or false', value);
}

/** @throws TypeError unless the argument `name` of a call is an array */
export function checkArray(caller: string, name: string, expected: string, value: unknown): void {
  if (!Array.isArray(value)) throw wrongType(`${caller}: ${name}`, `an array of ${expected}`, value);
}

/** @throws TypeError unless the argument `name` of a call is a function */
export function checkFunction(caller: string, name: string, value: unknown): void {
  if (typeof value !== 'function') throw wrongType(`${caller}: ${name}`, 'a function', value);
}

/** @throws TypeError unless `values` are async iterable, as what readers return */
export function checkAsyncSeries(where: string, expected: string, values: unknown): void {
  if (typeof Object(values)[Symbol.asyncIterator] !== 'function') throw wrongType(where, expected, values);
}

/** @throws TypeError unless the options of a call are an object */
export function checkOptions(caller: string, options: unknown): void {
  if (Object(options) !== options) throw wrongType(caller, 'an object of options', options);
}

/** @throws TypeError unless `values` can be iterated over, with or without waiting */
export function checkSeries(where: string, expected: string, values: unknown): void {
  const { [Symbol.asyncIterator]: asynchronous, [Symbol.iterator]: synchronous } = Object(values);
  if (typeof values !== 'string' && (asynchronous ?? synchronous) !== undefined) return;
  throw wrongType(where, expected, values);
}

/** The `code` of every error about an argument, whatever its class. */
const argumentCode = 'NEARDUP_ARGUMENT';

/**
 * The error for what is of a wrong type: `got` itself may be long, so only its type is shown, unless there are words for it.
 *
 * @param where begins the message
 */
export function wrongType(where: string, expected: string, got: unknown, words = typeOf(got)): TypeError {
  return withCode(new TypeError(`${where}: expected ${expected}; got ${words}`));
}

/** {@link wrongType} for what is short if it is a string: it says what that was. */
export function wrongTypeShown(where: string, expected: string, got: unknown): TypeError {
  return wrongType(where, expected, got, shown(got));
}

/** The error for a value out of its range. @param where begins the message */
export function wrongValue(where: string, expected: string, got: unknown): RangeError {
  return refusedValue(where, expected, shown(got));
}

/** {@link wrongValue} with words for what was got. */
export function refusedValue(where: string, expected: string, words: string): RangeError {
  return withCode(new RangeError(`${where}: expected ${expected}; got ${words}`));
}

function withCode<Given extends Error>(error: Given): Given {
  return Object.assign(error, { code: argumentCode });
}

/** A value in a message: strings in quotes, numbers as they are, and of what may be long only its type. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeOf(value);
}

/** `null`, `array`, `Set`, `Promise` and the like are told from other objects. */
function typeOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Array.isArray(value) ? 'array' : (tagOf(value) ?? 'object');
}

function tagOf(value: object): string | undefined {
  return (value as { readonly [Symbol.toStringTag]?: string })[Symbol.toStringTag];
}
