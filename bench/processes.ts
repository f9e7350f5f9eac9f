import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built command line. */
export const main: string = fileURLToPath(new URL('../cli/main.js', import.meta.url));
/** The built bundle for workers. */
export const bundle: string = fileURLToPath(new URL('../mr.mjs', import.meta.url));

/** What a process has done, and what it took. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** Processor time of the process and of all that it started and waited for; NaN where the system does not tell. */
  readonly cpuMs: number;
}

/** Runs a program to its end; throws what it said where it fails. */
export async function ran(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const before = childrenCpuMs();
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const pieces = [child.stdout, child.stderr].map((stream) => {
    const ofStream: Buffer[] = [];
    stream.on('data', (piece: Buffer) => ofStream.push(piece));
    return ofStream;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = pieces.map((ofStream) => Buffer.concat(ofStream).toString());
  if (code !== 0) {
    const said = `${stderr}${stdout}`.trim();
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} …: exit code ${code}: ${said.slice(-2000)}`);
  }
  return {
    ...{ stdout, stderr },
    elapsedMs: performance.now() - startedAt,
    cpuMs: childrenCpuMs() - before,
  };
}

/** Runs `neardup` to its end. */
export function neardup(...args: readonly string[]): Promise<Ran> {
  return ran(process.execPath, [main, ...args]);
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of all children that have ended. */
export function childrenCpuMs(): number {
  const path = '/proc/self/stat';
  if (!existsSync(path)) return Number.NaN;
  // Behind the name of the program, which may have blanks: cutime and cstime are fields 16 and 17.
  const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  return TICK_MS * (Number(fields[13]) + Number(fields[14]));
}
