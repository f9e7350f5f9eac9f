import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const main = resolve(import.meta.dirname, '../../dist/plugins/cli/main.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line to its end. `input` goes to its standard input. */
export function neardup(
  args: readonly string[],
  options: { cwd?: string; input?: string } = {},
): Promise<Finished> {
  return new Promise((settle, reject) => {
    const child = start(args, options.cwd);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => settle({ code, ...output }));
    child.stdin.end(options.input ?? '');
  });
}

/** Starts the built command line. */
export function start(args: readonly string[], cwd = process.cwd()) {
  return spawn(process.execPath, [main, ...args], { cwd, stdio: 'pipe' });
}
