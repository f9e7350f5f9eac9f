import { expect, test } from 'vitest';
import { Evidence } from '../../src/url-rules/evidence.ts';
import { boundOfLoss, LossCounts } from '../../src/url-rules/loss-counts.ts';
import { type Claimed, type CountedClaim, Risk } from '../../src/url-rules/risk.ts';

const evidence = new Evidence();

function claimed(given: Partial<Claimed> = {}): CountedClaim {
  const rule = { kind: 'segment', at: 'https://a.example/docs', value: '4.1' } as const;
  const usual = { rule, evidence, agreement: 'all', other: '4.0', directory: 1, groups: [1] } as const;
  return new Risk().counted({ ...usual, ...given });
}

test('the bound of a share of losses is that of Wilson, with two trials of what is usual', () => {
  // 3 of 50 and 0.5 of 2, at 90 % one-sided, worked by hand
  const [p, n, z] = [3.5 / 52, 52, 1.2816];
  const expected =
    (p + z ** 2 / 2 / n + z * Math.sqrt((p * (1 - p)) / n + z ** 2 / 4 / n ** 2)) / (1 + z ** 2 / n);
  expect(boundOfLoss({ trials: 50, losses: 3 }, 0.25)).toBeCloseTo(expected, 12);
  expect(boundOfLoss({ trials: 0, losses: 0 }, 0.25)).toBeGreaterThan(0.5);
});

test('a URL of which nothing is known is a risk, and less and less of one with each like it that lost nothing', () => {
  const risk = new Risk();
  const risks = Array.from({ length: 200 }, () => {
    const before = risk.of([claimed()]).news;
    risk.learn(claimed(), undefined);
    return before;
  });
  expect(risks[0]).toBeGreaterThan(0.5);
  expect(risks).toEqual(risks.toSorted((a, b) => b - a));
  expect(risks.at(-1)).toBeLessThan(0.02);
});

test('pages of names, directories and agreement that were lost before are a greater risk than others under the same rule', () => {
  const risk = new Risk();
  for (let i = 0; i < 400; i++) {
    const isLoss = i % 4 === 0;
    const [group, agreement] = isLoss ? ([1, 'mixed'] as const) : ([2, 'all'] as const);
    risk.learn(claimed({ groups: [group], directory: group, agreement }), isLoss ? i : undefined);
  }
  const of = (given: Partial<Claimed>) => risk.of([claimed({ groups: [3], directory: 3, ...given })]).news;
  expect(of({ groups: [1] })).toBeGreaterThan(2 * of({ groups: [2] }));
  expect(of({ directory: 1 })).toBeGreaterThan(2 * of({ directory: 2 }));
  expect(of({ agreement: 'mixed' })).toBeGreaterThan(2 * of({ agreement: 'all' }));
});

test('between two versions with one content a page is less of a risk than elsewhere, also where pages change often', () => {
  const risk = new Risk();
  for (let i = 0; i < 400; i++) {
    risk.learn(claimed({ agreement: 'all' }), i % 4 === 0 ? i : undefined);
    if (i % 4 === 1) risk.learn(claimed({ agreement: 'between' }), undefined);
  }
  expect(risk.of([claimed({ agreement: 'between' })]).news).toBeLessThan(
    risk.of([claimed({ agreement: 'all' })]).news / 10,
  );
  const unknown = new Risk();
  expect(unknown.of([claimed({ agreement: 'between' })]).news).toBeLessThan(unknown.of([claimed()]).news);
});

test('what is known of one value of a segment serves the next one, and what is known of one parameter no other', () => {
  const versions = new Risk();
  const parameters = new Risk();
  const parameter = (value: string) =>
    claimed({ rule: { kind: 'parameter', at: 'https://a.example', value }, agreement: 'single' });
  for (let i = 0; i < 100; i++) {
    versions.learn(claimed(), undefined);
    parameters.learn(parameter('sid'), undefined);
    parameters.learn(parameter('id'), i);
  }
  const next = { rule: { kind: 'segment', at: 'https://a.example/docs', value: '4.2' } } as const;
  expect(versions.of([claimed(next)]).news).toBeLessThan(0.05);
  expect(parameters.of([parameter('sid')]).news).toBeLessThan(0.1);
  expect(parameters.of([parameter('id')]).news).toBeGreaterThan(0.9);
  expect(parameters.of([parameter('new')]).news).toBeGreaterThan(0.2);
});

