import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { deduplicateGrams } from '../src/deduplicate.ts';
import type { Evaluation, EvaluationRow } from '../src/evaluate/evaluation.ts';
import { evaluateGrams } from '../src/flow/evaluate.ts';
import { formatSimilarity } from '../src/grams/format-similarity.ts';
import { prepareEngine } from '../src/join/prepare-engine.ts';
import { methodNames } from '../src/methods/registry.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../src/sketch/calibrate.ts';
import { labelSections } from './evaluate-labels.ts';
import { type BenchSet, benchSet, benchSets, growingMedline } from './evaluate-sets.ts';
import { markdownTable, timing } from './measure.ts';

const thresholds = [0.95, 0.9, 0.85, 0.8];
/** Threshold at which all other methods are shown. */
const oneThreshold = 0.8;
const compared = ['qp', 'sp-32', 'calibrated-32'];
/** Collections with fewer grams than this are measured in several rounds, larger ones in one. */
const rounds = 3;
const mostGramsOfRounds = 2e7;
/** Families of the growing collection, of three records each. */
const growth = [1250, 2500, 5000, 10_000, 20_000];
const memoryBytes = 2 ** 34;

/**
 * Table 2 of Xiao et al. (WWW 2008) for every method, how times grow, and precision and recall against labels; written
 * to bench/results/evaluate.md once all of it ran.
 *
 * `NEARDUP_BENCH_SETS`: a comma-separated choice of the sets of the table; then nothing is written.
 */
export async function run(): Promise<void> {
  await prepareEngine(1);
  const chosen = process.env.NEARDUP_BENCH_SETS?.split(',');
  const sections = [introduction, ...(await tableTwo(chosen ?? benchSets))];
  if (chosen === undefined) sections.push(...(await growthSection()), ...(await labelSections()));
  const text = `${sections.join('\n\n')}\n`;
  process.stdout.write(`\n${text}`);
  if (chosen === undefined) await writeFile(resolve('bench/results/evaluate.md'), text);
}

const introduction = `# Methods against the exact q-gram join

\`npm run bench -- evaluate\`. Node ${process.versions.node}, one thread, 2 virtual cores of a busy machine: compare ratios.
Gram sets are plain (a gram counts once) and are built before the clock starts. A time covers everything that a method does with
them. For collections with fewer than ${mostGramsOfRounds / 1e6} million grams times are medians of ${rounds} rounds, for larger ones those of a single
run. Everything is seeded: all results but the times are the same in every run.

| method | what it does |
|---|---|
| qp | the exact join of the gram sets, by the engine of \`neardup join\`; ranking the grams is part of its time |
| sp | as published: 32 min-wise shingles of 4 bytes; the sketches are joined as sets at the same threshold, and nothing is confirmed |
| calibrated | the same 32 shingles; pairs that agree in at least the number of shingles that the binomial tail requires for recall 0.99, confirmed on the full sets |`;

/** The sets, the table, and the best of every other method. */
async function tableTwo(names: readonly string[]): Promise<string[]> {
  const sets: string[][] = [];
  const table: string[][] = [];
  const others: string[][] = [];
  let isWarm = false;
  for (const name of names) {
    const set = await benchSet(name, true);
    if (set === undefined) continue;
    if (!isWarm) await evaluated(set, compared, [oneThreshold]);
    isWarm = true;
    const { dataset, rows } = await inRounds(set, compared, thresholds);
    const { clusters } = await deduplicateGrams(eachOf(set), {
      ...{ threshold: oneThreshold, method: 'qp', cluster: 'components', siteModel: false, memoryBytes },
    });
    sets.push([
      ...[name, dataset.gram, inThousands(dataset.pages), inThousands(dataset.grams)],
      ...[(dataset.grams / dataset.pages).toFixed(0), inThousands(dataset.universe)],
      inThousands(clusters.length),
    ]);
    for (const threshold of thresholds) table.push(tableRow(name, threshold, rows));
    const { rows: all } = await evaluated(set, affordable(dataset), [oneThreshold]);
    for (const row of bestOfOthers(all)) others.push(otherRow(name, row, all));
    process.stdout.write(`evaluated ${name}\n`);
  }
  return [
    '## Table 2 again',
    markdownTable(['set', 'grams', 'pages', 'grams in all', 'a page', 'distinct', 'families at 0.8'], sets),
    'A family is a group of pages connected by pairs. `medline-planted` is every MEDLINE record with two copies; in each copy a share ' +
      'of the words, drawn evenly from\n0 to a quarter, was left out or replaced (`bench/medline.ts`).',
    markdownTable(
      [
        ...['set', 't', 'pairs', 'qp ms', 'sp recall', 'predicted', 'sp precision', 'sp ms', '÷ qp'],
        ...['calibrated recall', '95 %', 'precision', 'calibrated ms', '÷ qp'],
      ],
      table,
    ),
    whyPublishedLoses(),
    `## Every other method at ${oneThreshold}`,
    'Of each kind of method the table has the variant with the greatest F1, in single runs. Methods that do not confirm report the ' +
      'estimate of their sketches. Sorted\npairing is left out of `medline-planted`, because on character 4-grams it compares most ' +
      'pages with most others.',
    markdownTable(
      ['set', 'method', 'confirmed', 'pairs', 'precision', 'recall', 'predicted', 'F1', 'ms', '÷ qp'],
      others,
    ),
  ];
}

