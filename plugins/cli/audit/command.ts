import { join } from 'node:path';
import { type PageGrams, shinglePages, similarities } from '../../../src/flow/index.ts';
import { parseGramSpec } from '../../../src/index.ts';
import { measures } from '../../../src/join/index.ts';
import { pageKey } from '../../report/page-key.ts';
import { damageLines } from '../damage.ts';
import { HeldAgainst } from '../dedup/against.ts';
import { summaryFile } from '../dedup/result-checks.ts';
import type { DedupSummary } from '../dedup/summary.ts';
import { wrongCall } from '../errors.ts';
import { type Input, isSpent, openInput, whereItWas } from '../input.ts';
import { onInterrupt } from '../interruption.ts';
import { isThere } from '../is-there.ts';
import { inThousands, many } from '../numbers.ts';
import { parseCall, reading, readMemory, readReading, readThreads } from '../options.ts';
import { folderWithoutResults } from '../out-folder.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { readResult } from '../read-result.ts';
import { printResult } from '../result.ts';
import {
  allowEmptyHelp,
  fieldHelp,
  jsonHelp,
  memoryHelp,
  quietHelp,
  threadsHelp,
  type Usage,
} from '../usage.ts';
import { version } from '../version.ts';
import { digestOf, type Evidence, measureRemovals, representativeKey } from './evidence.ts';
import { type Removal, readRemovals } from './removals.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'audit DIR [INPUT…] [options]',
  about: `Proves every removal of an earlier neardup dedup --out DIR again: reads the input of that run (or INPUT, named as it was
then), and holds both pages of each removal against what removals.jsonl says of them: digests, sizes, exact overlap.
Where the run wrote a copy (--write), every page that stands for others must be in it. What no longer holds is
listed, and the exit code is 3.`,
  options: [
    fieldHelp,
    allowEmptyHelp,
    memoryHelp('what gram sets of pages that stand for others may take'),
    threadsHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [['audit report', 'proves what neardup dedup --out report dropped']],
};

/** What can be wrong with a removal. */
type Failure =
  | 'page-missing'
  | 'representative-missing'
  | 'page-changed'
  | 'representative-changed'
  | 'other-overlap'
  | 'below-threshold'
  | 'not-in-copy';

/** A removal that no longer holds. */
interface FailedRemoval {
  readonly id: string;
  readonly representative: string;
  readonly failure: Failure;
}

const WORDS: Readonly<Record<Failure, string>> = {
  'page-missing': 'it is not in the input',
  'representative-missing': 'the page that stands for it is not in the input',
  'page-changed': 'its text is not the one that was compared',
  'representative-changed': 'the text of the page that stands for it is not the one that was compared',
  'other-overlap': 'the two have another number of grams in common than was said',
  'below-threshold': 'the two are less similar than the threshold asks for',
  'not-in-copy': 'the page that stands for it is not in the written copy',
};
const SHOWN = 20;

