// Builds the kernels, and `dist` from the sources: JavaScript with its declarations and maps.
//
//   node scripts/build.js              compiles everything, and checks its types
//   node scripts/build.js --if-stale   compiles only if `dist` was not made from the current sources
//   node scripts/build.js --kernels    only the kernels, which compiler and tests need next to the sources
//   node scripts/build.js --programs   bundles the programs anew from the modules in `dist`, where the benchmark of
//                                      mutants has changed one
//   node scripts/build.js --browser    the same of the script of a report
//
// Vitest's global setup does the second, so that the code that tests run from `dist` (workers, child processes)
// matches the sources. `dist` is made in a folder of its own and then moved into place: nothing of a deleted source
// stays in it, and a failed build leaves the earlier one.
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
/** Contains the fingerprint of the sources from which `dist` was made. */
const stamp = join(dist, '.made-from');

/**
 * Files that the compilers read in addition to the sources: package.json has the entry points, package-lock.json the
 * versions of the compilers.
 */
const settings = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
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

/** For vitest: builds if anything is stale, before the first test and before each rerun in watch mode. */
export async function setup(project) {
  await buildIfStale();
  project?.onTestsRerun(buildIfStale);
}

/**
 * Builds unless `dist` was made from the current sources. Types are left to `npm run check`. Takes 20 ms if there is
 * nothing to do.
 */
export async function buildIfStale() {
  if (isFresh()) return;
  // another process may have built while this one waited
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
  removeLeftovers();
  try {
    await makeKernels();
    await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', made, ...flags);
    const bundles = [bundleForWorkers, bundleCommands, bundleLibrary, bundleThreads, bundleForBrowser];
    const bundled = await allOf(bundles.map((bundleIn) => bundleIn(made)));
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

/** Removes what builds left that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const [, holder] = /^dist\.(\d+)(\.replaced)?$/.exec(name) ?? [];
    if (holder !== undefined && !isRunning(Number(holder)))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Makes the kernels. Each is left as it is if it was made of the same sources. */
async function makeKernels() {
  await run('scripts/kernel.js', ...kernels.flatMap((call, i) => (i === 0 ? call : ['--', ...call])));
}

/** Puts the detector of encodings into a bundle: without it, pages would be decoded differently than on one machine. */
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
 * Makes a bundle load Node's modules when it runs instead of importing them. If an imported name were missing, it
 * would end in a stack trace before it could print a message.
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

/** The beginning of the bundle: a message for users of an old Node, and the names that CommonJS takes for granted. */
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
    // no verb keeps an index
    external: ['level', 'abstract-level'],
    define: { NEARDUP_VERSION: JSON.stringify(version) },
    banner: { js: beforeBundle },
    // syntax that Node 14 cannot read would end in a stack trace, too
    supported: { ...supported, 'logical-assignment': false, 'class-static-blocks': false },
  });
}

/**
 * Packages of which a small part is used, and only for few pages. They are part of a bundle, which saves loading 50
 * modules.
 */
const within = ['htmlparser2', 'encoding-sniffer', '@exodus/bytes/encoding.js'];

/**
 * Makes a bundle of many files behave like the separate modules. Each module finds the files that are next to its
 * own. Names come from the modules that make them; otherwise a command would load everything that any other one uses
 * of an entry point. A package that a module does not use is not loaded.
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
        // in a program that was bundled as CommonJS there is no URL
        .replaceAll('import.meta.url', `(import.meta.url && new URL(${place}, import.meta.url).href)`)
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

/** The module that makes what `file` exports as `name`, and its name there. */
function madeIn(file, name) {
  for (const [, names, from] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)';$/gm,
  )) {
    const found = namesIn(names).find(([, exported]) => exported === name);
    if (found !== undefined) return madeIn(resolve(dirname(file), from), found[0]);
  }
  return { file, name };
}

/** `a, b as c` as pairs of a name and its local name. */
function namesIn(list) {
  const names = list.split(',').map((each) => each.trim());
  return names
    .filter((each) => each !== '')
    .map((each) => [each.split(' as ')[0], each.split(' as ').at(-1)]);
}

/** Commands that are bundled without the others: these start 10 to 30 ms sooner, and the package has two megabytes more. */
const ofTheirOwn = ['dedup', 'join'];

/**
 * The command line in a few files, since loading some 300 modules takes at least a tenth of a second: `main.js`, and a file for each
 * command, with others for what several commands or few calls use. `shared.js` is what `main.js` loads, of which there must be
 * one: it tells errors by their class.
 */
async function bundleCommands(made) {
  const outdir = join(made, 'cli');
  const main = join(made, 'plugins/cli/main.js');
  const commands = new Map([['main', main]]);
  const plugins = [asAlone(outdir), commandsApart(commands)];
  const loaded = await bundle(made, { entryPoints: [main], outdir, write: false, plugins });
  const shared = loaded.filter((file) => file !== main);
  const contents = shared.map((file) => `export * from ${JSON.stringify(file)};`).join('\n');
  const named = (names) => names.map((name) => ({ in: commands.get(name), out: name }));
  const own = ofTheirOwn.filter((name) => commands.has(name));
  const others = [...commands.keys()].filter((name) => !own.includes(name));
  const bundles = [
    bundle(made, { stdin: { contents, resolveDir: made }, outfile: join(outdir, 'shared.js'), plugins }),
    ...[others, ...own.map((name) => [name])].map((names) =>
      bundle(made, {
        ...{ entryPoints: named(names), outdir, chunkNames: '[name]-[hash]', splitting: true },
        plugins: [from('./shared.js', shared), asAlone(outdir)],
      }),
    ),
  ];
  return (await allOf(bundles)).flat();
}

