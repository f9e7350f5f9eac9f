import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shinglePages } from '../src/flow/shingle-pages.ts';
import { hash64 } from '../src/grams/hash.ts';
import { ValueSetsBuilder } from '../src/grams/value-sets.ts';
import type { ClaimedPage } from '../src/store/verdicts.ts';
import { realData } from '../test/data.ts';
import { realPageStream } from './real-pages.ts';

const DATA = 'docs-openlayers';

/** Smaller sets than this say little about similarity, and perturbed ones would repeat each other. */
const FEWEST_GRAMS = 32;

/** What is kept beside the grams of the real pages: set i has the grams `offsets[i]` to before `offsets[i + 1]`. */
interface Contents {
  readonly offsets: readonly number[];
  readonly urls: readonly string[];
}

/** Pages of one site. `NEARDUP_SITE_PAGES` names others: with as many as all pages, every text stands in one crowd. */
const SITE_PAGES = Number(process.env.NEARDUP_SITE_PAGES ?? 10_000);

/** One page in so many belongs to one crowd, all within .8 of each other; 0: none. `NEARDUP_CROWD_EVERY` names others. */
export const CROWD_EVERY: number = Number(process.env.NEARDUP_CROWD_EVERY ?? 0);
/** The greatest share of its grams that a page of the crowd has replaced; of two, .057 each leaves .8. */
const CROWD_REPLACED = 0.02;
/** Grams of the real page that the crowd is made of, about. */
const CROWD_GRAMS = 450;

/**
 * Any number of pages, each by its number alone: a real page of docs-openlayers of which a share of grams, drawn
 * uniformly from 0 to 1, is replaced by fresh ones. At least one is, so that all are distinct.
 *
 * As a crawl grows by sites, so do these pages: every 10,000 are a site with a vocabulary of its own, the same real
 * pages under other hashes. So a page has as many relatives among a million pages as among ten thousand.
 *
 * The real pages stay in a file and are read one by one, so that they take no memory of what is measured.
 */
export class GeneratedPages {
  readonly #file: number;
  readonly #contents: Contents;
  /** The real page that the crowd is made of. */
  readonly #ofCrowd: number;

  constructor(path: string) {
    this.#contents = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
    this.#file = openSync(path, 'r');
    const { offsets } = this.#contents;
    const distance = (base: number): number => Math.abs(offsets[base + 1] - offsets[base] - CROWD_GRAMS);
    let nearest = 0;
    for (let base = 1; base < this.realPages; base++) if (distance(base) < distance(nearest)) nearest = base;
    this.#ofCrowd = nearest;
  }

  get realPages(): number {
    return this.#contents.urls.length;
  }

  get meanGrams(): number {
    return this.#contents.offsets[this.realPages] / this.realPages;
  }

  get sitePages(): number {
    return SITE_PAGES;
  }

  /**
   * @param number 0 to 2³² − 1
   * @param neighbour number of a page of the same site
   */
  page(number: number, neighbour: number = number): ClaimedPage {
    const random = randomNumbers(number);
    const site = Math.floor(neighbour / SITE_PAGES);
    const base = random() % this.realPages;
    const share = (random() + 1) / 2 ** 32;
    const url = `${this.#contents.urls[base]}?page=${number}`;
    return { key: url, url, grams: perturbed(translated(this.#grams(base), site), share, random) };
  }

  /** Whether the stored page of that number is {@link crowdPage}, not {@link page}. */
  isOfCrowd(number: number): boolean {
    return CROWD_EVERY > 0 && number % CROWD_EVERY === 0;
  }

  /** A page of the crowd. @param number 0 to 2³² − 1 */
  crowdPage(number: number): ClaimedPage {
    const random = randomNumbers(number);
    const share = (CROWD_REPLACED * random()) / 2 ** 32;
    const url = `${this.#contents.urls[this.#ofCrowd]}?crowd=${number}`;
    return { key: url, url, grams: perturbed(this.#grams(this.#ofCrowd), share, random) };
  }

  close(): void {
    closeSync(this.#file);
  }

  #grams(base: number): BigUint64Array {
    const { offsets } = this.#contents;
    const grams = new BigUint64Array(offsets[base + 1] - offsets[base]);
    readSync(this.#file, grams, 0, grams.byteLength, 8 * offsets[base]);
    return grams;
  }
}

/** The grams as a site with other words would have them: in no order. */
function translated(grams: BigUint64Array, site: number): BigUint64Array {
  const random = randomNumbers(~site);
  const low = random();
  const high = random();
  const words = new Uint32Array(grams.buffer);
  for (let i = 0; i < words.length; i += 2) {
    words[i] ^= low;
    words[i + 1] ^= high;
  }
  return grams;
}

/** A copy of a gram set of which each gram is replaced by a fresh one with probability `share`, and one at least. */
export function perturbed(grams: BigUint64Array, share: number, random: () => number): BigUint64Array {
  const copy = grams.slice();
  const words = new Uint32Array(copy.buffer);
  const replaced = random() % copy.length;
  const limit = share * 2 ** 32;
  for (let i = 0; i < copy.length; i++) {
    if (i !== replaced && random() >= limit) continue;
    words[2 * i] = random();
    words[2 * i + 1] = random();
  }
  return copy.sort();
}

/** Numbers of 32 bits: splitmix32, from a seed. */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x2c1b3c6d) ^ 0x6e656172;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}

/**
 * Path of a file with the distinct gram sets of the real pages, in the folder for temporary files: made when it
 * is missing, in half a minute. `undefined`, with a line that says so, where the real pages are missing.
 */
export async function prepareRealPages(): Promise<string | undefined> {
  const data = realData(`${DATA}/pages.jsonl.zst`);
  const version = data === undefined ? 'missing' : statSync(data).size;
  const path = join(tmpdir(), `neardup-bench-${DATA}-${version}-word4-${FEWEST_GRAMS}.grams`);
  if (existsSync(path)) return path;
  const pages = realPageStream(DATA);
  if (pages === undefined) return undefined;
  const sets = new ValueSetsBuilder();
  const seen = new Set<bigint>();
  const urls: string[] = [];
  for await (const { grams, facts } of shinglePages(pages, {}, 2)) {
    const fingerprint = hash64(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength));
    if (grams.length < FEWEST_GRAMS || seen.has(fingerprint)) continue;
    seen.add(fingerprint);
    sets.append(grams);
    urls.push(facts.url);
  }
  const { offsets, values } = sets.finish();
  writeFileSync(`${path}.json`, JSON.stringify({ offsets: [...offsets], urls } satisfies Contents));
  writeFileSync(`${path}.new`, values);
  renameSync(`${path}.new`, path);
  return path;
}
