import { expect, test } from 'vitest';
import { shinglePages } from '../../src/flow/index.ts';
import { RecentTexts } from '../../src/flow/recent-texts.ts';
import { seededRandom } from '../sketch/sets.ts';

test('every text gets what was made of it, and what is kept is worked on once', () => {
  const draw = seededRandom(1);
  const texts = new RecentTexts<string>(90 * 138);
  let made = 0;
  for (let i = 0; i < 5000; i++) {
    const text = `${Math.floor(draw() * 90)}`.padStart(10, 'x');
    const make = (of: string): string => {
      made++;
      return `made of ${of}`;
    };
    expect(texts.get(text, make)).toBe(`made of ${text}`);
  }
  expect(made).toBe(90);
});

test('no more is kept than was asked for, and the text met longest ago goes first', () => {
  const texts = new RecentTexts<number>(16 * 138);
  const made: string[] = [];
  const get = (text: string): void => {
    texts.get(text, () => made.push(text));
  };
  for (const letter of 'abcdefghijklmnop') get(letter.repeat(10));
  get('a'.repeat(10));
  get('q'.repeat(10));
  expect(made.length).toBe(17);
  get('a'.repeat(10));
  expect(made.length).toBe(17);
  get('b'.repeat(10));
  expect(made.length).toBe(18);
  // longer than a sixteenth: neither kept nor at the cost of others
  get('long'.repeat(40));
  get('long'.repeat(40));
  expect(made.length).toBe(20);
  get('q'.repeat(10));
  expect(made.length).toBe(20);
});

test('long texts of one length keep their own, which V8 looks for in one place', () => {
  const longs = Array.from({ length: 40 }, (_, i) => `${'a'.repeat(20_000)}${String.fromCharCode(97 + i)}`);
  const texts = new RecentTexts<string>();
  for (const each of [...longs, ...longs]) expect(texts.get(each, (of) => of)).toBe(each);
});

test('pages of one text share their gram set, and pages of others do not', async () => {
  const bodies = ['one two three four five', 'six seven eight nine', 'one two three four five'];
  const pages = (async function* () {
    for (const [i, body] of bodies.entries()) yield { id: `${i}`, url: '', body, contentType: 'text/plain' };
  })();
  const sets: BigUint64Array[] = [];
  for await (const { grams } of shinglePages(pages, {})) sets.push(grams);
  expect(sets[2]).toBe(sets[0]);
  expect(sets[1]).not.toEqual(sets[0]);
});
