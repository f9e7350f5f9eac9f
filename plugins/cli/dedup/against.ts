import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PageGrams, shinglePages } from '../../../src/flow/index.ts';
import type { ShingleOptions } from '../../../src/index.ts';
import { wrongCall } from '../errors.ts';
import { type Input, openInput } from '../input.ts';
import type { Progress } from '../progress.ts';
import { readResult } from '../read-result.ts';
import type { OptionHelp } from '../usage.ts';
import { summaryFile } from './results.ts';

/** `--against` for `--help`. */
export const againstHelp: OptionHelp = [
  '--against KNOWN',
  `pages that are known: a dump as INPUT is, or the folder of an earlier dedup --out (its input); may be given more than
once. What repeats one of them is dropped; they are neither judged nor written`,
];

/** The pages that an input is held against. */
interface KnownPages {
  /** What is read for them. */
  readonly inputs: readonly string[];
  readonly field: string | undefined;
}

/** Where the known pages are: the inputs of earlier runs take the place of their folders. */
export async function knownPages(
  names: readonly string[],
  field: string | undefined,
): Promise<KnownPages | undefined> {
  if (names.length === 0) return undefined;
  const inputs: string[] = [];
  let fieldThere = field;
  for (const name of names) {
    if (name === '-') throw wrongCall('--against', 'a file, a folder or a glob', '-');
    if (existsSync(join(name, 'CURRENT')) && existsSync(join(name, 'LOCK'))) {
      throw wrongCall(
        '--against',
        'a dump, or the folder of an earlier dedup --out',
        `${name}, an index: name what it was made of`,
      );
    }
    const summary = join(name, 'summary.json');
    if (!existsSync(summary)) inputs.push(name);
    else {
      const earlier = await readResult(summary, summaryFile);
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
  return { inputs, field: fieldThere };
}

/** Pages with those that are known behind them, and how many they are. */
export class HeldAgainst {
  readonly #known: KnownPages | undefined;
  readonly #shaping: ShingleOptions;
  readonly #threads: number;
  readonly #progress: Progress;
  #input: Input | undefined;
  #count = 0;
  /** Number of pages that are not known. */
  newPages = 0;

  constructor(known: KnownPages | undefined, shaping: ShingleOptions, threads: number, progress: Progress) {
    this.#known = known;
    this.#shaping = shaping;
    this.#threads = threads;
    this.#progress = progress;
  }

  /** Damaged spots in what is known: what they held cannot be held against anything. */
  get damaged(): Input['damaged'] {
    return this.#input?.damaged ?? [];
  }

  /** What a summary says of it; `undefined` where nothing is known. */
  get summary(): { readonly inputs: readonly string[]; readonly pages: number } | undefined {
    return this.#known && { inputs: this.#known.inputs, pages: this.#count };
  }

  /** All pages of a run: the new ones, then the known ones. */
  async *join(pages: AsyncIterable<PageGrams>): AsyncGenerator<PageGrams> {
    for await (const page of pages) {
      this.newPages++;
      yield page;
    }
    for await (const page of this.known()) {
      this.#count++;
      yield page;
    }
  }

  /** The known pages, as often as they are asked for. */
  async *known(): AsyncGenerator<PageGrams> {
    if (this.#known === undefined) return;
    const { inputs, field } = this.#known;
    const input = openInput(inputs, { field, allowEmpty: false }, this.#progress);
    this.#input ??= input;
    for await (const { facts, ...page } of shinglePages(input.pages, this.#shaping, this.#threads)) {
      yield { facts: { ...facts, known: true }, ...page };
    }
  }
}
