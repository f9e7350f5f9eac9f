import { expect, test } from 'vitest';
import { methodTable } from '../../plugins/report/method-table.ts';
import type { Evaluation, Recommendation } from '../../src/evaluate/index.ts';
import { fabricatedEvaluation } from './fabricated.ts';

const evaluation = fabricatedEvaluation();

/** The table as text: its heads, and of each row the cells with what they sort by. */
function tableOf(of: Evaluation) {
  const { markup } = methodTable(of);
  const cells = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*?(?: data-value="([^"]*)")?>(.*?)<\/t[hd]>/gs)].map(
      ([, value, content = '']) => [
        content
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
        value,
      ],
    );
  const [head, ...rows] = [...markup.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row));
  return { markup, heads: head!.map(([name]) => name), rows };
}

test('every row of an evaluation stands with its numbers, and with what they sort by', () => {
  const { heads, rows } = tableOf(evaluation);
  expect(heads).toEqual([
    ...['Method', 'Threshold', 'Recall', 'Predicted', 'Precision', 'F1', 'Pairs', 'Candidates', 'Time'],
    ...['× exact', 'Bytes/page'],
  ]);
  expect(rows).toHaveLength(10);
  expect(rows[3]).toEqual([
    ['confirmed: minhash-confirmed set to &lt;b&gt;minhash-confirmed&lt;/b&gt;', 'minhash-confirmed'],
    ['0.9', '0.9'],
    ['0.9900 0.9800–1.0000', '0.99'],
    ['0.9900', '0.99'],
    ['1.0000', '1'],
    ['0.9949', String(evaluation.rows[3]!.f1)],
    ['990', '990'],
    ['5,000', '5000'],
    ['120 ms', '120'],
    ['0.30', '0.3'],
    ['128', '128'],
  ]);
});

test('what is not known is a dash that sorts first, and columns of which nothing is known are left out', () => {
  const rows = evaluation.rows.map(({ predictedRecall: _, ...row }) => row);
  expect(tableOf({ ...evaluation, rows }).heads).not.toContain('Predicted');
  const one = [{ ...rows[0]!, predictedRecall: 0.5 }, ...rows.slice(1)];
  const { heads, rows: shown } = tableOf({ ...evaluation, rows: one });
  const column = heads.indexOf('Predicted');
  expect(shown.slice(0, 2).map((row) => row[column])).toEqual([
    ['0.5000', '0.5'],
    ['–', '-1'],
  ]);
  const withoutExact = tableOf({ ...evaluation, rows: rows.filter(({ method }) => method !== 'qp') });
  expect(withoutExact.heads).not.toContain('× exact');
});

test('held against labels, the share of the exact pairs is told too', () => {
  const rows = evaluation.rows.map((row) => ({ ...row, exact: { ...row, recall: 0.25 } }));
  const { heads, rows: shown } = tableOf({ ...evaluation, truth: 'labels', rows } as Evaluation);
  expect(shown[0]![heads.indexOf('Of exact')]).toEqual(['0.2500', '0.25']);
  expect(tableOf({ ...evaluation, rows } as Evaluation).heads).not.toContain('Of exact');
  const one = tableOf({ ...evaluation, truth: 'labels', rows: [rows[0]!, ...evaluation.rows] } as Evaluation);
  expect(one.rows.slice(0, 2).map((row) => row[one.heads.indexOf('Of exact')])).toEqual([
    ['0.2500', '0.25'],
    ['–', '-1'],
  ]);
  expect(tableOf({ ...evaluation, truth: 'labels' }).heads).not.toContain('Of exact');
});

test('the method is the head of its row, the other cells are numbers', () => {
  const { markup, heads } = tableOf(evaluation);
  const body = markup.slice(markup.indexOf('<tbody>'));
  for (const row of body.split('<tr').slice(1)) {
    const cells = [...row.matchAll(/<(t[hd] [^>]*?) data-value/g)].map(([, cell]) => cell);
    expect(cells).toEqual(['th scope="row"', ...heads.slice(1).map(() => 'td class="number"')]);
  }
});

test('a head says what its column means, and the phases stand behind the time', () => {
  const { markup } = tableOf(evaluation);
  expect(markup).toContain('title="Harmonic mean of precision and recall">F1<');
  expect(markup).toContain('<span title="sketch 60 ms, join 60 ms">120 ms</span>');
  expect(markup.match(/<th scope="col" class="number">/g)).toHaveLength(10);
  expect(markup).toContain('<meter min="0" max="1" value="0.99" aria-hidden="true">');
});

test('what is recommended is marked at its threshold, where it reaches what was asked for', () => {
  const recommend = (reached: boolean) => ({
    ...evaluation,
    recommendations: [{ threshold: 0.8, variant: 'sp-32', reached } as Recommendation],
  });
  const { rows } = tableOf(recommend(true));
  expect(rows.map(([cell]) => cell![0]!.includes('recommended'))).toEqual(
    evaluation.rows.map(({ threshold, variant }) => threshold === 0.8 && variant === 'sp-32'),
  );
  expect(tableOf(recommend(false)).markup).not.toContain('>recommended<');
});

test('of each kind, confirmed and not, the best by F1 is marked, of equals the quicker', () => {
  const [qp] = evaluation.rows;
  const rows = [
    { ...qp!, variant: 'a', f1: 0.8, milliseconds: { total: 5 } },
    { ...qp!, variant: 'b', f1: 0.9, milliseconds: { total: 9 } },
    { ...qp!, variant: 'c', f1: 0.9, milliseconds: { total: 7 } },
    { ...qp!, variant: 'd', f1: 0.9, milliseconds: { total: 8 } },
    { ...qp!, variant: 'e', f1: 0.1, confirmed: false },
    { ...qp!, variant: 'f', f1: 0.1, threshold: 0.8 },
  ];
  const { markup } = tableOf({ ...evaluation, rows });
  const best = [...markup.matchAll(/data-best>.*?class="variant">([^<]+)/gs)].map(([, variant]) => variant);
  expect(best).toEqual(['c', 'e', 'f']);
});

test('one may choose among thresholds and variants where there are several; the lowest comes checked', () => {
  const choices = (of: Evaluation) =>
    [...methodTable(of).markup.matchAll(/name="(\w+)" value="([^"]+)"( checked)?/g)].map(
      ([, group, value, checked]) => `${group} ${value}${checked ?? ''}`,
    );
  expect(choices(evaluation)).toEqual([
    ...['threshold 0.9', 'threshold 0.8 checked', 'threshold all'],
    ...['variants best checked', 'variants all'],
  ]);
  const one = evaluation.rows.filter(({ threshold }) => threshold === 0.8).slice(0, 3);
  expect(choices({ ...evaluation, rows: one })).toEqual([]);
});
