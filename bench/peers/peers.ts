import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DedupSummary } from '../../plugins/cli/dedup/summary.ts';
import { readPages } from '../../plugins/dump/index.ts';
import { realData } from '../../test/data.ts';
import { printTable, timing } from '../measure.ts';
import { neardup, ran } from '../processes.ts';

const folder = process.env.NEARDUP_PEERS ?? join(tmpdir(), 'neardup-peers');
const python = join(folder, 'bin/python');
const script = fileURLToPath(new URL('../../../bench/peers/pairs.py', import.meta.url));
const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 3);
/** A run that takes longer is measured only once. */
const LONG_MS = 120_000;
const MIXED_BYTES = 600e6;

/** Real texts, by the name of the collection that is made of them. */
const sources = {
  reuters: ['text-reuters21578/docs.jsonl.gz'],
  'ota-pga': ['ota-pga-text/pages.jsonl.zst'],
  mixed: [
    'text-reuters21578/docs.jsonl.gz',
    'text-ohsumed7400/docs.jsonl.gz',
    'text-arxiv-posts/docs.jsonl.gz',
    'ota-pga-text/pages.jsonl.zst',
  ],
};

interface Outcome {
  readonly elapsedMs: number;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
  readonly pairs: Set<string>;
}

/** The peers, and whether they use more than one thread. */
const allPeers = {
  gaoya: true,
  rensa: false,
  datasketch: false,
  set_similarity_search: false,
  text_dedup: true,
  datatrove: true,
};

/**
 * From texts to near-duplicate pairs, each side a cold process: ours exactly, `SetSimilaritySearch` too, the others
 * by MinHash (`bench/peers/pairs.py`). Prints wall clock, processor time, memory, and the share of our pairs that
 * each finds. Words are split in different ways, so some pairs at the threshold are pairs for one side only. For
 * comparison there is `wc -w` of the same file, the least time for reading and splitting.
 *
 * `sh bench/peers/install.sh` installs them. `NEARDUP_BENCH_SETS`: reuters, ota-pga, mixed;
 * `NEARDUP_BENCH_PEERS_ONLY`: some of the peers; `NEARDUP_BENCH_ROUNDS`.
 */
export async function run(): Promise<void> {
  if (!existsSync(python)) {
    process.stdout.write(`skipped: the peers are not in ${folder} (sh bench/peers/install.sh)\n`);
    return;
  }
  const asked = process.env.NEARDUP_BENCH_SETS?.split(',') ?? Object.keys(sources);
  const peers = process.env.NEARDUP_BENCH_PEERS_ONLY?.split(',') ?? Object.keys(allPeers);
  for (const name of asked) {
    const texts = await textsFile(name as keyof typeof sources);
    if (texts === undefined) {
      process.stdout.write(`skipped: the real texts of ${name} are missing (set NEARDUP_DATA)\n`);
      continue;
    }
    await measure(name, texts, peers);
  }
}

async function measure(name: string, texts: string, peers: readonly string[]): Promise<void> {
  const sides: Record<string, () => Promise<Outcome>> = {};
  for (const threads of [1, 2]) {
    const suffix = threads === 1 ? '' : `, ${threads} threads`;
    sides[`neardup${suffix}`] = () => ours(texts, threads);
    for (const peer of peers) {
      if (threads === 1 || allPeers[peer as keyof typeof allPeers])
        sides[`${peer}${suffix}`] = () => theirs(peer, texts, threads);
    }
  }
  const outcomes = new Map<string, Outcome[]>(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [side, work] of Object.entries(sides)) {
      const earlier = outcomes.get(side)!;
      if (earlier[0] === undefined || earlier[0].elapsedMs < LONG_MS) earlier.push(await work());
    }
  }
  const exact = outcomes.get('neardup')![0].pairs;
  const rows = [...outcomes].map(([side, all]) => {
    const { median, min, max } = timing(all.map(({ elapsedMs }) => elapsedMs / 1000));
    const { pairs, peakMemoryBytes, cpuMs } = all[0];
    const common = [...pairs].filter((pair) => exact.has(pair)).length;
    const share = (of: number): string =>
      of === 0 ? '–' : (Math.floor((1000 * common) / of) / 1000).toFixed(3);
    return [
      side,
      `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`,
      ...[(cpuMs / 1000).toFixed(1), (peakMemoryBytes / 1e6).toFixed(0)],
      pairs.size,
      share(exact.size),
      share(pairs.size),
    ];
  });
  const words = await ran('wc', ['-w', texts]);
  process.stdout.write(
    `${name}: ${(statSync(texts).size / 1e6).toFixed(0)} MB; wc -w ${(words.elapsedMs / 1000).toFixed(1)} s\n`,
  );
  printTable(['side', 's', 'CPU s', 'MB', 'pairs', 'of our pairs', 'ours among them'], rows);
  process.stdout.write('\n');
}

async function ours(texts: string, threads: number): Promise<Outcome> {
  const out = join(folder, 'neardup-out');
  const options = ['--extract', 'none', '--site-model', 'off', '--threads', String(threads), '--force'];
  const { stdout, ...took } = await neardup('dedup', texts, ...options, '--out', out, '--json', '--quiet');
  const { peakMemoryBytes } = JSON.parse(stdout) as DedupSummary;
  const pairs = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(join(out, 'pairs.jsonl')) })) {
    const { a, b } = JSON.parse(line) as { readonly a: string; readonly b: string };
    pairs.add(`${a} ${b}`);
  }
  return { ...took, peakMemoryBytes, pairs };
}

async function theirs(peer: string, texts: string, threads: number): Promise<Outcome> {
  const out = join(folder, `${peer}.pairs`);
  const { stdout, ...took } = await ran(python, [script, peer, texts, String(threads), out]);
  const pairs = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(out) })) pairs.add(line);
  return { ...took, peakMemoryBytes: Number(stdout.trim().split('\n').at(-1)), pairs };
}

/** A file with one text per line, after its line number; made once. Undefined if real data is missing. */
async function textsFile(name: keyof typeof sources): Promise<string | undefined> {
  const inputs = sources[name].map(realData);
  if (inputs.some((input) => input === undefined)) return undefined;
  const path = join(folder, `${name}.texts.jsonl`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.unfinished`;
  const file = createWriteStream(unfinished);
  let number = 0;
  let bytes = 0;
  const wanted = name === 'mixed' ? MIXED_BYTES : 0;
  for (let copy = 0; copy === 0 || bytes < wanted; copy++) {
    for await (const { body } of readPages(inputs as string[])) {
      const text = altered(typeof body === 'string' ? body : Buffer.from(body).toString(), copy);
      const line = `${JSON.stringify({ id: String(number++), text })}\n`;
      bytes += line.length;
      if (!file.write(line)) await once(file, 'drain');
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
  await rename(unfinished, path);
  return path;
}

/** The k-th copy of a text. One word in three is replaced, so that copies are not near-duplicates of each other. */
function altered(text: string, copy: number): string {
  if (copy === 0) return text;
  let place = copy;
  return text.replace(/\p{L}{3,}/gu, (word) => {
    place = (Math.imul(place, 0x2c1b3c6d) + word.length + 0x9e3779b9) >>> 0;
    return place % 3 === 0 ? `${word}${(place >>> 8) % 997}` : word;
  });
}
