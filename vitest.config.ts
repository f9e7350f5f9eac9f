import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * `npm test`; with `--mode slow` the tests that take long (`npm run test:slow`), with `--mode soak` those that take
 * minutes, and all repetition (`npm run soak`).
 */
export default defineConfig(({ mode }) => {
  // where certificates are added, every process of Node reads them when it starts, for 50 ms; nothing here asks a foreign host
  delete process.env.NODE_EXTRA_CA_CERTS;
  // the projects read this file again, in a mode of their own
  const kind = (process.env.NEARDUP_TESTS ??= ['slow', 'soak'].includes(mode) ? mode : 'test');
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({ path: `test/${name}`, text: readFileSync(`test/${name}`, 'utf8') }))
    .filter(
      ({ path, text }) =>
        kind === kindOf(path) || (kind === 'soak' && /from '[./]+\/repetition\.ts'/.test(text)),
    );
  // mocked modules stay mocked, and what other tests left in the heap and in threads is measured with what is timed
  const needsOwnProcess = (text: string) => /\bvi\.(mock|doMock)\(|\bcpuMs\b|\bleastTimes?\b/.test(text);
  const include = (isolate: boolean) =>
    files.filter(({ text }) => needsOwnProcess(text) === isolate).map(({ path }) => path);
  return {
    test: {
      env: { NEARDUP_SOAK: String(kind === 'soak') },
      globalSetup: ['scripts/build.js'],
      setupFiles: ['test/setup.ts'],
      // what hangs is to end; tests of seconds have taken two minutes on a machine that many share
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 300_000 } },
      pool: 'forks',
      maxWorkers: 2,
      projects: [
        // A process for each file costs .3 s and more; only what replaces modules or measures time has one of its own.
        { extends: true, test: { name: 'together', include: include(false), isolate: false } },
        { extends: true, test: { name: 'alone', include: include(true) } },
      ],
    },
  };
});

/** When a file of tests runs, by its name. */
function kindOf(path: string): string {
  return /\.(slow|soak)\.test\.ts$/.exec(path)?.[1] ?? 'test';
}
