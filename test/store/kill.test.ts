import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFull } from '../repetition.ts';
import { killRepeatedly } from './kills.ts';

const KILLS = inFull ? 40 : 6;

test(`killed ${KILLS} times while it claims, adds and removes, an index loses nothing acknowledged, has nothing half, decides nothing twice`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-kill-'));
  // Kills meet other moments in every run; npm test at least kills after as many operations each time.
  const seed = inFull ? Date.now() % 2 ** 31 : 1;
  const counts = await killRepeatedly(join(folder, 'index'), { kills: KILLS, seed });
  await rm(folder, { recursive: true });
  expect(counts.failures, `seed ${seed}`).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(3 * KILLS);
  expect(counts.underWay).toBeGreaterThan(0);
});
