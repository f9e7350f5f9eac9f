import { parentPort, workerData } from 'node:worker_threads';
import { timeTarget } from './cells.ts';
import type { Task } from './hostile.ts';
import { targets } from './targets.ts';

// The thread of one reader. It reports which shape it begins, and how long each took.
const { name, done, ordinary } = workerData as Task;
const { read, shapes } = targets[name];
const left = Object.fromEntries(Object.entries(shapes).filter(([shape]) => !done.includes(shape)));
await timeTarget(
  name,
  { read, shapes: left },
  ordinary,
  (cell) => parentPort?.postMessage({ cell }),
  (shape) => parentPort?.postMessage({ shape }),
);
