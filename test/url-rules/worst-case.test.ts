import { expect, test } from 'vitest';
import { agreements } from '../../src/url-rules/evidence.ts';
import { boundOfLoss } from '../../src/url-rules/loss-counts.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';

/** By how much of what may be lost each rule about versions would exceed it at the worst: all that it dropped, by its trials alone. */
function worstShares(rules: UrlRules): number[] {
  const { rules: known, dropped, pages, drops, returns } = rules.toJSON();
  const most = 0.005 * (pages + drops - returns + 1);
  return known.flatMap(({ kind, at, value, records }) =>
    records.map(({ support, against, losses }, i) => {
      const count = dropped.filter(
        ({ because, agreement }) =>
          agreement === agreements[i] && because.includes(`${kind}\n${at}\n${value}`),
      ).length;
      return (count * boundOfLoss({ trials: support + against, losses }, 0.25)) / most;
    }),
  );
}

test('all that a rule has dropped between versions, lost as often as its own trials leave likely, is at most twice what may be lost', () => {
  const rules = new UrlRules();
  let most = 0;
  for (let i = 0; i < 300; i++) {
    for (const version of [1, 2, 3, 4]) {
      const url = `https://a.example/docs/${version}/${'abcd'[i % 4]}/page-${i}`;
      const first = `https://a.example/docs/1/${'abcd'[i % 4]}/page-${i}`;
      if (rules.decide(url).action === 'fetch') rules.observe(url, `${i}`, version > 1 ? first : undefined);
    }
    most = Math.max(most, ...worstShares(rules));
  }
  expect(rules.toJSON().drops).toBeGreaterThan(500);
  expect(most).toBeGreaterThan(1.5);
  expect(most).toBeLessThanOrEqual(2);
});
