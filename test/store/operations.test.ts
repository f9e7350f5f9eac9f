import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { estimateSimilarity } from '../../src/store/estimated-similarity.ts';
import { sketchSet } from '../../src/store/layout/entries.ts';
import { hostHash } from '../../src/store/layout/host.ts';
import { completeParameters, type IndexParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { ClaimedPage, EarlierPage } from '../../src/store/verdicts.ts';
import { often } from '../repetition.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { collected, PARAMETERS, similarity, versionedSets } from './common.ts';

const COMPACT: IndexParameters = { ...PARAMETERS, setting: 'compact' };

const random = seededRandom(21);
const grams = (size = 100) => randomSet(random, size);
const memory = () => new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });

function page(key: string, set: BigUint64Array, host = 'example.org', at?: string): ClaimedPage {
  return { key, url: `http://${host}/${key}`, grams: set, ...(at === undefined ? {} : { at }) };
}

const keysOf = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key);

/** Letters of all entries that a store holds, counted. */
async function entriesIn(store: MemoryLevel<Buffer, Buffer>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const key of await store.keys().all()) {
    const letter = String.fromCharCode(key[0]);
    counts[letter] = (counts[letter] ?? 0) + 1;
  }
  return counts;
}

let store: MemoryLevel<Buffer, Buffer>;
let index: SketchIndex;

/** The index that the test goes on with. */
async function openIndex(parameters: IndexParameters = PARAMETERS): Promise<SketchIndex> {
  store = memory();
  index = await SketchIndex.open(store, parameters);
  return index;
}

afterEach(() => index.close());

describe('a query', () => {
  test('at any threshold finds what brute force finds, on one index', async () => {
    await openIndex();
    const sets = versionedSets(41, 40, 12, 80);
    await index.addAll(sets.map((set, i) => page(`${i}`, set)));
    for (const threshold of [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1]) {
      let wanted = 0;
      let missed = 0;
      for (let i = 0; i < sets.length; i += 5) {
        const truth = sets.flatMap((set, k) => {
          const reached = similarity(set, sets[i]);
          return reached >= threshold ? [{ k, reached }] : [];
        });
        truth.sort((a, b) => b.reached - a.reached || a.k - b.k);
        const { matches, promised, recall } = await index.query(sets[i], { threshold, recall: 0.97 });
        const exact = matches.map((match) => ({ k: Number(match.key), reached: match.similarity }));
        // Nothing but the truth, in its order.
        expect(exact).toEqual(truth.filter(({ k }) => exact.some((found) => found.k === k)));
        expect([promised, recall >= 0.97]).toEqual([true, true]);
        wanted += truth.length;
        missed += truth.length - exact.length;
      }
      expect(missed / wanted).toBeLessThan(0.03);
    }
  });

  test('says when the sketches cannot promise the recall, and still finds what they lead to', async () => {
    await openIndex();
    const text = grams(100);
    await index.add(page('a', text));
    const answer = await index.query(text.slice(0, 12), { threshold: 0.1, recall: 0.999 });
    expect(answer).toMatchObject({ promised: false, threshold: 0.1 });
    expect(answer.recall).toBeLessThan(0.999);
    const easy = await index.query(text, { threshold: 0.1, recall: 0.5 });
    expect(easy).toMatchObject({ promised: true, matches: [{ key: 'a', similarity: 1 }] });
  });

  test('names only pages of the same host, or only of others, when it asks for them', async () => {
    await openIndex();
    const text = grams();
    for (const [i, host] of ['a.example', 'b.example', 'A.example:80', ''].entries()) {
      await index.add(page(`${i}`, text.slice(i), host));
    }
    const url = 'https://a.example/another';
    const keys = async (scope: 'both' | 'same-host' | 'cross-host') =>
      keysOf((await index.query(text, { scope, url })).matches);
    expect(await keys('both')).toEqual(['0', '1', '2', '3']);
    expect(await keys('same-host')).toEqual(['0', '2']);
    expect(await keys('cross-host')).toEqual(['1', '3']);
  });

  test('of the same host looks at the host itself, not at its hash alone', async () => {
    await openIndex();
    const seen = new Map<number, string>();
    let twins: string[] = [];
    for (let i = 0; twins.length === 0; i++) {
      const url = `http://${i}.example/`;
      const hash = hostHash(url);
      const other = seen.get(hash);
      if (other !== undefined) twins = [other, url];
      seen.set(hash, url);
    }
    const text = grams();
    await index.add({ key: 'a', url: twins[0], grams: text });
    const found = await index.query(text, { scope: 'same-host', url: twins[1] });
    expect(found).toMatchObject({ matches: [], candidates: 1 });
  });

  test('with a limit names the best of all', async () => {
    await openIndex();
    const texts = [grams(150), grams(150)];
    const sets = texts.flatMap((text) => Array.from({ length: 60 }, (_, i) => text.slice(i % 30)));
    await index.addAll(sets.map((set, i) => page(`${i}`, set)));
    for (const text of texts) {
      const { matches } = await index.query(text);
      expect(matches).toHaveLength(60);
      for (const limit of [1, 2, 7, 59, 100]) {
        expect((await index.query(text, { limit })).matches).toEqual(matches.slice(0, limit));
      }
    }
  });

  test('out of range, or with a scope and no URL, is refused', async () => {
    await openIndex();
    const set = grams(5);
    await expect(index.query(set, { threshold: 0 })).rejects.toThrow(RangeError);
    await expect(index.query(set, { recall: 1 })).rejects.toThrow(RangeError);
    await expect(index.query(set, { limit: 0 })).rejects.toThrow(RangeError);
    for (const grams of [undefined, [1n], 'a'] as never[]) {
      await expect(index.query(grams)).rejects.toThrow(
        /^grams: expected a BigUint64Array, as shinglePage makes it; got /,
      );
      await expect(index.addIfNew({ key: 'k', url: '', grams })).rejects.toThrow(
        /^addIfNew: grams: expected a BigUint64Array/,
      );
    }
    await expect(index.query(set, { scope: 'other' as 'both' })).rejects.toThrow(RangeError);
    await expect(index.query(set, { scope: 'same-host' })).rejects.toThrow(
      "expected the page's url with the scope same-host",
    );
  });
});

