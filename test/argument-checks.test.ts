import { runInNewContext } from 'node:vm';
import { MemoryLevel } from 'memory-level';
import { afterEach, expect, test } from 'vitest';
import { readFolder, readJsonl, readPages, writeCopy } from '../plugins/dump/index.ts';
import { writeReport } from '../plugins/report/index.ts';
import { checkTypedArray, wrongType } from '../src/argument-checks.ts';
import { evaluateSets } from '../src/evaluate/index.ts';
import { shingleDom, shinglePage } from '../src/index.ts';
import { exactJoin, rankSets, ValueSetsBuilder, valueSetsFromIntegers } from '../src/join/index.ts';
import {
  bottomK,
  chooseTables,
  hash64,
  minHash,
  nearPairs,
  onePermutation,
  pairSketches,
  shingleSet,
  simHash,
  superShingles,
  tableDesign,
  taggedShingles,
} from '../src/sketch/index.ts';
import { dedupeResults, SketchIndex } from '../src/store/index.ts';
import { UrlRules } from '../src/url-rules/index.ts';

const never = (value: unknown) => value as never;

test.each([
  ['minHash', minHash],
  ['onePermutation', onePermutation],
  ['bottomK', bottomK],
  ['simHash', simHash],
] as const)(
  '%s refuses grams that are no 64-bit array, whose memory it would read as no grams at all',
  (name, sketch) => {
    for (const grams of [undefined, null, [1n], new Set([1n]), new Uint8Array(8), Promise.resolve()]) {
      expect(() => sketch(never(grams))).toThrow(
        new RegExp(`^${name}: grams: expected a BigUint64Array, as shinglePage makes it; got \\w+$`),
      );
    }
  },
);

test('sketches and bytes are refused if they are no array of their kind', () => {
  const plain = never([1, 2]);
  expect(() => shingleSet(plain)).toThrow('shingleSet: sketch: expected an Int32Array; got array');
  expect(() => taggedShingles(plain)).toThrow('taggedShingles: sketch: expected an Int32Array; got array');
  expect(() => superShingles(plain)).toThrow('superShingles: sketch: expected an Int32Array; got array');
  expect(() => hash64(never('text'))).toThrow('hash64: bytes: expected a Uint8Array; got string');
  expect(() => pairSketches(never([minHash(new BigUint64Array(1)), plain]), () => {})).toThrow(
    'pairSketches: sketches, at 1: expected an Int32Array; got array',
  );
  expect(() => nearPairs(never(5), 3, () => {})).toThrow(
    'nearPairs: fingerprints: expected an array of Uint32Array; got number',
  );
  expect(() => tableDesign(never(5))).toThrow('tables: expected one of 4, 10, 16; got 5');
  expect(() => chooseTables(Number.NaN)).toThrow('pages: expected their number, 0 or more; got NaN');
});

test('a record that is a Set is refused: it would count as empty', () => {
  expect(() => valueSetsFromIntegers(never([[1], new Set([1, 2])]))).toThrow(
    'record 1: expected an array of numbers; got Set',
  );
  expect(() => valueSetsFromIntegers(never(5))).toThrow(
    'records: expected arrays of numbers to iterate over; got number',
  );
  expect(() => new ValueSetsBuilder().append(never(new Set([1n])))).toThrow(
    'values: expected a BigUint64Array; got Set',
  );
});

test('joins and evaluations refuse what are no sets, and options that they do not know', async () => {
  expect(() => rankSets(never(undefined))).toThrow('sets: expected value sets, such as those of');
  expect(() => rankSets(never({ offsets: [0], values: [] }))).toThrow(
    'sets: offsets: expected a Uint32Array; got array',
  );
  const sets = rankSets(valueSetsFromIntegers([[1, 2]]));
  const options = { similarity: 'jaccard', threshold: 0.8 } as const;
  await expect(exactJoin(never(null), options)).rejects.toThrow('exactJoin: sets: expected ranked sets,');
  await expect(exactJoin(sets, never(undefined))).rejects.toThrow('exactJoin: expected an object of options');
  await expect(exactJoin(sets, never({ ...options, thread: 2 }))).rejects.toThrow(
    /^exactJoin: .*; got thread$/,
  );
  await expect(async () => evaluateSets(never(null))).rejects.toThrow('sets: expected value sets,');
  const values = valueSetsFromIntegers([[1, 2]]);
  await expect(async () => evaluateSets(values, never({ threshold: 0.8 }))).rejects.toThrow(
    /^evaluateSets: .*; got threshold$/,
  );
});

test('a page or a tree that is none is refused, and so is a misspelt option', () => {
  const page = { id: 'a', url: '', body: '' };
  expect(() => shinglePage(page, never({ grams: 'word:4' }))).toThrow(/^shinglePage: .*; got grams$/);
  for (const root of [undefined, null, 5, {}, () => {}]) {
    expect(() => shingleDom(never(root))).toThrow(/^shingleDom: expected a node such as cheerio's/);
  }
  expect(() => shingleDom({ type: 'root' }, { extract: 'none' })).toThrow(
    'extract: expected one of main, visible; got none',
  );
});

test('readers of dumps refuse options and limits that they do not know, and paths that are none', async () => {
  const read = async (pages: AsyncIterable<unknown>) => {
    for await (const _ of pages);
  };
  const here = [import.meta.filename];
  await expect(read(readPages(here, never({ feild: 'a' })))).rejects.toThrow(/^reader: .*; got feild$/);
  await expect(read(readPages(here, never(null)))).rejects.toThrow('reader: expected an object of options');
  await expect(read(readPages(here, never({ onDamage: 5 })))).rejects.toThrow(
    'reader: onDamage: expected a function; got number',
  );
  await expect(read(readPages(here, { limits: never({ maxPage: 5 }) }))).rejects.toThrow(
    /^limits: expected .*; got maxPage$/,
  );
  await expect(read(readPages(never(['a', 5])))).rejects.toThrow('inputs, at 1: expected a path; got number');
  await expect(read(readFolder(never(undefined)))).rejects.toThrow('inputs, at 0: expected a path; got');
  await expect(read(readJsonl(never(null)))).rejects.toThrow('file: expected a path; got null');
  await expect(writeCopy(here, 'a.jsonl', never(undefined))).rejects.toThrow(
    'writeCopy: options: expected an',
  );
  await expect(writeReport(never(5), { title: '' })).rejects.toThrow(
    'writeReport: file: expected a path; got',
  );
  await expect(writeReport('a', never(null))).rejects.toThrow('report: expected an object with title');
});

const open: SketchIndex[] = [];
afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});

const parameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

async function openIndex(): Promise<SketchIndex> {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(never(store), parameters);
  open.push(index);
  return index;
}

const grams = BigUint64Array.of(7n);

test.each(['add', 'addIfNew', 'claim'] as const)(
  '%s refuses a page of which a field has a wrong type',
  async (method) => {
    const index = await openIndex();
    const call = async (page: unknown) => index[method](never(page));
    await expect(call(undefined)).rejects.toThrow(
      `${method}: page: expected an object with key, url and grams; got`,
    );
    await expect(call({ url: '', grams })).rejects.toThrow(
      `${method}: key: expected a string; got undefined`,
    );
    await expect(call({ key: 'a', url: 5, grams })).rejects.toThrow(
      `${method}: url: expected a string; got number`,
    );
    await expect(call({ key: 'a', url: '', grams, text: 5 })).rejects.toThrow(
      `${method}: text: expected a string`,
    );
    await expect(call({ key: 'a', url: '', grams: [7n] })).rejects.toThrow(
      `${method}: grams: expected a BigUint64`,
    );
    expect(index.counts.decided).toBe(0);
  },
);

test('the index refuses options that its methods do not know, and what are no pages, exports or indexes', async () => {
  const index = await openIndex();
  const page = { key: 'a', url: '', grams };
  const misspelt = never({ treshold: 0.6 });
  await expect(index.query(grams, misspelt)).rejects.toThrow(/^query: expected .*; got treshold$/);
  await expect(index.claim(page, misspelt)).rejects.toThrow(/^claim: .*; got treshold$/);
  await expect(index.addIfNew(page, misspelt)).rejects.toThrow(/^addIfNew: .*; got treshold$/);
  await expect(index.addAll([page], misspelt)).rejects.toThrow(/^addAll: .*; got treshold$/);
  await expect(index.verify(misspelt)).rejects.toThrow(/^verify: .*; got treshold$/);
  await expect(index.similarPairs(() => {}, misspelt)).rejects.toThrow(/^similarPairs: .*; got treshold$/);
  await expect(index.dedupeResults([], misspelt)).rejects.toThrow(/^dedupeResults: .*; got treshold$/);
  await expect(index.addAll(never(undefined))).rejects.toThrow('addAll: expected pages to iterate over; got');
  await expect(index.addAll(never([null]))).rejects.toThrow('addAll: page: expected an object with key,');
  await expect(index.merge(never({}))).rejects.toThrow('merge: expected another SketchIndex; got object');
  expect(() => index.onReturn(never(undefined))).toThrow('onReturn: expected a function');
  await expect(SketchIndex.open('never-made', parameters, misspelt)).rejects.toThrow(
    /^SketchIndex: .*; got treshold$/,
  );
  await expect(SketchIndex.import('never-made', never(undefined))).rejects.toThrow(
    /^import: expected the lines/,
  );
  await expect(SketchIndex.rebuild('never-made', never(undefined))).rejects.toThrow(
    /^rebuild: expected an object/,
  );
  expect(() => dedupeResults([], never({ threshold: 0.8, limt: 5 }))).toThrow(
    /^dedupeResults: .*; got limt$/,
  );
});

test('URL rules refuse an option that they do not know', () => {
  expect(() => new UrlRules(never({ lossshare: 0.1 }))).toThrow(/^UrlRules: .*; got lossshare$/);
});

test('URLs and contents are strings: all numbers would be one content, and the rules wrong', () => {
  const rules = new UrlRules();
  const url = 'https://a.example/';
  expect(() => rules.observe(url, never(5))).toThrow('observe: content: expected a string; got number');
  expect(() => rules.observe(never(undefined), 'a')).toThrow(
    'observe: url: expected a string; got undefined',
  );
  expect(() => rules.observe(url, 'a', never(5))).toThrow('observe: repeats: expected a string; got number');
  expect(() => rules.decide(never(5))).toThrow('decide: url: expected a string; got number');
  expect(() => rules.foresee(never(null))).toThrow('foresee: url: expected a string; got null');
  expect(() => rules.observeWall(never(null))).toThrow('observeWall: url: expected a string; got null');
});

test('an array of numbers is one in any realm, and an error says of what kind the other thing is', () => {
  const foreign = runInNewContext('new BigUint64Array(1)');
  expect(() => checkTypedArray('a', 'BigUint64Array', foreign)).not.toThrow();
  expect(() => checkTypedArray('a', 'Uint8Array', Buffer.alloc(1))).not.toThrow();
  const got = [null, undefined, [], new Map(), Promise.resolve(), {}, 5, Symbol('a'), 5n, () => {}].map(
    (value) => wrongType('a', 'b', value).message.split('; got ')[1],
  );
  expect(got).toEqual([
    'null',
    'undefined',
    'array',
    'Map',
    'Promise',
    'object',
    'number',
    'symbol',
    'bigint',
    'function',
  ]);
});
