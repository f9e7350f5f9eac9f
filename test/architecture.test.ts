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

function layerOf(file: string): number {
  const name = file.split('/')[1].replace(/\.ts$/, '');
  const layer = layers.indexOf(name);
  expect(layer, `${file} is in none of the layers ${layers.join(', ')}`).toBeGreaterThanOrEqual(0);
  return layer;
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
