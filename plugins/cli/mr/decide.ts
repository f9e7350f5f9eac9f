import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import {
  type DeduplicateGramsOptions,
  deduplicateStored,
  type FoundPairs,
  type PageGrams,
} from '../../../src/flow/index.ts';
import type { PagePairs } from '../../../src/index.ts';
import { tags } from '../../mr/lines/format.ts';
import { LineReader } from '../../mr/lines/reader.ts';
import { type LocalRun, sortAll } from '../../mr/local/run-stages.ts';
import type { StageTold } from '../../mr/local/stage-files.ts';
import { contentPrefix, lastStage } from '../../mr/plan.ts';
import { parsePage, partIds } from '../../mr/verbs/pages.ts';
import { writeDedupFiles } from '../dedup/files.ts';
import { writingTemplates } from '../dedup/templates.ts';

/** A run, and the version that its lines are of. */
type VersionedRun = LocalRun & { readonly version: string };

/**
 * Decides about all pages by the pairs that the stages have found, as `neardup dedup` does, and writes the same files.
 *
 * In one process. Memory: that of `deduplicateStored`, 8 bytes a page and 24 a pair.
 */
export async function decideByPairs(
  out: string,
  options: DeduplicateGramsOptions,
  run: VersionedRun,
  told: ReadonlyMap<string, StageTold>,
): Promise<{ readonly pages: number; readonly dropped: number; readonly clusters: number }> {
  await mkdir(out, { recursive: true });
  /** Of each page, by its number. */
  const ids = new Float64Array(told.get('pages')!.written.lines);
  const byStage = async (stage: string, placeOf: PlaceOf): Promise<PagePairs> =>
    readPairs(await sortAll(stage, run), told.get(stage)!.written.lines, placeOf, run);
  const ofPage = (id: number): number => placeOf(id, ids);
  const ofPart = (isLasting: boolean) => (id: number) =>
    partIds.isLasting(id) === isLasting ? placeOf(partIds.pageOf(id), ids) : undefined;
  const found: FoundPairs = {
    byGrams: () => byStage(lastStage, ofPage),
    byContent: () =>
      told.has(contentPrefix + lastStage)
        ? byStage(contentPrefix + lastStage, ofPart(false))
        : byStage(lastStage, ofPage),
    byLasting: () => byStage(contentPrefix + lastStage, ofPart(true)),
  };
  const pages = readPages(await sortAll('pages', run), ids, run);
  const searched = { ...options, found, workDirectory: run.temporary };
  return writingTemplates(out, (onTemplate) =>
    deduplicateStored(pages, { ...searched, onTemplate }, async (result) => {
      await writeDedupFiles(out, result);
      let dropped = 0;
      for (const { decision } of result.resolved.decisions()) if (decision === 'drop') dropped++;
      return { pages: ids.length, dropped, clusters: result.resolved.clusterCount };
    }),
  );
}

/** The pages of sorted lines, whose order is that of the inputs. */
async function* readPages(path: string, ids: Float64Array, run: VersionedRun): AsyncGenerator<PageGrams> {
  let page = 0;
  for await (const batch of sortedLines(path, run)) {
    for (const fields of batch) {
      ids[page++] = Number(fields[1]);
      yield parsePage(fields);
    }
  }
}

/** The page of which a set is; undefined of one that is not asked for. */
type PlaceOf = (id: number) => number | undefined;

/** The pairs of sorted lines, by page numbers. */
async function readPairs(
  path: string,
  count: number,
  pageOf: PlaceOf,
  run: VersionedRun,
): Promise<PagePairs> {
  const [a, b, overlap] = [0, 1, 2].map(() => new Uint32Array(count));
  let pair = 0;
  for await (const batch of sortedLines(path, run)) {
    for (const [, first, tag, second, shared] of batch) {
      if (tag !== tags.found) continue;
      const [x, y] = [pageOf(Number(first)), pageOf(Number(second))];
      if (x === undefined || y === undefined) continue;
      a[pair] = x;
      b[pair] = y;
      overlap[pair++] = Number(shared);
    }
  }
  return { length: pair, a: a.subarray(0, pair), b: b.subarray(0, pair), overlap: overlap.subarray(0, pair) };
}

function sortedLines(path: string, { version, run }: VersionedRun): AsyncIterable<readonly string[][]> {
  return new LineReader(createReadStream(path), { version, run, sorted: true, isPartition: false }).batches();
}

/** Where an id stands among those of all pages, which ascend. */
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
