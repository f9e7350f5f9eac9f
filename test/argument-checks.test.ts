import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { MemoryLevel } from 'memory-level';
import { afterEach, expect, test, vi } from 'vitest';
import { checkNotAmong, readFolder, readJsonl, readPages, writeCopy } from '../plugins/dump/index.ts';
import { writeReport } from '../plugins/report/index.ts';
import { checkTypedArray, wrongType } from '../src/argument-checks.ts';
import { bestOfEachKind, checkEvaluateOptions, evaluateSets, evaluationCsv } from '../src/evaluate/index.ts';
import {
  checkDeduplicateOptions,
  deduplicateGrams,
  shinglePages,
  wantsFrequencies,
} from '../src/flow/index.ts';
import { comparePages, evaluate, shingleDom, shinglePage } from '../src/index.ts';
import {
  allocateTokens,
  allPairs,
  checkThreshold,
  editJoin,
  exactJoin,
  mgjoin,
  naive,
  outOfCoreJoin,
  overlapOfSorted,
  ppjoin,
  ppjoinPlus,
  rankInThreads,
  rankSets,
  recordsWithPartners,
  startJoinWorkers,
  ValueSetsBuilder,
  valueSetsFromIntegers,
} from '../src/join/index.ts';
import {
  agreeingComponents,
  bandHashes,
  bottomK,
  bottomKResemblance,
  calibrate,
  chooseBands,
  chooseTables,
  documentFrequencies,
  estimateContainment,
  estimateCosine,
  estimateResemblance,
  hammingDistance,
  hash64,
  inverseDocumentWeights,
  minHash,
  nearPairs,
  nearProbability,
  onePermutation,
  pairSketches,
  resemblanceEstimate,
  sharedSuperShingles,
  shingleSet,
  simHash,
  superShingles,
  tableDesign,
  tableKey,
  taggedShingles,
} from '../src/sketch/index.ts';
import { dedupeResults, SketchIndex } from '../src/store/index.ts';
import { CopyLinks, outlineOf, rulesOnly, UrlRules, UrlRulesStateError } from '../src/url-rules/index.ts';

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
  expect(() => chooseTables(Number.NaN)).toThrow('pages: expected 0, 1, 2 …; got NaN');
});

const sets = () =>
  rankSets(
    valueSetsFromIntegers([
      [1, 2],
      [1, 2, 3],
    ]),
  );

test.each([
  ['naive', naive],
  ['allPairs', allPairs],
  ['ppjoin', ppjoin],
  ['ppjoinPlus', ppjoinPlus],
  ['mgjoin', mgjoin],
] as const)('%s refuses what are no ranked sets, no function and no statistics', (name, join) => {
  const emit = () => {};
  expect(() => join(never(null), 'jaccard', 0.8, emit)).toThrow(`${name}: expected ranked sets, such as`);
  expect(() => join(never({ r: sets() }), 'jaccard', 0.8, emit)).toThrow(
    `${name}: sets: expected ranked sets, such as those of rankSets; got undefined`,
  );
  expect(() => join({ ...sets(), tokens: never([1]) }, 'jaccard', 0.8, emit)).toThrow(
    `${name}: tokens: expected a Uint32Array; got array`,
  );
  expect(() => join({ ...sets(), size: 3 }, 'jaccard', 0.8, emit)).toThrow(
    'got 3 offsets, 2 records and 5 tokens, for a size of 3',
  );
  expect(() => join(sets(), 'jaccard', 0.8, never(5))).toThrow(
    `${name}: emit: expected a function; got number`,
  );
  expect(() => join(sets(), 'jaccard', 0.8, emit, never({}))).toThrow(
    `${name}: statistics: expected an object that joinStatistics made; got object`,
  );
});

