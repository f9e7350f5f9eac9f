import { expect, test } from 'vitest';
import { remembered } from '../../src/site/remembered.ts';

test('what was made of a string is made once, until as many others were met as are kept', () => {
  const made: string[] = [];
  const upper = remembered(
    (text) => {
      made.push(text);
      return text.toUpperCase();
    },
    { most: 2, longest: 8, lengthOf: ({ length }) => length },
  );
  expect(['a', 'a', 'b', '\ud800', 'a', 'b'].map(upper)).toEqual(['A', 'A', 'B', '\ud800', 'A', 'B']);
  expect(made).toEqual(['a', 'b', '\ud800', 'a', 'b']);
  made.length = 0;
  // four code units and as many of what is made of them are kept, five are not
  for (const text of ['four', 'four', 'fives', 'fives', 'much longer']) upper(text);
  expect(made).toEqual(['four', 'fives', 'fives', 'much longer']);
  made.length = 0;
  const counted = remembered((text) => made.push(text), { most: 2, longest: 4 });
  for (const text of ['four', 'four', 'fives', 'fives']) counted(text);
  expect(made).toEqual(['four', 'fives', 'fives']);
});
