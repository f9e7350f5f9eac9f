import { expect, test } from 'vitest';
import { bestOfEachKind } from '../../src/evaluate/best-rows.ts';
import type { EvaluationRow } from '../../src/index.ts';

test('of each kind, confirmed and not, the greatest F1 at a threshold is best, the quicker or the first of equals', () => {
  const row = (variant: string, f1: number, total: number, more: Partial<EvaluationRow> = {}) =>
    ({
      ...{ threshold: 0.8, method: 'sp', variant, confirmed: false, f1, milliseconds: { total } },
      ...more,
    }) as EvaluationRow;
  const rows = [
    row('poor', 0.5, 1),
    row('slow', 0.9, 5),
    row('best', 0.9, 3),
    row('equal', 0.9, 3),
    row('worse', 0.8, 2),
    row('elsewhere', 0.4, 9, { threshold: 0.9 }),
    row('confirmed', 0.3, 9, { confirmed: true }),
    row('other', 0, 9, { method: 'qp' }),
  ];
  const best = [...bestOfEachKind(rows)].map(({ variant }) => variant);
  expect(best).toEqual(['best', 'elsewhere', 'confirmed', 'other']);
  expect(bestOfEachKind([]).size).toBe(0);
});
