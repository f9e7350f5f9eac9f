import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Layers of src/, left to right: a file may import from its own layer and from those to the left. */
const layers = [
  'text',
  'grams',
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

interface Import {
  readonly from: string;
  readonly to: string;
}

test('imports inside src point to the left: text < grams < sketch < join < store < cluster < methods < evaluate < flow < index', () => {
  const wrong = imports('src').filter(({ from, to }) => layerOf(to) > layerOf(from));
  expect(wrong).toEqual([]);
});

test('join sees numbers only: of the text it imports nothing', () => {
  expect(imports('src/join').filter(({ to }) => to.startsWith('src/text/'))).toEqual([]);
});

test('a plugin imports only the public API, and only cli may import other plugins', () => {
  const wrong = imports('plugins').filter(({ from, to }) => {
    const plugin = from.split('/')[1];
    return (
      to !== 'src/index.ts' &&
      !to.startsWith(`plugins/${plugin}/`) &&
      !(plugin === 'cli' && to.startsWith('plugins/'))
    );
  });
  expect(wrong).toEqual([]);
});

test('nothing in src or plugins imports Crawlee or cheerio at run time', () => {
  const heavy = sources('src')
    .concat(sources('plugins'))
    .filter((file) =>
      /^\s*import (?!type)[^;]*from '(crawlee|@crawlee\/|cheerio)/m.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
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
  const roomOf = (file: string) => storeRooms.findIndex((room) => room.test(file.replace('src/store/', '')));
  const wrong = imports('src/store').filter(
    ({ from, to }) => to.startsWith('src/store/') && roomOf(to) > roomOf(from),
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
    sources('src/store')
      .filter((file) => what.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => file.replace('src/store/', ''))
      .filter((file) => !allowed.includes(file)),
  );
  expect(wrong).toEqual([]);
});

/** Circles that stand for now, each by one of its files. */
const openCircles = [
  'src/grams/ranking.ts',
  'src/join/join.ts',
  'src/methods/pair-finder.ts',
  'plugins/cli/evaluate/table.ts',
];

test('no files of src and plugins import each other in a circle, types included', () => {
  const circles = circlesOf([...imports('src'), ...imports('plugins')]);
  expect(circles.filter((circle) => !openCircles.some((file) => circle.includes(file)))).toEqual([]);
});

function layerOf(file: string): number {
  const name = file.split('/')[1].replace(/\.ts$/, '');
  const layer = layers.indexOf(name);
  expect(layer, `${file} is in none of the layers ${layers.join(', ')}`).toBeGreaterThanOrEqual(0);
  return layer;
}

/** Sets of files that lead to each other, each in the order of their names. */
function circlesOf(all: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of all) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reached = new Map([...targets.keys()].map((file) => [file, reachedFrom(file, targets)]));
  const circles = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const left = [file];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      left.push(target);
    }
  }
  return reached;
}

/** Every relative import below a folder, both ends as paths from the root. */
function imports(folder: string): Import[] {
  return sources(folder).flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1]);
    return specifiers.map((specifier) => ({
      from,
      to: relative(root, resolve(root, dirname(from), specifier))
        .split(sep)
        .join('/'),
    }));
  });
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('assembly'))
    .map((file) => `${folder}/${file.split(sep).join('/')}`);
}
