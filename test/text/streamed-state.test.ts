import { describe, expect, test } from 'vitest';
import { headingIn, rowsNamedBy, streamParts } from '../../src/text/streamed-state.ts';

describe('a stream of values', () => {
  test('is a line of JSON each, its row before it, and texts of a length in bytes of UTF-8', () => {
    const text = 'Größe 漢字 \u{1f600}\n1:["no"] ';
    const stream = `1:"$Sx.y"\n2:I[7,[],"a"]\n:HL["/a.css"]\n0:{"a":1}\n1f:T${Buffer.byteLength(text).toString(16)},${text}20:["b"]\n`;
    expect([...streamParts(stream)]).toEqual([
      { value: '$Sx.y', row: '1' },
      { value: [7, [], 'a'], row: '2' },
      { value: ['/a.css'] },
      { value: { a: 1 }, row: '0' },
      { text },
      { value: ['b'], row: '20' },
    ]);
    expect([...streamParts('[{"_1":2},"a"]\nP5:["b"]\n')]).toEqual([
      { value: [{ _1: 2 }, 'a'] },
      { value: ['b'], row: 'P5' },
    ]);
    expect([...streamParts('{\n "a": 1\n}')]).toEqual([{ value: { a: 1 } }]);
  });

  test('has no parts where it begins otherwise, and ends where it was cut', () => {
    for (const text of ['', 'plain text', 'body { margin: 0 }', '[open', '{{x}}', 'first\n0:["a row"]'])
      expect([...streamParts(text)], text).toEqual([]);
    expect([...streamParts('0:T7fffffff,abc')]).toEqual([{ text: 'abc' }]);
    expect([...streamParts('0:T0,0:T0,1:[2]')]).toEqual([
      { text: '' },
      { text: '' },
      { value: [2], row: '1' },
    ]);
  });

  test('names other rows by their numbers, alone or in a list', () => {
    expect(rowsNamedBy('$L1f')).toEqual(['1f']);
    expect(rowsNamedBy(['$2', [], '$L3', '$undefined', '$@4', 'L5', 6])).toEqual(['2', '3']);
    for (const none of [null, undefined, {}, '$', '$L', '$Sreact.fragment', [['$L1']]])
      expect(rowsNamedBy(none)).toEqual([]);
  });

  test('names the page by its main heading', () => {
    expect(headingIn(['$', 'h1', null, { className: 'x', children: 'Harbour' }])).toBe('Harbour');
    expect(headingIn(['$', 'h1', null, { children: ['The ', ['$', 'b', null, {}], 'bridge'] }])).toBe(
      'The bridge',
    );
    for (const other of [['$', 'h2', null, { children: 'x' }], ['$', 'h1'], ['$', 'h1', null, null], []])
      expect(headingIn(other)).toBe('');
  });
});
