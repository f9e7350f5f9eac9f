import { expect, test } from 'vitest';
import { haveNamesApart } from '../../src/site/names-apart.ts';

const page = (path: string, ...names: string[]) => ({ url: `https://a.example${path}`, names });

test.each([
  ['a package', page('/api/Set.html', 'set'), page('/api/mutable/Set.html', 'set', 'mutable set')],
  ['two classes', page('/BTypes$Name.html', 'btypes name'), page('/GenASM$Name.html', 'genasm name')],
  ['an encoded word', page('/%C3%B6l/x', 'x', 'öl x'), page('/gas/x', 'x')],
  ['a word without its marks', page('/lich/x', 'x', 'lịch x'), page('/gas/x', 'x')],
])('two pages are told apart by a word that both the names and the path of one have alone: %s', (_, x, y) => {
  expect(haveNamesApart(x, y)).toBe(true);
  expect(haveNamesApart(y, x)).toBe(true);
});

test.each([
  ['the id of a session', page('/set;1f3e/', 'set'), page('/set;77ab/', 'set')],
  ['a word of the names alone, such as a code name', page('/1/x', 'x', 'x quartz'), page('/2/x', 'x')],
  ['a version', page('/3.1/x', 'x 3 1'), page('/3.2/x', 'x 3 2')],
  ['a word in place of a version', page('/docs/latest/x', 'x', 'x latest'), page('/docs/v4.1/x', 'x')],
  ['a folder that both are in', page('/examples/x', 'x', 'examples'), page('/examples/x', 'x')],
  ['a number', page('/list/2', 'list 2'), page('/list/3', 'list 3')],
  ['a number beside a word', page('/page-2/x', 'x', 'x 2'), page('/page-3/x', 'x', 'x 3')],
  ['nothing', page(''), page('/%', 'a')],
])('two pages are not told apart by %s', (_, x, y) => {
  expect(haveNamesApart(x, y)).toBe(false);
  expect(haveNamesApart(y, x)).toBe(false);
});
