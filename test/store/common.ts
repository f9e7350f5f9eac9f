import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { type Bands, bandHashes, chooseBands } from '../../src/sketch/bands.ts';
import { minHash } from '../../src/sketch/minhash.ts';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import type { IndexParameters } from '../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { Claim, PageVerdict } from '../../src/store/verdicts.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

export const PARAMETERS: IndexParameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

/** Where one test's index lives: it can be opened again after it was closed, with all that it held. */
export interface Place {
  readonly at: string | BinaryStore;
  dispose(): Promise<void>;
}

/** Pages of `families` texts, each in versions that differ by some grams: 12 % more a step. */
export function versionedSets(seed: number, families: number, versions: number, size = 60): BigUint64Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: families }, () => {
    const text = randomSet(random, size);
    return Array.from({ length: versions }, (_, version) => {
      const changed = Math.floor((version * size) / 16);
      return BigUint64Array.from([...text.subarray(changed), ...randomSet(random, changed)]).sort();
    });
  }).flat();
}

/** A pair at Jaccard 0.8 that all bands miss, of one in 600, with SimHashes of distance 1 to 3. */
function nearInSimHashOnly(bands: Bands): [BigUint64Array, BigUint64Array] {
  const random = seededRandom(77);
  // Three of four bits are set, so that most of the SimHash's bits are: the fingerprints are close.
  const biased = (size: number) => randomSet(random, size).map((gram, i, all) => gram | all[(i + 1) % size]);
  for (;;) {
    const shared = biased(32);
    const [x, y] = [biased(4), biased(4)].map((own) => BigUint64Array.from([...shared, ...own]).sort());
    const distance = hammingDistance(simHash(x), simHash(y));
    if (distance < 1 || distance > 3 || similarity(x, y) !== 0.8) continue;
    const hashes = bandHashes(minHash(y), bands);
    if (bandHashes(minHash(x), bands).every((hash, band) => hash !== hashes[band])) return [x, y];
  }
}

