import { mostOfCrowd, type StoredDeduplication, shellKinds, shellReason } from '../../../src/flow/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import { damageLines } from '../damage.ts';
import { inMegabytes, inSeconds, inThousands, many } from '../numbers.ts';
import { printable } from '../printable.ts';
import type { HostPair } from './host-pairs.ts';
import { resultFiles } from './result-files.ts';
import type { DedupSummary } from './summary.ts';

const SHOWN_CLUSTERS = 10;
const SHOWN_MEMBERS = 4;
const SHOWN_REASONS = 6;

/** The printed summary of a run: the largest clusters, then the sums. */
export function printDedup(
  summary: DedupSummary,
  { journal, resolved }: Pick<StoredDeduplication, 'journal' | 'resolved'>,
  out: string | undefined,
  mirrored: readonly HostPair[] = [],
): string {
  const name = (page: number): string => {
    const { id, url, known } = journal.factsOf(page);
    return `${printable(url || id)}${known ? ' (known)' : ''}`;
  };
  const lines: string[] = [];
  for (const { representative, size, members } of largestClusters(resolved)) {
    const linked = resolved.linkedOf(representative);
    const how = linked === 0 ? 'alike' : `alike, of which ${inThousands(linked)} only by way of others`;
    lines.push(`${inThousands(size)} pages ${how}: ${name(representative)}`);
    let shown = 0;
    for (const { page, similarity, linked } of members()) {
      if (++shown > SHOWN_MEMBERS) break;
      const only = linked ? '  (linked by similar pages)' : '';
      lines.push(`    ${formatSimilarity(similarity, summary.threshold)}  ${name(page)}${only}`);
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
  const lines = [
    ...totals(summary),
    ...drops(summary),
    ...unclassifiable(summary),
    ...looseClusters(summary, out),
    ...mirrored.map(mirror),
    ...skipped(summary),
    ...damageLines(summary.damagedSpots),
    ...copy(summary),
    ...(out === undefined ? [] : [`written to ${out}: ${resultFiles.join(', ')}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function* totals(summary: DedupSummary): Generator<string> {
  yield `${many(summary.pages, 'page')} (${inMegabytes(summary.bytes)}) in ${inSeconds(summary.milliseconds.total)}: ` +
    `${inThousands(summary.kept)} kept, ${inThousands(summary.dropped)} dropped, ${inThousands(summary.unclassifiable)} unclassifiable`;
  yield `${many(summary.clusters, 'cluster')} from ${many(summary.pairs, 'pair')} with ${summary.similarity} ≥ ` +
    `${summary.threshold} on ${summary.gram} grams (method ${summary.method}, ${many(summary.candidates, 'candidate')})`;
  if (summary.alike > 0) {
    yield `${many(summary.alike, 'pair')} as similar, but about different things (alike.jsonl)`;
  }
  if (summary.comparedOnce !== undefined) {
    const more = inThousands(mostOfCrowd);
    yield `${many(summary.comparedOnce, 'page')} compared with one page alone, to which more than ${more} are similar: their other pairs are listed with --all-pairs`;
  }
}

function* drops({ codes }: DedupSummary): Generator<string> {
  const { 'same-grams': copies = 0, similar = 0, linked = 0 } = codes;
  if (copies + similar + linked === 0) return;
  const parts = [`${inThousands(copies)} with the same grams`, `${inThousands(similar)} similar`];
  if (linked > 0) parts.push(`${inThousands(linked)} linked by similar pages`);
  yield `dropped: ${parts.join(', ')}`;
}

/** By code, since the reason in words may depend on the page. */
function* unclassifiable({ codes }: DedupSummary): Generator<string> {
  const kinds: readonly string[] = ['wall', ...shellKinds];
  for (const code of Object.keys(codes) as (keyof typeof codes)[]) {
    if (kinds.includes(code))
      yield `unclassifiable: ${inThousands(codes[code] ?? 0)} × ${shellReason(code).reason}`;
  }
}

function* looseClusters(
  { loose, pages, threshold }: DedupSummary,
  out: string | undefined,
): Generator<string> {
  if (loose === undefined) return;
  for (const { why, representative, size, density, lowestSimilarity } of loose) {
    const share = why === 'giant' ? `, ${inPercent(size / pages)} of all,` : '';
    const though = why === 'loose' ? ', though not all of them are similar' : '';
    yield `warning: ${inThousands(size)} pages${share} are one cluster${though}: ${inPercent(density)} of their pairs are similar, ` +
      `and ${printable(representative)}, which stands for them, is similar to each by ${formatSimilarity(lowestSimilarity, threshold)} or more`;
  }
  if (out !== undefined) yield `to see whether such pages repeat each other: neardup report ${out}`;
}

function mirror({ a, b, share }: HostPair): string {
  return `mirrored: ${a} (${inPercent(share.a)} of its articles) and ${b} (${inPercent(share.b)})`;
}

function* skipped({ skipped }: DedupSummary): Generator<string> {
  const reasons = Object.entries(skipped).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return;
  const shown = reasons
    .slice(0, SHOWN_REASONS)
    .map(([reason, count]) => `${inThousands(count)} × ${printable(reason)}`);
  yield `no pages, skipped: ${shown.join(', ')}${reasons.length > SHOWN_REASONS ? ', …' : ''}`;
}

function* copy({ written }: DedupSummary): Generator<string> {
  if (written === undefined) return;
  const { asideFile } = written;
  const aside = asideFile === undefined ? '' : `, ${inThousands(written.aside)} in ${asideFile}`;
  yield `copied to ${written.file} (${inMegabytes(written.bytes)}): ${many(written.kept, 'page')}, ` +
    `${inThousands(written.revisits)} as revisits, ${inThousands(written.leftOut)} left out${aside}`;
}

function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
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
