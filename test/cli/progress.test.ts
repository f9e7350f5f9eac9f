import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from '../../plugins/cli/progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const pieces: string[] = [];
  const written = { isTTY, write: (piece: string) => pieces.push(piece) };
  return { pieces, stream: written as unknown as NodeJS.WriteStream };
}

test('on a terminal a bar is drawn ten times a second at most, and taken away', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  progress.update('reading', 1, 4);
  vi.advanceTimersByTime(99);
  progress.update('reading', 1, 4);
  expect(pieces).toEqual([]);
  vi.advanceTimersByTime(1);
  progress.update('reading', 1, 4, '7 pages');
  const bar = `${'█'.repeat(7)}${'░'.repeat(21)}`;
  expect(pieces).toEqual([`\r\x1b[Kreading ${bar}  25 %  7 pages  0 s`]);
  progress.update('reading', 2, 4);
  expect(pieces).toHaveLength(1);
  vi.advanceTimersByTime(100);
  progress.update('reading', 9, 4);
  expect(pieces[1]).toContain(`${'█'.repeat(28)} 100 %`);
  progress.clear();
  expect(pieces[2]).toBe('\r\x1b[K');
  progress.clear();
  expect(pieces).toHaveLength(3);
});

test('of an unknown whole no share is told', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  vi.advanceTimersByTime(100);
  progress.update('comparing', 5, 0);
  expect(pieces).toEqual([`\r\x1b[Kcomparing ${'░'.repeat(28)}          0 s`]);
});

test('elsewhere there is a line every five seconds', () => {
  const { pieces, stream: file } = stream(false);
  const progress = new Progress(false, file);
  vi.advanceTimersByTime(4_999);
  progress.update('reading', 1, 3);
  expect(pieces).toEqual([]);
  vi.advanceTimersByTime(1);
  progress.update('reading', 2, 3, '9 pages');
  expect(pieces).toEqual(['reading 66 % 9 pages 5 s\n']);
  progress.clear();
  expect(pieces).toHaveLength(1);
});

test('a note stands on a line of its own, above the bar', () => {
  const { pieces, stream: terminal } = stream(true);
  const progress = new Progress(false, terminal);
  progress.note('damaged: a');
  vi.advanceTimersByTime(100);
  progress.update('reading', 1, 2);
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
  progress.update('reading', 1, 2);
  progress.note('damaged: a');
  progress.clear();
  expect(pieces).toEqual([]);
});
