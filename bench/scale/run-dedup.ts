import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DedupSummary } from '../../plugins/cli/dedup/summary.ts';

const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
const LOOK_EVERY_MS = 500;

/** What a run of `neardup dedup` took. */
export interface Run {
  /** Missing where it was killed. */
  readonly summary?: DedupSummary;
  /** Most bytes in its folder at a time. */
  readonly diskBytes: number;
  readonly elapsedMs: number;
}

/** Runs `neardup dedup` in a process of its own; `killAfterMs` ends it by SIGKILL, if it is not done by then. */
export async function runDedup(args: readonly string[], out: string, killAfterMs?: number): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, 'dedup', ...args, '--out', out, '--json', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  let diskBytes = 0;
  const looking = setInterval(() => {
    diskBytes = Math.max(diskBytes, bytesIn(out));
  }, LOOK_EVERY_MS);
  const killing =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (signal === null && code !== 0) throw new Error(`dedup: expected exit code 0; got ${code}`);
    const elapsedMs = performance.now() - startedAt;
    if (signal !== null) return { diskBytes, elapsedMs };
    return { summary: JSON.parse(Buffer.concat(pieces).toString()), diskBytes, elapsedMs };
  } finally {
    clearInterval(looking);
    clearTimeout(killing);
  }
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) bytes += bytesIn(path);
    else bytes += found?.size ?? 0;
  }
  return bytes;
}

/** None where the folder is not there, or no more. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
