import { expect, test } from 'vitest';
import { InputError } from '../../../plugins/dump/index.ts';
import { cases } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { parquet } from './parquet-writer.ts';

const { write } = scratchFolder();
const rows = Array.from({ length: 6 }, (_, i) => ({ id: `page-${i}`, text: `the words of page ${i}` }));

/** Whether the column of texts may lack values: where it says so, the first bytes of its values are read as which ones do. */
const mayLackValues = 233;

test('no changed byte of the footer, which has no checksum, leaves rows out or changes texts without a word', async () => {
  const { bytes, footer } = parquet([rows.slice(0, 4), rows.slice(4)], { checksums: true });
  const whole = await readAll(write('whole.parquet', bytes));
  expect(whole.pages).toHaveLength(6);
  const bits = Array.from({ length: 8 * (bytes.length - footer) }, (_, i) => i);
  // the numbers of rows, and whatever else is 2, 4 or 6 as Thrift writes it
  const counts = bits.filter((bit) => [4, 8, 12].includes(bytes[footer + (bit >> 3)]!));
  const silent: number[] = [];
  for (const bit of new Set([...counts, ...cases(bits)])) {
    const changed = Buffer.from(bytes);
    changed[footer + (bit >> 3)]! ^= 1 << (bit & 7);
    try {
      const { pages, spots } = await readAll(write('changed.parquet', changed));
      const same =
        JSON.stringify(pages.map(({ body }) => body)) === JSON.stringify(rows.map(({ text }) => text));
      if (spots.length === 0 && !same) silent.push(bit);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  }
  // nothing else in the file says otherwise
  expect(silent.filter((bit) => bit !== mayLackValues)).toEqual([]);
});

test('what a changed byte breaks is told in words about the file, not in those of JavaScript', async () => {
  const { bytes } = parquet([rows.slice(0, 2)]);
  const told = new Set<string>();
  for (let at = 4; at < bytes.length - 8; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = at % 2 === 0 ? 0x00 : 0x31;
    const { spots } = await readAll(write('changed.parquet', changed)).catch(() => ({ spots: [] }));
    for (const { reason } of spots) told.add(reason);
  }
  expect(told.size).toBeGreaterThan(5);
  const ofJavaScript =
    /undefined|NaN|\[object|Cannot|is not a |of (?:true|false)\b|instance of|DataView|typed array/;
  expect([...told].filter((reason) => ofJavaScript.test(reason))).toEqual([]);
});
