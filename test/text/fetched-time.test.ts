import { afterEach, expect, test } from 'vitest';
import { fetchedTime } from '../../src/text/fetched-time.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const at = Date.UTC(2021, 2, 14, 2, 30);
const day = Date.UTC(2021, 2, 14);
const cases: readonly (readonly [string, number])[] = [
  ['2021-03-14T02:30:00', at],
  ['2021-03-14T02:30', at],
  ['2021-03-14T02:30:00.000', at],
  ['2021-03-14T02:30:00Z', at],
  ['2021-03-13T21:30:00-05:00', at],
  ['2021-03-14 02:30:00', at],
  ['2021-03-14 03:30:00 +0100', at],
  ['2021-03-13 21:30:00-05', at],
  ['Sun, 14 Mar 2021 02:30:00 GMT', at],
  ['Sun Mar 14 2021 03:30:00 GMT+0100 (CET)', at],
  ['March 14, 2021 02:30', at],
  ['3/14/2021 2:30 AM', at],
  ['2021-03-14', day],
  ['2021/03/14', day],
  ['March 14, 2021', day],
  ['20210314023000', at],
  ['20210314023000000', at],
  ['20210314', day],
  ['1615689000', at],
  ['1615689000.25', at + 250],
  ['1615689000123', at + 123],
  ['1615689000123456', at + 123],
  ['1615689000123456789', at + 123],
  ['20211314', Number.NaN],
  ['161568900', Number.NaN],
  ['', Number.NaN],
  ['14/03/2021', Number.NaN],
  ['yesterday', Number.NaN],
];

test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('a date is the same time on a machine in %s', (zone) => {
  process.env.TZ = zone;
  for (const [date, time] of cases) expect([date, fetchedTime(date)]).toEqual([date, time]);
});

test('long dates cost linear time', () => {
  for (const long of [
    ' '.repeat(1e6),
    '1'.repeat(1e6),
    '1:11 '.repeat(2e5),
    `1:11${' '.repeat(1e6)}`,
    'Z'.repeat(1e6),
  ]) {
    const startedAt = performance.now();
    fetchedTime(long);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  }
});
