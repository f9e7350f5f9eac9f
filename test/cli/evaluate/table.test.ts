import { expect, test } from 'vitest';
import type { EvaluationReport } from '../../../plugins/cli/evaluate/evaluation-report.ts';
import { printEvaluation } from '../../../plugins/cli/evaluate/table.ts';
import type { DamagedSpot } from '../../../plugins/dump/index.ts';
import { fabricatedEvaluation } from '../../report/fabricated.ts';

const report: EvaluationReport = {
  ...fabricatedEvaluation(),
  format: 'neardup-evaluation/1',
  inputs: ['in.jsonl'],
  bytes: 1,
  damaged: 0,
  damagedSpots: [],
  skipped: {},
  milliseconds: { total: 1 },
  peakMemoryBytes: 1,
  version: '0',
};

test('a table for each threshold stands below what was compared', () => {
  expect(
    printEvaluation({ ...report, rows: report.rows.slice(0, 5) }, {}),
  ).toBe(`500 pages (2 without a gram), 90,000 grams, 40,000 distinct, word:4
truth: the exact join

similarity ≥ 0.9: 1,000 true pairs
method               pairs  precision  recall           95 %  predicted     F1  candidates   ms  bytes/page
qp                   1,000      1.000  1.0000  0.9900–1.0000     1.0000  1.000       5,000  400         128
sp-32                  111      0.900  0.1000  0.0900–0.1100     0.1000  0.180       5,000   90         128
minhash-unconfirmed  1,414      0.700  0.9900  0.9800–1.0000     0.9900  0.820       5,000   50         128
minhash-confirmed      990      1.000  0.9900  0.9800–1.0000     0.9900  0.994       5,000  120         128
minhash-slow           950      1.000  0.9500  0.9400–0.9600     0.9500  0.974       5,000  500         128
`);
});

test('a recall just below 1 is not shown as 1, and one that no model predicts is left blank', () => {
  const [row] = report.rows;
  const { predictedRecall: _, ...unpredicted } = { ...row!, recall: 0.99996, precision: 0.9998 };
  const line = printEvaluation({ ...report, rows: [unpredicted] }, {}).split('\n')[5];
  expect(line).toMatch(/^qp +1,000 +0\.999 +0\.9999 +0\.9900–1\.0000 {13}1\.000/);
});

test('a recall that is certain has no interval', () => {
  const row = { ...report.rows[0]!, recallInterval: [1, 1] as const };
  expect(printEvaluation({ ...report, rows: [row] }, {})).toMatch(
    /^qp +1,000 +1\.000 +1\.0000 {4,}1\.0000 /m,
  );
});

test('of many variants the best of each kind are shown, the quicker of equals, and sp as published', () => {
  const [qp, sp, unconfirmed, confirmed] = report.rows;
  const timed = (row: typeof qp, variant: string, f1: number, total: number) => ({
    ...row!,
    variant,
    f1,
    milliseconds: { total },
  });
  const rows = [
    ...Array.from({ length: 20 }, (_, i) => timed(confirmed, `minhash-${i}`, 0.5 + i / 100, 9)),
    timed(confirmed, 'minhash-slow', 0.9, 50),
    timed(confirmed, 'minhash-quick', 0.9, 40),
    timed(unconfirmed, 'minhash-unconfirmed', 0.1, 1),
    timed(sp, 'sp-32', 0.1, 1),
    timed(sp, 'sp-128', 0.7, 1),
  ];
  const shown = (of: typeof rows) => {
    const text = printEvaluation({ ...report, rows: of }, {});
    return [text.match(/^\S+(?= {2})/gm)?.slice(1), /(\d+) more variants/.exec(text)?.[1]];
  };
  expect(shown(rows)).toEqual([['minhash-quick', 'minhash-unconfirmed', 'sp-32', 'sp-128'], '21']);
  expect(shown(rows.slice(1))[0]).toHaveLength(24);
  expect(shown(rows.slice(1))[1]).toBeUndefined();
});

test('what the truth is, what is estimated, what is recommended and what is damaged is said', () => {
  const text = printEvaluation(
    {
      ...report,
      dataset: { ...report.dataset, multiset: true },
      sample: { pages: 50, how: 'drawn' },
      labels: { pairs: 1, unknownIds: 7, firstUnknown: [{ id: 'ghost', pair: 3, line: 4 }] },
      recommendations: [{ threshold: 0.9, reason: 'take qp' }] as never,
      damaged: 1,
      damagedSpots: [{ file: 'in.jsonl', offset: 7, reason: 'torn' } as DamagedSpot],
    },
    { out: 'out', truth: 'pairs.tsv' },
  );
  expect(text).toContain('word:4 as a multiset\ntruth: 1 labelled pair (ids of no page here: 7)\n');
  expect(text).toContain(
    '7)\n  pairs.tsv:4: no page here has the id "ghost"\n  and 6 more\n  an id is the `id` of a page in ',
  );
  expect(text).toContain('\nestimated from 50 pages: drawn\n');
  expect(text.split('\n').slice(-9)).toEqual([
    '',
    'at 0.9: take qp',
    '',
    'damaged: 1 spot in the input; what was there is missing here',
    '    in.jsonl at 7: torn',
    '',
    'written to out: report.json, report.csv, report.html',
    'without decisions and clusters, for which the gram sets must fit in a quarter of --memory',
    '',
  ]);
  const sampled = printEvaluation({ ...report, sample: { pages: 50, how: 'drawn' } }, {});
  expect(sampled).toContain('truth: exact pairs of drawn pages\n');
  expect(printEvaluation(report, { out: 'out', decidedAt: 0.8 })).toMatch(
    /\nwritten to out: report.json, report.csv, report.html; what dedup writes at 0.8: decisions.jsonl, …\n$/,
  );
});
