import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Answer } from '../join-child.ts';
import { readRankedSets } from '../join-sets.ts';
import { type Ran, ran } from '../processes.ts';

const folder = join(process.env.NEARDUP_PEERS ?? join(tmpdir(), 'neardup-peers'), 'bin');
const WRITTEN_CHARACTERS = 1 << 24;

/** The C++ joins that `bench/peers/install-joins.sh` has built, by program and algorithm. */
export function joinPeers(): string[] {
  const peers = ['mann allpairs', 'mann ppjoin', 'mann groupjoin', 'hyset allpairs', 'hyset ppjoin'];
  return peers.filter((peer) => existsSync(join(folder, peer.split(' ')[0])));
}

/** Writes ranked sets as text next to their file: a record per line, smallest first, tokens from 1, rarest first. */
export function recordsText(file: string): string {
  const path = file.replace(/\.sets$/, '.txt');
  if (existsSync(path) && statSync(path).mtimeMs > statSync(file).mtimeMs) return path;
  const sets = readRankedSets(file);
  const output = openSync(path, 'w');
  let lines = '';
  for (let x = 0; x < sets.size; x++) {
    const tokens = sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]);
    if (tokens.length > 0) lines += `${Array.from(tokens, (token) => token + 1).join(' ')}\n`;
    if (lines.length < WRITTEN_CHARACTERS && x + 1 < sets.size) continue;
    writeSync(output, lines);
    lines = '';
  }
  closeSync(output);
  return path;
}

/** Runs a join of Mann's, which itself ranks the words of a file of records, and writes the pairs to another file. */
export function joinFile(peer: string, records: string, threshold: string, pairs: string): Promise<Ran> {
  const [program, algorithm] = peer.split(' ');
  return ran(join(folder, program), [algorithm, records, threshold, pairs]);
}

/** A process that holds ranked sets and measures one C++ join on them, in processor time. */
export class JoinPeer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;

  private constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    this.#lines = createInterface({ input: process.stdout });
  }

  /** Starts `peer`, one of {@link joinPeers}; resolves when it has read the records. */
  static async start(peer: string, records: string): Promise<JoinPeer> {
    const [program, algorithm] = peer.split(' ');
    const started = new JoinPeer(spawn(join(folder, program), [algorithm, records]));
    await started.#line(Number.POSITIVE_INFINITY);
    return started;
  }

  /** The join's answer; `undefined` after `capMs`, when the process has been stopped. */
  async ask(threshold: number, capMs: number): Promise<Answer | undefined> {
    this.#process.stdin.write(`${threshold}\n`);
    const line = await this.#line(capMs);
    if (line === undefined) return undefined;
    const [pairs, ms] = line.split(' ').map(Number);
    return { ms, cpuMs: ms, pairs, megabytes: 0 };
  }

  stop(): void {
    this.#process.kill();
  }

  #line(capMs: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#lines.off('line', answered);
        this.#process.off('exit', ended);
      };
      const answered = (line: string): void => {
        settle();
        resolve(line);
      };
      const ended = (code: number | null): void => {
        settle();
        reject(new Error(`bench: a peer ended with code ${code} before it had answered`));
      };
      const stopped = (): void => {
        settle();
        this.#process.kill('SIGKILL');
        resolve(undefined);
      };
      const timer = capMs < Number.POSITIVE_INFINITY ? setTimeout(stopped, capMs) : undefined;
      this.#lines.on('line', answered);
      this.#process.on('exit', ended);
    });
  }
}
