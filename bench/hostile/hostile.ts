import { Worker } from 'node:worker_threads';
import { markdownTable } from '../measure.ts';
import { type Cell, isOver, leastTime, mostCost, mostGrowth, sizes } from './cells.ts';
import { ordinaryPage, targets } from './targets.ts';

/** A shape that takes longer is given up, and over its budget. */
const patienceMs = 60_000;
/** So many more threads time what is over its budget. */
const confirmations = 3;

/** What a thread is given: the reader, the shapes that are timed already, and the milliseconds of an ordinary page. */
export interface Task {
  readonly name: string;
  readonly done: readonly string[];
  readonly ordinary: number;
}

/**
 * Every reader of what strangers write, on inputs made to be slow: linear time, and no more than a fixed multiple of
 * what an ordinary page of that size costs from bytes to grams. Exit code 1 when a cell is over its budget.
 * `NEARDUP_BENCH_READERS` names some of the readers, separated by commas.
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
 * A cell that is over its budget in other threads, too: the least times of all. What one of them compiles or collects beside the
 * reader, no other does at the same place.
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

/** All shapes of a reader, in a thread that is ended when one stalls; the others then go on in another. */
async function timeInThreads(name: string, ordinary: number): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (;;) {
    const done = cells.map(({ shape }) => shape);
    const stalled = await timeInThread({ name, done, ordinary }, cells);
    if (stalled === undefined) return cells;
    cells.push({ target: name, shape: stalled, milliseconds: [Number.POSITIVE_INFINITY], isOver: true });
  }
}

/** Adds the cells of a thread as they come; resolves to the shape that stalled, if one does. */
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

/** The dearest shapes of a reader. */
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
