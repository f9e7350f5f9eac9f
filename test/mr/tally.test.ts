import { expect, test } from 'vitest';
import { version } from '../../plugins/cli/version.ts';
import { neardupProcess } from '../cli/run.ts';
import { runLines, setLines, sorted } from './stages.ts';

const origin = { run: 'r', version };

/** What `collapse` writes of so many sets, as a process of this version. */
async function collapsed(): Promise<string> {
  const sets = (await setLines([[1, 2], [3], [1, 2]])).replace('\t0\tr\t', `\t${version}\tr\t`);
  return runLines(['collapse'], sorted(sets), origin);
}

function mr(args: readonly string[], input: string) {
  return neardupProcess(['mr', ...args], { input });
}

test('the trailers of a stage are added up, and held against what the stages before wrote', async () => {
  const lines = await collapsed();
  const { stdout: trailers, code } = await mr(['trailers'], lines);
  expect([code, trailers]).toEqual([0, `${lines.split('\n').at(-2)}\n`]);
  const [wrote, read] = [5, 7].map((field) => {
    const [count, sum] = trailers.split('\t').slice(field);
    return `${Number(count)}:${BigInt(`0x${sum.trim()}`)}`;
  });
  const whole = await mr(['tally', '--run', 'r', '--expect', read], trailers);
  expect(whole).toEqual({ code: 0, stderr: '', stdout: `${wrote} 0 0 0 0 2 0 0\n` });
  const stars = trailers.replace(/\t[^\t]*$/, '\tunsettled=7,tokens=5\n');
  expect((await mr(['tally', '--run', 'r'], stars)).stdout).toBe(`${wrote} 5 7 0 0 0 0 0\n`);
  const less = await mr(['tally', '--run', 'r', '--expect', read, '--expect', '1:5'], trailers);
  expect(less.code).toBe(1);
  expect(less.stderr).toMatch(/expected the 4 lines that the stages before wrote; 1 processes have read 3/);
  expect((await mr(['tally', '--run', 'other'], trailers)).stderr).toMatch(/expected lines of run other/);
  expect((await mr(['tally', '--run', 'r'], '')).stderr).toMatch(
    /expected the trailers of a stage; got none/,
  );
});
