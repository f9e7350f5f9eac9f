import { readFileSync } from 'node:fs';
import { keepHeapSmall } from '../../plugins/cli/small-heap.ts';
import { deduplicateStored } from '../../src/deduplicate.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { printTable } from '../measure.ts';
import { plantedPage, randomOf } from './planted.ts';

const fewest = 20;
const most = 60;
/** One in this many grams of a near-duplicate is changed. */
const gramsToOneChanged = 20;

/** Which gram sets are generated, and the limits of their run. */
export interface GramSetRun {
  readonly sets: number;
  readonly hosts: number;
  /** Number of grams that all sets of a host have. */
  readonly template: number;
  /** Number of grams that every second set of a host has, as with a banner on one version. */
  readonly notice: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly seed: number;
  readonly siteModel: boolean;
}

/**
 * Runs generated gram sets through the flow of `dedup`, on the same path as pages, within a memory limit. Each set's
 * host is drawn at random, so that the sets of a host are spread over the whole input.
 */
export async function runGramSets(run: GramSetRun): Promise<void> {
  const { sets, seed, memoryBytes, threads, siteModel } = run;
  keepHeapSmall(memoryBytes);
  const used = new UseOfMachine();
  const options = {
    ...{ memoryBytes, threads, siteModel },
    onProgress(phase: string, pages: number) {
      if (phase === 'read' && pages % 1_000_000 !== 0) return;
      process.stdout.write(`${phase} ${pages}, ${used.sofar()}\n`);
    },
  };
  await deduplicateStored(generated(run), options, (found) => {
    process.stdout.write(`found, ${used.sofar()}\n`);
    let [planted, met] = [0, 0];
    for (let page = 0; page < sets; page++) {
      const { original } = plantedPage(page, seed);
      if (original === page) continue;
      planted++;
      if (found.resolved.representativeOf(page) === found.resolved.representativeOf(original)) met++;
    }
    const { maxRSS } = process.resourceUsage();
    printTable(
      ['', ''],
      [
        ['gram sets', sets],
        ['grams', found.journal.grams],
        ['method', found.method],
        ['pairs', found.duplicates.length],
        ['candidates', found.candidates],
        ['planted repeats', planted],
        ['with their original', met],
        ['read calls a set', (used.reads / sets).toFixed(2)],
        ['CPU a set, µs', (used.cpuMicroseconds / sets).toFixed(1)],
        ['peak RSS, MB', Math.round((maxRSS * 1024) / 1e6)],
        ['journal on disk, MB', Math.round(found.journal.bytes / 1e6)],
        ...Object.entries(found.milliseconds).map(([phase, ms]) => [`${phase}, s`, (ms / 1000).toFixed(1)]),
      ],
    );
  });
}

/** The machine's resources that the process has used since this was made. */
class UseOfMachine {
  readonly #startedAt = performance.now();
  readonly #calls = readCalls();

  get cpuMicroseconds(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
  }

  /** Calls that read from a file. */
  get reads(): number {
    return readCalls() - this.#calls;
  }

  /** All of them, in words. */
  sofar(): string {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const cpu = this.cpuMicroseconds / 1e6;
    const resident = Math.round(process.memoryUsage.rss() / 1e6);
    const peak = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
    return `so far: ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${this.reads} read calls, resident ${resident} MB, at most ${peak}`;
  }
}

/** Number of calls of the process that read from a file, as Linux counts them. */
function readCalls(): number {
  return Number(/syscr: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

async function* generated({ sets, hosts, template, notice, seed }: GramSetRun): AsyncGenerator<PageGrams> {
  for (let page = 0; page < sets; page++) {
    const host = Math.floor(hosts * randomOf(seed, page, 3)());
    const ofHost = template + (page % 2 === 0 ? notice : 0);
    const grams = withGramsOfHost(gramsOf(page, seed), host, ofHost, seed);
    const url = `https://site-${host}.example/${page}`;
    yield {
      facts: {
        ...{ id: `<urn:scale:${page}>`, url, fetchedAt: '2024-05-06T07:08:09Z', kind: 'article' },
        ...{
          names: [`the thing number ${plantedPage(page, seed).original}`],
          textLength: 400,
          bodyLength: 4000,
        },
        truncatedFrom: 0,
        isNamedByUrl: true,
      },
      grams,
    };
  }
}

function gramsOf(page: number, seed: number): BigUint64Array {
  const { kind, original } = plantedPage(page, seed);
  const random = randomOf(seed, original, 1);
  const change = randomOf(seed, page, 2);
  const grams = new BigUint64Array(fewest + Math.floor((most - fewest) * random()));
  const halves = new Uint32Array(grams.buffer);
  for (let i = 0; i < halves.length; i += 2) {
    const [low, high] = [random() * 2 ** 32, random() * 2 ** 32];
    const isOther = kind === 'near' && change() * gramsToOneChanged < 1;
    halves[i] = isOther ? change() * 2 ** 32 : low;
    halves[i + 1] = isOther ? change() * 2 ** 32 : high;
  }
  return grams;
}

/** The grams, and the first `count` grams of a host. */
function withGramsOfHost(own: BigUint64Array, host: number, count: number, seed: number): BigUint64Array {
  const grams = new BigUint64Array(own.length + count);
  const random = randomOf(seed, host, 4);
  const halves = new Uint32Array(grams.buffer).subarray(0, 2 * count);
  for (let i = 0; i < halves.length; i++) halves[i] = random() * 2 ** 32;
  grams.set(own, count);
  return grams.sort();
}
