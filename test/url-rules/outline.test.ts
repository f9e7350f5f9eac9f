import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineOf } from '../../src/url-rules/outline.ts';

const at = (path: string) => `https://a.example${path}`;
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];

test.each([
  [
    'a month and its neighbours',
    ['/calendar/2026/3', 'Events in March 2026. Before: 2025, after: 2027'],
    ['/calendar/2031/3', 'Events in March 2031. Before: 2030, after: 2032'],
  ],
  [
    'a day, its number in words and with zeros',
    ['/day?d=2026-03-05', 'Thursday, March 5th, 2026: nothing'],
    ['/day?d=2037-03-05', 'Thursday, March 5th, 2037: nothing'],
  ],
  ['a date written as one number', ['/d/20260305', 'March 5, 2026'], ['/d/20270305', 'March 5, 2027']],
  [
    'values of parameters, in any order',
    ['/s?color=red&size=XL', 'Nothing in red and XL'],
    ['/s?size=S&color=blue', 'Nothing in blue and S'],
  ],
  ['a path that grows', ['/a/b/a/b', 'A > b > a > b'], ['/a/b/a', 'A > b > a']],
  ['words beyond ASCII', ['/t?q=%C3%84pfel', 'Keine Äpfel'], ['/t?q=Birnen', 'Keine Birnen']],
])('pages that differ only in what their URLs say have one outline: %s', (_, [a, x], [b, y]) => {
  expect(outlineOf(at(a!), x!)).toBeTypeOf('number');
  expect(outlineOf(at(a!), x!)).toBe(outlineOf(at(b!), y!));
});

test.each([
  ['another month, of no year', ['/calendar/3', 'March'], ['/calendar/4', 'April']],
  ['an event', ['/calendar/2026/3', 'March 2026'], ['/calendar/2027/3', 'March 2027: a fair']],
  ['other numbers', ['/draw/17', 'Draw 17: 3 9 20 31 40 44'], ['/draw/18', 'Draw 18: 3 9 21 31 40 44']],
  ['as long a number that is not near', ['/p/10', 'Page 10 of 14'], ['/p/11', 'Page 11 of 15']],
])('pages that say more than their URLs have outlines of their own: %s', (_, [a, x], [b, y]) => {
  expect(outlineOf(at(a!), x!)).not.toBe(outlineOf(at(b!), y!));
});

test.each(['en', 'de', 'fr', 'ru', 'pl', 'cs', 'el', 'tr', 'fi'])(
  'an empty day, week or month of a calendar in the language %s says no more than its URL does, whatever is before and after it',
  (language) => {
    const name = (format: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' });
      return (day: number) => formatter.format(Date.UTC(2026, 0, 1 + day));
    };
    const long = name({ dateStyle: 'full' });
    const short = name({ weekday: 'short', day: 'numeric', month: 'short' });
    const month = name({ month: 'long' });
    const outlines = { day: new Set(), week: new Set(), month: new Set(), parameters: new Set() };
    for (let day = 0; day < 400; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day));
      const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      const around = (days: number) => `${long(day)} < ${long(day - days)} ${long(day + days)} > -`;
      outlines.day.add(
        outlineOf(at(`/day/${date.toISOString().slice(0, 10)}/`), `${around(1)} ${short(day)}`),
      );
      outlines.week.add(
        outlineOf(at(`/week/${date.toISOString().slice(0, 10).replaceAll('-', '')}`), around(7)),
      );
      outlines.parameters.add(outlineOf(at(`/c?year=${y}&month=${m}&day=${d}`), around(1)));
      if (d === 15)
        outlines.month.add(
          outlineOf(at(`/${y}/${m}`), `${month(day - 30)} ${month(day)} ${y} ${month(day + 30)}`),
        );
    }
    expect(Object.values(outlines).map(({ size }) => size)).toEqual([1, 1, 1, 1]);
  },
);

test('a day on which something is on, or with other numbers, says more than its URL', () => {
  const outline = (day: string, text: string) => outlineOf(at(`/day/2026-11-${day}`), text);
  expect(outline('14', 'Saturday: a fair')).not.toBe(outline('15', 'Sunday'));
  expect(outline('14', 'Saturday: 31 degrees')).not.toBe(outline('15', 'Sunday: 32 degrees'));
  // a draw of numbers is no date
  const draw = (day: number) => [3, 12, 27, 40].map((n) => (n * day) % 49).join(' ');
  expect(new Set(['01', '09', '16', '23', '30'].map((day) => outline(day, draw(Number(day))))).size).toBe(5);
});

test('pages with pictures of their own have outlines of their own', () => {
  const outline = (i: number) => outlineOf(at(`/photo/${i}`), `Photo ${i}`, () => [`/i/${i}.jpg`]);
  expect(outline(1)).not.toBe(outline(2));
});

test('a URL in which nothing may vary without end and a long text have no outline', () => {
  expect(outlineOf(at('/about/us'), 'About us')).toBeUndefined();
  expect(outlineOf(at('/p/1'), 'a '.repeat(2000))).toBeUndefined();
});

test('an outline depends on the set of words alone: not on their order, how often they come, their case or ASCII punctuation', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...months, '5', '77', '2026th'), { minLength: 1 }), (words) => {
      const outline = (text: string) => outlineOf(at('/e/2026/4'), text);
      const plain = outline(words.join(' '));
      expect(outline([...words].reverse().join(' - '))).toBe(plain);
      expect(outline(`${words.join(' ').toUpperCase()}, (${words[0]})`)).toBe(plain);
      expect(outline(`${words.join(' ')} otherwise`)).not.toBe(plain);
    }),
  );
});
