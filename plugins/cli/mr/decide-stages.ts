import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { methodOfFound, reasonCodes, TemplatesDigest, WorkFolder } from '../../../src/flow/index.ts';
import { tags, unescaped } from '../../mr/lines/format.ts';
import type { LocalRun } from '../../mr/local/run-stages.ts';
import { contentPrefix } from '../../mr/plan.ts';
import { resultStages } from '../../mr/plan-pages.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';
import { addRemovals, type PageRemoval } from '../audit/removals.ts';
import { type ShardLine, writeShards, writeSummary, writeWhole } from '../dedup/files.ts';
import { mostMirrored } from '../dedup/host-files.ts';
import type { HostPair } from '../dedup/host-pairs.ts';
import {
  byDescendingSize,
  type CountedCluster,
  judgeCluster,
  type LooseCluster,
  mostNamed,
} from '../dedup/loose-clusters.ts';
import { parametersOf } from '../dedup/parameters.ts';
import { sumsInWords } from '../dedup/printed-summary.ts';
import { summaryOfCounts } from '../dedup/summary.ts';
import { beginResults } from '../out-folder.ts';
import { version } from '../version.ts';
import type { Decided } from './decide.ts';
import type { ProposedBy, readDeciding } from './deciding.ts';
import { findingsIn, findingsOfAll } from './findings.ts';
import { recordsOfInput } from './inputs.ts';
import type { StagedFile } from './results/print.ts';
import { linesOf, sortedLines } from './tagged-lines.ts';
import { writePrinted } from './write-printed.ts';

/** Where to write results, and the options that decided. */
interface ResultsCall {
  /** An existing folder. */
  readonly out: string;
  /** As given. Default: those that the lines name. */
  readonly inputs?: readonly string[];
  readonly field: string | undefined;
  /** As in `word:4`. */
  readonly gram: string;
  readonly options: ReturnType<typeof readDeciding>['options'];
  readonly proposedBy: ProposedBy;
  /** Whether to write the decisions of each input to a file of its own, too. */
  readonly shards: boolean;
  /** An existing folder for temporary files. */
  readonly temporary: string;
}

/** The stages whose counters are in the summary. */
export const countedStages = [
  ...['pages', 'candidates', `${contentPrefix}candidates`, 'judge-second', 'places-second'],
  ...['decisions', 'declared', 'host-second'],
] as const;

/** The output of the stages of a run. */
interface StagedRun extends Pick<LocalRun, 'program' | 'run' | 'stop'> {
  /** Writes all lines of some stages to a new file, sorted by bytes. */
  sorted(stages: readonly string[]): Promise<string>;
  /** The counters of a stage; none for a stage that does not exist. */
  countersOf(stage: string): Readonly<Record<string, number>>;
}

/**
 * Writes the result files of `neardup dedup` from the output of the stages: each whole or not at all, the summary last.
 * Memory: one line, and 24 bytes a site.
 */
export async function writeStagedResults(call: ResultsCall, run: StagedRun): Promise<Decided> {
  const startedAt = performance.now();
  const { out, gram, options, proposedBy } = call;
  const identity = { version, run: run.run };
  const using = async <T>(stages: readonly string[], use: (sorted: string) => Promise<T>): Promise<T> => {
    const sorted = await run.sorted(stages);
    const result = await use(sorted);
    await rm(sorted);
    return result;
  };
  const print = (sorted: string, file: StagedFile): Promise<void> =>
    writePrinted(
      join(out, `${file}.jsonl`),
      ['print', sorted, '--file', file, '--similarity', options.similarity],
      run,
    );
  await beginResults(out, 'summary.json');
  let templateDigest = '';
  if (options.siteModel)
    await using(resultStages.templates, async (sorted) => {
      await print(sorted, 'templates');
      templateDigest = await digestIn(sorted, identity);
    });
  else await writeWhole(join(out, 'templates.jsonl'), []);
  await using(resultStages.pairs, async (sorted) => {
    for (const file of ['pairs', 'alike'] as const) await print(sorted, file);
  });
  await using(resultStages.clusters, (sorted) => print(sorted, 'clusters'));
  await using(resultStages.declared, (sorted) => print(sorted, 'declared'));
  const mirrored = await using(resultStages.hosts, async (sorted) => {
    await print(sorted, 'hosts');
    return firstMirrored(sorted, identity);
  });
  const inputs = await using(resultStages.findings, (sorted) => findingsIn(sorted, identity));
  const counts = countsIn(run, templateDigest, proposedBy.method);
  const loose = await using(resultStages.largeClusters, (sorted) =>
    looseIn(sorted, identity, counts.pages, options.threshold),
  );
  const removals = await using(resultStages.decisions, async (sorted) => {
    await print(sorted, 'decisions');
    if (call.shards) await writeShards(join(out, 'shards'), inputs.length, decisionsIn(sorted, identity));
    const folder = new WorkFolder(call.temporary);
    try {
      const parameters = parametersOf({ gram, options: { ...options, ...proposedBy } });
      return await addRemovals(out, removalsIn(sorted, identity), { parameters, templateDigest }, folder);
    } finally {
      folder.close();
    }
  });
  const links = { redirects: 0, canonicals: 0, agreeing: 0, differing: 0 };
  const total = performance.now() - startedAt;
  const summary = summaryOfCounts(
    counts,
    { ...call, inputs: call.inputs ?? inputs.map(({ input }) => input) },
    findingsOfAll(inputs),
    { write: total, total },
    {
      removals,
      hosts: { pairs: 0, mirrored: 0, aliases: 0, ...run.countersOf('host-second') },
      declared: { ...links, ...run.countersOf('declared') },
      ...(loose.length > 0 && { loose }),
    },
  );
  await writeSummary(out, summary);
  return { summary, words: sumsInWords(summary, out, mirrored) };
}

