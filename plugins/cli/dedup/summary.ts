import type { Deduplication, ExtractMode } from '../../../src/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import type { Input } from '../input.ts';
import { printable } from '../printable.ts';
import { version } from '../version.ts';

/** `summary.json` of CLI.md; `damagedSpots`, `skipped`, `inputs` to `multiset` and the fields of `milliseconds` are ours. */
export interface DedupSummary {
  readonly pages: number;
  readonly bytes: number;
  readonly kept: number;
  readonly dropped: number;
  readonly unclassifiable: number;
  readonly damaged: number;
  readonly damagedSpots: readonly DamagedSpot[];
  /** Records and files that are sound but no page, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly candidates: number;
  readonly pairs: number;
  readonly clusters: number;
  readonly method: string;
  readonly threshold: number;
  readonly gram: string;
  readonly similarity: string;
  /** As given, to be read again by `neardup report`. */
  readonly inputs: readonly string[];
  readonly field?: string;
  readonly extract: ExtractMode;
  readonly multiset: boolean;
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly peakMemoryBytes: number;
  readonly version: string;
}

const shownClusters = 10;
const shownMembers = 4;
const shownReasons = 6;

/** How pages were read and compared, as `summary.json` tells it. */
export interface DedupCall {
  readonly inputs: readonly string[];
  readonly field: string | undefined;
  /** As in `word:4`. */
  readonly gram: string;
  readonly options: {
    readonly threshold: number;
    readonly similarity: string;
    readonly extract: ExtractMode;
    readonly multiset: boolean;
  };
}

export function summaryOf(
  { pages, decisions, candidates, pairs, clusters, method }: Deduplication,
  { inputs, field, gram, options }: DedupCall,
  input: Pick<Input, 'bytes' | 'damaged' | 'skipped'>,
  milliseconds: DedupSummary['milliseconds'],
): DedupSummary {
  const { threshold, similarity, extract, multiset } = options;
  const count = (decision: string) => decisions.filter((each) => each.decision === decision).length;
  return {
    pages: pages.length,
    bytes: input.bytes,
    kept: count('keep'),
    dropped: count('drop'),
    unclassifiable: count('unclassifiable'),
    damaged: input.damaged.length,
    damagedSpots: input.damaged,
    skipped: input.skipped,
    candidates,
    pairs: pairs.length,
    clusters: clusters.length,
    method,
    threshold,
    gram,
    similarity,
    inputs,
    ...(field === undefined ? {} : { field }),
    extract,
    multiset,
    milliseconds,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    version,
  };
}

/** What a person sees of a run: the largest clusters, then the sums. */
export function printDedup(summary: DedupSummary, result: Deduplication, out: string | undefined): string {
  const { pages, clusters, decisions } = result;
  const name = (page: number): string => printable(pages[page].url || pages[page].id);
  const lines: string[] = [];
  const largest = [...clusters].sort((a, b) => b.members.length - a.members.length).slice(0, shownClusters);
  for (const { representative, members } of largest) {
    lines.push(`${members.length + 1} pages like ${name(representative)}`);
    for (const { page, similarity } of members.slice(0, shownMembers)) {
      lines.push(`    ${formatSimilarity(similarity, summary.threshold)}  ${name(page)}`);
    }
    if (members.length > shownMembers) lines.push(`    … and ${members.length - shownMembers} more`);
  }
  if (clusters.length > shownClusters)
    lines.push(`… and ${clusters.length - shownClusters} smaller clusters`);
  if (lines.length > 0) lines.push('');

  const seconds = (summary.milliseconds.total / 1000).toFixed(1);
  lines.push(
    `${many(summary.pages, 'page')} (${megabytes(summary.bytes)}) in ${seconds} s: ` +
      `${inThousands(summary.kept)} kept, ${inThousands(summary.dropped)} dropped, ${inThousands(summary.unclassifiable)} unclassifiable`,
    `${many(summary.clusters, 'cluster')} from ${many(summary.pairs, 'pair')} with ${summary.similarity} ≥ ` +
      `${summary.threshold} on ${summary.gram} grams (method ${summary.method}, ${many(summary.candidates, 'candidate')})`,
  );
  const reasons = new Map<string, number>();
  for (const { decision, reason } of decisions) {
    if (decision === 'unclassifiable') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of reasons) lines.push(`unclassifiable: ${inThousands(count)} × ${reason}`);
  const skipped = Object.entries(summary.skipped).sort(([, a], [, b]) => b - a);
  if (skipped.length > 0) {
    const shown = skipped
      .slice(0, shownReasons)
      .map(([reason, count]) => `${inThousands(count)} × ${printable(reason)}`);
    lines.push(`no pages, skipped: ${shown.join(', ')}${skipped.length > shownReasons ? ', …' : ''}`);
  }
  if (summary.damaged > 0) {
    lines.push(`damaged: ${many(summary.damaged, 'spot')} in the input; what they held is missing here`);
    for (const { file, offset, reason } of summary.damagedSpots.slice(0, shownClusters)) {
      lines.push(`    ${printable(file)} at ${offset}: ${reason}`);
    }
  }
  if (out !== undefined)
    lines.push(`written to ${out}: decisions.jsonl, clusters.jsonl, pairs.jsonl, summary.json`);
  return `${lines.join('\n')}\n`;
}

function inThousands(count: number): string {
  return count.toLocaleString('en');
}

function many(count: number, what: string): string {
  return `${inThousands(count)} ${what}${count === 1 ? '' : 's'}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
