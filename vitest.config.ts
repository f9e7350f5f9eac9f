import { defineConfig } from 'vitest/config';

/** `npm test`; with `--mode slow` what proves by repetition (`npm run test:slow`). */
export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'slow' ? 'test/**/*.slow.test.ts' : 'test/**/!(*.slow).test.ts'],
    globalSetup: ['scripts/build.js'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
}));
