import type { Evaluation, EvaluationRow, Recommendation } from '../../src/evaluate/index.ts';
import { formatPercent } from '../../src/join/index.ts';
import { SHORT_GRAMS } from './browser/cluster-filter.ts';
import { count, duration, many, share } from './browser/numbers.ts';
import { html, type Markup } from './markup.ts';
import { patternsTable } from './patterns-section.ts';
import type { ReportedCluster, ReportedDeduplication } from './report.ts';

/** The findings at the beginning of a report: one sentence, and the numbers behind it. */
interface Findings {
  readonly sentence: string;
  readonly details: readonly string[];
  readonly numbers: readonly (readonly [value: string, name: string])[];
  /** Tables of the recommended methods by threshold, and of how the URLs of dropped pages differ. */
  readonly table?: Markup;
}

/** Findings as HTML. */
export function showFindings({ sentence, details, numbers, table }: Findings): Markup {
  return html`<p class="headline">${sentence}</p>
<dl class="tiles">${numbers.map(([value, name]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${table}
${details.map((detail) => html`<p class="detail">${detail}</p>`)}
`;
}

/** What a deduplication found. */
export function deduplicationFindings(deduplication: ReportedDeduplication): Findings {
  const { summary, unclassifiable } = deduplication;
  const patterns = patternsTable(deduplication);
  const short = deduplication.clusters.filter(isOfShortPages).length;
  const { pages, dropped, kept, clusters, pairs, candidates, threshold, similarity, gram, method, codes } =
    summary;
  const part = pages === 0 ? 0 : (100 * dropped) / pages;
  const reasons = [...unclassifiable].sort(([, a], [, b]) => b - a);
  return {
    sentence:
      dropped === 0
        ? pages === 1
          ? 'There is one page, so none repeats another.'
          : `None of ${many(pages, 'page')} repeats another.`
        : `${count(dropped)} of ${many(pages, 'page')} (${part < 10 ? formatPercent(part / 100) : `${Math.floor(part)} %`}) ${dropped === 1 ? 'repeats' : 'repeat'} a page that is kept.`,
    details: [
      `Two pages count as near-duplicates when the ${similarity} similarity of their ${gram} grams is ${threshold} or more; pairs were found by method ${method} from ${many(candidates, 'candidate')}.`,
      ...(reasons.length === 0
        ? []
        : [`Not judged: ${reasons.map(([reason, number]) => `${count(number)} × ${reason}`).join('; ')}.`]),
      ...(short === 0
        ? []
        : [
            `${many(short, 'cluster')} ${short === 1 ? 'is' : 'are'} of short pages only (under ${SHORT_GRAMS} grams): what surrounds a short text can make it alike. Look at ${short === 1 ? 'it' : 'them'} first: kind “copies of short pages” below.`,
          ]),
      ...(summary.damaged === 0
        ? []
        : [`The input was damaged in ${many(summary.damaged, 'spot')}; what was there is missing here.`]),
    ],
    ...(patterns && { table: patterns }),
    numbers: [
      [count(pages), 'pages read'],
      [count(kept), 'kept'],
      [count(codes['same-grams'] ?? 0), 'dropped: exact copies'],
      [count(dropped - (codes['same-grams'] ?? 0)), 'dropped: near-duplicates'],
      [count(summary.unclassifiable), 'not judged'],
      [count(clusters), 'clusters'],
      [count(pairs), 'similar pairs'],
      ...(summary.alike > 0
        ? [[count(summary.alike), 'pairs of same template, other subject'] as const]
        : []),
      ...(codes.wall ? [[count(codes.wall), 'pages of walls'] as const] : []),
    ],
  };
}

/** Whether all pages of a cluster of copies are short, as far as is known. */
function isOfShortPages({ kind = 'copies', representative, members }: ReportedCluster): boolean {
  const isShort = (grams = Number.POSITIVE_INFINITY): boolean => grams < SHORT_GRAMS;
  return (
    kind === 'copies' && isShort(representative.grams) && members.every(({ page }) => isShort(page.grams))
  );
}

/**
 * Times of single runs on one machine differ by this share. A method that gains less over the exact join counts as no
 * gain.
 */
const NOISE = 0.2;

/** Least recall and least precision of a method that counts as good enough. */
const GOOD_RECALL = 0.99;

/** The findings of an evaluation, at its lowest threshold unless the caller asked for a recall. */
export function evaluationFindings(evaluation: Evaluation): Findings {
  const { dataset, rows, truth, sample, labels, recommendations } = evaluation;
  const threshold = Math.min(...rows.map((row) => row.threshold));
  const here = rows.filter((row) => row.threshold === threshold);
  const truePairs = here[0]?.truePairs ?? 0;
  const recommended = recommendations?.find((recommendation) => recommendation.threshold === threshold);
  return {
    sentence: recommended === undefined ? bestSentence(here, threshold) : tunedSentence(recommended, here),
    ...(recommendations?.length && { table: recommendationTable(recommendations) }),
    details: [
      `Grams: ${dataset.gram}${dataset.multiset ? ', repeats counted' : ''}. ${
        truth === 'labels'
          ? `Pairs are held against ${many(labels?.pairs ?? truePairs, 'labelled pair')}${labels?.unknownIds ? `; ids of no page here: ${count(labels.unknownIds)}` : ''}.`
          : 'Pairs are held against the exact q-gram join (qp): every pair whose similarity reaches the threshold, and no other.'
      }`,
      ...(sample === undefined ? [] : [`Estimated from ${many(sample.pages, 'page')}: ${sample.how}.`]),
    ],
    numbers: [
      [count(dataset.pages), 'pages'],
      ...(dataset.emptyPages > 0 ? [[count(dataset.emptyPages), 'without a gram'] as const] : []),
      [count(dataset.grams), 'grams'],
      [count(dataset.universe), 'distinct grams'],
      [count(truePairs), truth === 'labels' ? 'labelled pairs' : `pairs with similarity ≥\u00a0${threshold}`],
      [count(new Set(rows.map(({ variant }) => variant)).size), 'methods'],
    ],
  };
}

