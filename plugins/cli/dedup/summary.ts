import {
  fileFormats,
  mostOfCrowd,
  type PairScope,
  type ReasonCode,
  type StoredDeduplication,
  shellKinds,
  shellReason,
} from '../../../src/flow/index.ts';
import type { ExtractMode } from '../../../src/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import type { DamagedSpot, ReadNote } from '../../dump/index.ts';
import { damageLines } from '../damage.ts';
import type { Input } from '../input.ts';
import { inMegabytes, inSeconds, inThousands, many } from '../numbers.ts';
import { printable } from '../printable.ts';
import { peakMemoryBytes } from '../result.ts';
import { version } from '../version.ts';
import type { DeclaredCounts } from './declared.ts';
import type { HostCounts, HostPair } from './host-pairs.ts';
import type { LooseCluster } from './loose-clusters.ts';
import { resultFiles } from './result-files.ts';

/** Identifies the lines of `removals.jsonl` that belong to a run. */
export interface RemovalsOfRun {
  /** Equal for runs that drop the same pages for the same reasons. */
  readonly run: string;
  readonly count: number;
}

/** The content of `summary.json` and of `--json`. */
export interface DedupSummary {
  readonly format: string;
  readonly pages: number;
  readonly bytes: number;
  readonly kept: number;
  readonly dropped: number;
  readonly unclassifiable: number;
  readonly damaged: number;
  readonly damagedSpots: readonly DamagedSpot[];
  /** Notes on the input, such as files without checksums. */
  readonly notes?: readonly ReadNote[];
  /** Number of sound records and files that are no pages, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly candidates: number;
  readonly pairs: number;
  /** Number of similar pairs about different things: the lines of alike.jsonl. */
  readonly alike: number;
  /** Number of pages that were compared with one page, since more than a thousand are similar to it; missing if there is none. */
  readonly comparedOnce?: number;
  readonly clusters: number;
  /** The inputs of `--against` and the number of their pages. */
  readonly against?: { readonly inputs: readonly string[]; readonly pages: number };
  /** The evidence for the drops of this run, in removals.jsonl. */
  readonly removals?: RemovalsOfRun;
  /** The clean copy of `--write`. */
  readonly written?: WrittenCopy;
  /** Counts of pairs of hosts with pages in common, in hosts.jsonl. */
  readonly hosts?: HostCounts;
  /** Counts of redirects and canonical links, in declared.jsonl. */
  readonly declared?: DeclaredCounts;
  /** Clusters in which some pages may not repeat each other: the 20 largest. */
  readonly loose?: readonly LooseCluster[];
  readonly method: string;
  readonly threshold: number;
  readonly gram: string;
  readonly similarity: string;
  /** As given, so that `neardup report` can read them again. */
  readonly inputs: readonly string[];
  readonly field?: string;
  readonly extract: ExtractMode;
  readonly multiset: boolean;
  readonly siteModel: boolean;
  readonly identity: boolean;
  /** `--scope` of `dedup`: between which hosts pairs count. */
  readonly scope?: PairScope;
  /** Digest of the templates of all sites in `templates.jsonl`. Equal in every run over the same pages. */
  readonly templateDigest: string;
  /** Number of pages by the code of their decision. */
  readonly codes: Readonly<Partial<Record<ReasonCode, number>>>;
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly peakMemoryBytes: number;
  readonly version: string;
}

/** The part of a summary about a copy. */
export interface WrittenCopy {
  readonly file: string;
  readonly bytes: number;
  /** Number of pages that are in it unchanged. */
  readonly kept: number;
  readonly revisits: number;
  readonly leftOut: number;
  readonly aside: number;
  /** The file of pages put aside, if there are any. */
  readonly asideFile?: string;
  /** The list of pages that are missing from it or changed. For a copy on standard output it is in `--out`. */
  readonly manifest?: string;
}

const SHOWN_CLUSTERS = 10;
const SHOWN_MEMBERS = 4;
const SHOWN_REASONS = 6;

/** How pages were read and compared, as in `summary.json`. */
interface DedupCall {
  readonly inputs: readonly string[];
  readonly field: string | undefined;
  /** For example `word:4`. */
  readonly gram: string;
  readonly options: {
    readonly threshold: number;
    readonly similarity: string;
    readonly extract: ExtractMode;
    readonly multiset: boolean;
    readonly siteModel: boolean;
    readonly identity: boolean;
    readonly scope?: PairScope;
  };
}

