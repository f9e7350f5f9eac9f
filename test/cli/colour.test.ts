import { afterEach, expect, test, vi } from 'vitest';
import { coloured } from '../../plugins/cli/colour.ts';
import { neardup } from './run.ts';

const terminal = { isTTY: true, hasColors: () => true } as NodeJS.WriteStream;

afterEach(() => vi.unstubAllEnvs());

test('text has a colour on a terminal that has colours, and nowhere else', () => {
  vi.stubEnv('NO_COLOR', '');
  expect(coloured('new', 'green', terminal)).toBe('\x1b[32mnew\x1b[39m');
  expect(coloured('new', 'green', { ...terminal, hasColors: () => false } as NodeJS.WriteStream)).toBe('new');
  expect(coloured('new', 'green', { isTTY: false } as NodeJS.WriteStream)).toBe('new');
});

test('NO_COLOR forbids colours, and --no-color of any command sets it', async () => {
  vi.stubEnv('NO_COLOR', '1');
  expect(coloured('new', 'green', terminal)).toBe('new');
  vi.stubEnv('NO_COLOR', '');
  expect(await neardup(['--no-color', 'version'])).toMatchObject({ code: 0 });
  expect(coloured('new', 'green', terminal)).toBe('new');
  vi.stubEnv('NO_COLOR', '');
  expect(await neardup(['help', 'dedup', '--no-color'])).toMatchObject({ code: 0 });
  expect(process.env.NO_COLOR).toBe('1');
});
