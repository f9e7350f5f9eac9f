import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** `npm test`; with `--mode slow` what proves by repetition (`npm run test:slow`). */
export default defineConfig(({ mode }) => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.endsWith('.slow.test.ts') === (mode === 'slow'))
    .map((name) => `test/${name}`);
  const [alone, together] = [true, false].map((replaces) =>
    files.filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')) === replaces),
  );
  return {
    test: {
      globalSetup: ['scripts/build.js'],
      setupFiles: ['test/setup.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      pool: 'forks',
      maxWorkers: 2,
      projects: [
        { extends: true, test: { name: 'together', include: together, isolate: false } },
        { extends: true, test: { name: 'alone', include: alone } },
      ],
    },
  };
});
