import { expect, test } from 'vitest';
import { damageLine, damageLines } from '../../plugins/cli/damage.ts';
import type { DamagedSpot } from '../../plugins/dump/index.ts';

function spot(offset: number): DamagedSpot {
  return { file: 'in.warc\u001b[2J', offset, reason: 'torn' } as DamagedSpot;
}

test('a damaged spot is told by file and offset, and cannot work the terminal', () => {
  expect(damageLine(spot(12))).toBe('in.warc�[2J at 12: torn');
});

test('a summary names ten spots and counts the others; without damage it says nothing', () => {
  expect(damageLines([])).toEqual([]);
  expect(damageLines([spot(1)])).toEqual([
    'damaged: 1 spot in the input; what was there is missing here',
    '    in.warc�[2J at 1: torn',
  ]);
  const spots = Array.from({ length: 12 }, (_, i) => spot(i));
  expect(damageLines(spots.slice(0, 10))).toHaveLength(11);
  const lines = damageLines(spots);
  expect(lines).toHaveLength(12);
  expect(lines[0]).toMatch(/^damaged: 12 spots/);
  expect(lines[10]).toBe('    in.warc�[2J at 9: torn');
  expect(lines[11]).toBe('    … and 2 more');
});
