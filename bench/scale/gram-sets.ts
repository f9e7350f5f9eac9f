import { deduplicateStored } from '../../src/deduplicate.ts';
import type { PageGrams } from '../../src/flow/shingle-pages.ts';
import { printTable } from '../measure.ts';
import { plantedPage, randomOf } from './planted.ts';

const fewest = 20;
const most = 60;
/** Of the grams of a near-duplicate one in so many is another. */
const gramsToOneChanged = 20;
const sites = 1000;

/** So many generated gram sets through the flow of `dedup`, by the same path as pages, within a memory. */
export async function runGramSets(
  sets: number,
  memoryBytes: number,
  threads: number,
  seed: number,
): Promise<void> {
  const startedAt = performance.now();
  let lastAt = startedAt;
  const options = {
    ...{ memoryBytes, threads },
    onProgress(phase: string, pages: number) {
      if (phase === 'read' && pages % 1_000_000 !== 0) return;
      process.stdout.write(`${phase} ${pages}: ${((performance.now() - lastAt) / 1000).toFixed(1)} s\n`);
      lastAt = performance.now();
    },
  };
  await deduplicateStored(generated(sets, seed), options, (found) => {
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
        ['peak RSS, MB', Math.round(maxRSS / 1024)],
        ['journal on disk, MB', Math.round(found.journal.bytes / 1e6)],
        ...Object.entries(found.milliseconds).map(([phase, ms]) => [`${phase}, s`, (ms / 1000).toFixed(1)]),
        ['all, s', ((performance.now() - startedAt) / 1000).toFixed(1)],
      ],
    );
  });
}

async function* generated(sets: number, seed: number): AsyncGenerator<PageGrams> {
  for (let page = 0; page < sets; page++) {
    const grams = gramsOf(page, seed);
    const url = `https://site-${Math.floor(sites * randomOf(seed, page, 3)())}.example/${page}`;
    yield {
      facts: {
        ...{ id: `<urn:scale:${page}>`, url, fetchedAt: '2024-05-06T07:08:09Z', kind: 'article' },
        ...{
          names: [`the thing number ${plantedPage(page, seed).original}`],
          textLength: 400,
          bodyLength: 4000,
        },
        truncatedFrom: 0,
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
  return grams.sort();
}
