import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { optimizeLater } from '../../plugins/cli/optimize-later.ts';

vi.mock('node:v8', async (original) => ({ ...(await original<object>()), setFlagsFromString: vi.fn() }));

test('V8 is told to optimize later by a flag that it knows, and a version without the flag is told nothing', () => {
  optimizeLater();
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const flags = vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag.split('=')[0]);
  expect(flags).toEqual(/^ +--interrupt-budget /m.test(known) ? ['--interrupt-budget'] : []);
});
