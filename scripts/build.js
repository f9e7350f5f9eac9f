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
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { licencesOf } from './licences.js';

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
  'scripts/licences.js',
];

const inSharedMemory = [
  ...['--enable', 'threads', '--enable', 'bulk-memory', '--importMemory', '--sharedMemory'],
  ...['--maximumMemory', '65536'],
];

/** The arguments of `kernel.js` for each kernel: source, module, options of the compiler. */
const kernels = [
  ['src/text/assembly/page.ts', 'src/text/page.wasm.ts', '--enable', 'bulk-memory'],
  ['src/text/assembly/words.ts', 'src/text/words.wasm.ts', '--enable', 'bulk-memory'],
  ['src/grams/assembly/kernel.ts', 'src/grams/gram-kernel.wasm.ts', '--enable', 'bulk-memory'],
  ['src/grams/assembly/texts.ts', 'src/grams/json-texts.wasm.ts', '--enable', 'bulk-memory'],
  ['src/grams/assembly/xxh64.ts', 'src/grams/xxh64.wasm.ts'],
  ['src/grams/assembly/ranking.ts', 'src/grams/ranking.wasm.ts', '--enable', 'bulk-memory'],
  ['src/sketch/assembly/minhash.ts', 'src/sketch/minhash.wasm.ts'],
  ['src/sketch/assembly/simhash.ts', 'src/sketch/simhash.wasm.ts'],
  ['src/methods/assembly/overlaps.ts', 'src/methods/overlaps.wasm.ts', '--enable', 'bulk-memory'],
  ['plugins/cli/join/assembly/scan.ts', 'plugins/cli/join/scan.wasm.ts', '--enable', 'bulk-memory'],
  [
    'plugins/cli/join/assembly/pair-lines.ts',
    'plugins/cli/join/pair-lines.wasm.ts',
    '--enable',
    'bulk-memory',
  ],
  ['src/join/assembly/repeated.ts', 'src/join/repeated.wasm.ts'],
  ['src/join/engine/assembly/kernel.ts', 'src/join/engine/kernel.wasm.ts', ...inSharedMemory],
  ['src/join/ranking/assembly/kernel.ts', 'src/join/ranking/ranking.wasm.ts', ...inSharedMemory],
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
    const bundled = await Promise.all([bundleForWorkers(made), bundleCommands(made), bundleThreads(made)]);
    writeFileSync(join(made, 'licences-of-packages.txt'), licencesOf(bundled.flat()));
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

/** Has a bundle carry what tells encodings by bytes: without it, pages would be read otherwise than on one machine. */
const detectorWithin = {
  name: 'detector-within',
  setup({ onLoad }) {
    onLoad({ filter: /text[\\/]charset\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(/createRequire\(.*\)\('jschardet'\)/, "require('jschardet')");
      if (contents === source) throw new Error(`${path}: expected to find where jschardet is loaded`);
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Has a bundle take the modules of Node as it runs, not before: one that lacks a name that is imported would end in a stack
 * trace, before a word could be said.
 */
const builtinsWhenRun = {
  name: 'builtins-when-run',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path }) =>
      isBuiltin(path) ? { path, namespace: 'builtin', sideEffects: false } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = requireBuiltin(${JSON.stringify(path)})`,
    }));
  },
};

/** What stands before all else of the bundle: a word to whoever has an old Node, and what CommonJS takes for granted. */
const beforeBundle = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const requireBuiltin = require;
{
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(\`neardup: mr: expected Node 20.19 or newer; got \${process.versions.node}\\n\`);
    process.exit(1);
  }
}`;

/** `neardup mr` in one file, for machines that have `node` and nothing else of this package. */
async function bundleForWorkers(made) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return bundle(made, {
    ...{ entryPoints: [join(made, 'plugins/cli/mr/bundle.js')], outfile: join(made, 'mr.mjs') },
    plugins: [detectorWithin, builtinsWhenRun],
    // No verb keeps an index.
    external: ['level', 'abstract-level'],
    define: { NEARDUP_VERSION: JSON.stringify(version) },
    banner: { js: beforeBundle },
    // What Node 14 cannot read would end in a stack trace, too.
    supported: { ...supported, 'logical-assignment': false, 'class-static-blocks': false },
  });
}

/** Packages of which a small part is used, and that for few pages: it lies within a bundle, instead of 50 modules to load. */
const within = ['htmlparser2', 'encoding-sniffer', '@exodus/bytes/encoding.js'];

/**
 * What makes a bundle of many files do as the modules alone: each finds the files that lie beside its own, names come from
 * the modules that make them (else a command would load all that any other uses of an entry point), and a package that
 * a module does not use is not loaded.
 */
const asAlone = (bundle) => ({
  name: 'as-alone',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || within.includes(path) || isOfPackage(importer)) return undefined;
      return { path, external: true, sideEffects: false };
    });
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = JSON.stringify(relative(bundle, path));
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        .replace(/^import \{([^}]*)\} from '(\.[^']+)';$/gm, (_, names, from) =>
          namesIn(names)
            .map(([name, local]) => {
              const made = madeIn(resolve(dirname(path), from), name);
              return `import { ${made.name} as ${local} } from ${JSON.stringify(made.file)};`;
            })
            .join(' '),
        );
      return { contents, loader: 'js' };
    });
  },
});

function isOfPackage(file) {
  return /[\\/]node_modules[\\/]/.test(file);
}

/** The module that makes what `file` exports as `name`, and what it is called there. */
function madeIn(file, name) {
  for (const [, names, from] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)';$/gm,
  )) {
    const found = namesIn(names).find(([, exported]) => exported === name);
    if (found !== undefined) return madeIn(resolve(dirname(file), from), found[0]);
  }
  return { file, name };
}

/** `a, b as c` as pairs of a name and what it is called here. */
function namesIn(list) {
  const names = list.split(',').map((each) => each.trim());
  return names
    .filter((each) => each !== '')
    .map((each) => [each.split(' as ')[0], each.split(' as ').at(-1)]);
}

/**
 * The command line in a few files: loading some 300 modules takes a tenth of a second and more, whatever they do. Each
 * command has what it uses of the library in files of its own or in such as it shares.
 */
async function bundleCommands(made) {
  const outdir = join(made, 'cli');
  return bundle(made, {
    ...{ entryPoints: [join(made, 'plugins/cli/main.js')], outdir, chunkNames: '[name]-[hash]' },
    ...{ splitting: true, plugins: [asAlone(outdir)] },
  });
}

/** The worker threads, each in its one file: they are started while others wait for them. */
async function bundleThreads(made) {
  const bundled = [];
  for (const worker of ['src/flow/shingle-worker.js', 'src/join/engine/worker.js']) {
    const outfile = join(made, worker);
    const files = await bundle(made, {
      ...{ entryPoints: [outfile], outfile, allowOverwrite: true, sourcemap: true },
      plugins: [asAlone(dirname(outfile))],
    });
    bundled.push(...files);
  }
  return bundled;
}

/** esbuild does not know that Node has them, and would make such an expression anew wherever one is used. */
const supported = { 'regexp-unicode-property-escapes': true };

/** @returns the files that were bundled */
async function bundle(made, options) {
  const { build } = await import('esbuild');
  const forNode = { platform: 'node', target: 'node20', format: 'esm', supported };
  const forAll = { bundle: true, logLevel: 'silent', absWorkingDir: made, metafile: true };
  const { metafile } = await build({ ...forNode, ...options, ...forAll });
  return Object.keys(metafile.inputs).map((file) => resolve(made, file));
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
