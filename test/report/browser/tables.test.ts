import { expect, test } from 'vitest';
import { fabricatedEvaluation } from '../fabricated.ts';
import { type OpenedReport, openReport } from './open-report.ts';

function open(): Promise<OpenedReport> {
  return openReport({ title: 't', evaluation: fabricatedEvaluation() });
}

function rows({ document }: OpenedReport): string[] {
  return [...document.querySelectorAll<HTMLElement>('#methods tbody tr')]
    .filter((row) => !row.hidden)
    .map((row) => `${row.querySelector('.variant')?.textContent} ${row.dataset.threshold}`);
}

const head = ({ document }: OpenedReport, name: string) =>
  [...document.querySelectorAll('#methods thead th')].find((each) => each.textContent === name)!;

function choose(report: OpenedReport, group: string, value: string): void {
  const input = report.document.querySelector<HTMLInputElement>(`input[name="${group}"][value="${value}"]`)!;
  input.checked = true;
  input.dispatchEvent(new window.Event('change', { bubbles: true }));
}

test('the table shows the best of each kind at the lowest threshold, until all are asked for', async () => {
  const report = await open();
  const best = ['qp', 'sp-32', 'minhash-unconfirmed', 'minhash-confirmed'];
  const at = (threshold: number, variants: readonly string[]) =>
    variants.map((variant) => `${variant} ${threshold}`);
  const table = report.document.querySelector('#methods table')!;
  expect(rows(report)).toEqual(at(0.8, best));
  expect(table.classList.contains('one-threshold')).toBe(true);
  choose(report, 'variants', 'all');
  expect(rows(report)).toEqual(at(0.8, [...best, 'minhash-slow']));
  choose(report, 'threshold', '0.9');
  expect(rows(report)).toEqual(at(0.9, [...best, 'minhash-slow']));
  choose(report, 'threshold', 'all');
  expect(rows(report)).toHaveLength(10);
  expect(table.classList.contains('one-threshold')).toBe(false);
});

test('heads sort by numbers or by words, up first, then down', async () => {
  const report = await open();
  choose(report, 'variants', 'all');
  const sortBy = (name: string) => {
    report.click(head(report, name).querySelector('button'));
    return rows(report).map((row) => row.replace(' 0.8', ''));
  };
  const byTime = ['minhash-unconfirmed', 'sp-32', 'minhash-confirmed', 'qp', 'minhash-slow'];
  expect(sortBy('Time')).toEqual(byTime);
  expect(head(report, 'Time').getAttribute('aria-sort')).toBe('ascending');
  expect(sortBy('Time')).toEqual([...byTime].reverse());
  expect(head(report, 'Time').getAttribute('aria-sort')).toBe('descending');
  const byName = ['minhash-confirmed', 'minhash-slow', 'minhash-unconfirmed', 'qp', 'sp-32'];
  expect(sortBy('Method')).toEqual(byName);
  expect(head(report, 'Time').hasAttribute('aria-sort')).toBe(false);
  expect(sortBy('Pairs')[0]).toBe('sp-32');
});

test('a legend singles out one kind of methods in all plots, and lets go of it at a second click', async () => {
  const report = await open();
  const { document } = report;
  const button = (kind: string) => document.querySelector(`button[data-kind="${kind}"]`)!;
  const dimmed = () =>
    new Set(
      [...document.querySelectorAll('svg g.dimmed')].map((marks) => marks.getAttribute('aria-description')),
    );
  const pressed = () =>
    new Set(
      [...document.querySelectorAll<HTMLElement>('button[data-kind][aria-pressed="true"]')].map(
        (each) => each.dataset.kind,
      ),
    );
  report.click(button('minhash'));
  expect([dimmed(), pressed()]).toEqual([new Set(['method qp', 'method sp']), new Set(['minhash'])]);
  report.click(button('qp'));
  expect([dimmed(), pressed()]).toEqual([new Set(['method sp', 'method minhash']), new Set(['qp'])]);
  report.click(button('qp'));
  expect([dimmed(), pressed()]).toEqual([new Set(), new Set()]);
});
