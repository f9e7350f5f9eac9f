import { cpus } from 'node:os';

// Takes options of its own, and hours for all folders: run by itself only.
if (process.argv[2] === 'mutants') {
  await (await import('./mutants.ts')).run(process.argv.slice(3));
  process.exit();
}

// One command for every benchmark: npm run bench, or npm run bench -- flow extract …
const benchmarks: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  flow: () => import('./flow.ts'),
  forge: () => import('./forge.ts'),
  quality: () => import('./quality.ts'),
  verdicts: () => import('./verdicts.ts'),
  extract: () => import('./extract.ts'),
  dump: () => import('./dump.ts'),
  sketches: () => import('./sketches.ts'),
  store: () => import('./store.ts'),
  'index-scale': () => import('./index-scale.ts'),
  kill: () => import('./kill.ts'),
  crawl: () => import('./crawl.ts'),
  evaluate: () => import('./evaluate.ts'),
  joins: () => import('./joins.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  house: () => import('./house.ts'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  process.stderr.write(`bench: expected ${Object.keys(benchmarks).join(', ')}; got ${unknown.join(', ')}\n`);
  process.exit(2);
}
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`,
);
for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
  process.stdout.write(`\n# ${name}\n`);
  await (await benchmarks[name]()).run();
}
