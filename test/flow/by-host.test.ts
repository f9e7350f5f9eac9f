import { expect, test } from 'vitest';
import { namesByHost, setsByHost } from '../../src/flow/by-host.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const pagesOfHost = 40;
const hosts = 50;
const memoryBytes = 1 << 20;

/** So many pages; each host's lie between those of others, or one behind the other. */
function somePages(areInterleaved: boolean) {
  const random = seededRandom(5);
  const sets = Array.from({ length: hosts * pagesOfHost }, () =>
    randomSet(random, Math.floor(60 * random())),
  );
  const host = (page: number) =>
    `host ${areInterleaved ? (page * 17) % hosts : Math.floor(page / pagesOfHost)}`;
  const names = sets.map((set, page) => (page % 5 === 0 ? [] : [`thing ${page}`, `of ${set.length} – ü`]));
  return { sets, names, sites: sitesAmong(sets.map((_, page) => ({ host: host(page) }))) };
}

/** The sets, and which pages were read of them. */
function watched(sets: readonly BigUint64Array[]) {
  const read: number[] = [];
  const stored = storedSets(sets);
  return {
    read,
    stored: {
      ...stored,
      read(page: number, into: BigUint64Array) {
        read.push(page);
        stored.read(page, into);
      },
    },
  };
}

test('pages of hosts that lie between each other are read once, in their order, however often and in whatever order they are asked for', () => {
  const { sets, names, sites } = somePages(true);
  const { read, stored } = watched(sets);
  const folder = new WorkFolder();
  const bitsOf = (page: number) =>
    Buffer.from(Uint8Array.from({ length: Math.ceil(sets[page]!.length / 8) }, (_, i) => 7 * page + i));
  const boundaryOf = (page: number) => bitsOf(page).toString('base64');
  const reader = setsByHost(stored, { hosts: { ...sites, boundaryOf }, folder, memoryBytes });
  const asked: number[] = [];
  const wrong: number[] = [];
  const nameReader = namesByHost(
    (page) => {
      asked.push(page);
      return names[page]!;
    },
    { hosts: sites, folder, memoryBytes },
  );
  for (let host = 0; host < hosts; host++) {
    for (const step of [1, 3, 7]) {
      for (let i = 0; i < pagesOfHost; i++) {
        const page = host + hosts * ((i * step) % pagesOfHost);
        const isRight =
          reader.boundaryOf(page) === boundaryOf(page) &&
          reader.read(page).join() === sets[page]!.join() &&
          nameReader.read(page).join() === names[page]!.join();
        if (!isRight) wrong.push(page);
      }
    }
  }
  expect(wrong).toEqual([]);
  const all = [...sets.keys()];
  expect(read).toEqual(all);
  expect(asked).toEqual(all);
  folder.close();
});

test.each([
  ['hosts follow each other', false, memoryBytes],
  ['all of them fit in memory', true, 1 << 28],
])('pages are read where they are where %s', (_, areInterleaved, memoryBytes) => {
  const { sets, names, sites } = somePages(areInterleaved);
  const { read, stored } = watched(sets);
  const folder = new WorkFolder();
  const boundaryOf = (page: number) => `of ${page}`;
  const reader = setsByHost(stored, { hosts: { ...sites, boundaryOf }, folder, memoryBytes });
  expect(reader.boundaryOf(7)).toBe('of 7');
  expect(reader.read(7)).toEqual(sets[7]);
  expect(read).toEqual([7]);
  const namesOf = (page: number) => names[page]!;
  expect(namesByHost(namesOf, { hosts: sites, folder, memoryBytes }).read).toBe(namesOf);
  folder.close();
});