test('a join refuses sizes at which it would not end', async () => {
  const emit = () => {};
  expect(() => ppjoinPlus(sets(), 'jaccard', 0.8, emit, undefined, Number.NaN)).toThrow(
    'maxDepth: expected 0, 1',
  );
  expect(() => editJoin(['a'], 1, 2 ** 53, emit)).toThrow('q: expected 1 to 65536; got 9007199254740992');
  expect(() => editJoin(never('abc'), 1, 2, emit)).toThrow(
    'editJoin: expected an array of strings, or two as',
  );
  expect(() => editJoin(['a'], 1, 2, never(undefined))).toThrow('editJoin: emit: expected a function;');
  await expect(rankInThreads(valueSetsFromIntegers([]), 0)).rejects.toThrow(
    'threads: expected 1, 2, 3 …; got 0',
  );
  await expect(rankInThreads(never(null), 1)).rejects.toThrow('sets: expected value sets,');
  const numbers = Uint32Array.of(1, 2);
  await expect(rankInThreads(valueSetsFromIntegers([[1], [2]]), 1, numbers)).rejects.toThrow(
    'numbers: expected ascending numbers of 2 records; got 2',
  );
  expect(() => allocateTokens(-1)).toThrow('length: expected 0 to 1073741824; got -1');
  expect(() => overlapOfSorted(never([1n]), BigUint64Array.of(1n))).toThrow(
    'overlapOfSorted: x: expected a BigUint64Array, as shinglePage makes it; got array',
  );
});

test('outOfCoreJoin refuses options that it does not know, and records that are no sets', async () => {
  const options = {
    similarity: 'jaccard',
    threshold: 0.8,
    directory: tmpdir(),
    memoryBytes: 2 ** 20,
  } as const;
  await expect(outOfCoreJoin([], never(undefined))).rejects.toThrow(
    'outOfCoreJoin: expected an object of options',
  );
  await expect(outOfCoreJoin([], never({ ...options, folder: 'x' }))).rejects.toThrow(
    /^outOfCoreJoin: .*; got folder$/,
  );
  await expect(outOfCoreJoin([], { ...options, directory: never(5) })).rejects.toThrow(
    'directory: expected a string;',
  );
  await expect(outOfCoreJoin(never(5), options)).rejects.toThrow(
    'records: expected an iterable of BigUint64Array;',
  );
  await expect(outOfCoreJoin(never([[1n]]), options)).rejects.toThrow('record 0: expected a BigUint64Array,');
});

test('estimates are of two sketches of one kind', () => {
  const sketch = minHash(BigUint64Array.of(1n));
  for (const estimate of [agreeingComponents, estimateResemblance, resemblanceEstimate]) {
    expect(() => estimate(sketch, never(undefined))).toThrow(
      'sketches, at 1: expected an Int32Array; got undefined',
    );
    expect(() => estimate(new Int32Array(0), new Int32Array(0))).toThrow(
      'sketches: expected two of one length, at least 1; got 0 and 0 components',
    );
  }
  const print = simHash(BigUint64Array.of(1n));
  for (const estimate of [hammingDistance, estimateCosine]) {
    expect(() => estimate(print, never([1, 2]))).toThrow('fingerprint: expected a Uint32Array; got array');
    expect(() => estimate(print, new Uint32Array(0))).toThrow('fingerprint: expected 2 words; got 0');
  }
  expect(() => bottomKResemblance(never(null), bottomK(BigUint64Array.of(1n)))).toThrow(
    'sketch: expected one that',
  );
  expect(() => sharedSuperShingles(never(null), never(null))).toThrow('sketches: expected a BigUint64Array');
  expect(() => tableKey(print, never({}))).toThrow(
    'tableKey: table: expected one of a table design; got object',
  );
  expect(() => pairSketches([sketch, minHash(BigUint64Array.of(1n), 64)], () => {})).toThrow(
    'pairSketches: sketches: expected all of one length; got 128 components at 0 and 64 at 1',
  );
  expect(() => estimateContainment({ value: 2, standardError: 0 }, 1, 1)).toThrow(
    'value: expected a number from 0 to 1',
  );
  expect(() => documentFrequencies(never(null))).toThrow('sets: expected value sets,');
  expect(() => inverseDocumentWeights(never(null), never(null))).toThrow(
    'inverseDocumentWeights: expected an object',
  );
});

