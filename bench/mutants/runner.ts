// Runs test files in a vitest that stays up, one at a time, on request of its parent (test-process.ts). Each file
// gets a process of its own, as in `npm test`, so that nothing of an earlier run is left in memory.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import type { Answer, Request } from './test-process.ts';

const root = process.cwd();
const vitest = await createVitest('test', {
  root,
  watch: false,
  cache: false,
  silent: true,
  reporters: [{}],
  isolate: true,
  maxWorkers: 1,
  bail: 1,
});

const setupFile = fileURLToPath(new URL('./current-test.js', import.meta.url));
for (const { config } of [vitest.getRootProject(), ...vitest.projects]) {
  // the checkout is already built
  config.globalSetup = [];
  config.setupFiles.push(setupFile);
  // the parent sets the limits, according to the machine's speed
  config.testTimeout = config.hookTimeout = 900_000;
}

process.on('message', ({ file, tests, changed }: Request) => {
  for (const path of changed) vitest.invalidateFile(resolve(root, path));
  const startedAt = performance.now();
  const answer = (part: Omit<Answer, 'elapsedMs'>): void => {
    process.send!({ ...part, elapsedMs: performance.now() - startedAt } satisfies Answer);
  };
  runFile(resolve(root, file), tests).then(answer, (error) =>
    answer({ state: 'failed', failure: String(error) }),
  );
});
// without its parent it ends, together with everything that tests have started
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.send!('ready');

async function runFile(path: string, tests: readonly string[]): Promise<Omit<Answer, 'elapsedMs'>> {
  const project = vitest.projects.find((each) => each.matchesTestGlob(path));
  if (project === undefined) throw new Error(`no project of vitest.config.ts includes ${path}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    project.createSpecification(path, tests.length > 0 ? { testIds: [...tests] } : {}),
  ]);
  // vitest remembers the files of earlier runs
  const module = testModules.find(({ moduleId }) => moduleId === path);
  const state = module?.state();
  if (module && (state === 'passed' || state === 'skipped') && unhandledErrors.length === 0) {
    const times = [...module.children.allTests()].map((test) => [test.id, test.diagnostic()?.duration ?? 0]);
    return { state, testMs: Object.fromEntries(times) };
  }
  const [failed] = module?.children.allTests('failed') ?? [];
  if (failed) return { state: 'failed', failure: failed.fullName, test: failed.id };
  const [error] = [...(module?.errors() ?? []), ...unhandledErrors];
  return {
    state: 'failed',
    failure: String((error as Error | undefined)?.message ?? 'it ended early').split('\n')[0],
  };
}
