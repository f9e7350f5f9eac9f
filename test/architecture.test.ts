import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  circlesOf,
  declaredNames,
  entryPoints,
  exportedNames,
  type Import,
  importedNames,
  importsOf,
  readSources,
  roomOf,
} from '../bench/sources.ts';
import {
  clusterPolicies,
  defaultRecall,
  defaultThreshold,
  defaultThresholds,
  extractModes,
  keepPolicies,
} from '../src/flow/index.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readSources(root, ['src', 'plugins']);
const entries = entryPoints(root);

/** Names that `neardup` itself exports at most: the flow, and what its signatures need most. */
const mostNames = 45;

/** Layers of src/, left to right: a file may import from its own layer and from those to the left. */
const layers = [
  'worker-file',
  'grow-memory',
  'file-formats',
  'argument-checks',
  'first-entry',
  'add-to-group',
  'url-rules',
  'text',
  'grams',
  'site',
  'sketch',
  'join',
  'store',
  'cluster',
  'methods',
  'evaluate',
  'flow',
  'deduplicate',
  'index',
];

test('imports inside src point to the left: url-rules < text < grams < site < sketch < join < store < cluster < methods < evaluate < flow < index', () => {
  const wrong = imports('src').filter(({ from, to }) => layerOf(to) > layerOf(from));
  expect(wrong).toEqual([]);
});

test('join sees numbers only: of the text it imports nothing', () => {
  expect(imports('src/join').filter(({ to }) => to.startsWith('src/text/'))).toEqual([]);
});

/** The modules of src/ that the browser's side of a report carries: all others would bring the library along. */
const carried = ['src/grams/format-similarity.ts', 'src/evaluate/csv-line.ts'];

/** A response is read in a crawl as in a dump, which loads nothing of src. */
const ofCrawl = ['plugins/report/index.ts', 'plugins/dump/archive/partial-response.ts'];

/** Checks of arguments import nothing, and dumps, which load nothing of src, take them from there. */
const ofDump = 'src/argument-checks.ts';

test('a plugin imports only the entry points; cli may import other plugins, crawlee what is the same for every crawler, and that the report and how dumps tell a part of a page; dump takes checks of arguments, which import nothing', () => {
  const open = new Set([...entries.values()].filter((file) => file.startsWith('src/')));
  const wrong = imports('plugins').filter(({ from, to }) => {
    const plugin = from.split('/')[1];
    return (
      !open.has(to) &&
      !(from.startsWith('plugins/report/browser/') && carried.includes(to)) &&
      !to.startsWith(`plugins/${plugin}/`) &&
      !(plugin === 'cli' && to.startsWith('plugins/')) &&
      !(plugin === 'crawlee' && to.startsWith('plugins/crawl/')) &&
      !(plugin === 'crawl' && ofCrawl.includes(to)) &&
      !(plugin === 'dump' && to === ofDump)
    );
  });
  expect(wrong).toEqual([]);
  expect(importsOf(sources).filter(({ from }) => from === ofDump)).toEqual([]);
});

test('inside src nothing imports an entry point: they are for those outside', () => {
  const open = new Set(entries.values());
  expect(imports('src').filter(({ to }) => open.has(to))).toEqual([]);
});

test(`neardup exports at most ${mostNames} names: the flow, and its rooms have entry points of their own`, () => {
  expect(exportedNames(sources, 'src/index.ts').length).toBeLessThanOrEqual(mostNames);
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining([
      '',
      'join',
      'sketch',
      'store',
      'evaluate',
      'flow',
      'crawl',
      'crawlee',
      'dump',
      'report',
    ]),
  );
});

/** `Default 0.8.` or "Default `first`." in a docstring, and the option below it. */
const saidDefault =
  /Default `?(\w+(?:\.\d+)?(?:(?:, | )[\w.]*\w)*?)`?(?:\.|, or)(?![0-9])(?:(?!\*\/)[\s\S])*\*\/\s+readonly (\w+)\?:/g;