test('numbers at which a sketch would not end are refused', () => {
  const sketch = minHash(BigUint64Array.of(1n));
  expect(() => minHash(BigUint64Array.of(1n), 2 ** 53)).toThrow(
    'components: expected 1 to 1048576; got 90071',
  );
  expect(() => chooseBands(0.8, 0.9, 1e308)).toThrow('components: expected 1 to 1048576; got 1e+308');
  expect(() => calibrate(0.8, 2 ** 40, 0.9)).toThrow('sketchSize: expected 1 to 1048576; got 1099511627776');
  expect(() => bandHashes(sketch, { bands: 1, rows: Number.POSITIVE_INFINITY, recall: 1 })).toThrow(
    'bandHashes: rows: expected 1, 2, 3 …; got Infinity',
  );
  expect(() => bandHashes(sketch, { bands: 65, rows: 2, recall: 1 })).toThrow(
    'bandHashes: expected bands within a sketch of 128 components; got 65 of 2 rows',
  );
  expect(() => nearProbability(0.9, 1e308)).toThrow('bits: expected 0 to 64; got 1e+308');
});

test('every error about an argument has one code', () => {
  const calls = [
    () => minHash(never(null)),
    () => minHash(BigUint64Array.of(1n), 0),
    () => new UrlRules(never({ lossshare: 0.1 })),
    () => checkThreshold('jaccard', 2),
    () => shinglePage({ id: '', url: '', body: '' }, never(5)),
  ];
  for (const call of calls) expect(call).toThrow(expect.objectContaining({ code: 'NEARDUP_ARGUMENT' }));
});

test('a value of any kind can be shown in a message', () => {
  for (const value of [Symbol('a'), 1n, Object.create(null), [Symbol('a')], () => {}]) {
    expect(() => checkThreshold('jaccard', never(value))).toThrow(/^threshold: expected a number; got \w+$/);
    expect(() => minHash(BigUint64Array.of(1n), never(value))).toThrow(/^components: expected .*; got \w+$/);
    expect(() => checkThreshold(never(value), 0.8)).toThrow(/^similarity: expected .*; got \w+$/);
  }
  expect(() => chooseBands(never('0.8'), 0.9)).toThrow(
    'threshold: expected a number above 0 and up to 1; got "0.8"',
  );
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
    'extract: expected one of main, visible; got "none"',
  );
});