test('the risks of many trials are what comes of them: of 1,000 where one in ten is lost, 100 are expected', () => {
  const risk = new Risk();
  let expected = 0;
  for (let i = 0; i < 2000; i++) {
    if (i >= 1000) expected += risk.of([claimed({ groups: [i % 50], directory: i % 7 })]).news;
    risk.learn(claimed({ groups: [i % 50], directory: i % 7 }), i % 10 === 3 ? i : undefined);
  }
  expect(expected).toBeGreaterThan(80);
  expect(expected).toBeLessThan(125);
});

test('where each of a thousand pages is lost, risks and weights stay numbers', () => {
  const risk = new Risk();
  for (let i = 0; i < 1000; i++) risk.learn(claimed(), i);
  expect(risk.of([claimed()]).news).toBeGreaterThan(0.99);
  expect(risk.weights.every(Number.isFinite)).toBe(true);
  expect(boundOfLoss({ trials: 1e6, losses: 1e6 }, 1)).toBeLessThan(1);
});

test('counts of losses are kept for so many keys, those heard of last', () => {
  const counts = new LossCounts(2);
  counts.add(1, true);
  counts.add(2, false);
  counts.add(1, false);
  counts.add(3, true);
  expect([...counts.entries()]).toEqual([
    [1, 2, 1],
    [3, 1, 1],
  ]);
  expect(counts.get(2)).toEqual({ trials: 0, losses: 0 });
});

test('what is new on pages that seemed safe, and is met again later, counts as a loss by the upper bound of what is not', () => {
  const risk = new Risk();
  const parameter = claimed({ rule: { kind: 'parameter', at: 'https://a.example', value: 'sid' } });
  // the first pages at a place are no pages that seemed safe
  for (let i = 0; i < 400; i++) risk.learn(claimed(), i % 40 < 39 && i > 0 ? undefined : i);
  const awaited = [...risk.awaited.entries()].map(([content]) => content);
  expect(awaited).toEqual([79, 119, 159, 199, 239, 279, 319, 359, 399]);
  const shares = awaited.map((content) => {
    const share = risk.of([claimed()]).loss / risk.of([claimed()]).news;
    risk.awaited.meet(content);
    expect(risk.awaited.has(content)).toBe(false);
    return share;
  });
  for (const [i, share] of shares.entries())
    expect(share).toBeCloseTo(boundOfLoss({ trials: 9, losses: 9 - i }, 1), 12);
  expect(risk.of([claimed()]).loss).toBeCloseTo(
    risk.of([claimed()]).news * boundOfLoss({ trials: 9, losses: 0 }, 1),
    12,
  );
  expect(risk.of([parameter]).loss).toBe(risk.of([parameter]).news);
});

test('the worst that a rule and a place leave likely is less where what is new is met again', () => {
  const risk = new Risk();
  for (let i = 0; i < 400; i++) risk.learn(claimed(), i % 40 === 39 ? i : undefined);
  const { rule, agreement } = claimed();
  const before = [risk.worstOf(claimed()), risk.worstOfPlace(rule, agreement)];
  for (const [content] of [...risk.awaited.entries()]) risk.awaited.meet(content);
  const after = [risk.worstOf(claimed()), risk.worstOfPlace(rule, agreement)];
  for (const [i, bound] of after.entries()) expect(bound).toBeLessThan(before[i] / 2);
});

test('a loss that was none is taken back once, and its trial stays', () => {
  const counts = new LossCounts(2);
  counts.add(1, true);
  counts.takeBack(1);
  counts.takeBack(1);
  counts.takeBack(2);
  expect([...counts.entries()]).toEqual([[1, 1, 0]]);
});
