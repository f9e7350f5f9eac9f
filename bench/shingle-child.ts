import { readdirSync, readFileSync } from 'node:fs';
import { readBlocks } from '../plugins/dump/index.ts';
import { Journal, shingleRecords, WorkFolder } from '../src/flow/index.ts';

// Reads and shingles the files of a call on so many threads and keeps what comes, as `dedup` does, so that one thread, too, makes
// the records that others hand over: a process of its own, which prints what it took, in milliseconds.
const [threads, ...inputs] = process.argv.slice(2);
const startedAt = performance.now();
const folder = new WorkFolder();
const journal = Journal.in(folder);
/** Of each thread of the process, by its number; those of workers end with them, so the last look counts. */
let byThread = new Map<string, number>();
const input = readBlocks(inputs, {}, Number(threads));
let looks = 0;
for await (const each of shingleRecords(input, {}, Number(threads))) {
  journal.add(each);
  if (journal.length < 256 * looks) continue;
  looks++;
  byThread = threadTimes();
}
const times = [...byThread.values()].sort((a, b) => b - a);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    pages: journal.length,
    elapsedMs: performance.now() - startedAt,
    busiestMs: times[0] ?? 0,
    cpuMs: (user + system) / 1000,
  }),
);
folder.close();

function threadTimes(): Map<string, number> {
  const folder = '/proc/self/task';
  return new Map(
    readdirSync(folder).map((thread) => {
      const stat = readFileSync(`${folder}/${thread}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // in hundredths of a second
      return [thread, 10 * (Number(fields[11]) + Number(fields[12]))];
    }),
  );
}
