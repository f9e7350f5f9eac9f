import { parentPort, workerData } from 'node:worker_threads';
import { soundFiles } from './files.ts';
import { mutateFile } from './mutate.ts';
import type { Message, Task } from './mutations.ts';

// The thread in which mutants of one file are read. Before each mutant it reports the outcomes of the earlier ones.
const { name, seed, span, folder } = workerData as Task;
const tell = (message: Message): void => parentPort?.postMessage(message);
const file = soundFiles().find((each) => each.name === name)!;
const outcomes = await mutateFile(file, seed, span, folder, (next, soFar) => tell({ next, outcomes: soFar }));
tell({ next: span[1], outcomes });
