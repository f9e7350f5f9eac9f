import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** `npm test`; with `--mode slow` what proves by repetition (`npm run test:slow`). */
export default defineConfig(({ mode }) => {
  // the projects read this file again, in a mode of their own
  const slow = mode === 'slow' || process.env.NEARDUP_SLOW === 'true';
  process.env.NEARDUP_SLOW = String(slow);
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({ path: `test/${name}`, text: readFileSync(`test/${name}`, 'utf8') }))
    .filter(({ path, text }) =>
      path.endsWith('.slow.test.ts') ? slow : !slow || /from '[./]+\/repetition\.ts'/.test(text),
    );
  // mocked modules stay mocked, and what other tests left in the heap and in threads is measured with what is timed
  const needsOwnProcess = (text: string) => /\bvi\.(mock|doMock)\(|\bcpuMs\b|\bleastTimes?\b/.test(text);
  const include = (isolate: boolean) =>
    files.filter(({ text }) => needsOwnProcess(text) === isolate).map(({ path }) => path);
  return {
    test: {
      env: { NEARDUP_SLOW: String(slow) },
      globalSetup: ['scripts/build.js'],
      setupFiles: ['test/setup.ts'],
      testTimeout: 240_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 120_000 } },
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