describe('in the compact setting', () => {
  beforeEach(() => openIndex(COMPACT).then(() => {}));

  test('a query finds pages at the threshold as often as it promises, with an estimate and its error', async () => {
    const pairs = Array.from({ length: 300 }, () => {
      const shared = randomSet(random, 80);
      return [0, 1].map(() => BigUint64Array.from([...shared, ...randomSet(random, 10)]).sort());
    });
    await index.addAll(pairs.map(([set], i) => page(`${i}`, set)));
    let found = 0;
    let squares = 0;
    let claimed = 0;
    for (const [i, [, set]] of pairs.entries()) {
      const { matches, recall, promised } = await index.query(set, { threshold: 0.8, recall: 0.95 });
      expect([promised, recall >= 0.95]).toEqual([true, true]);
      const match = matches.find(({ key }) => key === `${i}`);
      if (match === undefined) continue;
      found++;
      expect(match).toMatchObject({ estimated: true, size: 90 });
      expect(match).not.toHaveProperty('overlap');
      squares += (match.similarity - 0.8) ** 2;
      claimed += match.standardError! ** 2;
    }
    expect(Math.abs(Math.sqrt(squares / claimed) - 1)).toBeLessThan(0.25);
    expect(found / 300).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / 300));
  });

  test('a query does not name candidates whose sketches speak against them', async () => {
    const text = grams(200);
    const others = Array.from({ length: 200 }, () =>
      BigUint64Array.from([...text.subarray(70), ...grams(70)]).sort(),
    );
    await index.addAll(others.map((set, i) => page(`${i}`, set)));
    expect((await index.query(text, { threshold: 0.4 })).matches.length).toBeGreaterThan(150);
    const { matches } = await index.query(text, { threshold: 0.8, recall: 0.95 });
    // At a resemblance of 0.48 the estimate is 0.66 once in 300 times.
    for (const match of matches) expect(match.similarity).toBeGreaterThan(0.66);
    expect(matches.length).toBeLessThan(5);
  });

  test('of a crowd around the threshold, most of those below it are not named, and all above it are', async () => {
    const text = grams(400);
    // resemblances from .60 to .98, as they come in the versions of a page
    const crowd = Array.from({ length: 400 }, (_, i) => {
      const own = 4 + Math.floor(i / 4);
      return BigUint64Array.from([...text.subarray(own), ...grams(own)]).sort();
    });
    await index.addAll(crowd.map((set, i) => page(`${i}`, set)));
    const isSimilar = (i: number) => similarity(text, crowd[i]) >= 0.8;
    const named = (await index.query(text)).matches.map(({ key }) => Number(key));
    const similar = crowd.flatMap((_, i) => (isSimilar(i) ? [i] : []));
    expect(similar.filter((i) => !named.includes(i)).length).toBeLessThanOrEqual(4);
    expect(named.filter(isSimilar).length / named.length).toBeGreaterThan(0.9);
  });

  test('claims are decided by the estimate, and what is stored has no gram sets', async () => {
    const text = grams(400);
    const first = await index.addIfNew(page('a', text));
    const copy = await index.addIfNew(page('copy', text));
    const near = await index.addIfNew(page('near', text.slice(4)));
    const other = await index.addIfNew(page('other', text.slice(200)));
    expect([first, copy, near, other].map(({ verdict }) => verdict)).toEqual([
      'unique',
      'duplicate',
      'duplicate',
      'unique',
    ]);
    expect(copy).toMatchObject({ similarity: 1, of: { key: 'a' } });
    expect(near.similarity).toBeGreaterThan(0.9);
    expect(near).not.toHaveProperty('overlap');
    // they are found in memory until a search looks on disk: unique pages alone
    expect(await entriesIn(store)).toEqual({ '!': 3, p: 4, k: 4, c: 4, f: 2 });
    const { matches } = await index.query(text, { threshold: 0.8, recall: 0.95 });
    expect(matches.map(({ key }) => key)).toEqual(['a']);
    expect(await entriesIn(store)).toEqual({ '!': 3, p: 4, k: 4, c: 4, f: 2, t: 2 * 16, s: 2 * 4 });
    const refusal = { code: 'NEARDUP_INDEX_SETTING' };
    await expect(index.gramSets([0])).rejects.toMatchObject(refusal);
    await expect(index.similarPairs(() => {})).rejects.toMatchObject(refusal);
  });

  test('a claim makes no duplicate by an estimate below the threshold, though a query names that page', async () => {
    let named = 0;
    for (let i = 0; i < 60; i++) {
      const text = grams(200);
      const near = BigUint64Array.from([...text.subarray(23), ...grams(23)]).sort();
      await index.add(page(`${i}`, text));
      const [match] = (await index.query(near)).matches;
      const { verdict, similarity: reached } = await index.addIfNew(page(`near ${i}`, near));
      expect(verdict).toBe((match?.similarity ?? 0) >= 0.8 ? 'duplicate' : 'unique');
      if (verdict === 'unique' && match !== undefined) named++;
      else expect(reached).toBe(match?.similarity);
    }
    expect(named).toBeGreaterThan(10);
  });

  test('a claim waits for a reserved page where their estimate reaches the threshold, and only there', async () => {
    let waited = 0;
    for (let i = 0; i < 30; i++) {
      const text = grams(200);
      const near = BigUint64Array.from([...text.subarray(22), ...grams(22)]).sort();
      const [x, y] = [text, near].map((set) => sketchSet(set, '', layoutOf(completeParameters(COMPACT))));
      const isSimilar = estimateSimilarity(x, y).value >= 0.8;
      const first = await index.claim(page(`${i} a`, text));
      const second = index.claim(page(`${i} b`, near));
      const verdictAtOnce = await Promise.race([
        second.then(({ verdict }) => verdict),
        ...(isSimilar ? [new Promise((resolve) => setTimeout(resolve, 10, 'none'))] : []),
      ]);
      expect(verdictAtOnce).toBe(isSimilar ? 'none' : 'unique');
      await first.commit();
      const { verdict } = await second;
      expect(verdict).toBe(isSimilar ? 'duplicate' : 'unique');
      if (isSimilar) waited++;
    }
    expect(waited).toBeGreaterThan(5);
    expect(waited).toBeLessThan(25);
  });

  test('candidate pairs are of unique pages only, also where duplicates have sketches', async () => {
    const text = grams(200);
    await index.add(page('a', text));
    await index.addIfNew(page('b', text.slice(2)));
    await index.add(page('c', text.slice(4)));
    const sets = [text, text.slice(2), text.slice(4)];
    const pairs: number[][] = [];
    const gramSets = (numbers: readonly number[]) => numbers.map((number) => sets[number]);
    const { candidates } = await index.similarPairs((x, y) => void pairs.push([x, y]), { gramSets });
    expect([pairs, candidates]).toEqual([[[0, 2]], 1]);
  });
});