/** Leaves out what `commands.js` loads when it is called, and says what that is: the file of each command by its name. */
const commandsApart = (commands) => ({
  name: 'commands-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'dynamic-import' || !/[\\/]cli[\\/]commands\.js$/.test(importer)) return undefined;
      const name = path.split(/[/.]+/)[1];
      commands.set(name, join(resolveDir, path));
      return { path: `./${name}.js`, external: true };
    });
  },
});

/** Imports `files` from a bundle that exports everything that they do. */
const from = (bundle, files) => ({
  name: 'from-bundle',
  setup({ onResolve }) {
    onResolve({ filter: /^[./]/ }, ({ path, kind, resolveDir }) =>
      kind !== 'entry-point' && files.includes(resolve(resolveDir, path))
        ? { path: bundle, external: true }
        : undefined,
    );
  },
});

/** The entry points of the package in a few files, like the command line. */
async function bundleLibrary(made) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outdir = join(made, 'lib');
  const entryPoints = Object.values(exports)
    .filter((entry) => entry.types !== undefined)
    .map(({ types, default: file }) => ({
      in: join(made, relative('dist', types).replace(/\.d\.ts$/, '.js')),
      out: relative('dist/lib', file).replace(/\.js$/, ''),
    }));
  return bundle(made, {
    ...{ entryPoints, outdir, chunkNames: '[name]-[hash]', sourcemap: true },
    ...{ splitting: true, plugins: [asAlone(outdir)] },
  });
}

/** Modules that threads load. */
const ofThreads = [
  'src/flow/shingle-worker.js',
  'src/join/engine/worker.js',
  'plugins/dump/jsonl/line-block.js',
  'plugins/dump/warc/record-block.js',
];

/** Each module that threads load in one file, since others wait while they start. */
async function bundleThreads(made) {
  const bundled = [];
  for (const module of ofThreads) {
    const outfile = join(made, module);
    const files = await bundle(made, {
      ...{ entryPoints: [outfile], outfile, allowOverwrite: true, sourcemap: true },
      plugins: [asAlone(dirname(outfile))],
    });
    bundled.push(...files);
  }
  return bundled;
}

/** The script of a report: a file that is opened from disk cannot load modules. */
async function bundleForBrowser(made) {
  const main = join(made, 'plugins/report/browser/main.js');
  return bundle(made, {
    ...{ entryPoints: [main], outfile: main, allowOverwrite: true },
    ...{ platform: 'browser', target: 'es2023', format: 'iife' },
  });
}

/** JSON within a bundle as a text, without white space: the tables of Asian encodings are a quarter of a thread's bundle otherwise. */
const tablesAsText = {
  name: 'tables-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
    });
  },
};

/** esbuild does not know that Node supports them. It would create such an expression anew at each use. */
const supported = { 'regexp-unicode-property-escapes': true };

/** `Promise.all`, but also where one fails the others have ended: nothing is written any more. */
async function allOf(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** @returns the files that were bundled */
async function bundle(made, options) {
  const { build } = await import('esbuild');
  const forNode = { platform: 'node', target: 'node20', format: 'esm', supported };
  const forAll = { bundle: true, logLevel: 'silent', absWorkingDir: made, metafile: true };
  const plugins = [tablesAsText, ...(options.plugins ?? [])];
  const { metafile } = await build({ ...forNode, ...options, ...forAll, plugins });
  return Object.keys(metafile.inputs).map((file) => resolve(made, file));
}

/** Runs a program. Its messages are in the error. */
async function run(program, ...args) {
  try {
    const options = { cwd: root, maxBuffer: 2 ** 26 };
    await promisify(execFile)(process.execPath, [join(root, program), ...args], options);
  } catch (error) {
    throw new Error(`${program}: ${error.stdout}${error.stderr}`.trim());
  }
}

/** A hash of all files from which `dist` is made. Tests are not among them, since they run from the sources. */
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

/** Runs `work` while no other process builds. */
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
    // two processes that break a lock at the same time may both build, each in its own folder and with the same result
    if (isAbandoned()) rmSync(lock, { force: true });
    return false;
  }
}

/** Whether the process that holds the lock is gone or has held it for minutes. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 600_000) return true;
    const holder = Number(readFileSync(lock, 'utf8'));
    // empty for the moment between its creation and its content
    return holder > 0 && !isRunning(holder);
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what] = process.argv.slice(2);
  if (what === '--if-stale') await buildIfStale();
  else if (what === '--browser') await bundleForBrowser(dist);
  else if (what === '--programs') await Promise.all([bundleForWorkers(dist), bundleCommands(dist)]);
  else await alone(() => (what === '--kernels' ? makeKernels() : build()));
}
