import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { DedupSummary } from '../plugins/cli/dedup/summary.ts';
import { printTable } from './measure.ts';
import { areSame } from './same-bytes.ts';
import { runGramSets } from './scale/gram-sets.ts';
import { plantedPage } from './scale/planted.ts';
import { bytesIn, type Run, runDedup } from './scale/run-dedup.ts';
import { readMaterial, writeWarc } from './scale/warc.ts';

const files = ['pairs', 'alike', 'clusters', 'decisions', 'templates', 'removals'].map(
  (name) => `${name}.jsonl`,
);

/**
 * A large WARC of real markup around new words, with planted near-duplicates and copies, through `neardup dedup`: what it
 * takes of memory and disk, how long each phase is, which planted repeats are found; and whether a run that is killed
 * three times and resumed writes the same bytes. With `--sets N`: so many generated gram sets by the same path, of `--hosts`
 * hosts in any order, of which each has `--template` grams on all its pages and `--notice` more on every second.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      size: { type: 'string', default: '0.1' },
      memory: { type: 'string', default: '1GB' },
      threads: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      sets: { type: 'string' },
      hosts: { type: 'string', default: '1000' },
      template: { type: 'string', default: '0' },
      notice: { type: 'string', default: '0' },
      'site-model': { type: 'boolean', default: true },
      folder: { type: 'string' },
      kills: { type: 'boolean', default: true },
    },
  });
  const seed = Number(values.seed);
  if (values.sets !== undefined) {
    const gigabytes = Number(/^(\d+(?:\.\d+)?)GB$/.exec(values.memory)?.[1]);
    if (Number.isNaN(gigabytes))
      throw new RangeError(`--memory: expected a size such as 1GB; got ${values.memory}`);
    const [sets, hosts, template, notice] = [values.sets, values.hosts, values.template, values.notice].map(
      Number,
    );
    const memoryBytes = gigabytes * 2 ** 30;
    const siteModel = values['site-model'];
    return runGramSets({
      sets,
      hosts,
      template,
      notice,
      memoryBytes,
      threads: Number(values.threads),
      seed,
      siteModel,
    });
  }
  const material = await readMaterial();
  if (material === undefined) return;
  const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'neardup-scale-'));
  try {
    const input = join(folder, 'in.warc');
    const pages = await writeWarc(input, Number(values.size) * 1e9, material, seed);
    process.stdout.write(`${pages} pages, ${megabytes(statSync(input).size)} MB\n`);
    // a WARC contains the name of its file, so that both copies need the same name
    const call = (name: string): string[] => {
      mkdirSync(join(folder, `${name}-copy`));
      const copy = ['--write', join(folder, `${name}-copy`, 'kept.warc')];
      return [input, '--memory', values.memory, '--threads', values.threads, ...copy];
    };
    const whole = join(folder, 'whole');
    let journalBytes = 0;
    const { summary, ...took } = await runDedup(call('whole'), whole, () => {
      journalBytes = Math.max(journalBytes, sizeOf(join(whole, 'grams.unfinished')));
      return false;
    });
    await report(summary!, took, whole, seed);
    if (values.kills) await killAndResume(call('killed'), folder, journalBytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function report(summary: DedupSummary, took: Run, out: string, seed: number): Promise<void> {
  const { planted, met, wrong } = await countPlanted(join(out, 'decisions.jsonl'), seed);
  printTable(
    ['', ''],
    [
      ['peak RSS, MB', megabytes(summary.peakMemoryBytes)],
      ['peak disk, MB', megabytes(took.diskBytes)],
      ['method', summary.method],
      ['pairs', summary.pairs],
      ['candidates', summary.candidates],
      ['planted repeats', planted],
      ['dropped for their family', met],
      ['dropped for another page', wrong],
      ...Object.entries(summary.milliseconds).map(([phase, ms]) => [`${phase}, s`, (ms / 1000).toFixed(1)]),
    ],
  );
}

/** How many planted repeats were dropped, and how many pages were dropped for one that they do not repeat. */
async function countPlanted(
  decisions: string,
  seed: number,
): Promise<{ readonly planted: number; readonly met: number; readonly wrong: number }> {
  let [page, planted, met, wrong] = [0, 0, 0, 0];
  for await (const line of createInterface({ input: createReadStream(decisions) })) {
    const { representative } = JSON.parse(line) as { readonly representative?: string };
    const { original } = plantedPage(page, seed);
    if (original !== page) planted++;
    if (representative !== undefined) {
      const stands = Number(/\d+/.exec(representative)?.[0]);
      if (plantedPage(stands, seed).original === original) met += original === page ? 0 : 1;
      else wrong++;
    }
    page++;
  }
  return { planted, met, wrong };
}

/**
 * Kills a run three times, goes on with it each time, and compares all bytes: while it reads and half of the journal is there,
 * while it compares pages, and while it writes and half of the copy is there. When that is, its files tell, and no clock.
 */
async function killAndResume(call: readonly string[], folder: string, wholeJournal: number): Promise<void> {
  const out = join(folder, 'killed');
  const copied = bytesIn(join(folder, 'whole-copy'));
  const moments = {
    reading: () => sizeOf(join(out, 'grams.unfinished')) > wholeJournal / 2,
    // created once all pages are read, and renamed once they are decided
    comparing: () => existsSync(join(out, 'templates.jsonl.unfinished')),
    copying: () => bytesIn(join(folder, 'killed-copy')) > copied / 2,
  };
  const resumed: string[] = [];
  for (const [phase, killWhen] of Object.entries(moments)) {
    const { summary } = await runDedup([...call, ...resumed], out, killWhen);
    if (summary !== undefined) throw new Error(`expected to kill the run while it was ${phase}; it ended`);
    process.stdout.write(`killed while ${phase}\n`);
    resumed[0] = '--resume';
  }
  await runDedup([...call, '--resume'], out);
  const pairs = files.map((name) => [join(folder, 'whole', name), join(out, name)]);
  pairs.push(['whole', 'killed'].map((name) => join(folder, `${name}-copy`, 'kept.warc')));
  const differing: string[] = [];
  for (const [x, y] of pairs) if (!(await areSame(x, y))) differing.push(y);
  process.stdout.write(
    `killed three times and resumed: ${pairs.length - differing.length} of ${pairs.length} files the same\n`,
  );
  if (differing.length > 0) throw new Error(`expected the same bytes; got others in ${differing.join(', ')}`);
}

/** Bytes of a file; 0 if it does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
