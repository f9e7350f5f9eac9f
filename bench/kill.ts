import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRepeatedly } from '../test/store/kills.ts';
import { printTable } from './measure.ts';

const KILLS = 240;

/**
 * Kills, at random moments, a process that claims, adds and removes pages. After each kill, checks that
 * everything it acknowledged is there, and verifies everything stored.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-kill-'));
  const seed = Date.now() % 2 ** 31;
  const { failures, ...counts } = await killRepeatedly(join(folder, 'index'), { kills: KILLS, seed });
  await rm(folder, { recursive: true });
  printTable(
    ['', 'number'],
    [
      ['kills (SIGKILL)', counts.kills],
      ['of them before the index was open', counts.beforeOpen],
      ['operations acknowledged', counts.acknowledged],
      ['operations that a kill met under way', counts.underWay],
      ['pages of these found stored or removed', counts.storedUnasked],
      ['pages looked at after kills', counts.pages],
      ['acknowledged pages missing, altered or half there', failures.length],
    ],
  );
  if (failures.length === 0) return;
  for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
  throw new Error(`${failures.length} failures with seed ${seed}`);
}
