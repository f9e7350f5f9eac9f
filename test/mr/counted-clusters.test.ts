import { expect, test } from 'vitest';
import { lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { runLines, sorted } from './stages.ts';

test('of the pairs of a page those count as within its cluster whose first page has the same representative', async () => {
  const lines = [
    lineOf('b', tags.dropped, 'r'),
    lineOf('b', tags.pairedWith, 'r'),
    lineOf('b', tags.pairedWith, 'another'),
    lineOf('kept', tags.pairedWith, 'kept'),
    lineOf('kept', tags.pairedWith, 'r'),
  ];
  const within = await runLines(['within-second'], sorted(lines.map((line) => `${line}\n`).join('')), {
    isPartition: true,
  });
  expect(within.split('\n').filter((line) => line.includes(`\t${tags.within}`))).toEqual([
    lineOf('r', tags.within),
    lineOf('kept', tags.within),
  ]);
});
