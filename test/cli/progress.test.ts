import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from '../../plugins/cli/progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(123e6);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A stream that keeps what is written. */
function stream(isTTY: boolean, columns = 80) {
  const pieces: string[] = [];
  const written = { isTTY, columns, write: (piece: string) => pieces.push(piece) };
  return { pieces, stream: written as unknown as NodeJS.WriteStream };
}

test('on a terminal a bar is drawn ten times a second at most, and taken away', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  progress.update({ phase: 'reading', done: 1, total: 4 });
  vi.advanceTimersByTime(99);
  progress.update({ phase: 'reading', done: 1, total: 4 });
  expect(pieces).toEqual([]);
  vi.advanceTimersByTime(1);
  progress.update({ phase: 'reading', done: 1, total: 4, count: [7, 'page'] });
  const bar = `${'█'.repeat(7)}${'░'.repeat(21)}`;
  expect(pieces).toEqual([`\r\x1b[Kreading ${bar}  25 %  7 pages  0 s  123 MB`]);
  progress.update({ phase: 'reading', done: 2, total: 4 });
  expect(pieces).toHaveLength(1);
  vi.advanceTimersByTime(100);
  progress.update({ phase: 'reading', done: 9, total: 4 });
  expect(pieces[1]).toContain(`${'█'.repeat(28)} 100 %`);
  progress.clear();
  expect(pieces[2]).toBe('\r\x1b[K');
  progress.clear();
  expect(pieces).toHaveLength(3);
});

test('in a run that takes long every phase is told as it begins, even right after another', () => {
  for (const [isTTY, before] of [
    [true, 100],
    [false, 5_000],
  ] as const) {
    const { pieces, stream: shown } = stream(isTTY);
    const progress = new Progress(false, shown);
    progress.update({ phase: 'reading', count: [7, 'page'] });
    vi.advanceTimersByTime(before - 1);
    progress.update({ phase: 'comparing', count: [7, 'page'] });
    expect(pieces).toEqual([]);
    vi.advanceTimersByTime(1);
    for (const phase of ['finding templates', 'finding templates', 'writing'])
      progress.update({ phase, count: [7, 'page'] });
    expect(pieces.map((piece) => /finding templates|writing/.exec(piece)?.[0])).toEqual([
      'finding templates',
      'writing',
    ]);
  }
});

test('a share never goes back, and begins anew with the next phase', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  for (const [phase, done] of [
    ['reading', 50],
    ['reading', 40],
    ['reading', 60],
    ['joining', 5],
  ] as const) {
    vi.advanceTimersByTime(100);
    progress.update({ phase, done, total: 100 });
  }
  expect(pieces.map((piece) => /(\d+) %/.exec(piece)?.[1])).toEqual(['50', '50', '60', '5']);
});

test('a phase has lasted after two seconds: no rate is told before', () => {
  const { pieces, stream: terminal } = stream(true, 120);
  const progress = new Progress(false, terminal);
  const step = { phase: 'reading', done: 10, total: 100, count: [20, 'page'] } as const;
  progress.update(step);
  for (const wait of [1_900, 100]) {
    vi.advanceTimersByTime(wait);
    progress.update(step);
  }
  expect(pieces.map((piece) => / left {2}.*\/s/.test(piece))).toEqual([false, true]);
});

test('once a phase has lasted, its rate and the time left are told, the latter not where steps are unlike', () => {
  const { pieces, stream: terminal } = stream(true, 120);
  const progress = new Progress(false, terminal);
  progress.update({ phase: 'reading', done: 0, total: 100, count: [1, 'page'] });
  vi.advanceTimersByTime(10_000);
  progress.update({ phase: 'reading', done: 10, total: 100, count: [20_000, 'page'] });
  expect(pieces[0]).toMatch(/ 10 % {2}20,000 pages {2}10 s {2}1:30 left {2}2,000\/s {2}123 MB$/);
  progress.update({ phase: 'evaluating', done: 0, total: 40, uneven: true });
  vi.advanceTimersByTime(10_000);
  progress.update({ phase: 'evaluating', done: 10, total: 40, uneven: true, detail: 'qp at 0.8' });
  expect(pieces.at(-1)).toMatch(/ 25 % {2}qp at 0\.8 {2}20 s {2}123 MB$/);
});

test('the line fits terminals of any width: what matters least is left out first', () => {
  for (let columns = 1; columns <= 130; columns++) {
    const { pieces, stream: terminal } = stream(true, columns);
    const progress = new Progress(false, terminal);
    progress.update({ phase: 'reading', done: 0, total: 100, count: [1, 'page'] });
    vi.advanceTimersByTime(3_700_000);
    progress.update({ phase: 'reading', done: 30, total: 100, count: [1_234_567, 'page'] });
    const line = pieces[0].replace('\r\x1b[K', '');
    expect(line.length).toBeLessThan(Math.max(columns, 2));
    if (columns > 16) expect(line).toContain('30 %');
    if (columns >= 60) expect(line).toMatch(/1,234,567 pages {2}1:01:40/);
  }
});

test('of an unknown whole no share is told', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  vi.advanceTimersByTime(100);
  progress.update({ phase: 'comparing' });
  expect(pieces).toEqual([`\r\x1b[Kcomparing ${'░'.repeat(28)}        0 s  123 MB`]);
});

test('elsewhere there is a line every five seconds', () => {
  const { pieces, stream: file } = stream(false);
  const progress = new Progress(false, file);
  vi.advanceTimersByTime(4_999);
  progress.update({ phase: 'reading', done: 1, total: 3 });
  expect(pieces).toEqual([]);
  vi.advanceTimersByTime(1);
  progress.update({ phase: 'reading', done: 2, total: 3, count: [9, 'page'] });
  expect(pieces).toEqual(['reading 66 %, 9 pages, 5 s, 123 MB\n']);
  progress.clear();
  expect(pieces).toHaveLength(1);
});

test('a note stands on a line of its own, above the bar', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  progress.note('damaged: a');
  vi.advanceTimersByTime(100);
  progress.update({ phase: 'reading', done: 1, total: 2 });
  progress.note('damaged: b');
  expect(pieces.filter((piece) => !piece.includes('reading'))).toEqual([
    'damaged: a\n',
    '\r\x1b[K',
    'damaged: b\n',
  ]);
});

test('quiet, it writes nothing', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(true, terminal);
  vi.advanceTimersByTime(10_000);
  progress.update({ phase: 'reading', done: 1, total: 2 });
  progress.note('damaged: a');
  progress.clear();
  expect(pieces).toEqual([]);
});
