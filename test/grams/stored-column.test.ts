import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { often } from '../repetition.ts';

const parent = mkdtempSync(join(tmpdir(), 'neardup-column-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** More than are at hand. */
const places = 200_000;
const kinds = {
  u8: { fill: 7, values: fc.nat(255) },
  u32: { fill: 2 ** 32 - 1, values: fc.nat(2 ** 32 - 1) },
  f64: { fill: Number.NaN, values: fc.double() },
} as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

test('a stored column is as an array that was filled and set in the same places, in any order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names).chain((kind) =>
        fc.record({
          kind: fc.constant(kind),
          runs: fc.array(
            fc.record({
              from: fc.nat(places - 1),
              step: fc.constantFrom(1, 1, 1000, 1024, 65_536),
              values: fc.array(kinds[kind].values, { minLength: 1, maxLength: 30 }),
            }),
            { minLength: 10, maxLength: 60 },
          ),
        }),
      ),
      ({ kind, runs }) => {
        const folder = new WorkFolder(parent);
        const column = folder.column(kind, kinds[kind].fill);
        const naive = new Map<number, number>();
        let length = 0;
        for (const { from, step, values } of runs) {
          for (const [k, value] of values.entries()) {
            const i = (from + k * step) % places;
            column.set(i, value);
            naive.set(i, value);
            length = Math.max(length, i + 1);
            expect(column.at((i * 7) % places)).toBe(naive.get((i * 7) % places) ?? kinds[kind].fill);
          }
        }
        expect(column.length).toBe(length);
        for (const [i, value] of naive) {
          expect(column.at(i)).toBe(value);
          expect(column.at(i ^ 1)).toBe(naive.get(i ^ 1) ?? kinds[kind].fill);
        }
        folder.close();
        expect(readdirSync(parent)).toEqual([]);
      },
    ),
    { numRuns: often(40) },
  );
});

test('numbers are added behind the last one; up to 65,536 make no file', () => {
  const folder = new WorkFolder(parent);
  const column = folder.column('u32');
  for (let i = 0; i < 65_536; i++) column.push(i);
  expect(readdirSync(parent)).toEqual([]);
  column.push(65_536);
  expect(readdirSync(parent)).toHaveLength(1);
  for (let i = 0; i <= 65_536; i++) if (column.at(i) !== i) throw new Error(`expected ${i}`);
  column.close();
  expect(readdirSync(folder.directory)).toEqual([]);
  folder.close();
});

test('each block counts once as written to the folder, however often it changes', () => {
  const bytes = 8 * 1024 * Math.ceil(places / 1024);
  let asked = 0;
  // it is asked again when half of it is written
  const freeBytes = () => {
    asked++;
    return 4 * bytes;
  };
  const folder = new WorkFolder(parent, undefined, freeBytes, () => 0);
  const column = folder.column('f64');
  for (let pass = 0; pass < 3; pass++) for (let i = 0; i < places; i++) column.set(i, pass);
  expect(asked).toBe(1);
  folder.close();
});
