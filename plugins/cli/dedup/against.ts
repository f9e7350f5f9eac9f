import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  extractModes,
  gramName,
  type PageGrams,
  shinglePages,
  wordFourGrams,
} from '../../../src/flow/index.ts';
import { type ShingleOptions, SketchIndex } from '../../../src/index.ts';
import { newStats } from '../../dump/index.ts';
import { findSources } from '../../dump/sources.ts';
import { wrongCall } from '../errors.ts';
import { type Input, openInput } from '../input.ts';
import { isDeviceOrPipe } from '../is-there.ts';
import type { Progress } from '../progress.ts';
import { readResult } from '../read-result.ts';
import type { OptionHelp } from '../usage.ts';
import { summaryFile } from './result-checks.ts';
import type { DedupSummary } from './summary.ts';

/** `--against` for `--help`. */
export const againstHelp: OptionHelp = [
  '--against KNOWN',
  `pages that are known: a dump as INPUT is, the folder of an earlier dedup --out (its input), or an index of setting exact;
may be given more than once. What repeats one of them is dropped; they are neither judged nor written`,
];

/** The pages that an input is compared with. */
interface KnownPages {
  /** Dumps and indexes that contain them. */
  readonly inputs: readonly string[];
  readonly field: string | undefined;
}

/** Finds the known pages: folders of earlier runs are replaced by the inputs of these runs. */
export async function knownPages(
  names: readonly string[],
  field: string | undefined,
  shaping: ShingleOptions,
): Promise<KnownPages | undefined> {
  if (names.length === 0) return undefined;
  const inputs: string[] = [];
  let fieldThere = field;
  for (const name of names) {
    if (name === '-') throw wrongCall('--against', 'a file, a folder, a glob or an index', '-');
    const summary = join(name, 'summary.json');
    if (!existsSync(summary)) inputs.push(name);
    else {
      const earlier = await readResult<DedupSummary>(summary, summaryFile);
      if (earlier.inputs.includes('-')) {
        throw wrongCall(
          '--against',
          'a run whose input can be read again',
          `${name}, which read standard input`,
        );
      }
      inputs.push(...earlier.inputs);
      fieldThere ??= earlier.field;
    }
  }
  // so that errors are reported before the first page is read
  for (const name of inputs.filter(isIndex)) await (await openIndex(name, shaping)).close();
  const dumps = inputs.filter((name) => !isIndex(name) && !isDeviceOrPipe(name));
  if (dumps.length > 0) await findSources(dumps, { stats: newStats(), onDamage: () => {} });
  return { inputs, field: fieldThere };
}

/** Whether a folder is a sketch index: LevelDB's own files say so. */
export function isIndex(name: string): boolean {
  return existsSync(join(name, 'CURRENT')) && existsSync(join(name, 'LOCK'));
}

/** The part of a line of an index's export that is used here. */
interface ExportLine {
  readonly page?: {
    readonly key: string;
    readonly url?: string;
    /** Its names, one a line. */
    readonly identity?: string;
  };
  /** 8 bytes each, little-endian, in base64. */
  readonly grams?: string;
}

/** Opens an index whose gram sets are made like those of the run. @throws UsageError for any other */
async function openIndex(directory: string, shaping: ShingleOptions): Promise<SketchIndex> {
  const index = await SketchIndex.openExisting(directory);
  const { gram, extract, multiset, setting } = index.parameters;
  const { gram: spec = wordFourGrams, extract: mode = extractModes[0], multiset: repeats = false } = shaping;
  const made = [setting, gram, extract, multiset].join(', ');
  const asked = ['exact', gramName(spec), mode, repeats].join(', ');
  if (made === asked) return index;
  await index.close();
  throw wrongCall(
    '--against',
    `an index of setting, grams, text and multiset ${asked}`,
    `${made} in ${directory}`,
  );
}

/** The unique pages of an index that keeps gram sets. */
async function* indexedPages(directory: string, shaping: ShingleOptions): AsyncGenerator<PageGrams> {
  const index = await openIndex(directory, shaping);
  try {
    for await (const line of index.export()) {
      const { page, grams: written } = JSON.parse(line) as ExportLine;
      if (page === undefined || written === undefined) continue;
      const bytes = Buffer.from(written, 'base64');
      const grams = new BigUint64Array(bytes.length / 8);
      Buffer.from(grams.buffer).set(bytes);
      const { key, url = key, identity } = page;
      const names = identity === undefined ? [] : identity.split('\n');
      yield {
        facts: {
          ...{ id: key, url, fetchedAt: '', kind: 'article', names, textLength: 0, bodyLength: 0 },
          truncatedFrom: 0,
          known: true,
        },
        grams,
      };
    }
  } finally {
    await index.close();
  }
}

/** Joins new pages with the known ones, which come last, and counts these. */
export class HeldAgainst {
  readonly #known: KnownPages | undefined;
  readonly #shaping: ShingleOptions;
  readonly #threads: number;
  readonly #progress: Progress;
  #input: Input | undefined;
  #count = 0;

  constructor(known: KnownPages | undefined, shaping: ShingleOptions, threads: number, progress: Progress) {
    this.#known = known;
    this.#shaping = shaping;
    this.#threads = threads;
    this.#progress = progress;
  }

  /** Damaged spots in the known pages. New pages cannot be compared with what was there. */
  get damaged(): Input['damaged'] {
    return this.#input?.damaged ?? [];
  }

  /** The part about known pages of a summary; `undefined` without `--against`. */
  get summary(): { readonly inputs: readonly string[]; readonly pages: number } | undefined {
    return this.#known && { inputs: this.#known.inputs, pages: this.#count };
  }

  /** All pages of a run: the new ones, then the known ones. */
  async *join<Each>(pages: AsyncIterable<Each>): AsyncGenerator<Each | PageGrams> {
    yield* pages;
    for await (const page of this.known()) {
      this.#count++;
      yield page;
    }
  }

  /** The known pages, read anew by each call. */
  async *known(): AsyncGenerator<PageGrams> {
    if (this.#known === undefined) return;
    const { inputs, field } = this.#known;
    for (const name of inputs.filter(isIndex)) yield* indexedPages(name, this.#shaping);
    const dumps = inputs.filter((name) => !isIndex(name));
    if (dumps.length === 0) return;
    const input = openInput(dumps, { field, allowEmpty: false }, this.#progress);
    this.#input ??= input;
    const pages = shinglePages(input.blocks(this.#threads), this.#shaping, this.#threads);
    for await (const { facts, ...page } of pages) {
      yield { facts: { ...facts, known: true }, ...page };
    }
  }
}