/** Counts of the outcomes of a run. */
type Counts = Pick<
  DedupSummary,
  | 'pages'
  | 'kept'
  | 'dropped'
  | 'unclassifiable'
  | 'candidates'
  | 'pairs'
  | 'alike'
  | 'comparedOnce'
  | 'clusters'
  | 'method'
  | 'templateDigest'
  | 'codes'
>;

function countsOf({ journal, resolved, duplicates, alike, crowds, ...found }: StoredDeduplication): Counts {
  const { decisions, codes } = resolved.counts(journal.newPages);
  const { candidates, method, templateDigest } = found;
  const comparedOnce = crowds.length;
  return {
    ...{ pages: journal.newPages, kept: decisions.keep, dropped: decisions.drop },
    unclassifiable: decisions.unclassifiable,
    ...{ candidates, pairs: duplicates.length, alike: alike.length, clusters: resolved.clusterCount },
    ...(comparedOnce > 0 && { comparedOnce }),
    ...{ method, templateDigest, codes },
  };
}

/** The summary of a run. */
export function summaryOf(
  result: StoredDeduplication,
  ...more: Parameters<typeof summaryOfCounts> extends [unknown, ...infer More] ? More : never
): DedupSummary {
  return summaryOfCounts(countsOf(result), ...more);
}

