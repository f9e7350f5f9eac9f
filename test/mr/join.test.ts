import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateSets } from '../../bench/generate-sets.ts';
import { type PublishedAlgorithm, publishedAlgorithms } from '../../plugins/mr/published/algorithm.ts';
import { spread } from '../../plugins/mr/sets/mixing.ts';
import { halvesOf, type Similarity } from '../../src/join/index.ts';
import { simHash, simHashTables, tableDesign, tableKey } from '../../src/sketch/index.ts';
import { missing, realData } from '../data.ts';
import { joined, runAll, setLines, sorted } from './stages.ts';

/** Near-duplicates, equal records, empty ones, and ones of a single token. */
function mixedRecords(): number[][] {
  const { offsets, values } = generateSets({ records: 100, tokens: 20, nearDuplicates: 0.5, seed: 5 });
  const records = Array.from({ length: 100 }, (_, i) =>
    [...values.subarray(offsets[i], offsets[i + 1])].map(Number),
  );
  return [...records, [], [7], [7], [7, 8], ...records.slice(0, 9), ...records.slice(0, 4), []];
}

/** A token that every record has, as the word "the" in texts. */
function oneTokenInAll(): number[][] {
  return mixedRecords().map((record) => [999_999, ...record]);
}

const thresholds: readonly (readonly [Similarity, number])[] = [
  ...(['jaccard', 'cosine', 'dice'] as const).flatMap((each) =>
    [0.5, 0.8, 0.95].map((t) => [each, t] as const),
  ),
  ...[1, 3, 8].map((count) => ['overlap', count] as const),
];

test.each(thresholds)(
  'the stages find the pairs of the definition: %s ≥ %d',
  async (similarity, threshold) => {
    for (const records of [mixedRecords(), oneTokenInAll()]) {
      const wrote = await runAll(await setLines(records), { similarity, threshold, parts: 1 });
      expect(wrote.get('pairs')).toBe(joined(records, similarity, threshold));
    }
  },
);

test('whatever the number of partitions, every stage writes the same lines, but for candidates that come twice', async () => {
  const sets = await setLines(oneTokenInAll());
  const call = { similarity: 'jaccard', threshold: 0.5 };
  const one = await runAll(sets, { ...call, parts: 1 });
  for (const parts of [2, 7]) {
    const several = await runAll(sets, { ...call, parts });
    for (const [stage, text] of one) {
      expect(linesWithoutRepeats(several.get(stage)!), stage).toBe(linesWithoutRepeats(text));
    }
    expect(several.get('pairs')).toBe(one.get('pairs'));
  }
});

test('a token of many sets is split, and its sets still meet', async () => {
  const records = oneTokenInAll();
  const more = {
    sample: ['--every', '1'],
    heavy: ['--every', '1', '--least', '2'],
    keys: ['--most-of-key', '20'],
  };
  const wrote = await runAll(await setLines(records), {
    similarity: 'overlap',
    threshold: 1,
    parts: 2,
    more,
  });
  expect(wrote.get('pairs')).toBe(joined(records, 'overlap', 1));
  const keys = wrote
    .get('keys')!
    .split('\n')
    .map((line) => line.split('\t')[1] ?? '');
  const ofKey = new Map<string, number>();
  for (const key of keys) ofKey.set(key, (ofKey.get(key) ?? 0) + 1);
  expect(Math.max(...[...keys].map(({ length }) => length))).toBe(24);
  expect(Math.max(...ofKey.values())).toBeLessThanOrEqual(40);
});

test('the postings of a key that exceed the memory wait on disk, and so do the sets of a block', async () => {
  const records = oneTokenInAll();
  const memoryBytes = 2000;
  for (const [similarity, threshold] of [
    ['overlap', 1],
    ['jaccard', 0.5],
  ] as const) {
    const wrote = await runAll(await setLines(records), {
      similarity,
      threshold,
      parts: 1,
      blocks: 1,
      memoryBytes,
    });
    expect(wrote.get('pairs')).toBe(joined(records, similarity, threshold));
    expect(wrote.get('verify')).toMatch(/turns=\d/);
    if (similarity === 'overlap') expect(wrote.get('candidates')).toMatch(/spilled=[1-9]/);
  }
});

test('by bands of sketches no other pairs come out, and about as many of them as was asked for', async () => {
  const records = mixedRecords();
  const call = { similarity: 'jaccard', threshold: 0.7, parts: 2 };
  const expected = joined(records, 'jaccard', 0.7).split('\n');
  const wrote = await runAll(await setLines(records), { ...call, recall: 0.95 });
  const pairs = wrote.get('pairs')!.split('\n');
  expect(pairs.filter((pair) => !expected.includes(pair))).toEqual([]);
  // Most pairs are above the threshold, and found with a higher probability.
  expect(pairs.length).toBeGreaterThan(0.95 * expected.length);
  expect(wrote.get('keys')).toMatch(/\t~\tkeys\t.*postings=\d+/);
});