test('what the docstring of an option says of its default is what that is', () => {
  const defaults: Readonly<Record<string, string>> = {
    threshold: String(defaultThreshold),
    thresholds: defaultThresholds.join(', '),
    recall: String(defaultRecall),
    keep: keepPolicies[0],
    cluster: clusterPolicies[0],
    extract: extractModes[0],
  };
  const said = [...sources.files].flatMap(([file, text]) =>
    [...text.matchAll(saidDefault)]
      .filter(([, , option]) => option in defaults)
      .map(([, words, option]) => ({ file, option, words })),
  );
  expect(new Set(said.map(({ option }) => option))).toEqual(new Set(Object.keys(defaults)));
  for (const { file, option, words } of said) expect(words, `${option} in ${file}`).toBe(defaults[option]);
});

/** Errors that no caller sees: of frames between processes, of a stage's data, and of damage that ends as such. */
const ofNoArgument = [
  'plugins/crawl/shared/frames.ts',
  'plugins/dump/bytes/zstd-dictionary.ts',
  'plugins/mr/sets/set-text.ts',
  'src/grams/spool.ts',
];

test('errors about arguments are made in one place, which gives them their code', () => {
  const made = [...sources.files]
    .filter(([, text]) => /new (?:TypeError|RangeError)\(/.test(text))
    .map(([file]) => file);
  expect(made.sort()).toEqual([...ofNoArgument, 'src/argument-checks.ts'].sort());
});

/** Where numbers become text: `toFixed` elsewhere would print .9998 as 1.000, or .7996 as having reached .8. */
const printing = [
  'src/grams/format-similarity.ts',
  'plugins/cli/numbers.ts',
  'plugins/report/browser/numbers.ts',
];

test('numbers are printed in three places, and benchmarks print similarities and shares by them: cut, never rounded up', () => {
  const rounding = [...sources.files].filter(([, text]) => text.includes('.toFixed(')).map(([file]) => file);
  expect(rounding.sort()).toEqual([...printing].sort());
  const measured = [...readSources(root, ['bench']).files].filter(([, text]) =>
    /(?:recall|precision|similarity|resemblance|jaccard|f1)\w*\)?\.toFixed\(/i.test(text),
  );
  expect(measured.map(([file]) => file)).toEqual([]);
});

/** What options take, the default first, as in `export const scopes = ['both', …] as const`. */
const choices =
  /^export const (similarities|textModes|\w+Policies|scopes|\w+Settings|\w+Actions|algorithms) = \['([\w-]+)'/gm;

test('a default is written once: where an option is left out, its list says what it is', () => {
  const lists = [...sources.files].flatMap(([, text]) => [...text.matchAll(choices)]);
  expect(lists.map(([, , word]) => word).sort()).toEqual([
    'auto',
    'both',
    'exact',
    'first',
    'handle',
    'jaccard',
    'main',
    'near',
    'representative',
    'skip',
  ]);
  const words = new RegExp(
    `(?:(?<!const \\w+) = |\\?\\? )'(?:${lists.map(([, , word]) => word).join('|')})'`,
  );
  const wrong = [...sources.files].filter(([, text]) => words.test(text)).map(([file]) => file);
  expect(wrong).toEqual([]);
});

test('what the browser carries of src imports nothing', () => {
  expect(imports('src').filter(({ from }) => carried.includes(from))).toEqual([]);
});

test('nothing in src or plugins imports Crawlee or cheerio at run time', () => {
  const heavy = [...sources.files]
    .filter(([, text]) => /^\s*import (?!type)[^;]*from '(crawlee|@crawlee\/|cheerio)/m.test(text))
    .map(([file]) => file);
  expect(heavy).toEqual([]);
});

/** Rooms of src/store, left to right, by the beginning of a path; what damage and errors are, every room may know. */
const storeRooms = [
  /^(layout\/|damage|errors)/,
  /^disk\//,
  /^(?!upkeep\/|sketch-index)/,
  /^upkeep\//,
  /^sketch-index/,
];

test('imports inside store point to the left: layout < disk < the index < upkeep < sketch-index.ts', () => {
  const placeOf = (file: string) => storeRooms.findIndex((room) => room.test(file.replace('src/store/', '')));
  const open = new Set(entries.values());
  const wrong = imports('src/store').filter(
    ({ from, to }) => !open.has(from) && to.startsWith('src/store/') && placeOf(to) > placeOf(from),
  );
  expect(wrong).toEqual([]);
});

/**
 * `Key` is a type without members, so the compiler refuses an offset, a length or a comparison of a key anywhere.
 * What it cannot see is a key that never was a `Key`, or is none any more; those doors are watched here: a cast, the
 * one function that makes a key of bytes, and reading a store without `binary-store.ts`, which types its keys.
 * Not seen: a cast by way of `any`, and a key that a package other than the store hands out as bytes.
 */
test('only layout/keys.ts builds and parses keys', () => {
  const doors: readonly [what: RegExp, allowed: readonly string[]][] = [
    [
      /\bas (?:readonly )?Key\b|\bas unknown as (?:readonly )?(?:Key|Buffer|Uint8Array)\b/,
      ['layout/keys.ts'],
    ],
    [/\bstoredKey\b/, ['layout/keys.ts', 'disk/table-file.ts']],
    [
      /(?:\bstore|#store)\.(?:get|getMany|put|del|batch|iterator|keys|values|clear)\b/,
      ['disk/binary-store.ts'],
    ],
  ];
  const wrong = doors.flatMap(([what, allowed]) =>
    [...sources.files]
      .filter(([file, text]) => file.startsWith('src/store/') && what.test(text))
      .map(([file]) => file)
      .map((file) => file.replace('src/store/', ''))
      .filter((file) => !allowed.includes(file)),
  );
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle, types included', () => {
  const everything = readSources(root, ['src', 'plugins', 'bench', 'examples', 'test']);
  expect(circlesOf(importsOf(everything))).toEqual([]);
});

test('benchmarks run as they are built: all that they import is TypeScript', () => {
  const everything = readSources(root, ['src', 'plugins', 'bench', 'test']);
  const reached = new Set([...everything.files.keys()].filter((file) => file.startsWith('bench/')));
  const imports = importsOf(everything);
  for (const file of reached) for (const { from, to } of imports) if (from === file) reached.add(to);
  expect([...reached].filter((file) => !file.endsWith('.ts'))).toEqual([]);
});

test('whatever a file exports, another one imports: what serves its own file alone is private', () => {
  const everything = readSources(root, ['src', 'plugins', 'bench', 'examples', 'test']);
  const imported = new Set(importedNames(everything).map(({ to, name }) => `${to} ${name}`));
  const open = new Set(entries.values());
  const unused = [...sources.files]
    .filter(([file]) => !open.has(file) && !imported.has(`${file} *`))
    .flatMap(([file, text]) => declaredNames(text).map((name) => `${file} ${name}`))
    .filter((name) => !imported.has(name));
  expect(unused).toEqual([]);
});

test('whatever file or folder the map in src/README.md and CONTRIBUTING.md name is there', () => {
  const named = ['src/README.md', 'CONTRIBUTING.md'].flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w./-]+(?:\.(?:ts|js|md)|\/))`/g)].map(
      ([, path]) => path,
    ),
  );
  expect(named).toEqual(
    expect.arrayContaining(['join/published/suffix-filter.ts', 'plugins/dump/', 'text/']),
  );
  const missing = named.filter(
    (path) => !existsSync(join(root, 'src', path)) && !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});

test('every exported declaration has a docstring right above it', () => {
  const declaration =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) \w+/;
  const undocumented = [...sources.files].flatMap(([file, text]) => {
    const lines = text.split('\n');
    return lines
      .filter((line, i) => declaration.test(line) && !lines[i - 1]?.endsWith('*/'))
      .map((line) => `${file}: ${line}`);
  });
  expect(undocumented).toEqual([]);
});

/** An entry point stands above all rooms, wherever its file is. */
function layerOf(file: string): number {
  const name = roomOf(file);
  const layer = layers.indexOf(name);
  expect(layer, `${file} is in none of the layers ${layers.join(', ')}`).toBeGreaterThanOrEqual(0);
  return layer;
}

/** Every relative import of the files in a folder. */
function imports(folder: string): Import[] {
  return importsOf(sources).filter(({ from }) => from.startsWith(`${folder}/`));
}