/** What became of the pages, by the counters of the stages. */
function countsIn(
  { countersOf }: StagedRun,
  templateDigest: string,
  method = methodOfFound,
): Parameters<typeof summaryOfCounts>[0] {
  const of = (stage: string, counter: string): number => countersOf(stage)[counter] ?? 0;
  const judged = (counter: string): number => of('judge-second', counter) + of('places-second', counter);
  const found = (prefix: string): number => of(`${prefix}candidates`, 'candidates');
  const decided = (counter: string): number => of('decisions', counter);
  const codes = reasonCodes.map((code) => [code, decided(code)] as const).filter(([, count]) => count > 0);
  return {
    pages: of('pages', 'pages'),
    kept: decided('keep'),
    dropped: decided('drop'),
    unclassifiable: decided('unclassifiable'),
    candidates: found('') + found(contentPrefix),
    pairs: judged('duplicates'),
    alike: judged('alike'),
    clusters: decided('representative'),
    method,
    templateDigest,
    codes: Object.fromEntries(codes),
  };
}

async function digestIn(sorted: string, identity: RunIdentity): Promise<string> {
  const digest = new TemplatesDigest();
  for await (const [part, ofHost] of linesOf(sorted, tags.template, identity))
    if (Number(part) === 0) digest.addDigest(Buffer.from(ofHost, 'hex'));
  return digest.finish();
}

async function firstMirrored(sorted: string, identity: RunIdentity): Promise<HostPair[]> {
  const mirrored: HostPair[] = [];
  for await (const [, , json] of linesOf(sorted, tags.hostPair, identity)) {
    const pair = JSON.parse(unescaped(json)) as HostPair;
    if (pair.mirrored) mirrored.push(pair);
    if (mirrored.length === mostMirrored) break;
  }
  return mirrored;
}

/** Clusters worth a look. Keeps at most twice as many as it returns. */
async function looseIn(
  sorted: string,
  identity: RunIdentity,
  pages: number,
  threshold: number,
): Promise<readonly LooseCluster[]> {
  let loose: LooseCluster[] = [];
  const largest = (): LooseCluster[] => loose.sort(byDescendingSize).slice(0, mostNamed);
  for await (const [json] of linesOf(sorted, tags.large, identity)) {
    const told = judgeCluster(JSON.parse(unescaped(json)) as CountedCluster, pages, threshold);
    if (told !== undefined) loose.push(told);
    if (loose.length === 2 * mostNamed) loose = largest();
  }
  return largest();
}

async function* removalsIn(sorted: string, identity: RunIdentity): AsyncGenerator<PageRemoval> {
  for await (const [json] of linesOf(sorted, tags.removal, identity)) yield JSON.parse(unescaped(json));
}

async function* decisionsIn(sorted: string, identity: RunIdentity): AsyncGenerator<ShardLine, undefined> {
  for await (const batch of sortedLines(sorted, identity)) {
    for (const [, id, tag, text] of batch) {
      if (tag === tags.decided)
        yield { input: Math.floor(Number(id) / recordsOfInput), line: `${unescaped(text)}\n` };
    }
  }
  return undefined;
}
