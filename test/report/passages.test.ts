import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts, type Row, type Run } from '../../plugins/report/browser/passages.ts';
import { splitWords } from '../../plugins/report/browser/words.ts';
import { comparePages } from '../../src/index.ts';
import { cpuMs } from '../cpu-time.ts';

const word = fc.constantFrom('a', 'b', 'c', 'd', 'E', '中', 'é');
const paragraph = fc.array(word, { minLength: 0, maxLength: 12 }).map((words) => words.join(' '));
const text = fc.array(paragraph, { maxLength: 6 }).map((paragraphs) => paragraphs.join('\n'));

function runsOf(rows: readonly Row[], side: 'a' | 'b'): Run[] {
  return rows.flatMap((row) => [...row[side]]);
}

/** The words of runs, each with whether its run is shared. */
function marked(runs: readonly Run[]): [string, boolean][] {
  return runs.flatMap(({ text, shared }) =>
    (text.match(/[a-zé]|中/gi) ?? []).map((word): [string, boolean] => [word.toLowerCase(), shared]),
  );
}

test('whatever comparePages marks as shared is shared here, and the grams are counted alike', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 5 }), (a, b, q) => {
      const { rows, overlap, union } = compareTexts(a, b, q);
      const page = (body: string) => ({ id: 'x', url: '', body });
      const expected = comparePages(page(a), page(b), { extract: 'none', gram: { unit: 'word', q } });
      for (const side of ['a', 'b'] as const) {
        const [here, there] = [marked(runsOf(rows, side)), marked(expected[side].passages)];
        expect(here.map(([word]) => word)).toEqual(there.map(([word]) => word));
        there.forEach(([word, shared], i) => {
          if (shared) expect(here[i]).toEqual([word, true]);
        });
      }
      expect(overlap).toBe(expected.overlap);
      expect(union).toBe(expected.a.grams + expected.b.grams - expected.overlap);
    }),
    { numRuns: 500 },
  );
});

/** Texts as they are shown, with what is marked in brackets. */
function shown(a: string, b: string, q: number): [string, string] {
  const { rows } = compareTexts(a, b, q);
  const side = (of: 'a' | 'b') =>
    runsOf(rows, of)
      .map(({ shared, text }) => (shared ? text : `[${text.trim()}] `))
      .join('')
      .trim();
  return [side('a'), side('b')];
}

test('an identical word between two changes is not marked, though no gram with it is shared', () => {
  expect(
    shown(
      'the winter ferry leaves at nine from the old pier every day',
      'the winter ferry leaves at ten from the new pier every day',
      4,
    ),
  ).toEqual([
    'the winter ferry leaves at [nine] from the [old] pier every day',
    'the winter ferry leaves at [ten] from the [new] pier every day',
  ]);
  expect(shown('one two', 'one three two', 4)).toEqual(['one two', 'one [three] two']);
});

test('in two equal texts nothing is marked, and of two that differ in every word all is', () => {
  fc.assert(
    fc.property(paragraph, fc.integer({ min: 1, max: 5 }), (words, q) => {
      expect(shown(words, words, q).join('')).not.toContain('[');
      const others = words.replace(/\S+/g, 'z');
      const marks = runsOf(compareTexts(words, others, q).rows, 'a').filter(({ text }) => /\S/.test(text));
      expect(marks.every(({ shared }) => !shared)).toBe(true);
    }),
  );
});

test('of two texts without end that have the same words in another order the marks cost bounded time', () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i % 300}`);
  const startedAt = cpuMs();
  compareTexts(words.join(' '), words.toReversed().join(' '), 4);
  expect(cpuMs() - startedAt).toBeLessThan(5000);
});

test('words of a template are cut from others and keep their share, and a text of other words has none', () => {
  const a = 'menu home news the harbour opened today';
  const [row] = compareTexts(a, 'menu home news the ferry left', 1, [
    [7, 0, 2, 80, 2, 4, 5],
    [9, 0, 3, 50],
  ]).rows;
  expect(row?.a).toEqual([
    { shared: true, text: 'menu home ', percent: 80 },
    { shared: true, text: 'news the ', percent: 5 },
    { shared: false, text: 'harbour opened today' },
  ]);
  expect(row?.b.map(({ percent }) => percent)).toEqual([undefined, undefined]);
});

test('what is not shown is no part of a word', () => {
  const numbers = new Map<string, number>();
  const plain = splitWords('a star\u2605 b', numbers).keys;
  expect(splitWords('a\ufe0f s\u00adtar\u2605\ufe0f \ufe0f b', numbers).keys).toEqual(plain);
});

test('the rows hold every paragraph of both texts once and in order', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const { rows } = compareTexts(a, b, 3);
      const paragraphs = (of: string) => of.split('\n').filter((line) => line.trim() !== '');
      const shown = (side: 'a' | 'b') =>
        rows.flatMap((row) => paragraphs(row[side].map((run) => run.text).join('')));
      expect(shown('a')).toEqual(paragraphs(a));
      expect(shown('b')).toEqual(paragraphs(b));
    }),
    { numRuns: 500 },
  );
});

test('a row says that it is the same only when both sides are shared throughout', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const row of compareTexts(a, b, 2).rows) {
        const both = row.a.length > 0 && row.b.length > 0;
        expect(row.same).toBe(both && [...row.a, ...row.b].every(({ shared }) => shared));
      }
    }),
  );
});

test('a paragraph put into one text leaves the others side by side', () => {
  const [one, two, three] = [
    'one two three four five',
    'six seven eight nine ten',
    'red green blue white black',
  ];
  const { rows } = compareTexts(`${one}\n${three}`, `${one}\n${two}\n${three}`, 4);
  expect(rows.map(({ a, b, same }) => [a[0]?.text, b[0]?.text, same])).toEqual([
    [one, one, true],
    [undefined, two, false],
    [three, three, true],
  ]);
});

test('a paragraph that the other text breaks in two stands beside both', () => {
  const [one, two] = ['one two three four five', 'six seven eight nine ten'];
  for (const [a, b] of [
    [`${one} ${two}`, `${one}\n${two}`],
    [`${one}\n${two}`, `${one} ${two}`],
  ] as const) {
    const { rows } = compareTexts(a, b, 4);
    expect(rows.map((row) => [row.a, row.b].map((runs) => runs.map(({ text }) => text).join('')))).toEqual([
      [a, b],
    ]);
  }
});

test('two texts of a hundred thousand words that repeat one are compared in bounded time', () => {
  const long = 'same '.repeat(100_000);
  const startedAt = cpuMs();
  expect(compareTexts(long, long, 4).rows).toHaveLength(1);
  expect(cpuMs() - startedAt).toBeLessThan(5000);
});

test('words are those of the grams: all scripts, case folded, format characters dropped', () => {
  const numbers = new Map<string, number>();
  const keys = (of: string) => splitWords(of, numbers).keys;
  expect(keys('Straße STRASSE')).toHaveLength(2);
  expect(new Set(keys('Straße STRASSE strasse')).size).toBe(1);
  expect(new Set(keys('ﬁne fine FINE')).size).toBe(1);
  expect(new Set(keys('ｆｕｌｌ full')).size).toBe(1);
  expect(keys('日本語')).toHaveLength(3);
  expect(keys('пʼять')).toHaveLength(1);
  expect(keys("don't don’t")).toHaveLength(4);
  expect(new Set(keys('soft\u00adhyphen softhyphen')).size).toBe(1);
});
