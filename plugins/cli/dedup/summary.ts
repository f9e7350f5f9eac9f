import {
  fileFormats,
  type PairScope,
  type ReasonCode,
  type StoredDeduplication,
} from '../../../src/flow/index.ts';
import type { ExtractMode } from '../../../src/index.ts';
import type { DamagedSpot, ReadNote } from '../../dump/index.ts';
import type { Input } from '../input.ts';
import { peakMemoryBytes } from '../result.ts';
import { version } from '../version.ts';
import type { DeclaredCounts } from './declared.ts';
import type { HostCounts } from './host-pairs.ts';
import type { LooseCluster } from './loose-clusters.ts';

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
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
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
