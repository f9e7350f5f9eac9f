import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonCodes, reasonFor, shellReason } from '../../src/flow/reasons.ts';
import { shellKinds } from '../../src/text/page-kind.ts';

const bound = { similarity: 0.85, threshold: 0.8 };
const compared = { gram: { unit: 'word', q: 4 }, size: 850 } as const;
const shared = { url: 'http://a/', overlap: 812, compared };

test('a page is told what it is similar to by its similarity, which is never on the wrong side of the threshold', () => {
  expect(reasonFor('similar', bound)).toEqual({
    code: 'similar',
    reason: 'similar to its representative: 0.850 ≥ 0.8',
  });
  expect(reasonFor('similar', { similarity: 0.81259, threshold: 0.8125 }).reason).toMatch(
    /: 0\.8125 ≥ 0\.8125$/,
  );
  expect(reasonFor('linked', { similarity: 0.7999, threshold: 0.8 })).toEqual({
    code: 'linked',
    reason: 'linked to its representative by similar pages (itself 0.799 < 0.8)',
  });
});

test('an estimate is called one, and held against no threshold', () => {
  expect(reasonFor('similar', { ...bound, estimated: true }).reason).toBe(
    'similar to its representative by their sketches (estimate 0.850, threshold 0.8)',
  );
});

test('a count of shared grams is told as a count', () => {
  expect(reasonFor('similar', { similarity: 12, threshold: 10 }).reason).toMatch(/: 12 ≥ 10$/);
});

test('one gram is called one', () => {
  const one = { ...compared, size: 1 };
  expect(reasonFor('distinct', { threshold: 0.9, compared: one }).reason).toContain('of its 1 word 4-gram (');
  expect(
    reasonFor('same-grams', { similarity: 1, threshold: 0.8, shared: { ...shared, compared: one } }).reason,
  ).toBe('has the same 1 word 4-gram as http://a/ (Jaccard 1 ≥ 0.8)');
});

test('where the grams are known, the sentence stands by itself', () => {
  expect(reasonFor('similar', { similarity: 812 / 873, threshold: 0.8, shared }).reason).toBe(
    'shares 812 of 873 word 4-grams with http://a/ (Jaccard 0.930 ≥ 0.8)',
  );
  expect(reasonFor('same-grams', { similarity: 1, threshold: 0.8, shared }).reason).toBe(
    'has the same 850 word 4-grams as http://a/ (Jaccard 1 ≥ 0.8)',
  );
  expect(reasonFor('same-grams', { similarity: 1, threshold: 0.8 }).reason).toBe(
    'same grams as its representative',
  );
  expect(reasonFor('distinct', { threshold: 0.9, compared }).reason).toBe(
    'no page decided before shares enough of its 850 word 4-grams (Jaccard ≥ 0.9)',
  );
  expect(reasonFor('distinct', { threshold: 0.9 }).reason).toBe('similar to no other page that is kept');
});

test('a representative says for how many pages it stands', () => {
  const saidOf = (others: number, linked: number) => reasonFor('representative', { others, linked }).reason;
  expect([saidOf(1, 0), saidOf(2, 0), saidOf(3, 2)]).toEqual([
    'stands for 1 similar page',
    'stands for 2 similar pages',
    'stands for 1 similar page and 2 linked to it by similar pages',
  ]);
});

test('every kind of shell has its own code and sentence, and an unknown one counts as empty', () => {
  const reasons = shellKinds.map(shellReason);
  expect(reasons.map(({ code }) => code)).toEqual([...shellKinds]);
  expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(shellKinds.length);
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'no text',
    expect.stringMatching(/^soft 404: .*found/),
    expect.stringMatching(/^consent wall: .*consent/),
    expect.stringMatching(/^login wall: .*log in/),
    expect.stringMatching(/^redirect: .*another page/),
    expect.stringMatching(/^shell: .*JavaScript/),
    expect.stringMatching(/^shell: .*not in the HTML/),
  ]);
  expect([undefined, 'toString', 'article'].map((kind) => shellReason(kind).code)).toEqual(
    Array(3).fill('empty'),
  );
});

test('docs/verdicts.md lists every code, in order, with what becomes of such a page; shells are unclassifiable everywhere', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/verdicts.md'), 'utf8');
  const rows = [
    ...page.matchAll(/^\| `([a-z0-9-]+)` \| (keep|drop|unclassifiable)? ?\| (\w+)? ?\| .+ \|$/gm),
  ];
  expect(rows.map(([, code]) => code)).toEqual(reasonCodes);
  const verdictOf = { keep: 'unique', drop: 'duplicate', unclassifiable: 'unclassifiable' };
  for (const [, code, decision, verdict] of rows) {
    if (shellKinds.some((kind) => kind === code))
      expect([decision, verdict]).toEqual(Array(2).fill('unclassifiable'));
    if (decision && verdict) expect(verdict).toBe(verdictOf[decision as keyof typeof verdictOf]);
  }
});