describe('adding', () => {
  test('a page without asking makes it unique, once for each key and gram set, and says that it was not compared', async () => {
    await openIndex();
    const text = grams();
    expect(await index.add(page('a', text))).toBe('added');
    expect(await index.add(page('b', text))).toBe('added');
    expect(await index.add(page('b', text))).toBe('replayed');
    expect(await index.add(page('b', text.slice(1)))).toBe('added');
    expect(await index.addIfNew(page('b', text.slice(1)))).toMatchObject({ replayed: true, added: true });
    expect(await index.addIfNew(page('c', text))).not.toHaveProperty('added');
    expect(index.counts).toEqual({ decided: 3, unique: 2, duplicates: 1, unclassifiable: 0 });
    expect(keysOf((await index.query(text)).matches)).toEqual(['a', 'b']);
  });

  test.each([PARAMETERS, COMPACT])(
    'of 64 identical pages at once exactly one is new (%o)',
    async (parameters) => {
      await openIndex(parameters);
      const text = grams();
      const verdicts = await Promise.all(
        Array.from({ length: 64 }, (_, i) => index.addIfNew(page(`${i}`, text))),
      );
      const fresh = verdicts.filter(({ isNew }) => isNew);
      expect(fresh).toHaveLength(1);
      for (const { key, of } of verdicts) if (key !== fresh[0].key) expect(of?.key).toBe(fresh[0].key);
      expect(index.counts).toEqual({ decided: 64, unique: 1, duplicates: 63, unclassifiable: 0 });
    },
  );

  test('of 64 calls for one key at once one is new and the others are replays of it', async () => {
    await openIndex();
    const text = grams();
    const verdicts = await Promise.all(Array.from({ length: 64 }, () => index.addIfNew(page('a', text))));
    expect(verdicts.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(verdicts.filter(({ replayed }) => replayed)).toHaveLength(63);
    expect(index.counts.decided).toBe(1);
  });

  test('a call that is aborted, or whose key is claimed in between, rejects and holds nobody up', async () => {
    await openIndex();
    const text = grams();
    const holder = await index.claim(page('a', text));
    const controller = new AbortController();
    const waiting = index.addIfNew(page('b', text), { signal: controller.signal });
    const behind = index.addIfNew(page('b', text));
    const superseded = index.addIfNew(page('c', text));
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const refused = expect(superseded).rejects.toMatchObject({ code: 'NEARDUP_CLAIM_SUPERSEDED' });
    const later = index.claim(page('c', text));
    await holder.commit();
    await refused;
    expect((await behind).of?.key).toBe('a');
    expect((await later).of?.key).toBe('a');
  });

  test('pages left out of the tables at first are found by the next search, also after a single add', async () => {
    await openIndex();
    const sets = versionedSets(12, 150, 2);
    await index.addAll(
      sets.map((set, i) => page(`${i}`, set)),
      { searchable: false },
    );
    expect((await entriesIn(store)).t).toBeUndefined();
    const text = grams();
    await index.add(page('single', text));
    expect((await entriesIn(store)).t).toBe(301 * 16);
    expect(keysOf((await index.query(sets[0])).matches)).toContain('0');
    expect(keysOf((await index.query(text)).matches)).toEqual(['single']);
  });

  test('pages left out of the tables are found also when the next thing stored is a copy, which needs no table', async () => {
    await openIndex();
    const text = grams();
    await index.addAll([page('a', text)], { searchable: false });
    expect((await index.addIfNew(page('copy', text))).of?.key).toBe('a');
    expect(keysOf((await index.query(text.slice(3))).matches)).toEqual(['a']);
  });

  test('a stream of pages is stored in its order while it is still coming', async () => {
    await openIndex();
    const sets = versionedSets(13, 400, 1, 20);
    async function* slowly(): AsyncGenerator<ClaimedPage> {
      for (const [i, set] of sets.entries()) {
        if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
        yield page(`${i}`, set);
      }
    }
    expect(await index.addAll(slowly())).toEqual({ added: 400, replayed: 0 });
    expect(keysOf(await collected(index.verdicts()))).toEqual(sets.map((_, i) => `${i}`));
  });
});

describe('removing', () => {
  test.each([PARAMETERS, COMPACT])(
    'leaves the tombstones and nothing else, whatever the pages were (%o)',
    async (parameters) => {
      await openIndex(parameters);
      const text = grams(300);
      await index.addIfNew(page('a', text));
      await index.addIfNew(page('copy', text.slice(1)));
      await index.addIfNew(page('empty', grams(0)));
      await index.addAll([page('later', grams())], { searchable: false });
      expect(await index.removeWhere({ keyPrefix: '' })).toBe(4);
      expect(await entriesIn(store)).toEqual({ '!': 3, p: 4 });
      expect(index.counts.decided).toBe(0);
      expect((await index.query(text)).matches).toEqual([]);
      expect(await index.removeWhere({ keyPrefix: '' })).toBe(0);
    },
  );

  test('by key prefix, host and age is what a naive filter of all decisions says', async () => {
    const sets = versionedSets(14, 60, 1, 20);
    const command = fc.record({
      key: fc.constantFrom('a/', 'a/b', 'b', 'é', ''),
      host: fc.constantFrom('a.example', 'b.example', 'sub.a.example'),
      at: fc.constantFrom('2020-01-01', '2024-06-01T00:00:00Z', 'no date', undefined),
    });
    const condition = fc.constantFrom(
      { keyPrefix: 'a/' },
      { keyPrefix: 'é' },
      { host: 'a.example' },
      { host: 'A.example' },
      { before: new Date('2024-06-01') },
      { before: new Date('2024-06-01T00:00:01Z') },
      { before: new Date(Date.now() + 1e9) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), condition, async (commands, where) => {
        await index?.close();
        await openIndex();
        const pages = commands.map(({ key, host, at }, i) => page(`${key}${i}`, sets[i], host, at));
        await index.addAll(pages);
        const isMeant = ({ key, url, at }: ClaimedPage) => {
          if ('keyPrefix' in where) return key.startsWith(where.keyPrefix);
          if ('host' in where) return new URL(url).hostname === where.host;
          const time = Date.parse(at ?? '');
          return (Number.isNaN(time) ? Date.now() : time) < where.before.getTime();
        };
        const kept = pages.filter((each) => !isMeant(each));
        expect(await index.removeWhere(where)).toBe(pages.length - kept.length);
        expect(keysOf(await collected(index.verdicts()))).toEqual(keysOf(kept));
        expect(index.counts.decided).toBe(kept.length);
      }),
      { numRuns: often(100) },
    );
  });

  test('thousands goes batch by batch, while claims go on', async () => {
    await openIndex();
    const pages = Array.from({ length: 3000 }, (_, i) => page(`old/${i}`, grams(5)));
    await index.addAll(pages);
    const text = grams();
    const removing = index.removeWhere({ keyPrefix: 'old/' });
    const decided = await index.addIfNew(page('new', text));
    const early = index.counts.decided;
    expect(await removing).toBe(3000);
    expect(decided.isNew).toBe(true);
    expect(early).toBeGreaterThan(1);
    expect(keysOf(await collected(index.verdicts()))).toEqual(['new']);
  });

  test('the same pages twice at once counts each once', async () => {
    await openIndex();
    await index.addAll(Array.from({ length: 700 }, (_, i) => page(`${i}`, grams(5))));
    const removed = await Promise.all([1, 2].map(() => index.removeWhere({ keyPrefix: '' })));
    expect(removed[0] + removed[1]).toBe(700);
    expect(index.counts.decided).toBe(0);
  });

  test('by no condition, two, or one of the wrong kind is refused', async () => {
    await openIndex();
    await index.add(page('a', grams()));
    const bad = [
      {},
      { keyPrefix: 'a', host: 'b' },
      { keyPrefix: 7 },
      { before: '2020' },
      { before: new Date('?') },
    ];
    for (const condition of bad as never[]) {
      await expect(index.removeWhere(condition)).rejects.toThrow('expected one of keyPrefix');
    }
    expect(index.counts.decided).toBe(1);
  });
});

