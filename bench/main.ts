import { cpus } from 'node:os';

// These have options of their own, which set how long they run. They run only if named.
const alone: Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>> = {
  mutants: () => import('./mutants.ts'),
  fuzz: () => import('./fuzz/fuzz.ts'),
  mutations: () => import('./mutations/mutations.ts'),
  pictures: () => import('./pictures.ts'),
  scale: () => import('./scale.ts'),
  cluster: () => import('./cluster/cluster.ts'),
  peers: () => import('./peers/peers.ts'),
};
if (Object.hasOwn(alone, process.argv[2] ?? '')) {
  await (await alone[process.argv[2]]()).run(process.argv.slice(3));
  process.exit();
}

// One command for every benchmark: npm run bench, or npm run bench -- flow extract …
const benchmarks: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  flow: () => import('./flow.ts'),
  forge: () => import('./forge.ts'),
  quality: () => import('./quality.ts'),
  verdicts: () => import('./verdicts/verdicts.ts'),
  newspapers: () => import('./verdicts/newspapers.ts'),
  'url-rules': () => import('./url-rules/url-rules.ts'),
  extract: () => import('./extract.ts'),
  'extract-types': () => import('./extract-types.ts'),
  charsets: () => import('./charsets.ts'),
  dump: () => import('./dump.ts'),
  sketches: () => import('./sketches.ts'),
  store: () => import('./store.ts'),
  'index-scale': () => import('./index-scale.ts'),
  compact: () => import('./compact.ts'),
  'index-crowds': () => import('./index-crowds.ts'),
  crowds: () => import('./crowds.ts'),
  kill: () => import('./kill.ts'),
  crawl: () => import('./crawl.ts'),
  evaluate: () => import('./evaluate.ts'),
  methods: () => import('./methods.ts'),
  joins: () => import('./joins.ts'),
  'join-files': () => import('./join-files.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  house: () => import('./house.ts'),
  profiles: () => import('./profiles.ts'),
  'second-thread': () => import('./second-thread.ts'),
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
