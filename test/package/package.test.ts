import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryPoints } from '../../bench/sources.ts';
import { type Packed, pack, root } from './packed.ts';
import { unexportedMembers, unexportedTypes } from './signatures.ts';

const run = promisify(execFile);
/** Of the packages within bundles. */
const licences = 'dist/licences-of-packages.txt';
const entries = [...entryPoints(root)].map(([name, file]) => ({
  specifier: name === '' ? 'neardup' : `neardup/${name}`,
  types: `dist/${file.replace(/\.ts$/, '.d.ts')}`,
}));

let packed: Packed;
let alone: string;

beforeAll(async () => {
  packed = await pack();
  alone = await mkdtemp(join(tmpdir(), 'neardup-bundle-'));
});

afterAll(async () => {
  await packed.remove();
  await rm(alone, { recursive: true, force: true });
});

test('npm publishes the compiled sources, the schemas, the examples, the command line and what workers of a cluster run in few files, four documents and the pages of docs/, no tests, and nothing whose source is gone', () => {
  const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
  const workers = [
    'dist/mr.mjs',
    licences,
    'plugins/mr/spark/neardup_spark.py',
    'plugins/mr/hadoop/neardup-hadoop.sh',
  ];
  const schemas = readdirSync(join(root, 'schemas')).map((file) => `schemas/${file}`);
  const docs = readdirSync(join(root, 'docs'), { recursive: true })
    .map((file) => `docs/${file}`)
    .filter((file) => /^docs\/([\w-]+\.md|pictures\/.*)$/.test(file));
  const others = packed.files.filter(
    (file) =>
      ![...documents, ...schemas, ...docs, ...workers].includes(file) &&
      !file.startsWith('examples/') &&
      !isBundle(file) &&
      !hasSource(file),
  );
  expect(others).toEqual([]);
  expect(packed.files).toEqual(
    expect.arrayContaining([
      ...[
        ...documents,
        ...schemas,
        ...docs,
        ...workers,
        'dist/cli/main.js',
        'dist/lib/crawlee.js',
        'examples/crawl.ts',
      ],
    ]),
  );
});

test('where packages are links and input and output are pipes, LevelDB finds its addon', async () => {
  const main = join(packed.folder, 'node_modules/neardup/dist/cli/main.js');
  const dedup = `echo '<p>A page.' | "$0" "$1" dedup /dev/stdin --method minhash-disk --json --quiet | cat`;
  const { stdout } = await run('sh', ['-c', dedup, process.execPath, main], { cwd: packed.folder });
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, method: 'minhash-disk' });
  const call = run(process.execPath, [main, 'index', 'stats', 'missing'], { cwd: packed.folder });
  await expect(call).rejects.toMatchObject({
    stderr: expect.stringMatching(/^neardup: there is no index in missing/),
  });
});

test('without Crawlee, neardup crawl says in one line what to install', async () => {
  const main = join(packed.folder, 'node_modules/neardup/dist/cli/main.js');
  const call = run(process.execPath, [main, 'crawl', 'http://127.0.0.1:1/'], { cwd: packed.folder });
  await expect(call).rejects.toMatchObject({
    code: 1,
    stderr:
      "neardup: crawl: expected Crawlee 3 beside neardup; install it with npm i crawlee@3: Cannot find module 'crawlee'\n",
  });
});

test('the licence of each package that lies within a bundle stands in the package', async () => {
  const bundled = await readFile(join(packed.folder, 'node_modules/neardup/dist/mr.mjs'), 'utf8');
  const text = await readFile(join(packed.folder, 'node_modules/neardup', licences), 'utf8');
  const names = new Set(
    [...bundled.matchAll(/^\s*\/\/ \S*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, name]) => name),
  );
  expect(names).toContain('jschardet');
  for (const name of names)
    expect(text).toMatch(new RegExp(`^${name} \\d[^]*?\\n\\n.*(licen[cs]e|copyright)`, 'im'));
});

test('a schema can be found by the name of the package', async () => {
  const specifier = JSON.stringify('neardup/schemas/decision.schema.json');
  expect(await printed('schema.cjs', `console.log(require(${specifier}).$id)`)).toBe(
    'decision.schema.json\n',
  );
});

test('a source map holds its source, since the package has no src', async () => {
  const maps = packed.files.filter((file) => file.endsWith('.js.map'));
  const modules = packed.files.filter((file) => /^dist\/(?:lib|src|plugins\/dump)\/.*\.js$/.test(file));
  expect(maps.length).toBe(modules.length);
  for (const map of maps) {
    const { sources, sourcesContent = [] } = JSON.parse(await readFile(inPackage(map), 'utf8')) as {
      sources: string[];
      sourcesContent?: (string | null)[];
    };
    expect(sourcesContent.filter((source) => source).length, map).toBe(sources.length);
    expect(
      sources.filter((source) => source.includes('/node_modules/') === false && !/\.ts$/.test(source)),
    ).toEqual([]);
  }
});

test('publint finds nothing to say', async () => {
  const { tarball } = packed;
  const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) as ArrayBuffer;
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: bytes } });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('every entry point can be imported and required, and gives the same names', async () => {
  const specifiers = JSON.stringify(entries.map(({ specifier }) => specifier));
  const names = (load: string) => `
    const names = [];
    for (const specifier of ${specifiers}) names.push(Object.keys(${load}).sort());
    console.log(JSON.stringify(names));`;
  const required = await printed('required.cjs', names('require(specifier)'));
  const imported = await printed('imported.mjs', names('await import(specifier)'));
  expect(required).toEqual(imported);
  for (const list of JSON.parse(imported) as string[][]) expect(list.length).toBeGreaterThan(0);
});