/** What the binomial distribution predicts for sketches of 32, as a table and in words. */
function whyPublishedLoses(): string {
  const size = 32;
  const rows = thresholds.map((t) => {
    const published = leastAgreeing(t, size);
    const { agreeing, recall } = calibrate(t, size, 0.99);
    const found = agreementProbability(t, size, published);
    return [
      ...[t.toFixed(2), (t / (2 - t)).toFixed(3), `${published} of ${size}`, formatSimilarity(found)],
      ...[`${agreeing} of ${size}`, formatSimilarity(recall, 0, 4)],
    ];
  });
  const columns = ['resemblance J', 'J / (2 − J)', 'sp asks for', 'finds', 'calibrated asks for', 'finds'];
  return [
    '### Why sp as published loses pairs',
    `For two pages with resemblance J, a share of about J of the 32 minima agrees. Two sketches of s minima, m of which agree, have *as sets* the
Jaccard similarity m / (2s − m), about J / (2 − J). If sketches are joined at the threshold t of the pages, a pair must therefore agree in
⌈2st / (1 + t)⌉ of s minima, far more than the Js that it has. The number that agree is binomial. The table gives the share
of pairs exactly at the threshold that is found.`,
    markdownTable(columns, rows),
    `Equal pages are always found and almost equal pages mostly, so the recall on a collection depends
on the distribution of its similarities. *Predicted* is the mean of the binomial tail over the exact similarities of all
true pairs. The collections of the paper have few pairs far above the threshold (recall 0.03–0.11 there); pages
that were crawled again have many.

Prediction and measurement agree within two standard errors of the binomial where pairs are independent: \`medline-planted\`, thousands of
families of three. Elsewhere the pairs of a family share sketches and are found or lost together. A family of 100 pages has
4,950 pairs that are found or lost in blocks, so the error depends on the number of families. For that reason prediction and measurement
differ by up to a tenth where pages repeat hundreds of times, as in \`ota-demo\` (22 families). \`medline\` has three pairs.

sp joins sets of all 32 shingles, calibrated joins sets of 8 to 16 groups of them. Calibrated can therefore be faster even though it confirms pairs.`,
  ].join('\n\n');
}

/** All methods, except sorted pairing if it would compare most pages with most others, which takes minutes. */
function affordable({ gram, pages }: Evaluation['dataset']): readonly string[] {
  return methodNames.filter((name) => name !== 'pairing' || gram !== 'char:4' || pages < 10_000);
}

function tableRow(name: string, threshold: number, rows: readonly EvaluationRow[]): string[] {
  const [qp, sp, calibrated] = compared.map((variant) => rowAt(rows, variant, threshold));
  const [low, high] = calibrated.recallInterval;
  return [
    ...[name, threshold.toFixed(2), inThousands(qp.pairs), ms(qp)],
    ...[
      formatSimilarity(sp.recall),
      formatSimilarity(sp.predictedRecall ?? 1),
      formatSimilarity(sp.precision),
    ],
    ...[
      ms(sp),
      ratio(sp, qp),
      formatSimilarity(calibrated.recall, 0, 4),
      `${formatSimilarity(low)}–${formatSimilarity(high)}`,
    ],
    ...[formatSimilarity(calibrated.precision), ms(calibrated), ratio(calibrated, qp)],
  ];
}

/** For each kind of method, confirmed and unconfirmed, the variant with the highest F1; among equals the fastest. */
function bestOfOthers(rows: readonly EvaluationRow[]): EvaluationRow[] {
  const best = new Map<string, EvaluationRow>();
  for (const row of rows) {
    if (row.variant === 'qp') continue;
    const kind = `${row.method} ${row.confirmed}`;
    const known = best.get(kind);
    const order = known && (row.f1 - known.f1 || known.milliseconds.total - row.milliseconds.total);
    if (order === undefined || order > 0) best.set(kind, row);
  }
  return [...best.values()];
}

function otherRow(name: string, row: EvaluationRow, all: readonly EvaluationRow[]): string[] {
  return [
    ...[
      name,
      row.variant,
      row.confirmed ? 'yes' : '',
      inThousands(row.pairs),
      formatSimilarity(row.precision, 0, 4),
    ],
    ...[
      formatSimilarity(row.recall, 0, 4),
      row.predictedRecall === undefined ? '' : formatSimilarity(row.predictedRecall, 0, 4),
      formatSimilarity(row.f1),
    ],
    ...[ms(row), ratio(row, rowAt(all, 'qp', oneThreshold))],
  ];
}

