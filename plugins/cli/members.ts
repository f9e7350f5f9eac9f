/**
 * Says what is wrong with a value that was read from a file of neardup, such as `pages is "x", not a count`; `undefined` if nothing is.
 *
 * @param name of the member that has the value; empty for the whole
 */
export type Check = (value: unknown, name?: string) => string | undefined;

/** Characters that an error shows of a value. */
const SHOWN_LENGTH = 60;

/** A value of one kind, which `words` name in errors. */
export function kind(words: string, isOne: (value: unknown) => boolean): Check {
  return (value, name = '') => {
    if (isOne(value)) return undefined;
    return value === undefined ? `${name} is missing` : `${name || 'it'} is ${shown(value)}, not ${words}`;
  };
}

/** A string. */
export const text = kind('a text', (value) => typeof value === 'string');
/** A finite number. */
export const number = kind('a number', Number.isFinite);
/** A whole number from 0 on. */
export const count = kind('a count', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
/** A boolean. */
export const truth = kind('true or false', (value) => typeof value === 'boolean');
const list = kind('a list', Array.isArray);
const anyObject = kind('an object', (value) => Object(value) === value && !Array.isArray(value));

/** One of some texts. */
export function oneOf(...values: readonly string[]): Check {
  return kind(values.join(' or '), (value) => values.includes(value as string));
}

/** A value that may be missing. */
export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? undefined : check(value, name));
}

/** An array, each of whose values passes a check. */
export function listOf(check: Check): Check {
  return (value, name = '') => {
    let fault = list(value, name);
    for (const [i, each] of fault ? [] : (value as unknown[]).entries())
      fault ??= check(each, `${name}[${i}]`);
    return fault;
  };
}

/** An object with at least these members. */
export function objectOf(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members);
  return (value, name = '') => {
    let fault = anyObject(value, name);
    if (fault !== undefined) return fault;
    for (const [member, check] of checks) {
      fault ??= check((value as Record<string, unknown>)[member], name ? `${name}.${member}` : member);
    }
    return fault;
  };
}

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > SHOWN_LENGTH ? `${json.slice(0, SHOWN_LENGTH)}…` : json;
}