describe('gram sets of duplicates', () => {
  test('are kept and do not lead to them', async () => {
    await openIndex();
    const text = grams();
    await index.addIfNew(page('a', text));
    await index.addIfNew(page('b', text.slice(2)));
    expect(await index.gramSets([0, 1])).toEqual([text, text.slice(2)]);
    expect(keysOf((await index.query(text.slice(2))).matches)).toEqual(['a']);
    expect(await entriesIn(store)).toEqual({ '!': 3, p: 2, k: 2, c: 1, g: 2, f: 1, t: 16, s: 4 });
  });

  test.each([PARAMETERS, COMPACT])('serve a result list of stored pages (%o)', async (parameters) => {
    await openIndex(parameters);
    const [text, other] = [grams(300), grams(300)];
    await index.addIfNew(page('a', text));
    await index.addIfNew(page('b', text.slice(15)));
    await index.addIfNew(page('c', other));
    await index.addIfNew(page('empty', grams(0)));
    const ranked = ['nobody', 'b', 'empty', 'a', 'c', 'b', 'nobody'];
    const { kept, repeated } = await index.dedupeResults(ranked);
    expect(kept).toEqual(['nobody', 'b', 'empty', 'c', 'nobody']);
    expect(repeated.map(({ result, of }) => [result, of])).toEqual([
      ['a', 'b'],
      ['b', 'b'],
    ]);
    expect((await index.dedupeResults(ranked, { limit: 2 })).kept).toEqual(['nobody', 'b']);
    if (parameters === COMPACT) return;
    expect((await index.dedupeResults(ranked, { threshold: 1 })).kept).toContain('a');
    expect(repeated[0].similarity).toBe(0.95);
  });
});