test('an error that one entry point throws is of the class that another exports', async () => {
  const program = `
    import { IndexError } from 'neardup';
    import { createDeduper } from 'neardup/crawl';
    const first = await createDeduper({ directory: 'seen' });
    const error = await createDeduper({ directory: 'seen' }).catch((thrown) => thrown);
    await first.close();
    console.log(error.code, error instanceof IndexError);`;
  expect(await printed('errors.mjs', program)).toBe('NEARDUP_INDEX_LOCKED true\n');
});

test('the types compile with --strict beside @types/node alone, skipLibCheck off, from ESM and from CommonJS', async () => {
  const namespaces = entries.map(({ specifier }, i) => `export * as entry${i} from '${specifier}';\n`);
  await writeFile(join(packed.folder, 'consumer.mts'), namespaces.join('') + moduleProgram);
  await writeFile(
    join(packed.folder, 'consumer.cts'),
    `import neardup = require('neardup');\nexport const { deduplicate } = neardup;\n`,
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'] },
  };
  const files = ['consumer.mts', 'consumer.cts'];
  await writeFile(join(packed.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', packed.folder]).catch((error) => error);
  expect(stdout).toBe('');
});

test('every type that a public signature names is exported by an entry point', () => {
  const missing = unexportedTypes(entries.map(({ types }) => inPackage(types)));
  expect(missing.map(({ declared, by }) => `${declared.slice(inPackage('').length)} of ${by}`)).toEqual([]);
});

test('the types that a signature needs come from where it is exported, or from neardup; those of the index from neardup/store', () => {
  const typesOf = new Map(entries.map(({ specifier, types }) => [specifier, inPackage(types)]));
  const [root, store] = [typesOf.get('neardup')!, typesOf.get('neardup/store')!];
  const missing = [...typesOf].flatMap(([specifier, types]) =>
    unexportedMembers(types, [types, root, ...(specifier === 'neardup' ? [store] : [])]).map(
      ({ declared, by }) => `${specifier}: ${declared.split('#')[1]} of ${by}`,
    ),
  );
  expect(missing).toEqual([]);
});

test.each(['esm', 'cjs'] as const)(
  'a bundle in one file (%s) runs where nothing else is: with the kernels, without threads; of LevelDB it says what to do',
  async (format) => {
    const program = join(packed.folder, 'program.mjs');
    await writeFile(program, bundledProgram);
    const outfile = join(alone, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
    await build({
      ...{ entryPoints: [program], outfile, format },
      ...{ bundle: true, platform: 'node', target: 'node20', logLevel: 'silent' },
    });
    await writeFile(join(alone, 'pages.jsonl'), pagesOfJson());
    const call = [outfile, join(alone, 'pages.jsonl')];
    const { stdout } = await run(process.execPath, call, { cwd: alone });
    expect(JSON.parse(stdout)).toEqual({ method: 'qp', pages: 24, dropped: 12, sketched: 128 });
    const { stderr } = await run(process.execPath, [...call, 'minhash-disk'], { cwd: alone }).catch(
      (error) => error,
    );
    expect(stderr).toMatch(
      /LevelDB cannot be loaded: .* have a bundler leave it out \(esbuild: --external:level\)/,
    );
  },
);

/** Whether a packed file was made of a source that is still there. */
function hasSource(file: string): boolean {
  const [, name] = /^dist\/((?:src|plugins)\/.*)\.(?:d\.ts|js|js\.map)$/.exec(file) ?? [];
  return name !== undefined && existsSync(join(root, `${name}.ts`));
}

/** Bundled: the files have names of their own. */
function isBundle(file: string): boolean {
  return /^dist\/(?:cli\/[\w-]+\.js|lib\/[\w-]+\.js(?:\.map)?)$/.test(file);
}

function inPackage(file: string): string {
  return join(packed.folder, 'node_modules', 'neardup', file);
}

/** What a program prints that is run beside the installed package. */
async function printed(name: string, program: string): Promise<string> {
  const file = join(packed.folder, name);
  await writeFile(file, program);
  return (await run(process.execPath, [file], { cwd: packed.folder })).stdout;
}

/** Twelve texts of 400 KB in long words, each twice: enough for shingling in threads, where there are any. */
function pagesOfJson(): string {
  const lines = Array.from({ length: 24 }, (_, i) => {
    const words = Array.from({ length: 4000 }, (_, k) => `${i >> 1}x${k}`.padEnd(99, 'y'));
    return JSON.stringify({ id: `page ${i}`, url: `https://example.com/${i}`, text: words.join(' ') });
  });
  return lines.join('\n');
}

const moduleProgram = `
import { type Deduplication, deduplicate } from 'neardup';
import { nearDuplicates } from 'neardup/crawlee';
import { readPages } from 'neardup/dump';

export const result: Deduplication = await deduplicate(readPages(['crawl.warc.gz']), { threshold: 0.8 });
const duplicates = await nearDuplicates();
export const handler = duplicates.guard(async ({ request, nearDuplicate }) => {
  console.log(request.url, nearDuplicate);
});
`;

const bundledProgram = `
import { deduplicate } from 'neardup';
import { readPages } from 'neardup/dump';
import { minHash } from 'neardup/sketch';

const [, , file, method = 'auto'] = process.argv;
deduplicate(readPages([file]), { threads: 2, method }).then(({ method, pages, decisions }) => {
  const dropped = decisions.filter(({ decision }) => decision === 'drop').length;
  const sketched = minHash(BigUint64Array.of(1n)).length;
  console.log(JSON.stringify({ method, pages: pages.length, dropped, sketched }));
});
`;
