// Makes the kernels, and `dist` from the sources: JavaScript with its declarations and maps.
//
//   node scripts/build.js              checks the types of what it compiles, and compiles all of it
//   node scripts/build.js --if-stale   compiles only when `dist` was not made from the sources as they are
//   node scripts/build.js --kernels    the kernels only, which compiler and tests need beside the sources
//
// Vitest's global setup does the second, so that what tests run from `dist` (workers, child processes) is what the
// sources say. `dist` is made in a folder of its own and moved into place whole: nothing of a deleted source stays
// in it, and a build that fails leaves the earlier one.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const lock = join(root, 'dist.lock');
/** Holds the fingerprint of what `dist` was made from. */
const stamp = join(dist, '.made-from');

/** What the compilers read besides the sources; package-lock.json has their versions. */
const settings = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/build.js',
  'scripts/kernel.js',
];

/** The arguments of `kernel.js` for each kernel: source, module, options of the compiler. */
const kernels = [
  ['src/text/assembly/words.ts', 'src/text/words.wasm.ts', '--enable', 'bulk-memory'],
  ['src/grams/assembly/kernel.ts', 'src/grams/gram-kernel.wasm.ts', '--enable', 'bulk-memory'],
  ['src/grams/assembly/xxh64.ts', 'src/grams/xxh64.wasm.ts'],
  ['src/sketch/assembly/minhash.ts', 'src/sketch/minhash.wasm.ts'],
  [
    ...['src/join/engine/assembly/kernel.ts', 'src/join/engine/kernel.wasm.ts'],
    ...['--enable', 'threads', '--enable', 'bulk-memory', '--importMemory', '--sharedMemory'],
    ...['--maximumMemory', '65536'],
  ],
];

/** For vitest: builds what is stale, before the first test and before each rerun in watch mode. */
export async function setup(project) {
  await buildIfStale();
  project?.onTestsRerun(buildIfStale);
}

/** Builds unless `dist` was made from the sources as they are; types are left to `npm run check`. 20 ms when it was. */
export async function buildIfStale() {
  if (isFresh()) return;
  // Another process may have built while this one waited.
  await alone(() => isFresh() || build('--noCheck'));
}

function isFresh() {
  const made = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return made === fingerprint() && kernels.every(([, module]) => existsSync(join(root, module)));
}

async function build(...flags) {
  const startedAt = performance.now();
  const made = `${dist}.${process.pid}`;
  const madeFrom = fingerprint();
  try {
    await makeKernels();
    await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', made, ...flags);
    await bundleForWorkers(made);
    writeFileSync(join(made, '.made-from'), madeFrom);
    const replaced = `${made}.replaced`;
    if (existsSync(dist)) renameSync(dist, replaced);
    renameSync(made, dist);
    rmSync(replaced, { recursive: true, force: true });
    console.log(`dist: built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Each is left as it is where it was made of the same sources. */
async function makeKernels() {
  await Promise.all(kernels.map((call) => run('scripts/kernel.js', ...call)));
}

/** `neardup mr` in one file, for machines that have `node` and nothing else of this package. */
async function bundleForWorkers(made) {
  const { build: bundle } = await import('esbuild');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await bundle({
    ...{ entryPoints: [join(made, 'plugins/cli/mr/bundle.js')], outfile: join(made, 'mr.mjs') },
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'silent' },
    // No verb keeps an index.
    external: ['level', 'abstract-level'],
    define: { NEARDUP_VERSION: JSON.stringify(version) },
    // Dependencies in CommonJS require Node's own modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  });
}

/** Runs a program; what it complained about is in the error. */
async function run(program, ...args) {
  try {
    const options = { cwd: root, maxBuffer: 2 ** 26 };
    await promisify(execFile)(process.execPath, [join(root, program), ...args], options);
  } catch (error) {
    throw new Error(`${program} ${args[0]}: ${error.stdout}${error.stderr}`.trim());
  }
}

/** A hash of all that `dist` is made from. Tests are not: they run as they are. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...settings, ...['src', 'plugins', 'examples', 'bench', 'test'].flatMap(sourcesIn)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.wasm.ts'))
    .map((name) => join(folder, name))
    .sort();
}

/** Does `work` while no other process builds. */
async function alone(work) {
  while (!takeLock()) await sleep(50);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // Two that break a lock at once may both build; each does it in its own folder, and what they make is the same.
    if (isAbandoned()) rmSync(lock, { force: true });
    return false;
  }
}

/** Whether the process that holds the lock is gone, or has held it for minutes. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 600_000) return true;
    const holder = Number(readFileSync(lock, 'utf8'));
    // Empty for the moment between its creation and its content.
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what] = process.argv.slice(2);
  if (what === '--if-stale') await buildIfStale();
  else await alone(() => (what === '--kernels' ? makeKernels() : build()));
}