describe('on disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neardup-operations-'));
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a call for a key does not supersede one that waited for an earlier one', async () => {
    index = await SketchIndex.open(folder, PARAMETERS);
    const text = grams();
    for (let i = 0; i < 20; i++) {
      const early = index.addIfNew(page(`${i}`, text));
      const waiting = index.addIfNew(page(`${i}`, text.slice(1)));
      await early;
      const late = index.addIfNew(page(`${i}`, text.slice(1)));
      expect((await waiting).replayed).toBe(false);
      expect((await late).replayed).toBe(true);
    }
  });

  test('stats say what the index holds, takes and promises, and compaction gives room back', async () => {
    index = await SketchIndex.open(folder, PARAMETERS);
    await index.addAll(Array.from({ length: 3000 }, (_, i) => page(`${i}`, grams(200))));
    await index.addIfNew(page('copy', (await index.gramSets([7]))[0]));
    await index.compact();
    const { counts, tables, parameters, promises, bytesOnDisk } = await index.stats();
    expect(counts).toEqual({ decided: 3001, unique: 3000, duplicates: 1, unclassifiable: 0 });
    expect(parameters).toEqual({
      ...PARAMETERS,
      extract: '',
      multiset: false,
      setting: 'exact',
      components: 128,
      oddSketchBits: 0,
      simHashTables: 4,
    });
    const entries = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.entries]));
    expect(entries).toEqual({
      decisions: 3001,
      keys: 3001,
      sketches: 3000,
      gramSets: 3001,
      fingerprints: 3000,
      trees: 48_000,
      simHashTables: 12_000,
      texts: 0,
      hosts: 0,
      intents: 0,
    });
    expect(tables.gramSets.bytes).toBeGreaterThan(3000 * 1600);
    expect(tables.gramSets.bytes).toBeLessThan(3000 * 1800);
    expect(promises.map(({ threshold, promised }) => [threshold, promised])).toContainEqual([0.8, true]);
    await index.removeWhere({ keyPrefix: '' });
    await index.compact();
    const after = await index.stats();
    expect(after.bytesOnDisk).toBeLessThan(bytesOnDisk! / 4);
    expect(after.tables.trees.entries).toBe(0);
  });

  test('an index opens without being told its parameters, with those it was made with', async () => {
    index = await SketchIndex.open(folder, { ...COMPACT, components: 48, extract: 'main' });
    await index.add(page('a', grams()));
    await index.close();
    index = await SketchIndex.openExisting(folder);
    expect(index.parameters).toMatchObject({
      setting: 'compact',
      components: 48,
      extract: 'main',
      recall: 0.99,
    });
    expect(index.counts.decided).toBe(1);
  });

  test('where there is none, opening an existing index says so and makes nothing', async () => {
    index = await openIndex();
    const refusal = {
      code: 'NEARDUP_INDEX_MISSING',
      message: expect.stringContaining('there is no index in'),
    };
    await expect(SketchIndex.openExisting(join(folder, 'none'))).rejects.toMatchObject(refusal);
    await expect(SketchIndex.openExisting(folder)).rejects.toMatchObject(refusal);
    await expect(SketchIndex.openExisting(memory())).rejects.toMatchObject(refusal);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('other settings are refused with what differs, and impossible ones at once', async () => {
  await openIndex();
  await index.close();
  await expect(SketchIndex.open(store, COMPACT)).rejects.toThrow('setting "exact", now "compact"');
  await expect(SketchIndex.open(store, { ...PARAMETERS, components: 64 })).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_PARAMETERS',
    message: expect.stringMatching(/components 128, now 64.*rows 7, now 4/),
  });
  for (const components of [31, 129, 64.5]) {
    await expect(SketchIndex.open(store, { ...PARAMETERS, components })).rejects.toThrow(RangeError);
  }
  await expect(SketchIndex.open(store, { ...PARAMETERS, setting: 'tiny' as 'exact' })).rejects.toThrow(
    RangeError,
  );
});