/** Times of qp, sp, calibrated and confirmed MinHash as the planted collection grows. */
async function growthSection(): Promise<string[]> {
  const variants = [...compared, 'calibrated-64', 'minhash-confirmed'];
  const table: string[][] = [];
  for (const families of growth) {
    const set = await growingMedline(families);
    if (set === undefined) return [];
    const { dataset, rows } = await inRounds(set, variants, [oneThreshold, 0.95]);
    for (const threshold of [oneThreshold, 0.95]) {
      const [qp, sp, calibrated, longer, minHash] = variants.map((variant) =>
        rowAt(rows, variant, threshold),
      );
      table.push([
        ...[inThousands(dataset.pages), String(threshold), inThousands(qp.pairs), ms(qp), phasesOf(qp)],
        ...[ms(sp), ratio(sp, qp), ms(calibrated), phasesOf(calibrated), ratio(calibrated, qp)],
        ...[formatSimilarity(calibrated.recall, 0, 4), ratio(longer, qp), ratio(minHash, qp)],
        ...[inThousands(qp.candidates), inThousands(calibrated.candidates)],
      ]);
    }
    process.stdout.write(`evaluated ${set.name}: ${inThousands(dataset.grams)} grams\n`);
  }
  return [
    '## How both ratios to qp grow with the collection',
    'The planted collection has 3,750 to 60,000 records of character 4-grams. Beyond the number of real records, texts are generated ' +
      'word by word from pairs of words\nthat follow each other in the real ones. Families stay at three records, so the number of ' +
      'true pairs grows with the collection and not with its square.',
    markdownTable(
      [
        ...['pages', 't', 'pairs', 'qp ms', 'qp: rank + join', 'sp ms', 'sp ÷ qp'],
        ...['calibrated ms', 'sketch + rank + join + confirm', 'calibrated ÷ qp', 'recall'],
        ...['calibrated-64 ÷ qp', 'minhash ÷ qp', 'candidates of qp', 'of calibrated'],
      ],
      table,
    ),
    growthInWords,
  ];
}

const growthInWords = `Ranking, sketching and confirming grow with the collection, the joins with its square, since any two English texts have
character 4-grams, and also shingles, in common. The prefixes of the exact join hold the rarest grams of a page. A sketch
has no rare ones to choose from, so a join of single shingles at the calibrated threshold looks at far more candidates
than the exact join and loses its lead as the collection grows. Where m of s shingles agree, at least g − (s − m) of g groups
of shingles do. Calibrated joins such groups and then counts the shingles of the pairs proposed. It finds the same pairs
from a sixth of the candidates at 0.8. At 0.95 the groups are so long that hardly a candidate is wrong, and
the ratio to qp stays where it is.

The limit is that at 0.8 groups have only two shingles. The join of calibrated then grows about as fast as that of qp, and what it saves
is the ranking. Its ratio rises slowly, so far beyond the sizes here the exact join would catch up on texts
with so much in common. MinHash with bands takes sketches four times as long but no join: its ratio falls
at both thresholds.`;

/** The evaluation with median times over several rounds; large collections have one round. */
async function inRounds(
  set: BenchSet,
  methods: readonly string[],
  asked: readonly number[],
): Promise<Evaluation> {
  const first = await evaluated(set, methods, asked);
  const runs = [first];
  while (runs.length < rounds && first.dataset.grams < mostGramsOfRounds) {
    runs.push(await evaluated(set, methods, asked));
  }
  const rows = first.rows.map((row, i) => {
    const phases = Object.keys(row.milliseconds).map((phase) => {
      const times = runs.map((run) => run.rows[i].milliseconds[phase] ?? 0);
      return [phase, timing(times).median] as const;
    });
    return { ...row, milliseconds: Object.fromEntries(phases) as EvaluationRow['milliseconds'] };
  });
  return { ...first, rows };
}

function evaluated(set: BenchSet, methods: readonly string[], asked: readonly number[]): Promise<Evaluation> {
  const { gram } = set;
  return evaluateGrams(eachOf(set), { gram, thresholds: asked, memoryBytes, methods });
}

async function* eachOf({ pages }: BenchSet): AsyncGenerator<BenchSet['pages'][number]> {
  yield* pages;
}

function rowAt(rows: readonly EvaluationRow[], variant: string, threshold: number): EvaluationRow {
  const found = rows.find((row) => row.variant === variant && row.threshold === threshold);
  if (found === undefined) throw new Error(`bench: expected a row of ${variant} at ${threshold}`);
  return found;
}

/** The phases of a row, in their order: `991 + 289`. */
function phasesOf({ milliseconds: { total: _total, ...phases } }: EvaluationRow): string {
  return Object.values(phases)
    .map((each) => each.toFixed(0))
    .join(' + ');
}

function ms({ milliseconds }: EvaluationRow): string {
  const { total } = milliseconds;
  return total < 100 ? total.toFixed(1) : total.toFixed(0);
}

function ratio(row: EvaluationRow, qp: EvaluationRow): string {
  return (row.milliseconds.total / qp.milliseconds.total).toFixed(2);
}

function inThousands(count: number): string {
  return count.toLocaleString('en');
}
