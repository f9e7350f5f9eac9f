import { deduplicateGrams } from '../src/deduplicate.ts';
import { evaluateGrams } from '../src/flow/evaluate.ts';
import { type PageGrams, pageShingler } from '../src/flow/page-grams.ts';
import { formatSimilarity } from '../src/grams/format-similarity.ts';
import { wordFourGrams } from '../src/grams/grams.ts';
import { jaccard, overlapOfSorted } from '../src/grams/jaccard.ts';
import type { Page } from '../src/text/page.ts';
import { type LabelledSet, labelledSets, plagiarisedAnswers } from './evaluate-sets.ts';
import { markdownTable } from './measure.ts';

const methods = ['qp', 'minhash-confirmed', 'calibrated-32'];
const shownMisses = 5;
const headLength = 60;
/** Similarities that the share of answers found is shown for. */
const answerThresholds = [0.8, 0.5, 0.3, 0.2, 0.1];
/** Levels of reuse, from a copy to none. */
const levels = ['cut', 'light', 'heavy', 'non'];

/** Precision and recall against what people, or the makers of a collection, call near-duplicates. */
export async function labelSections(): Promise<string[]> {
  const rows: string[][] = [];
  const lists: string[] = [];
  for (const set of await labelledSets()) {
    const grams = set.pages.map(pageShingler({}));
    for (const row of await labelRows(set, grams)) rows.push(row);
    lists.push(await missesOf(set, grams));
    process.stdout.write(`held against labels: ${set.name}\n`);
  }
  return [
    '## Against labels',
    'Word 4-grams. Precision and recall are measured against the labels. The last column, *of the exact join*, is the share of the ' +
      'pairs reaching the threshold that\na method finds. A labelled pair below the threshold is a miss of the threshold, not of ' +
      'the method.',
    markdownTable(
      ['set', 'methods', 't', 'labelled', 'named', 'correct', 'precision', 'recall', 'of the exact join'],
      rows,
    ),
    ...lists,
    ...answerSection(),
  ];
}

/** A row for each threshold and outcome: methods that come to the same share one. */
async function labelRows(set: LabelledSet, grams: readonly PageGrams[]): Promise<string[][]> {
  const { rows } = await evaluateGrams(eachOf(grams), {
    ...{ thresholds: set.thresholds, methods, labels: set.labels },
  });
  const byScores = new Map<string, string[]>();
  for (const row of rows) {
    const scores = [
      ...[String(row.threshold), String(row.truePairs), String(row.pairs), String(row.correct)],
      ...[
        formatSimilarity(row.precision),
        formatSimilarity(row.recall),
        row.exact === undefined ? '' : formatSimilarity(row.exact.recall, 0, 4),
      ],
    ];
    const key = scores.join(' ');
    const known = byScores.get(key);
    if (known) known[1] += `, ${row.variant}`;
    else byScores.set(key, [set.name, row.variant, ...scores]);
  }
  return [...byScores.values()];
}

/** Labelled pairs below the highest threshold, and pairs from the lowest on that are not labelled: the most alike of each. */
async function missesOf(set: LabelledSet, grams: readonly PageGrams[]): Promise<string> {
  const [highest] = set.thresholds;
  const lowest = Math.min(...set.thresholds);
  const numberOf = new Map(set.pages.map(({ id }, number) => [id, number]));
  const similarityOf = (a: number, b: number): number => {
    const [x, y] = [grams[a].grams, grams[b].grams];
    return jaccard(overlapOfSorted(x, y), x.length, y.length);
  };
  const missed: [number, number, number][] = [];
  const labelled = new Set<string>();
  for (const [x, y] of set.labels) {
    const [a, b] = [numberOf.get(x), numberOf.get(y)];
    if (a === undefined || b === undefined) continue;
    labelled.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
    const similarity = similarityOf(a, b);
    if (similarity < highest) missed.push([a, b, similarity]);
  }
  const { pairs, similarity } = await deduplicateGrams(eachOf(grams), { threshold: lowest, method: 'qp' });
  const foreign: [number, number, number][] = [];
  for (let i = 0; i < pairs.length; i++) {
    if (!labelled.has(`${pairs.a[i]} ${pairs.b[i]}`)) foreign.push([pairs.a[i], pairs.b[i], similarity[i]]);
  }
  const listed = (list: readonly [number, number, number][]): string =>
    list
      .toSorted(([, , s], [, , t]) => t - s)
      .slice(0, shownMisses)
      .map(([a, b, s]) => `- ${formatSimilarity(s)} ${shown(set, a)} ~ ${shown(set, b)}`)
      .join('\n');
  const blocks = [`### ${set.name}: ${set.what}`];
  blocks.push(
    `Labelled pairs below ${highest}: ${missed.length}${missed.length > 0 ? ', the most alike:' : '.'}`,
  );
  if (missed.length > 0) blocks.push(listed(missed));
  blocks.push(
    `Pairs from ${lowest} on that are not labelled: ${foreign.length}${foreign.length > 0 ? ', the most alike:' : '.'}`,
  );
  if (foreign.length > 0) blocks.push(listed(foreign));
  return blocks.join('\n\n');
}

function shown({ pages, showsTexts }: LabelledSet, page: number): string {
  const { id, body } = pages[page];
  if (!showsTexts) return `\`${id}\``;
  const head = Buffer.from(body).toString('utf8').replace(/\s+/g, ' ').slice(0, headLength);
  return `\`${id}\` “${head}…”`;
}

/** How alike answers are to the source that they may be taken from, by the level that people judged. */
function answerSection(): string[] {
  const answers = plagiarisedAnswers();
  if (answers === undefined) return [];
  const shingle = pageShingler({ gram: wordFourGrams });
  const gramsOfPage = (page: Page): BigUint64Array => shingle(page).grams;
  const rows = levels.map((level) => {
    const similarities: number[] = [];
    let contained = 0;
    for (const { answer, source } of answers.filter((each) => each.level === level)) {
      const [x, y] = [gramsOfPage(answer), gramsOfPage(source)];
      const overlap = overlapOfSorted(x, y);
      similarities.push(jaccard(overlap, x.length, y.length));
      contained += overlap / x.length;
    }
    const count = similarities.length;
    const mean = similarities.reduce((sum, each) => sum + each, 0) / count;
    return [
      ...[level, String(count), formatSimilarity(mean), formatSimilarity(contained / count)],
      ...answerThresholds.map((t) =>
        formatSimilarity(similarities.filter((each) => each >= t).length / count, 0, 2),
      ),
    ];
  });
  return [
    '### clough-stevenson: 95 answers, four levels of reuse',
    'The table gives the mean resemblance of an answer to its source, the share of the answer that is in the source (containment), ' +
      'and the share of answers whose\nresemblance reaches a threshold. `cut`: copied; `light` and `heavy`: revised; `non`: written ' +
      'without the source.',
    markdownTable(['level', 'answers', 'mean', 'contained', ...answerThresholds.map((t) => `≥ ${t}`)], rows),
    'The levels are in the expected order, and no answer written without the source comes near any threshold in use. However, ' +
      'near-duplicate detection is not\nplagiarism detection. Answers of 200 words copy a part of a longer source: resemblance counts ' +
      'the rest as difference, containment does not. A heavy revision\nleaves few sequences of four words.',
  ];
}

async function* eachOf(pages: readonly PageGrams[]): AsyncGenerator<PageGrams> {
  yield* pages;
}
