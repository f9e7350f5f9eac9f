import { expect, test } from 'vitest';
import {
  errorLine,
  exitCodeOf,
  isOfFullDisk,
  OptionError,
  UsageError,
  wrongCall,
} from '../../plugins/cli/errors.ts';
import { DiskFullError } from '../../src/flow/index.ts';

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

test("an error of the system's about a file says in words what is wrong with which file", () => {
  const ofSystem = (code: string, path: string) =>
    Object.assign(new Error(`${code}: something, open '${path}'`), { code, path, syscall: 'open' });
  expect(errorLine(ofSystem('ENOENT', 'a.txt'), 'mr')).toBe('a.txt: no such file or folder');
  expect(errorLine(new Error('mr verify', { cause: ofSystem('EACCES', 'b') }), 'mr')).toBe(
    'mr verify: b: no permission',
  );
  const named = new Error('--out: expected a folder; got x/y', { cause: ofSystem('ENOTDIR', '/tmp/x/y') });
  expect(errorLine(named, 'dedup')).toBe(
    '--out: expected a folder; got x/y: a part of this path is no folder',
  );
  expect(errorLine(ofSystem('EMFILE', 'c'), 'mr')).toMatch(/^c: too many files are open .*ulimit -n/);
  expect(errorLine(ofSystem('EBUSY', 'c'), 'mr')).toBe("EBUSY: something, open 'c'");
});

test('an error of the system without a path is in words where a file is named before it, and a full disk has a way out', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(errorLine(new Error('cannot write k.jsonl', { cause: full }), 'dedup')).toBe(
    'cannot write k.jsonl: no space is left on its disk: make room on that disk',
  );
  expect(errorLine(full, 'dedup')).toBe('ENOSPC: no space left on device, write: make room on that disk');
  const readOnly = Object.assign(new Error('EROFS'), { code: 'EROFS', path: 'out/k.jsonl.unfinished' });
  expect(errorLine(new Error('cannot write out/k.jsonl', { cause: readOnly }), 'report')).toBe(
    'cannot write out/k.jsonl: its disk is read-only',
  );
  const nearlyFull = new DiskFullError('work', 1, 2);
  const ofFullDisk = [full, nearlyFull, new Error('x', { cause: full })];
  expect([...ofFullDisk, new Error('x'), 'ENOSPC'].map(isOfFullDisk)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('where WebAssembly cannot reserve addresses, the limit to lift is named', () => {
  const refused = new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory');
  expect(errorLine(refused, 'dedup')).toMatch(/Wasm memory: .*ulimit -v/);
});

test('of a folder without an index the error of the system behind it is not told', () => {
  const cause = Object.assign(new Error("ENOENT: no such file, realpath 'x'"), { code: 'ENOENT', path: 'x' });
  const error = Object.assign(new Error('there is no index in x', { cause }), {
    code: 'NEARDUP_INDEX_MISSING',
  });
  expect(errorLine(error, 'index')).toBe('there is no index in x');
});