describe('a claim that asks what it repeats', () => {
  test('is of the most similar page for which the answer is yes, and unique with the most similar one where it never is', async () => {
    await openIndex();
    const set = grams(200);
    // .99, .95 and .9 of the claimed set
    for (const kept of [198, 190, 180]) await index.add(page(`p${kept}`, set.slice(0, kept)));
    const asked: string[] = [];
    const repeats = ({ key, similarity: value, size }: EarlierPage): boolean => {
      asked.push(`${key} ${value} ${size}`);
      return key === 'p190';
    };
    const claim = await index.claim(page('q', set), { repeats });
    expect(asked).toEqual(['p198 0.99 198', 'p190 0.95 190']);
    expect(claim).toMatchObject({ verdict: 'duplicate', of: { key: 'p190' }, similarity: 0.95 });
    claim.release();

    const other = await index.claim(page('r', set), { repeats: () => false });
    const alike = { key: 'p198', url: 'http://example.org/p198', similarity: 0.99 };
    expect(other).toMatchObject({ verdict: 'unique', alike });
    expect(other).not.toHaveProperty('of');
    await other.commit();
    // it is stored so, found by others, and given back
    expect((await index.claim(page('r', set))).alike).toEqual(alike);
    expect(keysOf((await index.query(set)).matches)[0]).toBe('r');
  });

  test('is asked about a copy first, and does not wait for a reserved page that it does not repeat', async () => {
    await openIndex();
    const set = grams();
    const reserved = await index.claim(page('a', set));
    const second = await index.claim(page('b', set), { repeats: ({ key }) => key !== 'a' });
    expect(second.verdict).toBe('unique');
    await reserved.commit();
    await second.commit();
    const third = await index.claim(page('c', set), { repeats: ({ key }) => key === 'b' });
    expect(third).toMatchObject({ verdict: 'duplicate', of: { key: 'b' }, similarity: 1 });
  });
});
