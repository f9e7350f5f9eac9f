import { expect, test } from 'vitest';
import { ChangedUrls, NamesAtUrl, TextsAtUrl, withTexts } from '../../src/site/changed-urls.ts';

/** Whether a text is a wall by what else its URLs gave. */
function isWall(beside: readonly number[], isShort = true): boolean {
  const urls = new ChangedUrls();
  for (const [i, each] of beside.entries()) urls.add(`/${i}`, each, isShort);
  return urls.areOfWall;
}

test('a short text is a wall under two URLs that gave unlike things, and a long one under three', () => {
  expect(isWall([7, 8])).toBe(true);
  expect(isWall([7, 8], false)).toBe(false);
  expect(isWall([7, 8, 8], false)).toBe(true);
});

test('it is none where a URL gave nothing else, or a page without a name', () => {
  expect(isWall([7, 8, 0])).toBe(false);
  expect(isWall([7, 1])).toBe(false);
});

test('URLs that gave one thing, as those of a page that was walled later, do not tell which of both is the page', () => {
  expect(isWall([7, 7])).toBe(false);
  expect(isWall([7, 7, 7], false)).toBe(false);
  // what has no name may be many things
  expect(isWall([1, 1, 1], false)).toBe(true);
});

test('a page that was edited at all of its URLs is no wall, and one text at URLs that kept unlike names is', () => {
  const edited = new NamesAtUrl();
  edited.add(7);
  edited.add(7);
  expect(edited.beside(7, true)).toBe(7);
  expect(isWall([7, 7, 7], false)).toBe(false);
  expect(isWall([7, 8, 9], false)).toBe(true);
  // what has no name may be anything
  edited.add(0);
  expect(edited.beside(7, true)).toBe(1);
});

test('a page that was edited at all of its URLs is no wall, though its print version has a name of its own', () => {
  const textsBeside = (own: number, ...given: (number | undefined)[]): number => {
    const texts = new TextsAtUrl();
    for (const text of given) texts.add(text);
    return texts.beside(own);
  };
  const isWallBeside = (...texts: number[]) =>
    isWall(
      texts.map((text, i) => withTexts(7 + i, text)),
      false,
    );
  const [one, other, two] = [textsBeside(5, 5, 3), textsBeside(5, 5, 4), textsBeside(5, 3, 5, 4, 3)];
  expect(isWallBeside(one, one, one)).toBe(false);
  expect(isWallBeside(two, two, textsBeside(5, 4, 3))).toBe(false);
  expect(isWallBeside(one, other, one)).toBe(true);
  // a text of no other page is one of its own
  const alone = textsBeside(5, 5, 3, undefined);
  expect(isWallBeside(alone, alone, alone)).toBe(true);
  const many = textsBeside(5, ...Array.from({ length: 40 }, (_, i) => 10 + i));
  expect(many).toBe(0);
  expect(
    isWall(
      [1, 1, 1].map((name) => withTexts(name, one)),
      false,
    ),
  ).toBe(false);
  expect(withTexts(0, one)).toBe(0);
});

test('two things at one URL are none of two URLs', () => {
  const urls = new ChangedUrls();
  for (const beside of [7, 8]) urls.add('/a', beside, true);
  expect(urls.areOfWall).toBe(false);
});

test('what else a URL gave is the same in any order of its pages', () => {
  for (const names of [
    [5, 9, 7, 0],
    [7, 0, 9, 5],
  ]) {
    const given = new NamesAtUrl();
    for (const name of names) given.add(name);
    expect([5, 7, 9, 0].map((name) => given.beside(name, true))).toEqual([7, 5, 5, 5]);
    expect(given.beside(5, false)).toBe(0);
  }
  expect(new NamesAtUrl().beside(5, true)).toBe(1);
});
