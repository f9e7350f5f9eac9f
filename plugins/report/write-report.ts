import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkFields, wrongType } from '../../src/flow/index.ts';
import { clustersSection } from './clusters-section.ts';
import { embeddedElements } from './embed.ts';
import { drawFigure, type Figure } from './figure.ts';
import { deduplicationFindings, evaluationFindings, showFindings } from './findings.ts';
import { html, type Markup, trusted } from './markup.ts';
import { methodTable } from './method-table.ts';
import { curvesFigure } from './plots/curves.ts';
import { clusterSizesFigure, similaritiesFigure } from './plots/distributions.ts';
import { precisionRecallFigure, timeRecallFigure } from './plots/recall.ts';
import type { Report } from './report.ts';
import { browserScript } from './script.ts';
import { style } from './style.ts';

/**
 * Writes a report as one HTML file that needs nothing else: no network, no server, no other file.
 *
 * The file appears whole or not at all. Ids, URLs and texts of pages are untrusted: they are shown and never run, and
 * the file's content policy forbids all requests and any script but its own. Throws if the file cannot be written.
 */
export async function writeReport(file: string, report: Report): Promise<void> {
  if (typeof file !== 'string') throw wrongType('writeReport: file', 'a path', file);
  checkReport(report);
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(Readable.from(reportPieces(report)), createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new Error(`cannot write ${file}`, { cause: error });
  }
}

/** @throws TypeError */
function checkReport(report: Report): void {
  checkFields(
    'report',
    'report',
    report,
    [['title', 'string', false]],
    'an object with title, and what to report',
  );
}

/** The text of the report, in pieces. */
export async function* reportPieces(report: Report): AsyncGenerator<string> {
  checkReport(report);
  const { deduplication } = report;
  const script = await browserScript();
  yield head(report.title, script);
  yield (await body(report)).markup;
  if (deduplication !== undefined && deduplication.clusters.length > 0)
    yield* embeddedElements(deduplication);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

/**
 * The HTML before the body. Its content policy allows scripts and styles by their hashes and forbids everything else.
 */
function head(title: string, script: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="neardup">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
`.markup;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function body(report: Report): Promise<Markup> {
  const { title, evaluation, deduplication } = report;
  const sections: Section[] = [];
  if (deduplication !== undefined) {
    sections.push({
      id: 'findings',
      name: 'Findings',
      markup: showFindings(deduplicationFindings(deduplication)),
    });
  }
  if (evaluation !== undefined) {
    sections.push(
      { id: 'evaluation', name: 'Which method', markup: showFindings(evaluationFindings(evaluation)) },
      { id: 'table', name: 'Methods', markup: methodTable(evaluation) },
    );
  }
  const figures = await figuresOf(report);
  if (figures.length > 0) {
    const drawn = await Promise.all(figures.map(drawFigure));
    sections.push({ id: 'figures', name: 'Figures', markup: html`<div class="figures">${drawn}</div>` });
  }
  const names = sections.map(({ id, name }) => ({ id, name }));
  if (deduplication !== undefined) names.push({ id: 'clusters', name: 'Clusters' });
  return html`<body>
<a class="skip" href="#${names.at(-1)?.id}">Skip to ${names.at(-1)?.name.toLowerCase()}</a>
<header><p class="overline">neardup report</p><h1>${title}</h1>
<nav aria-label="Parts of the report">${names.map(({ id, name }) => html`<a href="#${id}">${name}</a>`)}</nav>
</header>
<main>
${sections.map(
  ({ id, name, markup }) =>
    html`<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${name}</h2>\n${markup}</section>\n`,
)}
${deduplication && clustersSection(deduplication)}
</main>
`;
}

interface Section {
  readonly id: string;
  readonly name: string;
  readonly markup: Markup;
}

/** The figures that have something to draw, in the order of the questions that they answer. */
async function figuresOf({ evaluation, deduplication }: Report): Promise<Figure[]> {
  const figures: Figure[] = [];
  // without a pair every recall is 1, and nothing was found or missed
  if (evaluation?.rows.some(({ truePairs }) => truePairs > 0)) {
    figures.push(await timeRecallFigure(evaluation), await precisionRecallFigure(evaluation));
    if (evaluation.curves.length > 0) figures.push(await curvesFigure(evaluation));
  }
  const bins = evaluation?.similarities ?? deduplication?.similarities ?? [];
  if (bins.some(({ pairs }) => pairs > 0)) {
    const thresholds =
      evaluation === undefined
        ? [deduplication!.summary.threshold]
        : [...new Set(evaluation.rows.map(({ threshold }) => threshold))];
    figures.push(await similaritiesFigure(bins, thresholds));
  }
  if (deduplication !== undefined && deduplication.clusterSizes.size > 0) {
    figures.push(await clusterSizesFigure(deduplication.clusterSizes));
  }
  return figures;
}