export function similarity(x: BigUint64Array, y: BigUint64Array): number {
  return jaccard(overlapOfSorted(x, y), x.length, y.length);
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The cases that an index must pass on any store. */
export function indexSuite(name: string, makePlace: () => Promise<Place>, sequences: number): void {
  describe(name, () => {
    const opened: { index: SketchIndex; place: Place }[] = [];
    const random = seededRandom(5);
    const grams = (size = 50) => randomSet(random, size);

    async function openAt(place: Place, parameters = PARAMETERS): Promise<SketchIndex> {
      const index = await SketchIndex.open(place.at, parameters);
      opened.push({ index, place });
      return index;
    }

    async function open(): Promise<SketchIndex> {
      return openAt(await makePlace());
    }

    function claim(
      index: SketchIndex,
      key: string,
      set: BigUint64Array,
      signal?: AbortSignal,
    ): Promise<Claim> {
      const page = { key, url: `http://example.org/${key}`, grams: set };
      return index.claim(page, signal === undefined ? {} : { signal });
    }

    async function decide(index: SketchIndex, key: string, set: BigUint64Array): Promise<Given> {
      const claimed = await claim(index, key, set);
      expect(await claimed.commit()).toBe(true);
      return given(claimed);
    }

    /** Resolves to true when the promise is still pending after some turns of the event loop. */
    async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
      let settled = false;
      const mark = () => {
        settled = true;
      };
      promise.then(mark, mark);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return !settled;
    }

    afterEach(async () => {
      for (const { index } of opened) await index.close();
      for (const { place } of opened.splice(0)) await place.dispose();
    });

    test('a page is unique, its near copy a duplicate of it with the exact similarity, an empty one neither', async () => {
      const index = await open();
      const text = grams(100);
      expect(await decide(index, 'a', text)).toEqual({
        key: 'a',
        url: 'http://example.org/a',
        verdict: 'unique',
        size: 100,
        replayed: false,
      });
      expect(await decide(index, 'b', text.slice(5))).toEqual({
        key: 'b',
        url: 'http://example.org/b',
        verdict: 'duplicate',
        of: { key: 'a', url: 'http://example.org/a' },
        similarity: 0.95,
        overlap: 95,
        size: 95,
        replayed: false,
      });
      expect((await decide(index, 'c', grams(0))).verdict).toBe('unclassifiable');
      expect((await decide(index, 'd', grams(0))).verdict).toBe('unclassifiable');
      expect((await decide(index, 'e', text.slice(25))).verdict).toBe('unique');
      expect(index.counts).toEqual({ decided: 5, unique: 2, duplicates: 1, unclassifiable: 2 });
      expect((await collected(index.verdicts())).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    test('what the caller notes of a page comes back with its decision, and with a replay', async () => {
      const index = await open();
      const page = {
        key: 'wall',
        url: 'http://example.org/',
        grams: grams(0),
        note: 'consent-wall',
        at: '2026',
        identity: 'http://example.org/canonical',
        validators: { etag: 'W/"1"', lastModified: 'Sat, 21 Nov 2026 18:30:00 GMT' },
      };
      const { note, at, identity, validators } = page;
      await (await index.claim(page)).commit();
      expect(await index.get('wall')).toMatchObject({ note, at, identity, validators });
      expect(await index.claim(page)).toMatchObject({ note, identity, validators, replayed: true });
    });

    test('a replay stores the validators it brings, once it is committed, and nothing else', async () => {
      const index = await open();
      const text = grams(50);
      const claimed = (etag?: string, at = 'later') =>
        index.claim({
          ...{ key: 'a', url: 'http://example.org/', grams: text, at },
          ...(etag !== undefined && { validators: { etag } }),
        });
      await (await claimed('1', 'first')).commit();
      (await claimed('2')).release();
      expect((await index.get('a'))!.validators).toEqual({ etag: '1' });
      expect(await (await claimed('2')).commit()).toBe(true);
      expect(await (await claimed()).commit()).toBe(true);
      expect(await index.get('a')).toMatchObject({ at: 'first', validators: { etag: '2' } });
      expect((await claimed()).validators).toEqual({ etag: '2' });
      expect(index.counts).toEqual({ decided: 1, unique: 1, duplicates: 0, unclassifiable: 0 });
      expect((await index.verify()).damages).toEqual([]);
    });

    test('validators of a page that was removed or replaced since its claim are not stored', async () => {
      const index = await open();
      const page = { key: 'a', url: 'http://example.org/', grams: grams(50), validators: { etag: '1' } };
      await (await index.claim(page)).commit();
      const removed = await index.claim({ ...page, validators: { etag: '2' } });
      await index.remove('a');
      expect(await removed.commit()).toBe(true);
      expect(await index.get('a')).toBeUndefined();

      await (await index.claim(page)).commit();
      const replay = await index.claim({ ...page, validators: { etag: '2' } });
      const other = await index.claim({ ...page, grams: grams(70), validators: { etag: '3' } });
      await Promise.all([replay.commit(), other.commit()]);
      expect(await index.get('a')).toMatchObject({ size: 70, validators: { etag: '3' } });
      expect((await index.verify()).damages).toEqual([]);
    });

    test('a pair exactly at the threshold is similar, one gram less is not', async () => {
      const index = await open();
      const text = grams(100);
      await decide(index, 'a', text);
      expect((await index.query(text.slice(0, 80))).matches.map((match) => match.similarity)).toEqual([0.8]);
      expect((await index.query(text.slice(0, 79))).matches).toEqual([]);
    });

    test('a query answers with every similar page, best first, without the excepted one', async () => {
      const index = await open();
      const text = grams(200);
      const pages = [30, 10, 20, 10].map((cut, i) => ({ key: `${i}`, url: '', grams: text.slice(cut) }));
      expect(await index.addAll(pages)).toEqual({ added: 4, replayed: 0 });
      const keys = async (except?: string) =>
        (await index.query(text, except === undefined ? {} : { except })).matches.map(({ key }) => key);
      expect(await keys()).toEqual(['1', '3', '2', '0']);
      expect(await keys('1')).toEqual(['3', '2', '0']);
      expect(await keys('nobody')).toEqual(['1', '3', '2', '0']);
      expect((await index.query(grams(0))).matches).toEqual([]);
    });

    test('of 64 identical pages claimed at once exactly one is unique', async () => {
      const index = await open();
      const text = grams();
      const claims = Array.from({ length: 64 }, async (_, i) => {
        const claimed = await claim(index, `${i}`, text);
        if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve, i % 5));
        await claimed.commit();
        return given(claimed);
      });
      const verdicts = await Promise.all(claims);
      const unique = verdicts.filter(({ verdict }) => verdict === 'unique');
      expect(unique).toHaveLength(1);
      for (const { of, key } of verdicts) if (key !== unique[0].key) expect(of?.key).toBe(unique[0].key);
      expect(index.counts).toEqual({ decided: 64, unique: 1, duplicates: 63, unclassifiable: 0 });
    });

    test('a claim waits for the similar reserved page: a duplicate when that commits, unique when that is released', async () => {
      const index = await open();
      const text = grams(100);
      const first = await claim(index, 'a', text);
      const second = claim(index, 'b', text.slice(1));
      expect(await isWaiting(second)).toBe(true);
      first.release();
      expect((await second).verdict).toBe('unique');
      const third = claim(index, 'c', text.slice(2));
      expect(await isWaiting(third)).toBe(true);
      expect((await decide(index, 'other', grams())).verdict).toBe('unique');
      await (await second).commit();
      expect((await third).of?.key).toBe('b');
      expect(await first.commit()).toBe(false);
      expect(await index.get('a')).toBeUndefined();
    });

    test('a claim waits for a reserved page exactly at the threshold, and not for one below', async () => {
      const index = await open();
      const text = grams(100);
      const first = await claim(index, 'a', text);
      expect((await claim(index, 'b', text.slice(0, 79))).verdict).toBe('unique');
      const other = grams(100);
      const second = await claim(index, 'c', other);
      const waiting = claim(index, 'd', other.slice(0, 80));
      expect(await isWaiting(waiting)).toBe(true);
      await Promise.all([first.commit(), second.commit()]);
      expect((await waiting).similarity).toBe(0.8);
    });

    test('a release after the commit has begun does not hide the page from a claim under way', async () => {
      const index = await open();
      const text = grams(100);
      const first = await claim(index, 'a', text);
      const second = claim(index, 'b', text);
      // The second claim has begun its search, and must still find the first one reserved after it.
      await Promise.resolve();
      const committed = first.commit();
      first.release();
      expect(await committed).toBe(true);
      expect((await second).of?.key).toBe('a');
    });

    test('a committed page that is similar wins without waiting for a reserved one', async () => {
      const index = await open();
      const text = grams(100);
      await decide(index, 'a', text.slice(0, 85));
      const reserved = await claim(index, 'b', text.slice(10));
      expect(reserved.verdict).toBe('unique');
      expect((await claim(index, 'c', text.slice(5))).of?.key).toBe('a');
    });

    test('a waiting claim ends with the reason of its signal, and leaves nothing behind', async () => {
      const index = await open();
      const text = grams();
      const first = await claim(index, 'a', text);
      const controller = new AbortController();
      const second = claim(index, 'b', text, controller.signal);
      expect(await isWaiting(second)).toBe(true);
      controller.abort(new Error('enough'));
      await expect(second).rejects.toThrow('enough');
      await expect(claim(index, 'c', text, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
      await first.commit();
      expect((await decide(index, 'b', text)).of?.key).toBe('a');
    });

    test('a replay of a decided page says what was decided, and stores nothing', async () => {
      const index = await open();
      const text = grams(100);
      await decide(index, 'a', text);
      const { replayed: _, ...verdict } = await decide(index, 'b', text.slice(5));
      await index.remove('a');
      const again = await claim(index, 'b', text.slice(5));
      expect(given(again)).toEqual({ ...verdict, replayed: true });
      expect(await again.commit()).toBe(true);
      expect(index.counts.decided).toBe(1);
    });

    test('changed content under the same key is decided against all others and replaces the old', async () => {
      const index = await open();
      const [text, other] = [grams(100), grams(100)];
      await decide(index, 'a', text);
      await decide(index, 'copy', text);
      expect((await decide(index, 'a', text.slice(1))).verdict).toBe('unique');
      expect((await index.query(text)).matches.map(({ size }) => size)).toEqual([99]);
      expect((await decide(index, 'a', other)).verdict).toBe('unique');
      expect((await index.query(text)).matches).toEqual([]);
      expect((await index.get('copy'))?.of?.key).toBe('a');
      expect((await decide(index, 'a', grams(0))).verdict).toBe('unclassifiable');
      expect((await index.query(other)).matches).toEqual([]);
      expect(index.counts).toEqual({ decided: 2, unique: 0, duplicates: 1, unclassifiable: 1 });
    });

    test('a later claim of the same key supersedes the earlier one, which cannot commit late', async () => {
      const index = await open();
      const text = grams();
      const first = await claim(index, 'a', text);
      const follower = claim(index, 'b', text);
      expect(await isWaiting(follower)).toBe(true);
      const second = await claim(index, 'a', text);
      expect(second.verdict).toBe('unique');
      expect(await isWaiting(follower)).toBe(true);
      expect(await first.commit()).toBe(false);
      first.release();
      expect(await isWaiting(follower)).toBe(true);
      expect(await second.commit()).toBe(true);
      expect(await second.commit()).toBe(true);
      expect((await follower).of?.key).toBe('a');
    });

    test('a commit that has begun is not superseded', async () => {
      const index = await open();
      const text = grams();
      const first = await claim(index, 'a', text);
      const committed = first.commit();
      const second = await claim(index, 'a', text);
      expect([await committed, second.replayed]).toEqual([true, true]);
    });

    test('of two waiting claims of one key the later one goes on', async () => {
      const index = await open();
      const text = grams();
      const holder = await claim(index, 'a', text);
      const early = claim(index, 'b', text);
      const refused = expect(early).rejects.toMatchObject({ code: 'NEARDUP_CLAIM_SUPERSEDED' });
      const late = claim(index, 'b', text);
      holder.release();
      await refused;
      expect((await late).verdict).toBe('unique');
    });

    test('a removed page is forgotten, its number is not given again, and decisions that name it stay', async () => {
      const index = await open();
      const text = grams();
      await decide(index, 'a', text);
      await decide(index, 'b', text);
      expect([await index.remove('a'), await index.remove('a')]).toEqual([true, false]);
      expect(await index.get('a')).toBeUndefined();
      expect((await index.query(text)).matches).toEqual([]);
      expect((await index.get('b'))?.of?.key).toBe('a');
      await decide(index, 'a', text);
      expect((await collected(index.verdicts())).map(({ key }) => key)).toEqual(['b', 'a']);
      await expect(index.page(0)).rejects.toThrow('was removed');
      expect((await index.page(2)).key).toBe('a');
      await expect(index.page(3)).rejects.toThrow(RangeError);
    });

    test('what was committed is there after a close and an open, what was reserved is not', async () => {
      const place = await makePlace();
      let index = await openAt(place);
      const texts = versionedSets(8, 20, 3);
      for (const [i, set] of texts.entries()) await decide(index, `${i}`, set);
      await claim(index, 'reserved', grams());
      const before = await collected(index.verdicts());
      const { counts } = index;
      await index.close();
      index = await openAt(place);
      expect(await collected(index.verdicts())).toEqual(before);
      expect(index.counts).toEqual(counts);
      expect(await index.get('reserved')).toBeUndefined();
      expect((await claim(index, '0', texts[0])).replayed).toBe(true);
      expect((await claim(index, 'copy', texts[0])).of?.key).toBe('0');
    });

    test('other parameters are refused with what differs and both values, and nothing is changed', async () => {
      const place = await makePlace();
      const index = await openAt(place);
      const text = grams();
      await decide(index, 'a', text);
      await index.close();
      const open = (other: Partial<IndexParameters>) =>
        SketchIndex.open(place.at, { ...PARAMETERS, ...other });
      await expect(open({ threshold: 0.9 })).rejects.toMatchObject({
        code: 'NEARDUP_INDEX_PARAMETERS',
        message: expect.stringContaining('threshold 0.8, now 0.9'),
      });
      await expect(open({ gram: 'char:9' })).rejects.toThrow('gram "word:4", now "char:9"');
      await expect(open({ extract: 'main' })).rejects.toThrow('extract "", now "main"');
      await expect(open({ multiset: true })).rejects.toThrow('multiset false, now true');
      await expect(open({ threshold: 0 })).rejects.toThrow(RangeError);
      expect((await (await openAt(place)).query(text)).matches.map(({ key }) => key)).toEqual(['a']);
    });

    test('a second handle is refused in this process, and the first one goes on', async () => {
      const place = await makePlace();
      const index = await openAt(place);
      await expect(SketchIndex.open(place.at, PARAMETERS)).rejects.toMatchObject({
        code: 'NEARDUP_INDEX_LOCKED',
      });
      expect((await decide(index, 'a', grams())).verdict).toBe('unique');
    });

    test('a closed index refuses everything, and ends the claims that wait', async () => {
      const index = await open();
      const text = grams();
      const first = await claim(index, 'a', text);
      const waiting = claim(index, 'b', text);
      const refusal = { code: 'NEARDUP_INDEX_CLOSED' };
      const ended = expect(waiting).rejects.toMatchObject(refusal);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await Promise.all([index.close(), index.close()]);
      await ended;
      await expect(first.commit()).rejects.toMatchObject(refusal);
      await expect(claim(index, 'c', text)).rejects.toMatchObject(refusal);
      await expect(index.query(text)).rejects.toMatchObject(refusal);
      await expect(index.get('a')).rejects.toMatchObject(refusal);
      await expect(index.addAll([])).rejects.toMatchObject(refusal);
      await expect(async () => index.giveUp('b')).rejects.toMatchObject(refusal);
      await expect(async () => index.resume()).rejects.toMatchObject(refusal);
      await expect(collected(index.verdicts())).rejects.toMatchObject(refusal);
    });

    test('grams that are not ascending and distinct, and keys that are not Unicode, are refused', async () => {
      const index = await open();
      for (const bad of [
        [2n, 1n],
        [1n, 1n],
        [1n << 40n, 1n],
      ]) {
        await expect(claim(index, 'a', BigUint64Array.from(bad))).rejects.toThrow(TypeError);
      }
      await expect(claim(index, 'a\ud800', grams())).rejects.toThrow(
        /expected a string of well-formed Unicode; got/,
      );
      expect((await decide(index, 'ключ 鍵 🔑', grams())).key).toBe('ключ 鍵 🔑');
    });

    test('a bulk load finds what single claims would, passes over what is there, and replaces what changed', async () => {
      const index = await open();
      const sets = versionedSets(3, 40, 5);
      const pages = sets.map((set, i) => ({ key: `${i}`, url: `u${i}`, grams: set }));
      expect(await index.addAll(pages)).toEqual({ added: 200, replayed: 0 });
      expect(await index.addAll(pages)).toEqual({ added: 0, replayed: 200 });
      const [fresh, empty] = [grams(), grams(0)];
      const changed = [
        { key: '0', url: '', grams: fresh },
        { key: '0', url: '', grams: empty },
        { key: '1', url: '', grams: fresh },
      ];
      expect(await index.addAll(changed)).toEqual({ added: 3, replayed: 0 });
      expect(index.counts).toEqual({ decided: 200, unique: 199, duplicates: 0, unclassifiable: 1 });
      expect((await index.query(fresh)).matches.map(({ key }) => key)).toEqual(['1']);
    });

    test('similarPairs gives every pair once with its overlap, and finds the recall that was asked for', async () => {
      const index = await open();
      const sets = versionedSets(4, 60, 6);
      for (let i = 0; i < 30; i++) sets.push(sets[i * 7]);
      for (let i = 0; i < 5; i++) sets.push(sets[0]);
      await index.addAll(sets.map((set, i) => ({ key: `${i}`, url: '', grams: set })));
      const truth = new Set<string>();
      for (let x = 0; x < sets.length; x++) {
        for (let y = x + 1; y < sets.length; y++) {
          if (similarity(sets[x], sets[y]) >= 0.8) truth.add(`${x} ${y}`);
        }
      }
      for (const cacheBytes of [1, 4000, 1 << 20]) {
        const found: string[] = [];
        await index.similarPairs(
          (x, y, overlap) => {
            expect(x).toBeLessThan(y);
            expect(overlap).toBe(overlapOfSorted(sets[x], sets[y]));
            found.push(`${x} ${y}`);
          },
          { cacheBytes },
        );
        expect(new Set(found).size).toBe(found.length);
        for (const pair of found) expect(truth).toContain(pair);
        expect(found.length / truth.size).toBeGreaterThan(0.99);
      }
    });

    test('copies of one page are candidates once, and can be paired with the first of them only', async () => {
      const index = await open();
      const text = grams(100);
      const page = (i: number) => ({ key: `${i}`, url: '', grams: i < 50 ? text : text.slice(5) });
      await index.addAll(Array.from({ length: 100 }, (_, i) => page(i)));
      const count = async (copies: 'pairs' | 'first') => {
        const seen = new Set<string>();
        const { candidates } = await index.similarPairs((x, y) => void seen.add(`${x} ${y}`), { copies });
        return [seen.size, candidates];
      };
      expect(await count('first')).toEqual([99, 99]);
      expect(await count('pairs')).toEqual([(100 * 99) / 2, (100 * 99) / 2]);
    });

    test('pages that no band but the SimHash tables bring together are candidates once, and are found', async () => {
      const index = await open();
      const [x, y] = nearInSimHashOnly(chooseBands(0.8, 0.99));
      await index.addAll([x, y].map((set, i) => ({ key: `${i}`, url: '', grams: set })));
      expect(await index.similarPairs(() => {})).toEqual({ candidates: 1 });
      expect((await index.query(y)).matches.map(({ key }) => key)).toEqual(['1', '0']);
    });

    test('any sequence of claims, commits, releases and removals leaves what the naive model says', async () => {
      const sets = versionedSets(6, 4, 4, 40);
      sets.push(new BigUint64Array(0));
      const command = fc.record({
        do: fc.constantFrom('claim', 'claim', 'commit', 'commit', 'release', 'remove', 'reopen'),
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        set: fc.nat(sets.length - 1),
      });
      await fc.assert(
        // by default an array has ten items at most, too few to decide a page twice
        fc.asyncProperty(fc.array(command, { maxLength: 40, size: 'max' }), async (commands) => {
          const place = await makePlace();
          const steps = new Steps(place, sets);
          try {
            for (const step of commands) await steps.run(step.do, step.key, sets[step.set]);
            await steps.check();
          } finally {
            await steps.index?.close();
            await place.dispose();
          }
        }),
        { numRuns: sequences },
      );
    });
  });
}

/** A claim's verdict without its methods. */
function given({ commit: _, release: __, ...verdict }: Claim): Given {
  return verdict;
}

type Given = Omit<Claim, 'commit' | 'release'>;

/** An index beside the naive model of it: a list of verdicts with their sets, searched one by one. */
class Steps {
  readonly place: Place;
  readonly sets: BigUint64Array[];
  index: SketchIndex | undefined;
  decided = new Map<string, { verdict: PageVerdict; set: BigUint64Array }>();
  reserved = new Map<string, { claim: Claim; set: BigUint64Array }>();

  constructor(place: Place, sets: BigUint64Array[]) {
    this.place = place;
    this.sets = sets;
  }

  async run(what: string, key: string, set: BigUint64Array): Promise<void> {
    this.index ??= await SketchIndex.open(this.place.at, PARAMETERS);
    if (what === 'claim') await this.claim(this.index, key, set);
    const held = this.reserved.get(key);
    if (what === 'commit' && held !== undefined) {
      expect(await held.claim.commit()).toBe(true);
      this.reserved.delete(key);
      if (held.claim.replayed) return;
      const { replayed: _, previous: __, ...verdict } = given(held.claim);
      // A replaced page comes last.
      this.decided.delete(key);
      this.decided.set(key, { verdict, set: held.set });
    }
    if (what === 'release' && held !== undefined) {
      held.claim.release();
      expect(await held.claim.commit()).toBe(held.claim.replayed);
      this.reserved.delete(key);
    }
    if (what === 'remove') expect(await this.index.remove(key)).toBe(this.decided.delete(key));
    if (what === 'reopen') {
      await this.index.close();
      this.index = undefined;
      this.reserved.clear();
    }
  }

  async claim(index: SketchIndex, key: string, set: BigUint64Array): Promise<void> {
    this.reserved.delete(key);
    const known = this.decided.get(key);
    if (known !== undefined && known.set === set) {
      const replayed = await index.claim({ key, url: key, grams: set });
      expect(given(replayed)).toEqual({ ...known.verdict, replayed: true });
      this.reserved.set(key, { claim: replayed, set });
      return;
    }
    const best = this.similarTo(set, key)[0];
    const waits = [...this.reserved.values()].some(
      ({ claim, set: other }) =>
        !claim.replayed && claim.verdict === 'unique' && similarity(set, other) >= 0.8,
    );
    if (best === undefined && waits) {
      const controller = new AbortController();
      const refused = expect(
        index.claim({ key, url: key, grams: set }, { signal: controller.signal }),
      ).rejects.toThrow('waits');
      setTimeout(() => controller.abort(new Error('waits')), 5);
      await refused;
      return;
    }
    const claimed = await index.claim({ key, url: key, grams: set });
    const { verdict, of, similarity: reached, previous } = claimed;
    const before = known && {
      similarity: Math.min(known.set.length, set.length) === 0 ? 0 : similarity(known.set, set),
      text: known.verdict.of?.key ?? key,
    };
    expect(previous).toEqual(before);
    expect(verdict).toBe(set.length === 0 ? 'unclassifiable' : best === undefined ? 'unique' : 'duplicate');
    expect([of?.key, reached]).toEqual([best?.key, best?.similarity]);
    this.reserved.set(key, { claim: claimed, set });
  }

  /** Unique decided pages similar to a set, best first, then oldest first. */
  similarTo(set: BigUint64Array, except?: string): { key: string; similarity: number }[] {
    return [...this.decided]
      .filter(([key, { verdict }]) => key !== except && verdict.verdict === 'unique')
      .map(([key, { set: other }]) => ({ key, similarity: similarity(set, other) }))
      .filter((found) => found.similarity >= 0.8)
      .sort((x, y) => y.similarity - x.similarity);
  }

  async check(): Promise<void> {
    this.index ??= await SketchIndex.open(this.place.at, PARAMETERS);
    const verdicts = [...this.decided.values()].map(({ verdict }) => verdict);
    expect(await collected(this.index.verdicts())).toEqual(verdicts);
    const count = (name: string) => verdicts.filter(({ verdict }) => verdict === name).length;
    expect(this.index.counts).toEqual({
      decided: verdicts.length,
      unique: count('unique'),
      duplicates: count('duplicate'),
      unclassifiable: count('unclassifiable'),
    });
    for (const set of this.sets) {
      const found = (await this.index.query(set)).matches.map(({ key, similarity: reached }) => ({
        key,
        similarity: reached,
      }));
      expect(found).toEqual(this.similarTo(set));
    }
  }
}
