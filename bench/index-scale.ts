import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatSimilarity } from '../src/grams/format-similarity.ts';
import type { TableName } from '../src/store/layout/keys.ts';
import type { IndexSetting } from '../src/store/layout/parameters.ts';
import { CROWD_EVERY, GeneratedPages, prepareRealPages } from './index-pages.ts';
import type { Added, Answer, Asked, Checked, Look, Memory, Queried, Request } from './index-scale-child.ts';

/** Final number of pages; figures are also taken at 1 % and 10 % of it. `NEARDUP_PAGES` sets another number. */
const PAGES = Number(process.env.NEARDUP_PAGES ?? 1_000_000);
/** `NEARDUP_SETTINGS` names one of them. */
const SETTINGS = (process.env.NEARDUP_SETTINGS?.split(',') ?? ['exact', 'compact']) as IndexSetting[];
const THRESHOLDS = [0.8, 0.5, 0.95];
/** The query for which there are targets: at the index's own threshold. */
const OWN = 'query at 0.8';
/** The queries at each size, and their number. */
const ASKED: readonly { readonly name: string; readonly asked: Asked; readonly queries: number }[] = [
  { name: OWN, asked: { threshold: 0.8 }, queries: 4000 },
  { name: 'the best page at 0.8', asked: { threshold: 0.8, limit: 1 }, queries: 2000 },
  { name: 'query at 0.95', asked: { threshold: 0.95 }, queries: 1000 },
  { name: 'query at 0.5', asked: { threshold: 0.5 }, queries: 400 },
  ...(CROWD_EVERY > 0
    ? ([
        { name: 'query by the crowd', asked: { threshold: 0.8, byCrowd: true }, queries: 40 },
        {
          name: 'the best ten by the crowd',
          asked: { threshold: 0.8, byCrowd: true, limit: 10 },
          queries: 80,
        },
      ] as const)
    : []),
];
/** Number of queries compared with every stored page, if there are few enough pages. */
const CHECKED_QUERIES = 200;
const CHECKED_PAGES = 10_000;
/** Pages that the index adds in a turn, before the raw store's turn. */
const TURN_PAGES = 2500;
const RESULTS = new URL('../../bench/results/index.md', import.meta.url);

/** Measurements of the index at one number of pages. */
interface Stage {
  readonly pages: number;
  readonly look: Look;
  /** By the names above. */
  readonly queries: ReadonlyMap<string, Queried>;
  readonly checked: ReadonlyMap<number, Checked>;
  readonly memory: Memory;
}

/** Milliseconds of each turn of the index and of the raw store. */
type Turn = { readonly pages: number; readonly index: Added; readonly raw: Added };

interface Measured {
  readonly setting: IndexSetting;
  readonly stages: readonly Stage[];
  readonly turns: readonly Turn[];
}

/** The index from ten thousand to a million generated pages, compared with LevelDB given exactly the same entries. */
export async function run(): Promise<void> {
  const path = await prepareRealPages();
  if (path === undefined) return;
  const generated = new GeneratedPages(path);
  const lines = [
    '# The sketch index at a million pages',
    '',
    `\`npm run bench -- index-scale\`, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}.`,
    `${generated.realPages.toLocaleString('en')} distinct real pages (docs-openlayers, ${generated.meanGrams.toFixed(0)} word 4-grams on average), perturbed:`,
    `every ${generated.sitePages.toLocaleString('en')} generated pages are a site with words of its own, and`,
    'a generated page has a share of its grams, drawn uniformly from 0 to 1, replaced by fresh ones. Index and raw',
    `LevelDB have a process each and take turns of ${TURN_PAGES} pages: the same keys and values in the same batches with`,
    'the same options. Pages are generated outside of the times.',
    ...(CROWD_EVERY > 0
      ? [
          `Of every ${CROWD_EVERY} stored pages one belongs to a crowd that is all similar to each other; other queries are by the other pages.`,
        ]
      : []),
    '',
  ];
  generated.close();
  for (const setting of SETTINGS) lines.push(...report(await measure(setting, path)));
  const text = lines.join('\n');
  process.stdout.write(text);
  if (PAGES >= 1_000_000 && CROWD_EVERY === 0 && SETTINGS.length > 1) await writeFile(RESULTS, text);
}