function bestSentence(rows: readonly EvaluationRow[], threshold: number): string {
  const exact = rows.find(({ method }) => method === 'qp');
  const good = rows
    .filter((row) => row.recall >= GOOD_RECALL && row.precision >= GOOD_RECALL)
    .sort((a, b) => a.milliseconds.total - b.milliseconds.total)[0];
  const at = `At similarity ≥ ${threshold}`;
  // every method has all of no pairs: the quickest says nothing about recall
  if (rows.every(({ truePairs }) => truePairs === 0)) {
    return `${at}, no pair of these pages is known: they do not show which method finds such pairs.`;
  }
  if (good === undefined) {
    return `${at}, no method looked at finds ${100 * GOOD_RECALL} % of the pairs without wrong ones.`;
  }
  if (good === exact) {
    return `${at}, the exact join is the fastest way to find ${100 * GOOD_RECALL} % of the pairs or more: ${duration(good.milliseconds.total)}.`;
  }
  if (exact !== undefined && isNoGain(good.milliseconds.total, exact)) {
    return `${at}, use the exact join: it finds all pairs in ${duration(exact.milliseconds.total)}, and no method that finds ${100 * GOOD_RECALL} % of them is faster by more than times differ from run to run.`;
  }
  const against =
    exact === undefined
      ? `in ${duration(good.milliseconds.total)}`
      : `in ${duration(good.milliseconds.total)}, where the exact join takes ${duration(exact.milliseconds.total)}`;
  return `${at}, ${good.variant} finds ${formatPercent(good.recall)} of the pairs ${against}.`;
}

/** Whether a time is within the run-to-run variation of the time of the exact join. */
function isNoGain(milliseconds: number, exact: EvaluationRow): boolean {
  return milliseconds >= (1 - NOISE) * exact.milliseconds.total;
}

function tunedSentence(recommendation: Recommendation, rows: readonly EvaluationRow[]): string {
  const { threshold, targetRecall, maxMilliseconds, reached, variant, recall, milliseconds } = recommendation;
  const within = maxMilliseconds === undefined ? '' : ` within ${duration(maxMilliseconds)}`;
  const part = `${Number((100 * targetRecall).toPrecision(15))} % of`;
  const pairs = `pairs with similarity ≥ ${threshold}`;
  const wanted = `${part} the ${pairs}${within}`;
  const exact = rows.find(({ method }) => method === 'qp');
  const mayTakeExact =
    exact !== undefined && exact.milliseconds.total <= (maxMilliseconds ?? Number.POSITIVE_INFINITY);
  if (reached && mayTakeExact && exact.variant !== variant && isNoGain(milliseconds, exact)) {
    return `Use the exact join, which finds all pairs in ${duration(exact.milliseconds.total)}: ${variant} surely finds ${wanted} in ${duration(milliseconds)}, which is no more of a gain than times differ by from run to run.`;
  }
  if (reached && exact?.variant === variant) {
    // others may have taken less time in some of their runs
    return `Use the exact join, which finds all ${pairs} in ${duration(milliseconds)}: no method here that surely finds ${part} them is clearly quicker.`;
  }
  const against =
    exact && exact.variant !== variant ? `; the exact join takes ${duration(exact.milliseconds.total)}` : '';
  return reached
    ? `${variant} is the quickest method here that surely finds ${wanted}: ${duration(milliseconds)}${against}.`
    : `No method here surely finds ${wanted}. Nearest comes ${variant}, with ${formatPercent(recall)} in ${duration(milliseconds)}${against}.`;
}

function recommendationTable(recommendations: readonly Recommendation[]): Markup {
  const names = ['Similarity at least', 'Method', 'Set to', 'Recall', 'Surely', 'Precision', 'Time'];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Recommended methods"><table class="recommended"><caption>What to use for a recall of ${recommendations[0]?.targetRecall} or more</caption>
<thead><tr>${names.map((name, i) => html`<th scope="col" class="${i > 2 ? 'number' : ''}">${name}</th>`)}</tr></thead>
<tbody>${recommendations.map(
    (row) => html`<tr><th scope="row">${row.threshold}</th>
<td><span class="variant">${row.variant}</span>${!row.reached && html` <span class="badge">comes nearest</span>`}</td><td>${row.parameters}</td>
<td class="number">${share(row.recall)}</td><td class="number">${share(row.recallLow)}</td><td class="number">${share(row.precision)}</td>
<td class="number">${duration(row.milliseconds)}${row.totals !== undefined && ` (${duration(row.totals[0]!)} to ${duration(row.totals.at(-1)!)})`}</td></tr>`,
  )}</tbody></table></div>
`;
}
