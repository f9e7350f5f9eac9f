import { parentPort, workerData } from 'node:worker_threads';
import { soundFiles } from './files.ts';
import { mutateFile } from './mutate.ts';
import type { Message, Task } from './mutations.ts';

// The thread that mutants of one file are read in: says which one it begins, and what became of all.
const { name, seed, span, folder } = workerData as Task;
const tell = (message: Message): void => parentPort?.postMessage(message);
const file = soundFiles().find((each) => each.name === name)!;
tell({ outcomes: await mutateFile(file, seed, span, folder, (begins) => tell({ begins })) });
