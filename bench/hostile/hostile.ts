import { Worker } from 'node:worker_threads';
import { markdownTable } from '../measure.ts';
import { type Cell, isOver, leastTime, mostCost, mostGrowth, sizes } from './cells.ts';
import { ordinaryPage, targets } from './targets.ts';

/** A shape that takes longer is given up and counts as over its budget. */
const patienceMs = 60_000;
/** Number of further threads that time a cell which is over its budget. */
const confirmations = 3;

/** A thread's task: the reader, the shapes that are already timed, and the milliseconds of an ordinary page. */
export interface Task {
  readonly name: string;
  readonly done: readonly string[];
  readonly ordinary: number;
}

/**
 * Times every reader of untrusted input on inputs that are made to be slow. The time must be linear and no more than
 * a fixed multiple of the cost of an ordinary page of that size, from bytes to grams. The exit code is 1 if a cell is
 * over its budget. `NEARDUP_BENCH_READERS` names some of the readers, separated by commas.
 */
export async function run(): Promise<void> {
  const cells: Cell[] = [];
  const ordinary = await leastTime(targets['a whole page'], ordinaryPage(sizes.at(-1)!), 5);
  const { NEARDUP_BENCH_READERS: asked } = process.env;
  for (const name of asked?.split(',') ?? Object.keys(targets)) {
    const own: Cell[] = [];
    for (const cell of await timeInThreads(name, ordinary)) own.push(await confirmed(cell, ordinary));
    process.stdout.write(`${tableOf(name, own, ordinary)}\n`);
    cells.push(...own);
  }
  const over = cells.filter(({ isOver }) => isOver);
  process.stdout.write(
    `\n${cells.length} cells of ${Object.keys(targets).length} readers at ${sizes.map(inKb).join(', ')}; over the budget ` +
      `(time grows more than ${mostGrowth} × from 256 KB to 1 MB, or is more than ${mostCost} × the ` +
      `${ordinary.toFixed(1)} ms of an ordinary page): ${over.length}\n`,
  );
  for (const { target, shape, milliseconds } of over) {
    process.stdout.write(`  ${target}, ${shape}: ${milliseconds.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  }
  if (over.length > 0) process.exitCode = 1;
}

/**
 * Times a cell that is over its budget in further threads, too, and takes the least times of all. Compilation and
 * garbage collection are unlikely to happen at the same place in another thread.
 */
async function confirmed(cell: Cell, ordinary: number): Promise<Cell> {
  const { target: name, shape } = cell;
  let milliseconds = cell.milliseconds;
  const others = Object.keys(targets[name].shapes).filter((other) => other !== shape);
  for (let k = 0; k < confirmations && milliseconds.length > 1 && isOver(milliseconds, ordinary); k++) {
    const again: Cell[] = [];
    if ((await timeInThread({ name, done: others, ordinary }, again)) !== undefined) return cell;
    milliseconds = milliseconds.map((least, i) => Math.min(least, again[0].milliseconds[i]));
  }
  return { ...cell, milliseconds, isOver: milliseconds.length === 1 || isOver(milliseconds, ordinary) };
}

/**
 * Times all shapes of a reader, in a thread that is ended when a shape stalls. The remaining shapes then run in
 * another thread.
 */
async function timeInThreads(name: string, ordinary: number): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (;;) {
    const done = cells.map(({ shape }) => shape);
    const stalled = await timeInThread({ name, done, ordinary }, cells);
    if (stalled === undefined) return cells;
    cells.push({ target: name, shape: stalled, milliseconds: [Number.POSITIVE_INFINITY], isOver: true });
  }
}

/** Adds the cells of a thread as they come. Resolves to the shape that stalled, if one did. */
function timeInThread(task: Task, cells: Cell[]): Promise<string | undefined> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
  let shape = '';
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve, reject) => {
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        worker.removeAllListeners('exit');
        void worker.terminate().then(() => resolve(shape));
      }, patienceMs);
    };
    worker.on('message', (message: { shape: string } | { cell: Cell }) => {
      wait();
      if ('shape' in message) shape = message.shape;
      else cells.push(message.cell);
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    wait();
  });
}

/** The most expensive shapes of a reader. */
function tableOf(name: string, cells: readonly Cell[], ordinary: number): string {
  const dearest = [...cells].sort((a, b) => lastOf(b) - lastOf(a)).slice(0, 3);
  return markdownTable(
    [name, ...sizes.map((size) => `ms at ${inKb(size)}`), '× a page'],
    dearest.map((cell) => [
      `${cell.shape}${cell.isOver ? ' OVER' : ''}`,
      ...sizes.map((_, i) => cell.milliseconds[i]?.toFixed(1) ?? ''),
      (lastOf(cell) / ordinary).toFixed(1),
    ]),
  );
}

function lastOf({ milliseconds }: Cell): number {
  return milliseconds.at(-1)!;
}

function inKb(size: number): string {
  return `${size >> 10} KB`;
}