async function measure(setting: IndexSetting, path: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-index-'));
  const index = await Child.start(['index', setting, join(folder, 'index'), path]);
  const raw = await Child.start(['raw', setting, join(folder, 'raw'), path]);
  try {
    const stages: Stage[] = [];
    const turns: Turn[] = [];
    let from = 0;
    for (const pages of [PAGES / 100, PAGES / 10, PAGES]) {
      while (from < pages) {
        const to = Math.min(from + TURN_PAGES, pages);
        const request: Request = { kind: 'add', from, to };
        // The order alternates, too.
        const first = turns.length % 2 === 0 ? index : raw;
        const second = first === index ? raw : index;
        const [a, b] = [await first.ask<Added>(request), await second.ask<Added>(request)];
        const [ofIndex, ofRaw] = first === index ? [a, b] : [b, a];
        turns.push({ pages: to - from, index: ofIndex.answer, raw: ofRaw.answer });
        from = to;
      }
      await Promise.all([index.ask({ kind: 'settle' }), raw.ask({ kind: 'settle' })]);
      stages.push(await stageAt(index, pages));
      process.stderr.write(`${setting}: ${pages} pages\n`);
    }
    return { setting, stages, turns };
  } finally {
    await index.stop();
    await raw.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function stageAt(index: Child, pages: number): Promise<Stage> {
  const { answer: look } = await index.ask<Look>({ kind: 'look' });
  const queries = new Map<string, Queried>();
  const checked = new Map<number, Checked>();
  let memory: Memory | undefined;
  for (const { name, asked, queries: count } of ASKED) {
    const reply = await index.ask<Queried>({ kind: 'query', pages, asked, queries: count });
    queries.set(name, reply.answer);
    memory = reply.memory;
  }
  if (pages <= CHECKED_PAGES) {
    for (const threshold of THRESHOLDS) {
      const request: Request = { kind: 'check', pages, threshold, queries: CHECKED_QUERIES };
      checked.set(threshold, (await index.ask<Checked>(request)).answer);
    }
  }
  return { pages, look, queries, checked, memory: memory! };
}

function report({ setting, stages, turns }: Measured): string[] {
  return [
    `## The ${setting} setting`,
    '',
    ...growth(stages, turns),
    '',
    ...wanted(setting, stages, turns),
    '',
    ...tenths(turns),
    '',
    ...sizes(stages),
    '',
  ];
}

function growth(stages: readonly Stage[], turns: readonly Turn[]): string[] {
  const rows: string[][] = [['', ...stages.map(({ pages }) => pages.toLocaleString('en')), 'growth']];
  const row = (name: string, value: (stage: Stage) => number, digits: number): void => {
    const values = stages.map(value);
    rows.push([
      name,
      ...values.map((v) => v.toFixed(digits)),
      `${(values.at(-1)! / values[0]).toFixed(2)} ×`,
    ]);
  };
  const until = (pages: number): Totals => totals(turns, pages);
  row('pages added a second', ({ pages }) => until(pages).indexRate, 0);
  row('raw LevelDB batches, pages a second', ({ pages }) => until(pages).rawRate, 0);
  row('ratio', ({ pages }) => until(pages).ratio, 2);
  for (const { name, asked } of ASKED) {
    const of = (stage: Stage): Queried => stage.queries.get(name)!;
    for (const [label, share] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
      ['max', 1],
    ] as const) {
      row(`${name}, ms, ${label}`, (stage) => quantile(of(stage).ms, share), 2);
    }
    row(`${name}, candidates`, (stage) => of(stage).candidates, 1);
    row(`${name}, matches`, (stage) => of(stage).matches, 1);
    if (asked.limit !== undefined) continue;
    rows.push([
      `${name}, planted pages found (promised)`,
      ...stages.map((stage) => {
        const { planted, plantedFound, promised } = of(stage);
        return `${plantedFound} of ${planted} (${formatSimilarity(promised)})`;
      }),
      '',
    ]);
    rows.push([
      `${name}, all similar pages found`,
      ...stages.map(({ checked }) => {
        const held = asked.byCrowd ? undefined : checked.get(asked.threshold);
        return held === undefined ? '' : `${held.found} of ${held.pairs}`;
      }),
      '',
    ]);
  }
  const lookups = (stage: Stage): readonly number[] => stage.queries.get(OWN)!.lookupMs;
  row('a key that is not there, ms, p50', (stage) => quantile(lookups(stage), 0.5), 2);
  row('a key that is not there, ms, p99', (stage) => quantile(lookups(stage), 0.99), 2);
  row('bytes a page on disk', ({ look, pages }) => (look.stats.bytesOnDisk ?? 0) / pages, 0);
  row('resident at most, MB', ({ memory }) => memory.peak, 0);
  row('of it its own at most, MB', ({ memory }) => memory.peakAnonymous, 0);
  row('of it mapped files at most, MB', ({ memory }) => memory.peakMapped, 0);
  row('close, ms', ({ look }) => look.closeMs, 0);
  row('open, ms', ({ look }) => look.openMs, 0);
  return table(rows);
}

/** Targets for an index of a million pages, and what was measured. */
function wanted(setting: IndexSetting, stages: readonly Stage[], turns: readonly Turn[]): string[] {
  const [first, last] = [stages[0], stages.at(-1)!];
  const p99 = (stage: Stage): number => quantile(stage.queries.get(OWN)!.ms, 0.99);
  const lowest = Math.min(...tenthsOf(turns).map(({ ratio }) => ratio));
  const kilobytes = (last.look.stats.bytesOnDisk ?? 0) / last.pages / 1000;
  const { planted, plantedFound, promised } = last.queries.get(OWN)!;
  return table([
    [`at ${last.pages.toLocaleString('en')} pages`, 'wanted', 'measured'],
    ['rate of adds, of raw LevelDB batches', '≥ 0.5', totals(turns, last.pages).ratio.toFixed(2)],
    ['the lowest of a tenth', '≥ 0.5', lowest.toFixed(2)],
    [`${OWN}, p99, ms`, '≤ 5', p99(last).toFixed(2)],
    [
      `the same, of that at ${first.pages.toLocaleString('en')}`,
      '≤ 3 ×',
      `${(p99(last) / p99(first)).toFixed(2)} ×`,
    ],
    [`${OWN}, recall`, `≥ ${formatSimilarity(promised)}`, formatSimilarity(plantedFound / planted, 0, 4)],
    ['KB a page on disk', setting === 'exact' ? '≤ 6' : '≤ 1.5', kilobytes.toFixed(2)],
    ['resident at most, MB', '≤ 400', last.memory.peak.toFixed(0)],
    ['open, s', '≤ 2', (last.look.openMs / 1000).toFixed(2)],
  ]);
}

interface Totals {
  readonly indexRate: number;
  readonly rawRate: number;
  readonly ratio: number;
}

/** Rates of the turns from one page to before another. */
function totals(turns: readonly Turn[], to: number, from = 0): Totals {
  let pages = 0;
  let end = 0;
  let indexMs = 0;
  let rawMs = 0;
  for (const turn of turns) {
    end += turn.pages;
    if (end <= from || end > to) continue;
    pages += turn.pages;
    indexMs += turn.index.ms;
    rawMs += turn.raw.ms;
  }
  return { indexRate: (1000 * pages) / indexMs, rawRate: (1000 * pages) / rawMs, ratio: rawMs / indexMs };
}

function tenthsOf(turns: readonly Turn[]): Totals[] {
  return Array.from({ length: 10 }, (_, i) => totals(turns, ((i + 1) * PAGES) / 10, (i * PAGES) / 10));
}

function tenths(turns: readonly Turn[]): string[] {
  const all = tenthsOf(turns);
  const microseconds = (name: 'sketchMs' | 'encodeMs'): string =>
    ((1000 * turns.reduce((sum, { raw }) => sum + (raw[name] ?? 0), 0)) / PAGES).toFixed(0);
  return [
    ...table([
      ['tenth of the pages', ...all.map((_, i) => String(i + 1))],
      ['added a second', ...all.map(({ indexRate }) => indexRate.toFixed(0))],
      ['raw batches', ...all.map(({ rawRate }) => rawRate.toFixed(0))],
      ['ratio', ...all.map(({ ratio }) => ratio.toFixed(2))],
    ]),
    '',
    `A page's sketches take ${microseconds('sketchMs')} µs, its keys and values ${microseconds('encodeMs')} µs: in the times of the index, not in those`,
    'of the raw store.',
  ];
}

function sizes(stages: readonly Stage[]): string[] {
  const names = Object.keys(stages[0].look.stats.tables) as TableName[];
  return table([
    ['bytes a page', ...stages.map(({ pages }) => pages.toLocaleString('en')), 'entries a page'],
    ...names.map((name) => [
      name,
      ...stages.map(({ look, pages }) => ((look.stats.tables[name].bytes ?? 0) / pages).toFixed(0)),
      (stages[0].look.stats.tables[name].entries / stages[0].pages).toFixed(0),
    ]),
    ['all files', ...stages.map(({ look, pages }) => ((look.stats.bytesOnDisk ?? 0) / pages).toFixed(0)), ''],
  ]);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...body.map(line)];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** A process that holds the index, or the raw store. */
class Child {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start(args: readonly string[]): Promise<Child> {
    const file = fileURLToPath(new URL('./index-scale-child.js', import.meta.url));
    const child = new Child(fork(file, args));
    await child.#answer();
    return child;
  }

  ask<T>(request: Request): Promise<Answer<T>> {
    this.#process.send(request);
    return this.#answer() as Promise<Answer<T>>;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const answered = (answer: unknown): void => {
        this.#process.off('exit', ended);
        resolve(answer);
      };
      const ended = (code: number | null): void => {
        this.#process.off('message', answered);
        reject(new Error(`bench: a measuring process ended with code ${code} before it had answered`));
      };
      this.#process.once('message', answered).once('exit', ended);
    });
  }
}