test('readers of dumps refuse options and limits that they do not know, and paths that are none', async () => {
  const read = async (pages: AsyncIterable<unknown>) => {
    for await (const _ of pages);
  };
  const here = [import.meta.filename];
  await expect(read(readPages(here, never({ feild: 'a' })))).rejects.toThrow(/^reader: .*; got feild$/);
  await expect(read(readPages(here, { stats: never({}) }))).rejects.toThrow(
    'reader: stats: expected an object that',
  );
  await expect(checkNotAmong(here, never([5]))).rejects.toThrow(
    'checkNotAmong: targets, at 0: expected a string;',
  );
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

test('what belongs to an index by name or number is refused if it is neither', async () => {
  const index = await openIndex();
  for (const key of [5, Symbol('a'), null]) {
    for (const method of ['get', 'hasOriginal', 'text', 'remove'] as const)
      await expect(async () => index[method](never(key))).rejects.toThrow(
        /^key: expected a string; got \w+$/,
      );
    await expect(async () => index.note(never(key))).rejects.toThrow('note: name: expected a string;');
  }
  await expect(async () => index.setNote('a', never('text'))).rejects.toThrow('setNote: expected an object');
  await expect(index.removeWhere(never(undefined))).rejects.toThrow(
    /^removeWhere: expected one of .*; got nothing$/,
  );
  await expect(index.gramSets(never('01'))).rejects.toThrow(
    'gramSets: numbers: expected an array of page numbers;',
  );
  await expect(index.gramSets([0.5])).rejects.toThrow('gramSets: at 0: expected 0 to 4294967295; got 0.5');
  await expect(index.dedupeResults(never('ab'))).rejects.toThrow(
    'dedupeResults: keys: expected an array of keys;',
  );
  await expect(index.query(grams, { url: never(5), scope: 'same-host' })).rejects.toThrow(
    'query: url: expected a s',
  );
  await expect(index.query(grams, { threshold: never('0.9') })).rejects.toThrow('up to 1; got "0.9"');
  await expect(index.query(grams, { recall: never(Symbol('a')) })).rejects.toThrow('below 1; got symbol');
  await expect(SketchIndex.import('never-made', never([null]))).rejects.toThrow(
    'a piece of the export: expected a U',
  );
  expect(() => dedupeResults(never(5), { threshold: 0.8 })).toThrow(
    'dedupeResults: results: expected an array',
  );
  expect(() => dedupeResults(never([{}]), { threshold: 0.8 })).toThrow(
    'grams of result 0: expected a BigUint64Array',
  );
  await expect(SketchIndex.open('never-made', { ...parameters, multiset: never('off') })).rejects.toThrow(
    'SketchIndex: multiset: expected true or false; got string',
  );
});

test('evaluations are written and summarised only if they are some', () => {
  expect(() => evaluationCsv(never(null))).toThrow(
    'evaluationCsv: rows: expected an array of rows, as evaluate',
  );
  expect(() => bestOfEachKind(never([null]))).toThrow(
    'bestOfEachKind: rows, at 0: expected a row, as evaluate',
  );
  expect(() => checkEvaluateOptions(never(undefined))).toThrow('evaluate: expected an object of options');
});

test('what an evaluation calls, measures and compares with is checked before a page is read', async () => {
  const read = vi.fn();
  const pages = (function* () {
    read();
    yield { id: 'a', url: '', body: '' };
  })();
  for (const [options, said] of [
    [{ maxMilliseconds: Number.NaN }, 'maxMilliseconds: expected a number from 0 on; got NaN'],
    [{ maxMilliseconds: '5' }, 'maxMilliseconds: expected a number from 0 on; got "5"'],
    [{ onProgress: 5 }, 'evaluate: onProgress: expected a function; got number'],
    [{ onRead: 5 }, 'evaluate: onRead: expected a function; got number'],
    [{ multiset: 'off' }, 'multiset: expected true or false; got string'],
    [{ labels: 'ab' }, 'labels: expected pairs of ids; got string'],
  ] as const)
    await expect(evaluate(pages, never(options))).rejects.toThrow(said);
  expect(read).not.toHaveBeenCalled();
  for (const label of [null, ['a'], [1, 2]])
    await expect(evaluate([], { labels: never([['a', 'b'], label]) })).rejects.toThrow(
      'labels, at 1: expected a pair of ids;',
    );
});

test('two pages are compared only if they are pages, and switches are true or false', () => {
  const page = { id: 'a', url: '', body: '' };
  expect(() => comparePages(never({ ...page, url: 5 }), page)).toThrow(
    'url of the first page: expected a string;',
  );
  expect(() => comparePages(page, page, { siteModel: never('off') })).toThrow(
    'siteModel: expected true or false;',
  );
  expect(() => shinglePage(page, { multiset: never('off') })).toThrow(
    'multiset: expected true or false; got string',
  );
  expect(() => shingleDom(never({ type: 'root', children: 5 }))).toThrow(
    'shingleDom: expected a node such as',
  );
});

test('the steps of the flow refuse what are no pages, gram sets or options, before they work', async () => {
  const none = async () => {
    for await (const _ of shinglePages(never([]), {}));
  };
  await expect(none()).rejects.toThrow(
    'shinglePages: expected pages to await one by one, such as those of readPages;',
  );
  await expect(shinglePages(readPages([]), never(null)).next()).rejects.toThrow(
    'shinglePages: expected an object of',
  );
  await expect(deduplicateGrams(never([]))).rejects.toThrow(
    'deduplicateGrams: expected gram sets to await one by one',
  );
  expect(() => checkDeduplicateOptions(never(undefined))).toThrow(
    'deduplicate: expected an object of options; got',
  );
  expect(() => wantsFrequencies(never(null))).toThrow(
    'wantsFrequencies: expected an object of options; got null',
  );
  expect(() => checkDeduplicateOptions({ onProgress: never(5) })).toThrow('onProgress: expected a function;');
  expect(() => checkDeduplicateOptions({ workDirectory: never(5) })).toThrow(
    'workDirectory: expected a string;',
  );
  expect(() => checkDeduplicateOptions({ memoryBytes: never('2GB') })).toThrow('a number above 0; got "2GB"');
  expect(() => checkDeduplicateOptions({ method: never(Object.create(null)) })).toThrow(
    /^method: expected auto, qp/,
  );
});

test('workers, partners and states say what they expect instead of failing inside', () => {
  expect(() => startJoinWorkers(never('5'))).toThrow('startJoinWorkers: tokens: expected 0, 1, 2 …; got "5"');
  expect(() => recordsWithPartners(valueSetsFromIntegers([]), never(null))).toThrow(
    'recordsWithPartners: expected an object of options; got null',
  );
  for (const state of [null, {}, { ...new UrlRules().toJSON(), rules: [null] }])
    expect(() => rulesOnly(never(state))).toThrow(UrlRulesStateError);
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

test('what is no URL is refused by whatever takes one, and what is no outline or state of rules is, too', () => {
  const [a, b] = ['https://a.example/', 'https://b.example/'];
  const links = new CopyLinks();
  const rules = new UrlRules();
  for (const wrong of [null, 5, 5n, {}, [], Symbol('url')]) {
    const given = never(wrong);
    expect(() => links.see(given, a)).toThrow('see: link: expected a string; got');
    expect(() => links.see(a, given)).toThrow('see: page: expected a string; got');
    expect(() => links.see(a, a, given, b)).toThrow('see: copy: expected a string; got');
    expect(() => links.see(a, a, b, given)).toThrow('see: original: expected a string; got');
    expect(() => links.linkedFrom(given)).toThrow('linkedFrom: url: expected a string; got');
    expect(() => links.follows(given, a, b)).toThrow('follows: link: expected a string; got');
    expect(() => links.follows(a, given, b)).toThrow('follows: copy: expected a string; got');
    expect(() => links.follows(a, b, given)).toThrow('follows: original: expected a string; got');
    expect(() => links.follows(a, b, b, given)).toThrow('follows: page: expected a string; got');
    expect(() => links.judged(given, true)).toThrow('judged: url: expected a string; got');
    expect(() => links.leftOut(given)).toThrow('leftOut: url: expected a string; got');
    if (given !== undefined)
      expect(() => links.leftOut(a, given)).toThrow('leftOut: page: expected a string; got');
    expect(() => outlineOf(given, 'text')).toThrow('outlineOf: url: expected a string; got');
    expect(() => outlineOf(a, given)).toThrow('outlineOf: text: expected a string; got');
    expect(() => outlineOf(a, 'text', given)).toThrow('outlineOf: sources: expected a function; got');
    expect(() => rulesOnly(given)).toThrow('url rules: expected a state in format');
    if (wrong === 5) continue;
    expect(() => rules.observe(a, 'content', b, given)).toThrow('observe: outline: expected 0, 1, 2 …; got');
  }
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
