import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DedupSummary } from '../../plugins/cli/dedup/summary.ts';

const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
/** Interval of the checks. A phase of a small input takes some tenths of a second. */
const LOOK_EVERY_MS = 20;

/** The cost of a run of `neardup dedup`. */
export interface Run {
  /** Undefined if the run was killed. */
  readonly summary?: DedupSummary;
  /** Most bytes in its folder at any time. */
  readonly diskBytes: number;
}

/**
 * Runs `neardup dedup` in a process of its own, and kills it with SIGKILL as soon as `killWhen`, called fifty times a
 * second, returns true.
 */
export async function runDedup(
  args: readonly string[],
  out: string,
  killWhen: () => boolean = () => false,
): Promise<Run> {
  const child = spawn(process.execPath, [main, 'dedup', ...args, '--out', out, '--json', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  let diskBytes = 0;
  const looking = setInterval(() => {
    diskBytes = Math.max(diskBytes, bytesIn(out));
    if (killWhen()) child.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (signal === null && code !== 0) throw new Error(`dedup: expected exit code 0; got ${code}`);
    if (signal !== null) return { diskBytes };
    return { summary: JSON.parse(Buffer.concat(pieces).toString()), diskBytes };
  } finally {
    clearInterval(looking);
  }
}

/** Bytes of all files in a folder and its subfolders; 0 if it does not exist. */
export function bytesIn(folder: string): number {
  let bytes = 0;
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) bytes += bytesIn(path);
    else bytes += found?.size ?? 0;
  }
  return bytes;
}

/** The names in a folder; none if it does not exist, or no longer does. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
