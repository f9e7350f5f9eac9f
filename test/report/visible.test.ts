import { expect, test } from 'vitest';
import { linkTarget, visible } from '../../plugins/report/browser/visible.ts';

test('control characters and those that turn the direction are shown, text in any script stays', () => {
  expect(visible('a\u0000b\u001bc\u007f')).toBe('a\u2400b\u241bc\u2421');
  expect(visible('evil\u202egnp.exe\u2066')).toBe('evil‹U+202E›gnp.exe‹U+2066›');
  expect(visible('tab\tline\nשלום 日本 é')).toBe('tab\tline\nשלום 日本 é');
  expect(visible('\u0085\u2028')).toBe('‹U+0085›‹U+2028›');
});

test('only http and https addresses become links', () => {
  expect(linkTarget('https://a.example/x?y')).toBe('https://a.example/x?y');
  expect(linkTarget('HTTP://a.example')).toBe('http://a.example/');
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/x',
    '',
  ]) {
    expect(linkTarget(url), url).toBeUndefined();
  }
});
