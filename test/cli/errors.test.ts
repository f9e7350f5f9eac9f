import { expect, test } from 'vitest';
import { errorLine, exitCodeOf, OptionError, UsageError, wrongCall } from '../../plugins/cli/errors.ts';

test('a wrong call says where, what was expected and what was got, and exits with 2', () => {
  const error = wrongCall('--threads', 'a whole number', '"many"');
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe('--threads: expected a whole number; got "many"');
  expect(wrongCall('dedup', 'at least one INPUT').message).toBe(
    'dedup: expected at least one INPUT; got none',
  );
  expect([exitCodeOf(error), exitCodeOf(new Error('disk full'))]).toEqual([2, 1]);
});

test('what is wrong with an option as such is a wrong call, and says where the options are listed', () => {
  const refused = new OptionError('--colour: there is no such option');
  expect(exitCodeOf(refused)).toBe(2);
  expect(errorLine(refused, 'dedup')).toBe(
    '--colour: there is no such option; neardup dedup --help lists the options',
  );
});

test('an error is told in one line with what caused it, each said once', () => {
  const cause = new Error('no space\n  left', { cause: new Error('ENOSPC') });
  expect(errorLine(new Error('cannot write a.json', { cause }), 'dedup')).toBe(
    'cannot write a.json: no space left: ENOSPC',
  );
  const repeated = new Error('cannot open: EACCES', { cause: new Error('EACCES') });
  expect(errorLine(repeated, 'dedup')).toBe('cannot open: EACCES');
  expect(errorLine('a string', 'dedup')).toBe('a string');
});

test('of an input that cannot be read the cause behind it is not told', () => {
  const error = new Error('in.warc: no such file or folder', { cause: new Error('ENOENT') });
  error.name = 'InputError';
  expect(errorLine(error, 'dedup')).toBe('in.warc: no such file or folder');
});

test('an error without words still leaves a line', () => {
  expect(errorLine(new Error(' '), 'dedup')).toBe('failed without saying why');
});
