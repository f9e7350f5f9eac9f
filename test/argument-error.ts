/** The error about an argument, as `toThrow` compares it: class, message and code. */
export function argumentError(kind: 'RangeError' | 'TypeError', message: string): Error {
  const error = kind === 'RangeError' ? new RangeError(message) : new TypeError(message);
  return Object.assign(error, { code: 'NEARDUP_ARGUMENT' });
}