/** `neardup audit`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const progress = new Progress(call.quiet);
  const summary = await readSummary(call.folder);
  const inputs = call.inputs.length > 0 ? call.inputs : summary.inputs;
  if (isSpent(call.inputs, summary.inputs))
    throw wrongCall('audit', 'INPUT: the run read standard input, which cannot be read again');
  const removals = await readRemovals(call.folder, summary.removals!);
  const options = {
    gram: parseGramSpec(summary.gram),
    extract: summary.extract,
    multiset: summary.multiset,
  };
  let input: Input | undefined;
  const { field = summary.field } = call.reading;
  const known = new HeldAgainst(
    summary.against && { inputs: summary.against.inputs, field },
    options,
    call.threads,
    progress,
  );
  const pagesOf = (names: readonly string[], allowEmpty: boolean): AsyncIterable<PageGrams> => {
    input = openInput(names, { field, allowEmpty }, progress);
    return shown(shinglePages(input.blocks(call.threads), options, call.threads), input);
  };
  // each removal without a page is reported on its own, and an audit of a run without pages is valid
  const mayBeEmpty = call.reading.allowEmpty || removals.length > 0 || summary.pages === 0;
  const release = onInterrupt(() => {
    progress.clear();
    return 'an audit that is not finished has proven nothing; it writes nothing either';
  });
  try {
    const { evidence, met } = await measureRemovals(
      removals,
      () => known.join(pagesOf(inputs, mayBeEmpty)),
      call.memoryBytes,
    );
    const damaged = [...(input?.damaged ?? []), ...known.damaged];
    const inCopy = await copiedDigests(summary, (file) => pagesOf([file], true));
    const failed = removals.flatMap((removal): FailedRemoval[] => {
      const failure = failureOf(removal, evidence.get(pageKey({ id: removal.id })), met, inCopy, summary);
      return failure === undefined
        ? []
        : [{ id: removal.id, representative: removal.representative, failure }];
    });
    progress.clear();
    const result = {
      removals: removals.length,
      proven: removals.length - failed.length,
      failed,
      ...(inCopy === undefined ? {} : { copy: summary.written!.file }),
      damaged: damaged.length,
      damagedSpots: damaged,
      milliseconds: { total: performance.now() - startedAt },
      version,
    };
    const lines = failed.slice(0, SHOWN).map(({ id, representative, failure }) => {
      return `${printable(id)} repeats ${printable(representative)}: ${WORDS[failure]}`;
    });
    if (failed.length > SHOWN) lines.push(`… and ${inThousands(failed.length - SHOWN)} more`);
    lines.push(
      `${many(removals.length, 'removal')}: ${inThousands(result.proven)} proven again, ` +
        `${inThousands(failed.length)} no longer hold`,
      ...damageLines(damaged),
    );
    printResult(call.json, result, `${lines.join('\n')}\n`);
    return failed.length > 0 || damaged.length > 0 ? 3 : 0;
  } catch (error) {
    throw call.inputs.length > 0 ? error : whereItWas(error, 'audit DIR');
  } finally {
    release();
    progress.clear();
  }
}

function failureOf(
  { sizes, overlap, digests, code, representative, known, id }: Removal,
  found: Evidence | undefined,
  met: ReadonlySet<string>,
  inCopy: ReadonlySet<string> | undefined,
  { similarity, threshold, siteModel }: DedupSummary,
): Failure | undefined {
  if (!met.has(pageKey({ id }))) return 'page-missing';
  if (!met.has(representativeKey({ representative, ...(known && { known }) })) || found === undefined)
    return 'representative-missing';
  if (found.digests[0] !== digests[0]) return 'page-changed';
  if (found.digests[1] !== digests[1]) return 'representative-changed';
  const isSame = found.overlap === overlap && found.sizes.every((size, i) => size === sizes[i]);
  if (!isSame) return 'other-overlap';
  const measure = measures[similarities.find((name) => name === similarity) ?? similarities[0]];
  // with the site model, template grams do not count; in chains of similar pages not every pair reaches the threshold
  const isExact = !siteModel && (code === 'similar' || code === 'same-grams');
  if (isExact && measure.value(found.overlap, ...found.sizes) < threshold) return 'below-threshold';
  // known pages are not written to the copy
  return known || inCopy === undefined || inCopy.has(digests[1]) ? undefined : 'not-in-copy';
}

/** Digests of the pages in the copy that the run wrote; `undefined` if there is no copy that can be read again. */
async function copiedDigests(
  { written }: DedupSummary,
  pages: (file: string) => AsyncIterable<PageGrams>,
): Promise<ReadonlySet<string> | undefined> {
  if (written === undefined || written.file === '-') return undefined;
  const digests = new Set<string>();
  // a copy that is gone contains nothing
  if (!isThere(written.file)) return digests;
  for await (const { grams } of pages(written.file)) digests.add(digestOf(grams));
  return digests;
}

async function* shown(pages: AsyncIterable<PageGrams>, input: Input): AsyncGenerator<PageGrams> {
  let count = 0;
  for await (const page of pages) {
    yield page;
    input.showRead(++count);
  }
}

async function readSummary(folder: string): Promise<DedupSummary> {
  const path = join(folder, 'summary.json');
  if (!isThere(path))
    throw wrongCall('audit', 'the folder of an earlier dedup --out', folderWithoutResults(folder));
  const summary = await readResult<DedupSummary>(path, summaryFile);
  if (summary.removals === undefined) {
    throw wrongCall(
      'audit',
      'a run of dedup that kept evidence (removals.jsonl)',
      summary.method === 'crawl'
        ? `${folder}, which a crawl wrote`
        : isThere(join(folder, 'report.json'))
          ? `${folder}, which evaluate wrote`
          : `one of neardup ${summary.version}`,
    );
  }
  return summary;
}

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, { ...reading, memory: { type: 'string' } });
  const [folder, ...inputs] = positionals;
  if (folder === undefined) throw wrongCall('audit', 'DIR, the folder of an earlier dedup --out');
  return {
    folder,
    inputs,
    reading: readReading(values),
    memoryBytes: readMemory(values),
    threads: readThreads(values),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