test.each(simHashTables)(
  'by %d permuted tables of SimHashes the pairs come out whose fingerprints share a key, equal sets among them',
  async (tables) => {
    // near-duplicates of many tokens: of few, fingerprints differ in many bits
    const { offsets, values } = generateSets({ records: 200, tokens: 150, nearDuplicates: 0.6, seed: 5 });
    const made = Array.from({ length: 200 }, (_, i) =>
      [...values.subarray(offsets[i], offsets[i + 1])].map(Number),
    );
    const records = [...made, ...made.slice(0, 5), ...made.slice(0, 60).map((record) => record.slice(2))];
    const fingerprints = records.map((record) => {
      const tokens = BigUint64Array.from(new Set(record), BigInt);
      spread(halvesOf(tokens));
      return simHash(tokens);
    });
    const { tables: permuted } = tableDesign(tables);
    const keys = fingerprints.map((each) => permuted.map((table) => tableKey(each, table)));
    const all = joined(records, 'jaccard', 0.8).trim().split('\n');
    const expected = all.filter((pair) => {
      const [a, b] = pair.split(' ').map(Number);
      return keys[a].some((key, table) => key === keys[b][table]);
    });
    expect(expected.length).toBeGreaterThan(20);
    expect(all.length - expected.length).toBeGreaterThan(20);
    const call = { similarity: 'jaccard', threshold: 0.8, parts: 2, tables };
    const wrote = await runAll(await setLines(records), call);
    expect(wrote.get('pairs')!.trim().split('\n')).toEqual(expected);
  },
);

test.each(publishedAlgorithms)('%s as published finds the pairs of the definition', async (algorithm) => {
  for (const [similarity, threshold] of thresholds) {
    for (const records of [mixedRecords(), oneTokenInAll()]) {
      const call = { similarity, threshold, algorithm, parts: 2 };
      const wrote = await runAll(await setLines(records), call);
      expect(wrote.get('pairs'), `${similarity} ≥ ${threshold}`).toBe(joined(records, similarity, threshold));
    }
  }
});

test('mgjoin confirms a pair at one token only, and further orderings leave fewer; the others confirm it at several', async () => {
  const sets = await setLines(mixedRecords());
  const call = { similarity: 'jaccard', threshold: 0.5, parts: 1 };
  const counted = async (algorithm: PublishedAlgorithm, orderings = '3') => {
    const more = algorithm === 'mgjoin' ? { keys: ['--orderings', orderings] } : {};
    const wrote = await runAll(sets, { ...call, algorithm, more });
    const pairs = linesOf(wrote.get('candidates')!);
    const counters = wrote.get('candidates')!.split('\t').at(-1)!;
    const count = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(counters)?.[1]);
    return {
      pairs: pairs.length,
      distinctPairs: new Set(pairs).size,
      candidates: count('candidates'),
      distinct: count('distinct'),
    };
  };
  const [one, three] = [await counted('mgjoin', '1'), await counted('mgjoin')];
  expect(three.pairs).toBe(three.distinctPairs);
  expect(three.candidates).toBe(three.distinct);
  expect(three.candidates).toBeLessThan(one.candidates);
  for (const algorithm of ['ridpairs-ppjoin', 'ridpairs-improved'] as const) {
    const { pairs, distinctPairs, candidates, distinct } = await counted(algorithm);
    expect(pairs).toBeGreaterThan(distinctPairs);
    expect(distinctPairs).toBe(three.pairs);
    expect(candidates).toBeGreaterThan(distinct);
  }
});

test('a set stands once in the lines of candidates for each block that it is sent to', async () => {
  const wrote = await runAll(await setLines(mixedRecords()), {
    similarity: 'jaccard',
    threshold: 0.5,
    parts: 3,
    blocks: 2,
  });
  const sent = wrote
    .get('attach')!
    .split('\n')
    .map((line) => line.split('\t').slice(1, 4))
    .filter(([, tag]) => tag === 's');
  const distinct = new Set(sent.map(([block, , id]) => `${block} ${id}`));
  expect(distinct.size).toBe(sent.length);
  expect(sent.length).toBeGreaterThan(0);
});

const retail = missing('sets-fimi/retail.csv');
test.skipIf(retail)(
  `the stages find the pairs of the definition in a part of retail${retail ? ` (skipped: ${retail})` : ''}`,
  async () => {
    const records = readFileSync(realData('sets-fimi/retail.csv')!, 'utf8')
      .split('\n')
      .filter((_, i) => i % 160 === 0)
      .map((line) => (line.match(/\d+/g) ?? []).map(Number));
    for (const [similarity, threshold] of [
      ['jaccard', 0.5],
      ['overlap', 4],
    ] as const) {
      const wrote = await runAll(await setLines(records), { similarity, threshold, parts: 2, blocks: 4 });
      expect(wrote.get('pairs')).toBe(joined(records, similarity, threshold));
    }
  },
);

/** Without the trailer. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('mr1\t~'));
}

function linesWithoutRepeats(text: string): string {
  const lines = sorted(text)
    .split('\n')
    .filter((line) => !line.startsWith('mr1\t~'));
  return lines.filter((line, i) => line !== lines[i - 1]).join('\n');
}
