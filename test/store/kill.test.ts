import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Level } from 'level';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { seededRandom } from '../sketch/sets.ts';
import { collected, PARAMETERS } from './common.ts';
import { offeredGrams } from './offered-pages.ts';

const CHILD = fileURLToPath(new URL('../../dist/test/store/committing-child.js', import.meta.url));
const KILLS = 20;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-kill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the child and kills it `delayMs` after its first new page; returns what it acknowledged. */
async function acknowledgedUntilKilled(delayMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let isDoomed = false;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.endsWith('new') && !isDoomed) {
      isDoomed = true;
      setTimeout(() => child.kill('SIGKILL'), delayMs);
    }
  }
  return lines;
}

/** Numbers of the keys in each table; a unique page has the same in all. */
async function tableSizes(): Promise<Record<string, number>> {
  const store = new Level<Buffer, Buffer>(folder, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const sizes: Record<string, number> = { p: 0, k: 0, c: 0, g: 0, f: 0, t: 0, s: 0, '!': 0 };
  for (const key of await store.keys().all()) sizes[String.fromCharCode(key[0])]++;
  await store.close();
  return { ...sizes, t: sizes.t / 16, s: sizes.s / 4 };
}

test(`killed ${KILLS} times at random moments, an index loses no acknowledged page, has none half, decides none twice`, async () => {
  expect(existsSync(CHILD), 'run `npm run build` first: the child process runs dist/').toBe(true);
  const random = seededRandom(Date.now());
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const lines = await acknowledgedUntilKilled(random() * 80);
    // One page may be stored and not acknowledged: the kill came between.
    for (const [i, line] of lines.entries()) {
      if (i < acknowledged) expect(line).toBe(`${i} replayed`);
      if (i > acknowledged) expect(line).toBe(`${i} new`);
    }
    expect(lines.length).toBeGreaterThan(acknowledged);
    acknowledged = lines.length;
  }

  const index = await SketchIndex.open(folder, PARAMETERS);
  const decisions = await collected(index.decisions());
  expect([acknowledged, acknowledged + 1]).toContain(decisions.length);
  for (const [i, { key, outcome, of }] of decisions.entries()) {
    expect(key).toBe(`page ${i}`);
    expect(of?.key).toBe(i % 3 === 1 ? `page ${i - 1}` : undefined);
    expect(outcome).toBe(i % 3 === 1 ? 'duplicate' : 'unique');
    if (i % 10 === 0) expect((await index.query(offeredGrams(i))).matches).toHaveLength(1);
  }
  const { unique, decided } = index.counts;
  expect(decided).toBe(decisions.length);
  await index.close();
  expect(await tableSizes()).toEqual({
    p: decided,
    k: decided,
    c: unique,
    g: decided,
    f: unique,
    t: unique,
    s: unique,
    '!': 3,
  });
});
