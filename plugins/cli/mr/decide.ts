import { join } from 'node:path';
import {
  type DeduplicateGramsOptions,
  deduplicateStored,
  type PageGrams,
  type PairScope,
  StoredList,
  WorkFolder,
} from '../../../src/flow/index.ts';
import type { PagePairs } from '../../../src/index.ts';
import { PageIds } from '../../dump/ids.ts';
import type { Redirect } from '../../dump/index.ts';
import { tags, unescaped } from '../../mr/lines/format.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';
import { parsePage, partIds, placeOfPage } from '../../mr/verbs/pages.ts';
import { addRemovals, removalsOf } from '../audit/removals.ts';
import { addRedirect } from '../dedup/declared.ts';
import { shardLines, writeDedupFiles, writeShards, writeSummary } from '../dedup/files.ts';
import { writeHostFiles } from '../dedup/host-files.ts';
import { looseClusters } from '../dedup/loose-clusters.ts';
import { parametersOf } from '../dedup/parameters.ts';
import { printDedup } from '../dedup/printed-summary.ts';
import { type DedupSummary, summaryOf } from '../dedup/summary.ts';
import { writingTemplates } from '../dedup/templates.ts';
import { PairsBuilder } from '../join/pairs.ts';
import { beginResults } from '../out-folder.ts';
import type { ProposedBy } from './deciding.ts';
import { findingsOfAll, type InputFindings } from './findings.ts';
import { recordsOfInput } from './inputs.ts';
import { sortedLines } from './tagged-lines.ts';

/** The output of the stages of a run, each in one sorted file, which is made on request. */
interface StageResults {
  /** Pages, and what was found while reading them. */
  pages(): Promise<string>;
  /** Pairs of pages that are similar over all grams. */
  byGrams(): Promise<string>;
  /** Pairs of parts of pages (`partIds`); undefined if no site has a template. */
  byParts?(): Promise<string>;
}

/** The options that decide, and where results go. */
interface DecideCall {
  /** An existing folder. */
  readonly out: string;
  /** As given. Default: those that the lines name. */
  readonly inputs?: readonly string[];
  readonly field: string | undefined;
  /** For example `word:4`. */
  readonly gram: string;
  readonly options: DeduplicateGramsOptions &
    Required<
      Pick<
        DeduplicateGramsOptions,
        'threshold' | 'similarity' | 'extract' | 'multiset' | 'siteModel' | 'identity'
      >
    > & { readonly scope: PairScope };
  readonly proposedBy: ProposedBy;
  /** Whether to write the decisions of each input to a file of its own, too, for `mr write`. */
  readonly shards: boolean;
  /** An existing folder for data that does not fit in memory. */
  readonly temporary: string;
}

/** The summary of what was done, and the same in words. */
export interface Decided {
  readonly summary: DedupSummary;
  readonly words: string;
}

/**
 * Decides about all pages from the pairs that the stages have found, as `neardup dedup` does, and writes the same
 * files.
 *
 * In one process. Memory: that of `deduplicateStored`, 8 bytes a page and 24 a pair.
 */
