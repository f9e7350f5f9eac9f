import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realData } from '../test/data.ts';
import { markdownTable, timing } from './measure.ts';
import { ran } from './processes.ts';
import { realPageStream } from './real-pages.ts';

const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 3);
const crawledPages = 600;

/** A part of a program, and how much of the samples of a run fell into it. */
type Shares = ReadonlyMap<string, number>;

/** What a run of V8's sampling profiler writes: the part that is read. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * Where the three main commands (dedup of HTML, join of a set file, crawl) spend their time on one thread: shares of the main
 * thread's samples by folder, and the processor time of the whole process, as Markdown. `NEARDUP_BENCH_BEFORE` names the
 * folder of another, built checkout to stand beside; `NEARDUP_BENCH_ROUNDS`: the median of so many runs counts.
 */
export async function run(): Promise<void> {
  const now = fileURLToPath(new URL('../..', import.meta.url));
  const before = process.env.NEARDUP_BENCH_BEFORE;
  const checkouts = before === undefined ? [now] : [resolve(before), now];
  const folder = await mkdtemp(join(tmpdir(), 'neardup-profiles-'));
  const site = await servedPages();
  try {
    for (const [name, args] of Object.entries(commands(site?.url))) {
      if (args === undefined) continue;
      const runs = checkouts.map(() => [] as { readonly cpuMs: number; readonly shares: Shares }[]);
      for (let round = 0; round < rounds; round++) {
        for (const [i, checkout] of checkouts.entries()) {
          runs[i].push(
            await profiled(checkout, [...args, '--out', join(folder, 'out')], join(folder, 'profile')),
          );
          await rm(join(folder, 'out'), { recursive: true, force: true });
        }
      }
      print(name, runs);
    }
  } finally {
    site?.close();
    await rm(folder, { recursive: true });
  }
}

/** The calls; `undefined` where the data is missing. */
function commands(site: string | undefined): Record<string, string[] | undefined> {
  const dump = realData('docs-rspec/pages.jsonl.gz');
  const sets = realData('sets-fimi/T10I4D100K.dat');
  return {
    'dedup of HTML (docs-rspec)':
      dump === undefined ? undefined : ['dedup', dump, '--threads', '1', '--quiet'],
    'join of a set file (T10I4D100K, jaccard ≥ .5)':
      sets === undefined ? undefined : [...['join', sets, '--threshold', '0.5', '--threads', '1', '--quiet']],
    [`crawl of ${crawledPages} pages (docs-rspec)`]:
      site === undefined ? undefined : [...['crawl', site, '--max-pages', `${crawledPages}`, '--quiet']],
  };
}

async function profiled(
  checkout: string,
  args: readonly string[],
  folder: string,
): Promise<{ readonly cpuMs: number; readonly shares: Shares }> {
  // the modules alone: bundles do not say which is which
  const main = join(checkout, 'dist/plugins/cli/main.js');
  const { cpuMs } = await ran(process.execPath, ['--cpu-prof', `--cpu-prof-dir=${folder}`, main, ...args]);
  const [file] = await readdir(folder);
  const profile = JSON.parse(await readFile(join(folder, file!), 'utf8')) as CpuProfile;
  await rm(folder, { recursive: true });
  return { cpuMs, shares: sharesOf(profile) };
}

/** Shares by part: what a function of no file does (WebAssembly, V8, Node) counts for the file that called it. */
function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const waiting: [id: number, around: string][] = [[nodes[0]!.id, 'Node']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { callFrame, children = [], id } = byId.get(next[0])!;
    const part = partOf(callFrame) ?? next[1];
    parts.set(id, part);
    for (const child of children) waiting.push([child, part.replace(/ \(WebAssembly\)$/, '')]);
    if (callFrame.url.startsWith('wasm:')) parts.set(id, `${part} (WebAssembly)`);
  }
  const sums = new Map<string, number>();
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const part = parts.get(id)!;
    if (part === '(idle)') continue;
    total += timeDeltas[i]!;
    sums.set(part, (sums.get(part) ?? 0) + timeDeltas[i]!);
  }
  return new Map([...sums].map(([part, time]) => [part, time / total]));
}

/** A folder of ours, a package, or what V8 does besides; `undefined` of Node's own code and WebAssembly. */
function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)') return functionName;
  if (functionName === '(garbage collector)') return 'garbage collection';
  const [, own] = /\/dist\/((?:src|plugins)\/[^/]+)\//.exec(url) ?? [];
  const [, foreign] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
  return own ?? foreign;
}

/** The parts that hold a fiftieth of any run, the largest of now first. */
function print(
  name: string,
  runs: readonly (readonly { readonly cpuMs: number; readonly shares: Shares }[])[],
): void {
  const median = (of: readonly { readonly shares: Shares }[], part: string): number =>
    timing(of.map(({ shares }) => shares.get(part) ?? 0)).median;
  const now = runs.at(-1)!;
  const parts = [...new Set(runs.flat().flatMap(({ shares }) => [...shares.keys()]))]
    .filter((part) => runs.some((each) => median(each, part) >= 0.02))
    .sort((a, b) => median(now, b) - median(now, a));
  const cpu = runs.map((each) => timing(each.map(({ cpuMs }) => cpuMs)).median / 1000);
  const shown = (part: string) => runs.map((each) => `${(100 * median(each, part)).toFixed(0)} %`);
  process.stdout.write(
    `\n## ${name}\n\n${markdownTable(
      ['share of samples', ...(runs.length > 1 ? ['before', 'now'] : ['now'])],
      [
        ['processor time of the process', ...cpu.map((seconds) => `${seconds.toFixed(1)} s`)],
        ...parts.map((part) => [part, ...shown(part)]),
      ],
    )}\n`,
  );
}

/** A site of real pages on this machine: its first page leads to each. `undefined` where they are missing. */
async function servedPages(): Promise<{ readonly url: string; close(): void } | undefined> {
  const stream = realPageStream('docs-rspec');
  if (stream === undefined) return undefined;
  const bodies = new Map<string, Uint8Array>();
  for await (const { url, body } of stream) {
    bodies.set(new URL(url).pathname, body);
    if (bodies.size === crawledPages) break;
  }
  const links = [...bodies.keys()].map((path) => `<a href="${path}">page</a>`);
  const server = createServer((request, response) => {
    const body = request.url === '/' ? links.join('\n') : bodies.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
