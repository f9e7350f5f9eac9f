import { parentPort, workerData } from 'node:worker_threads';
import { runCase } from './cases.ts';
import type { Message, Task } from './fuzz.ts';

// The thread in which cases run. It reports which case it begins, and what each found.
const { seed, first, end, until } = workerData as Task;
const tell = (message: Message): void => parentPort?.postMessage(message);
for (let number = first; number < end && Date.now() < until; number++) {
  tell({ begins: number });
  const findings = await runCase(seed, number);
  if (findings.length > 0) tell({ findings });
}
