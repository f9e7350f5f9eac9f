import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Attempts } from '../../plugins/crawlee/attempts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (uniqueKey = 'a', errorMessages: string[] = []) => ({
  uniqueKey,
  url: 'http://a/',
  errorMessages,
});

test('a newer attempt of a request aborts the older one', () => {
  const attempts = new Attempts();
  const first = attempts.begin(request());
  const other = attempts.begin(request('b'));
  const second = attempts.begin(request());
  expect([first, other, second].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

test('who is to be told of an abort is told at once, and only of that of its own attempt', () => {
  const attempts = new Attempts();
  const failing = request('b');
  const aborted: string[] = [];
  for (const each of [request(), failing, request('c')]) {
    const attempt = attempts.begin(each);
    attempt.onAbort = () => aborted.push(`${each.uniqueKey} ${attempt.signal.aborted}`);
  }
  attempts.begin(request());
  expect(aborted).toEqual(['a true']);
  failing.errorMessages.push('requestHandler timed out');
  attempts.abortGivenUp();
  expect(aborted).toEqual(['a true', 'b true']);
});

test('the end of an aborted attempt does not end the newer one', () => {
  const attempts = new Attempts();
  const first = attempts.begin(request());
  const second = attempts.begin(request());
  first.end();
  attempts.begin(request());
  expect(second.signal.aborted).toBe(true);
});

test('an attempt is aborted soon after its request gains an error message', () => {
  const attempts = new Attempts();
  const failing = request('a', ['an earlier attempt failed']);
  const attempt = attempts.begin(failing);
  vi.advanceTimersByTime(1000);
  expect(attempt.signal.aborted).toBe(false);
  failing.errorMessages.push('requestHandler timed out');
  vi.advanceTimersByTime(1000);
  expect(attempt.signal.aborted).toBe(true);
});

test('an attempt that is asked looks at once whether its request has gained an error message', () => {
  const failing = request();
  const attempt = new Attempts().begin(failing);
  attempt.check();
  expect(attempt.signal.aborted).toBe(false);
  failing.errorMessages.push('requestHandler timed out');
  attempt.check();
  expect(attempt.signal.aborted).toBe(true);
});

test('an attempt that is over is not aborted, and no timer is left', () => {
  const attempts = new Attempts();
  const one = request();
  const attempt = attempts.begin(one);
  attempt.end();
  one.errorMessages.push('unrelated');
  expect(vi.getTimerCount()).toBe(0);
  attempts.begin(one);
  expect(attempt.signal.aborted).toBe(false);
});

test('a page is left to an attempt of another request until that is done, which it is not while one was left to it', () => {
  const attempts = new Attempts();
  const attempt = attempts.begin(request('own'), 'page');
  const again = request('again');
  expect([attempts.leaveToOther(request('own'), 'page'), attempts.leaveToOther(again, 'other')]).toEqual([
    false,
    false,
  ]);
  expect(attempts.leaveToOther(again, 'page')).toBe(true);
  expect([attempt.isDone(), attempt.isDone()]).toEqual([false, true]);
  expect(attempts.leaveToOther(again, 'page')).toBe(false);
});