export async function decideByPairs(
  call: DecideCall,
  results: StageResults,
  identity: RunIdentity,
): Promise<Decided> {
  const startedAt = performance.now();
  const { out, gram, options, proposedBy } = call;
  const folder = new WorkFolder(call.temporary);
  const redirects = new StoredList<Redirect>(folder);
  try {
    const read = new ReadPages(redirects);
    const byGrams = async (): Promise<PagePairs> =>
      readPairs(await results.byGrams(), (id) => placeOf(id, read.ids), identity);
    const byPart = async (isLasting: boolean): Promise<PagePairs> => {
      if (results.byParts === undefined) return byGrams();
      const pageOf = (id: number) =>
        partIds.isLasting(id) === isLasting ? placeOf(partIds.pageOf(id), read.ids) : undefined;
      return readPairs(await results.byParts(), pageOf, identity);
    };
    const found = { ...proposedBy, byGrams, byContent: () => byPart(false), byLasting: () => byPart(true) };
    const pages = read.pages(await results.pages(), identity);
    const searched = { ...options, found, workDirectory: call.temporary };
    return await writingTemplates(out, (onTemplate) =>
      deduplicateStored(pages, { ...searched, onTemplate }, async (result) => {
        const writingAt = performance.now();
        await beginResults(out, 'summary.json');
        await writeDedupFiles(out, result);
        if (call.shards) {
          const inputOf = (page: number): number => Math.floor(read.ids[page] / recordsOfInput);
          await writeShards(join(out, 'shards'), read.inputs.length, shardLines(result, inputOf));
        }
        const { hosts, declared, mirrored } = await writeHostFiles(
          out,
          result,
          redirects,
          folder,
          options.memoryBytes,
        );
        const parameters = parametersOf({ gram, options: { ...options, ...proposedBy } });
        const decidedBy = { parameters, templateDigest: result.templateDigest };
        const removals = await addRemovals(out, removalsOf(result), decidedBy, folder);
        const loose = looseClusters(result, options.threshold);
        const finishedAt = performance.now();
        const milliseconds = { write: finishedAt - writingAt, total: finishedAt - startedAt };
        const summary = summaryOf(
          result,
          { ...call, inputs: call.inputs ?? read.inputs },
          read.findings,
          { ...result.milliseconds, ...milliseconds },
          { removals, hosts, declared, ...(loose.length > 0 && { loose }) },
        );
        await writeSummary(out, summary);
        return { summary, words: printDedup(summary, result, out, mirrored) };
      }),
    );
  } finally {
    folder.close();
  }
}

/** The pages of sorted lines, in the order of the inputs, and the other facts in the lines. */
class ReadPages {
  #ids = new Float64Array(1024);
  #count = 0;
  readonly #redirects: StoredList<Redirect>;
  readonly #findings: InputFindings[] = [];

  constructor(redirects: StoredList<Redirect>) {
    this.#redirects = redirects;
  }

  /** Ids of the pages by page number, ascending. */
  get ids(): Float64Array {
    return this.#ids.subarray(0, this.#count);
  }

  /** The inputs, in their order. */
  get inputs(): string[] {
    return this.#findings.map(({ input }) => input);
  }

  /** The findings of all inputs together. */
  get findings(): Omit<InputFindings, 'input'> {
    return findingsOfAll(this.#findings);
  }

  /** The pages, under ids that are unique over all inputs, as `dedup` gives them. */
  async *pages(path: string, identity: RunIdentity): AsyncGenerator<PageGrams> {
    const names = new PageIds();
    for await (const batch of sortedLines(path, identity)) {
      for (const fields of batch) {
        const [, id, tag] = fields;
        if (tag === tags.page) {
          this.#add(Number(id));
          const page = parsePage(fields);
          const name = names.take(page.facts.id, () => placeOfPage(fields) ?? page.facts.id);
          yield name === page.facts.id ? page : { ...page, facts: { ...page.facts, id: name } };
        } else if (tag === tags.ofInput) {
          this.#findings.push(JSON.parse(unescaped(fields[3])));
        } else if (tag === tags.redirect) {
          addRedirect(this.#redirects, JSON.parse(unescaped(fields[4])));
        }
      }
    }
  }

  #add(id: number): void {
    if (this.#count === this.#ids.length) {
      const larger = new Float64Array(2 * this.#ids.length);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#count++] = id;
  }
}

/** The number of the page to which a set belongs; undefined if the set does not count. */
type PlaceOf = (id: number) => number | undefined;

/** The pairs of sorted lines, by page numbers. */
async function readPairs(path: string, pageOf: PlaceOf, identity: RunIdentity): Promise<PagePairs> {
  const pairs = new PairsBuilder();
  for await (const batch of sortedLines(path, identity)) {
    for (const [, first, tag, second, shared] of batch) {
      if (tag !== tags.found) continue;
      const [x, y] = [pageOf(Number(first)), pageOf(Number(second))];
      if (x === undefined || y === undefined) continue;
      pairs.add(x, y, Number(shared));
    }
  }
  const { length, x: a, y: b, overlap } = pairs.finish();
  return { length, a, b, overlap };
}

/** Index of an id among the ids of all pages, which ascend. */
function placeOf(id: number, ids: Float64Array): number {
  let from = 0;
  let to = ids.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ids[middle] < id) from = middle + 1;
    else to = middle;
  }
  return from;
}
