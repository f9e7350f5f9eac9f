import { describe, expect, test } from 'vitest';
import { Claims, Reservation } from '../../src/store/claims.ts';
import { sketchSet } from '../../src/store/layout/entries.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { matchOf, type PageDescription, pageVerdict, recordOfPage } from '../../src/store/verdicts.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';

const layout = layoutOf(completeParameters(PARAMETERS));
const compact = layoutOf(completeParameters({ ...PARAMETERS, setting: 'compact' }));
const random = seededRandom(29);
const text = randomSet(random, 100);

const setOf = (grams: BigUint64Array) => sketchSet(grams, '', layout);

function reservation(key: string, grams: BigUint64Array): Reservation {
  const set = setOf(grams);
  return new Reservation(recordOfPage({ key, url: key }, set), set);
}

/** Whether a promise is settled already. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = {};
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('claims under way', () => {
  test('only the latest claim of a key goes on; an open reservation keeps its place until that has its verdict', async () => {
    const claims = new Claims(layout);
    const first = claims.begin('a');
    claims.assertLatest('a', first);
    const held = reservation('a', text);
    claims.reserve(held);
    claims.finish('a', first);
    const second = claims.begin('a');
    expect(() => claims.assertLatest('a', first)).toThrow(
      expect.objectContaining({
        code: 'NEARDUP_CLAIM_SUPERSEDED',
        message: expect.stringContaining('of a took'),
      }),
    );
    claims.assertLatest('a', second);
    expect([held.state, await isSettled(held.ended)]).toEqual(['superseded', false]);
    expect(claims.mostSimilar(held.set, 0.8)).toBe(held);
    // The end of an earlier claim does not end the later one.
    claims.finish('a', first);
    claims.assertLatest('a', second);
    claims.finish('a', second);
    expect(() => claims.assertLatest('a', second)).toThrow('a later claim');
    // it had none: what waits for the page looks again
    expect([held.state, await isSettled(held.ended), claims.of('a')]).toEqual(['ended', true, undefined]);
  });

  test('a later reservation of a key takes the place of the superseded one, and what waits looks again', async () => {
    const claims = new Claims(layout);
    const held = reservation('a', text);
    claims.reserve(held);
    const second = claims.begin('a');
    const later = reservation('a', text);
    claims.reserve(later);
    claims.finish('a', second);
    expect([held.state, await isSettled(held.ended), claims.of('a')]).toEqual(['ended', true, later]);
    expect(later.state).toBe('open');
  });

  test('a reservation whose commit has begun stays, and is found until it has ended', async () => {
    const claims = new Claims(layout);
    const held = reservation('a', text);
    claims.reserve(held);
    held.state = 'committing';
    claims.begin('a');
    expect([held.state, await isSettled(held.ended)]).toEqual(['committing', false]);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBe(held);
    claims.end(held);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBeUndefined();
  });

  test('the end of a replaced reservation leaves the one in its place', () => {
    const claims = new Claims(layout);
    const [old, held] = [reservation('a', text), reservation('a', text)];
    claims.reserve(old);
    claims.reserve(held);
    claims.end(old);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBe(held);
  });

  test('the end of all ends each, and forgets them', async () => {
    const claims = new Claims(layout);
    const held = ['a', 'b'].map((key) => reservation(key, text));
    for (const each of held) claims.reserve(each);
    claims.endAll();
    for (const { state, ended } of held) expect([state, await isSettled(ended)]).toEqual(['ended', true]);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBeUndefined();
  });

  test('the most similar reserved page is found, the first one among equals, and only unique ones', () => {
    const claims = new Claims(layout);
    const far = reservation('far', text.slice(15));
    const near = reservation('near', text.slice(5));
    const equal = reservation('equal', text.slice(0, 95));
    const same = reservation('duplicate', text);
    const duplicate = new Reservation({ ...same.record, verdict: 'duplicate' }, same.set);
    for (const each of [far, near, equal, duplicate]) claims.reserve(each);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBe(near);
    expect(claims.mostSimilar(setOf(text), 0.95)).toBe(near);
    expect(claims.mostSimilar(setOf(text), 0.96)).toBeUndefined();
    claims.end(near);
    expect(claims.mostSimilar(setOf(text), 0.8)).toBe(equal);
    claims.end(equal);
    expect(claims.mostSimilar(setOf(text), 0.85)).toBe(far);
    expect(claims.mostSimilar(setOf(text), 0.86)).toBeUndefined();
  });

  test('in the compact setting what sketches say counts, and sizes that are too different exclude', () => {
    const claims = new Claims(compact);
    const held = reservation('a', text);
    claims.reserve(held);
    expect(claims.mostSimilar(setOf(text), 1)).toBe(held);
    const half = setOf(text.slice(50));
    expect(claims.mostSimilar({ ...half, minHash: held.set.minHash }, 0.8)).toBeUndefined();
    expect(claims.mostSimilar({ ...half, minHash: held.set.minHash }, 0.5)).toBe(held);
  });
});

describe('a record', () => {
  const page: PageDescription = {
    ...{ key: 'a', url: 'http://a.example/', at: '2026', note: 'n', storedAt: 5 },
    ...{ identity: 'http://a.example/canonical', validators: { etag: '"1"' } },
  };
  const set = setOf(text);
  const fingerprint = set.fingerprint.toString('hex');

  test('says all that was given, and leaves out what was not', () => {
    const all = { ...page, verdict: 'unique', size: 100, fingerprint };
    expect(recordOfPage(page, set)).toEqual(all);
    const before = Date.now();
    const { storedAt, ...least } = recordOfPage({ key: 'a', url: 'a' }, set);
    expect(least).toEqual({ verdict: 'unique', key: 'a', size: 100, fingerprint });
    expect(storedAt).toBeGreaterThanOrEqual(before);
    expect(storedAt).toBeLessThanOrEqual(Date.now());
    expect(recordOfPage(page, setOf(new BigUint64Array(0))).verdict).toBe('unclassifiable');
  });

  test('of a duplicate names the page that it repeats, by its key where it has no other url', () => {
    const of = recordOfPage({ key: 'b', url: 'b' }, set);
    const found = { page: 3, size: 90, similarity: 0.9, overlap: 85 };
    expect(recordOfPage(page, set, { found, of })).toMatchObject({
      verdict: 'duplicate',
      of: { key: 'b', url: 'b' },
      similarity: 0.9,
      overlap: 85,
    });
    const { overlap: _, ...estimated } = found;
    expect(recordOfPage(page, set, { found: estimated, of })).not.toHaveProperty('overlap');
  });

  test('is a verdict without what is only stored', () => {
    const { storedAt: _, ...given } = page;
    expect(pageVerdict(recordOfPage(page, set))).toEqual({ ...given, verdict: 'unique', size: 100 });
    expect(pageVerdict(recordOfPage({ key: 'a', url: 'a' }, set)).url).toBe('a');
  });

  test('is a match with its similarity, which is an estimate in the compact setting', async () => {
    const record = recordOfPage(page, set);
    const found = { page: 3, size: 90, similarity: 0.75 };
    const match = { key: 'a', url: 'http://a.example/', similarity: 0.75, size: 90 };
    expect(matchOf(found, record)).toEqual(match);
    expect(matchOf({ ...found, overlap: 5 }, record)).toEqual({ ...match, overlap: 5 });
    const estimate = { standardError: 0.01, estimated: true };
    expect(matchOf({ ...found, standardError: 0.01 }, record)).toEqual({ ...match, ...estimate });
  });
});
