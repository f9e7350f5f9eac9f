import { expect, test } from 'vitest';
import { directoryOf } from '../../src/url-rules/slots.ts';

test.each([
  ['x', 'y', true],
  ['a/x', 'a/y', true],
  ['a/x', 'b/x', false],
  ['a/x', 'x', false],
  ['a/b/x', 'a/b/y', true],
  ['a/b/x', 'a/c/x', false],
  ['a/b/c/x', 'a/b/d/x', true],
  ['a/b/c/x', 'a/b/x', true],
])(
  'a directory is the first two folders of a page, without its name: of %s and %s the same is %s',
  (x, y, isSame) => {
    expect(directoryOf(x.split('/')) === directoryOf(y.split('/'))).toBe(isSame);
  },
);
