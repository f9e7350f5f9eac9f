import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DedupSummary } from '../plugins/cli/dedup/summary.ts';
import { markdownTable, shown, timing } from './measure.ts';
import { neardup } from './processes.ts';
import { realPageStream } from './real-pages.ts';

const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? ['docs-openlayers/3000', 'docs-openlayers'];
const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 3);

/** What a run took, in milliseconds: by the clock, in all, and by phase. */
interface Took {
  readonly elapsed: number;
  readonly phases: DedupSummary['milliseconds'];
}

const phases = ['shingle', 'judge', 'cluster', 'write'] as const;

/**
 * `dedup` of HTML, from a cold process to its files, on one thread and on two, as Markdown; and beside them what the machine itself
 * gains from its second core, where two such processes of one thread each run side by side. `NEARDUP_BENCH_SETS`: other sets,
 * `docs-openlayers/3000` the first 3,000 pages of one; `NEARDUP_BENCH_ROUNDS`.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-second-'));
  try {
    for (const set of sets) await runSet(set, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runSet(set: string, folder: string): Promise<void> {
  const stream = realPageStream(set);
  if (stream === undefined) return;
  const pages = join(folder, 'pages.jsonl');
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const { url, body } of stream!) {
      count++;
      yield `${JSON.stringify({ url, html: Buffer.from(body).toString() })}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(pages));
  const runs = {
    'one thread': [] as Took[],
    'two threads': [] as Took[],
    'two processes of one thread': [] as Took[],
  };
  const took = (threads: number, out = 'out'): Promise<Took> => dedup(pages, threads, join(folder, out));
  for (let round = 0; round < rounds; round++) {
    runs['one thread'].push(await took(1));
    runs['two threads'].push(await took(2));
    runs['two processes of one thread'].push(...(await Promise.all([took(1), took(1, 'other')])));
  }
  print(set, count, runs);
}

async function dedup(pages: string, threads: number, out: string): Promise<Took> {
  const { elapsedMs: elapsed } = await neardup(
    ...['dedup', pages, '--threads', `${threads}`, '--out', out, '--force', '--quiet'],
  );
  const { milliseconds } = JSON.parse(await readFile(join(out, 'summary.json'), 'utf8')) as DedupSummary;
  return { elapsed, phases: milliseconds };
}

function print(set: string, pages: number, runs: Readonly<Record<string, readonly Took[]>>): void {
  const rows = Object.entries(runs).map(([name, all]) => [
    name,
    shown(timing(all.map(({ elapsed }) => elapsed))),
    ...phases.map((phase) => shown(timing(all.map((took) => took.phases[phase] ?? 0)))),
  ]);
  process.stdout.write(
    `\n${set}, ${pages} pages, ${rounds} rounds in turn, ms: median (range)\n\n${markdownTable(['run', 'all', ...phases], rows)}\n`,
  );
  const [one, two, both] = Object.values(runs).map((all) => timing(all.map(({ elapsed }) => elapsed)).median);
  process.stdout.write(
    `\nThe second thread: ${(one! / two!).toFixed(2)} × (wanted: 1.8, of 3,000 pages 1.5); two processes side by side do ${((2 * one!) / both!).toFixed(2)} × the work of one.\n`,
  );
}
