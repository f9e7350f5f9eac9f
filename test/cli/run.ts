import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../../plugins/cli/run-command.ts';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');
const quickRetries = pathToFileURL(resolve(import.meta.dirname, '../quick-retries.mjs'));

/** The environment of a crawl in a process of its own that tries failed requests again at once. */
export const withQuickRetries = { ...process.env, NODE_OPTIONS: `--import ${quickRetries}` };

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let earlier: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, from the sources, in the folder `cwd`. Calls wait for each other.
 *
 * A process of its own (`neardupProcess`) costs .3 s and more before its first line, and proves no more but of what
 * belongs to a process: its exit code, standard input, signals, memory.
 */
export function neardup(args: readonly string[], { cwd = process.cwd() } = {}): Promise<Finished> {
  const finished = earlier.then(() => captured(args, cwd));
  earlier = finished.catch(() => {});
  return finished;
}

async function captured(args: readonly string[], cwd: string): Promise<Finished> {
  const cwdBefore = process.cwd();
  const release = [capture(process.stdout), capture(process.stderr)] as const;
  let code: number;
  try {
    process.chdir(cwd);
    code = await runCommand(args);
  } finally {
    process.chdir(cwdBefore);
    for (const stop of release) stop();
  }
  return { code, stdout: release[0](), stderr: release[1]() };
}

/** Keeps what is written to `stream` until the function returned is called, which gives it. */
function capture(stream: NodeJS.WriteStream): () => string {
  const { write } = stream;
  let text = '';
  stream.write = (piece: string | Uint8Array) => {
    text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

/** Runs the built command line as a process, to its end. `input` goes to its standard input. */
export function neardupProcess(
  args: readonly string[],
  {
    cwd = process.cwd(),
    input = '',
    env = process.env,
  }: { cwd?: string; input?: string | Buffer; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((settle, reject) => {
    const child = start(args, cwd, env);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => settle({ code, ...output }));
    // a command that refuses its input ends before it has read all of it
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Starts the built command line as a process. */
export function start(args: readonly string[], cwd = process.cwd(), env = process.env) {
  return spawn(process.execPath, [main, ...args], { cwd, env, stdio: 'pipe' });
}
