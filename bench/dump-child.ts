import { readPages } from '../plugins/dump/index.ts';

// Reads the files of a call to their ends: a process of its own, whose processor time is measured.
const inputs = process.argv.slice(2);
let pages = 0;
if (inputs.length > 0) for await (const _ of readPages(inputs)) pages++;
process.exitCode = inputs.length > 0 && pages === 0 ? 1 : 0;
