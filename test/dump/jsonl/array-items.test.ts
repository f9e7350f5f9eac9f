import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemLines } from '../../../plugins/dump/jsonl/array-items.ts';
import { often } from '../../repetition.ts';
import { piecesOf } from '../opened.ts';
import { readAll, scratchFolder } from '../scratch.ts';

const { write } = scratchFolder();

async function linesOf(json: string, size?: number): Promise<string> {
  const parts: Buffer[] = [];
  for await (const { bytes } of itemLines(piecesOf(Buffer.from(json), size))) parts.push(bytes);
  return Buffer.concat(parts).toString();
}

describe('items of a JSON array', () => {
  test('are lines at the places that they had, however the array is printed and whatever pieces it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.object({ maxDepth: 3, withBoxedValues: false }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(undefined, 1, '\t', '\n'),
        fc.integer({ min: 1, max: 40 }),
        async (items, indent, size) => {
          const json = JSON.stringify(items, null, indent).replaceAll('\n', '\r\n');
          const lines = await linesOf(json, size);
          expect(lines.length).toBe(json.length);
          const found = lines.split('\n').filter((line) => line.trim() !== '');
          expect(found.map((line) => JSON.parse(line))).toEqual(JSON.parse(json));
        },
      ),
      { numRuns: often(200) },
    );
  });

  test('of arrays one after the other are like those of one, and what is no JSON ends nothing but itself', async () => {
    expect(await linesOf('[{"a":[1,2]},\n{"b":"],["}]\n[{"c":"\\\\\\""}]x')).toBe(
      ' {"a":[1,2]}\n {"b":"],["}\n  {"c":"\\\\\\""}\nx',
    );
    expect(await linesOf(']}}[{"a":1},]')).toBe('\n}} {"a":1}\n\n');
  });

  test('are pages like lines, plain and packed, on one thread or in blocks, and broken ones are named', async () => {
    const items = ['a', 'b'].map((id) => ({ id, url: `http://example.test/${id}`, text: `words\n${id}` }));
    const json = JSON.stringify([...items, { text: 'c' }, 'none', { title: 'no text' }], null, 2);
    for (const [name, bytes] of [
      ['pages.json', `\ufeff${json}`],
      ['pages.json.gz', gzipSync(json)],
    ] as const) {
      const path = write(name, bytes);
      const { pages, spots } = await readAll(path);
      expect(pages.map(({ id, body }) => [id, body])).toEqual([
        ['a', 'words\na'],
        ['b', 'words\nb'],
        [`${path}:3`, 'c'],
      ]);
      expect(spots.map(({ code, line }) => [code, line])).toEqual([
        ['not-json', 4],
        ['no-text', 5],
      ]);
    }
    const cut = await readAll(write('cut.json', json.slice(0, json.indexOf('"c"'))));
    expect([cut.ids, cut.spots.map(({ code }) => code)]).toEqual([['a', 'b'], ['not-json']]);
  });
});