/** The summary of a run whose counts come from elsewhere. */
export function summaryOfCounts(
  {
    pages,
    kept,
    dropped,
    unclassifiable,
    candidates,
    pairs,
    alike,
    comparedOnce,
    clusters,
    ...counts
  }: Counts,
  { inputs, field, gram, options }: DedupCall,
  input: Pick<Input, 'bytes' | 'damaged' | 'skipped'> & Partial<Pick<Input, 'notes'>>,
  milliseconds: DedupSummary['milliseconds'],
  {
    written,
    removals,
    against,
    hosts,
    declared,
    loose,
  }: Pick<DedupSummary, 'written' | 'removals' | 'against' | 'hosts' | 'declared' | 'loose'> = {},
): DedupSummary {
  const { threshold, similarity, extract, multiset, siteModel, identity, scope } = options;
  return {
    format: fileFormats.summary,
    pages,
    bytes: input.bytes,
    ...{ kept, dropped, unclassifiable },
    damaged: input.damaged.length,
    damagedSpots: input.damaged,
    ...(input.notes === undefined || input.notes.length === 0 ? {} : { notes: input.notes }),
    skipped: input.skipped,
    ...{ candidates, pairs, alike },
    ...(comparedOnce === undefined ? {} : { comparedOnce }),
    clusters,
    ...(against === undefined ? {} : { against }),
    ...(removals === undefined ? {} : { removals }),
    ...(written === undefined ? {} : { written }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(declared === undefined ? {} : { declared }),
    ...(loose === undefined ? {} : { loose }),
    method: counts.method,
    threshold,
    gram,
    similarity,
    inputs,
    ...(field === undefined ? {} : { field }),
    extract,
    multiset,
    siteModel,
    identity,
    ...(scope === undefined ? {} : { scope }),
    templateDigest: counts.templateDigest,
    codes: counts.codes,
    milliseconds,
    peakMemoryBytes: peakMemoryBytes(),
    version,
  };
}

/** The printed summary of a run: the largest clusters, then the sums. */
export function printDedup(
  summary: DedupSummary,
  { journal, resolved }: Pick<StoredDeduplication, 'journal' | 'resolved'>,
  out: string | undefined,
  mirrored: readonly HostPair[] = [],
): string {
  const name = (page: number): string => printable(journal.factsOf(page).url || journal.factsOf(page).id);
  const lines: string[] = [];
  for (const { representative, size, members } of largestClusters(resolved)) {
    lines.push(`${inThousands(size)} pages alike: ${name(representative)}`);
    let shown = 0;
    for (const { page, similarity } of members()) {
      if (++shown > SHOWN_MEMBERS) break;
      lines.push(`    ${formatSimilarity(similarity, summary.threshold)}  ${name(page)}`);
    }
    if (size - 1 > SHOWN_MEMBERS) lines.push(`    … and ${size - 1 - SHOWN_MEMBERS} more`);
  }
  if (summary.clusters > SHOWN_CLUSTERS)
    lines.push(`… and ${many(summary.clusters - SHOWN_CLUSTERS, 'smaller cluster')}`);
  if (lines.length > 0) lines.push('');
  return `${lines.map((line) => `${line}\n`).join('')}${sumsInWords(summary, out, mirrored)}`;
}

/** The printed sums of a run. */
export function sumsInWords(
  summary: DedupSummary,
  out: string | undefined,
  mirrored: readonly HostPair[],
): string {
  const lines: string[] = [];
  lines.push(
    `${many(summary.pages, 'page')} (${inMegabytes(summary.bytes)}) in ${inSeconds(summary.milliseconds.total)}: ` +
      `${inThousands(summary.kept)} kept, ${inThousands(summary.dropped)} dropped, ${inThousands(summary.unclassifiable)} unclassifiable`,
    `${many(summary.clusters, 'cluster')} from ${many(summary.pairs, 'pair')} with ${summary.similarity} ≥ ` +
      `${summary.threshold} on ${summary.gram} grams (method ${summary.method}, ${many(summary.candidates, 'candidate')})`,
  );
  if (summary.alike > 0) {
    lines.push(`${many(summary.alike, 'pair')} as similar, but about different things (alike.jsonl)`);
  }
  if (summary.comparedOnce !== undefined) {
    const more = inThousands(mostOfCrowd);
    lines.push(
      `${many(summary.comparedOnce, 'page')} compared with one page alone, to which more than ${more} are similar: their other pairs are listed with --all-pairs`,
    );
  }
  const { 'same-grams': copies = 0, similar = 0, linked = 0 } = summary.codes;
  if (copies + similar + linked > 0) {
    const parts = [`${inThousands(copies)} with the same grams`, `${inThousands(similar)} similar`];
    if (linked > 0) parts.push(`${inThousands(linked)} linked by similar pages`);
    lines.push(`dropped: ${parts.join(', ')}`);
  }
  // by code, since the reason in words may depend on the page
  const shells = Object.keys(summary.codes).filter((code): code is ReasonCode =>
    (['wall', ...shellKinds] as string[]).includes(code),
  );
  for (const code of shells) {
    const count = summary.codes[code] ?? 0;
    lines.push(`unclassifiable: ${inThousands(count)} × ${shellReason(code).reason}`);
  }
  for (const { why, representative, size, density, lowestSimilarity } of summary.loose ?? []) {
    const share = why === 'giant' ? `, ${Math.round((100 * size) / summary.pages)} % of all,` : '';
    const though = why === 'loose' ? ', though not all of them are similar' : '';
    lines.push(
      `warning: ${inThousands(size)} pages${share} are one cluster${though}: ${Math.round(100 * density)} % of their pairs are similar, ` +
        `and ${printable(representative)}, which stands for them, is similar to each by ${formatSimilarity(lowestSimilarity, summary.threshold)} or more`,
    );
  }
  if (summary.loose !== undefined && out !== undefined)
    lines.push(`to see whether such pages repeat each other: neardup report ${out}`);
  for (const { a, b, share } of mirrored) {
    const percent = (part: number): string => `${Math.round(100 * part)} %`;
    lines.push(`mirrored: ${a} (${percent(share.a)} of its articles) and ${b} (${percent(share.b)})`);
  }
  const skipped = Object.entries(summary.skipped).sort(([, a], [, b]) => b - a);
  if (skipped.length > 0) {
    const shown = skipped
      .slice(0, SHOWN_REASONS)
      .map(([reason, count]) => `${inThousands(count)} × ${printable(reason)}`);
    lines.push(`no pages, skipped: ${shown.join(', ')}${skipped.length > SHOWN_REASONS ? ', …' : ''}`);
  }
  lines.push(...damageLines(summary.damagedSpots));
  const { written } = summary;
  if (written !== undefined) {
    const aside =
      written.asideFile === undefined ? '' : `, ${inThousands(written.aside)} in ${written.asideFile}`;
    lines.push(
      `copied to ${written.file} (${inMegabytes(written.bytes)}): ${many(written.kept, 'page')}, ` +
        `${inThousands(written.revisits)} as revisits, ${inThousands(written.leftOut)} left out${aside}`,
    );
  }
  if (out !== undefined) lines.push(`written to ${out}: ${resultFiles.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** The clusters to print: the largest; of equal ones the first. */
function largestClusters(resolved: StoredDeduplication['resolved']) {
  const largest: ReturnType<typeof resolved.clusters> extends Generator<infer Cluster> ? Cluster[] : never =
    [];
  for (const cluster of resolved.clusters()) {
    const at = largest.findIndex(({ size }) => size < cluster.size);
    if (at < 0 && largest.length === SHOWN_CLUSTERS) continue;
    largest.splice(at < 0 ? largest.length : at, 0, cluster);
    if (largest.length > SHOWN_CLUSTERS) largest.pop();
  }
  return largest;
}
