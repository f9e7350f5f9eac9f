import { expect, test } from 'vitest';
import { type EvaluationRow, evaluationCsv } from '../../src/evaluate/index.ts';

const row: EvaluationRow = {
  ...{
    threshold: 0.8,
    method: 'sp',
    variant: 'sp-32',
    parameters: '32 "shingles", of 4 bytes',
    confirmed: false,
  },
  ...{ pairs: 3, correct: 2, truePairs: 4, precision: 2 / 3, recall: 0.5, recallInterval: [0.15, 0.85] },
  ...{ f1: 4 / 7, candidates: 9, milliseconds: { sketch: 1, join: 2, total: 3 }, bytesPerPage: 128 },
};

test('a row is a line of CSV, quoted where it must be, each phase a column of its own', () => {
  const exact = {
    ...row,
    variant: 'qp',
    parameters: 'exact',
    predictedRecall: 1,
    milliseconds: { rank: 5, total: 5 },
  };
  const [header, first, second, end] = evaluationCsv({ rows: [row, exact] }).split('\r\n');
  expect(end).toBe('');
  expect(header).toBe(
    'threshold,method,variant,parameters,confirmed,pairs,correct,true_pairs,precision,recall,recall_low,recall_high,' +
      'predicted_recall,f1,candidates,total_ms,bytes_per_page,sketch_ms,join_ms,rank_ms',
  );
  expect(first).toBe(
    `0.8,sp,sp-32,"32 ""shingles"", of 4 bytes",false,3,2,4,${2 / 3},0.5,0.15,0.85,,${4 / 7},9,3,128,1,2,`,
  );
  expect(second).toMatch(/^0.8,sp,qp,exact,.*,1,[^,]*,9,5,128,,,5$/);
});

test('a text that a spreadsheet would take for a formula stands behind an apostrophe; numbers stay numbers', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\uff1d1',
    '=HYPERLINK("http://x")',
  ];
  for (const formula of formulas) {
    const csv = evaluationCsv({ rows: [{ ...row, parameters: formula, recall: -0.5 }] });
    const shown = /[",\r\n]/.test(formula) ? `"'${formula.replaceAll('"', '""')}"` : `'${formula}`;
    expect(csv).toContain(`,sp-32,${shown},false,`);
    expect(csv).toContain(`,${2 / 3},-0.5,`);
  }
  expect(evaluationCsv({ rows: [{ ...row, parameters: 'a=b-c' }] })).toContain(',a=b-c,');
});
