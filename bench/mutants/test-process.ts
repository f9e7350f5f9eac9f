import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A request to the runner. */
export interface Request {
  /** A test file, by its path in the checkout. */
  readonly file: string;
  /** Ids of the tests to run; empty: all of them. */
  readonly tests: readonly string[];
  /** Files that have changed since the runner read them. */
  readonly changed: readonly string[];
}

/** The outcome of a test file. */
export interface Answer {
  /** `skipped`: none of its tests can run here. */
  readonly state: 'passed' | 'skipped' | 'failed' | 'timeout';
  readonly elapsedMs: number;
  /** The title of the test that failed, or the message of an error outside all tests. */
  readonly failure?: string;
  /** The id of the test that failed. */
  readonly test?: string;
  /** Time of each test, by its id, if all passed. */
  readonly testMs?: Readonly<Record<string, number>>;
}

const tickMs = 100;

/** Runs test files of a checkout, one at a time, in a process that is replaced when it does not answer. */
export class TestProcess {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  readonly #changed = new Set<string>();

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Says that files of the checkout have changed. */
  changed(paths: Iterable<string>): void {
    for (const path of paths) this.#changed.add(path);
  }

  /** Runs a test file, or some of its tests, up to the first failure, for at most `limitMs`. */
  async run(file: string, limitMs: number, some: Iterable<string> = []): Promise<Answer> {
    this.#child ??= await this.#start();
    const child = this.#child;
    const request: Request = { file, tests: [...some], changed: [...this.#changed] };
    this.#changed.clear();
    const answer = await new Promise<Answer>((settle) => {
      const finish = (answer: Answer): void => {
        clearInterval(ticking);
        child.off('message', finish).off('exit', ended);
        settle(answer);
      };
      const ended = (): void => finish({ state: 'failed', elapsedMs: 0, failure: 'the test runner ended' });
      // ticks that are missed while the machine is suspended or busy do not count
      let leftMs = limitMs;
      const ticking = setInterval(() => {
        leftMs -= tickMs;
        if (leftMs <= 0) finish({ state: 'timeout', elapsedMs: limitMs });
      }, tickMs);
      child.once('message', finish).once('exit', ended);
      child.send(request);
    });
    if (answer.state === 'timeout' || child.exitCode !== null || child.signalCode !== null) this.end();
    else if (answer.state === 'failed') this.#endLeftOver();
    return answer;
  }

  /** Ends the runner and everything that its tests have started. */
  end(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid !== undefined) kill(-pid);
  }

  async #start(): Promise<ChildProcess> {
    const built = import.meta.url.endsWith('.ts') ? '../../dist/bench/mutants/runner.js' : './runner.js';
    const program = fileURLToPath(new URL(built, import.meta.url));
    const child = fork(program, [], {
      cwd: this.#folder,
      env: this.#environment,
      execArgv: [],
      // a process group of its own, which can be ended as a whole
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the test runner did not start in ${this.#folder}`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
    return child;
  }

  /** Ends what a failed test has left running: processes of the runner's group that are not its own children. */
  #endLeftOver(): void {
    const runner = this.#child!.pid!;
    const all = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid='], { encoding: 'utf8' });
    for (const [, pid, parent, group] of all.matchAll(/(\d+)\s+(\d+)\s+(\d+)/g)) {
      if (Number(group) === runner && Number(pid) !== runner && Number(parent) !== runner) kill(Number(pid));
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // it has already ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
