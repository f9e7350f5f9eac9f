import { join } from 'node:path';
import { formatSimilarity } from '../../../src/join/index.ts';
import { damageParagraph } from '../damage.ts';
import type { DedupSummary } from '../dedup/summary.ts';
import { wrongCall } from '../errors.ts';
import { type Input, isSpent, openInput, seenInstead, whereItWas } from '../input.ts';
import { isThere } from '../is-there.ts';
import { inThousands, many } from '../numbers.ts';
import { parseCall } from '../options.ts';
import { folderWithoutResults } from '../out-folder.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { printResult } from '../result.ts';
import { fieldHelp, jsonHelp, quietHelp, type Usage } from '../usage.ts';
import { type Explanation, explainPage, type Likeness } from './explain-page.ts';
import { type ExplainedText, explainText } from './explain-text.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'explain DIR ID [INPUT…] [options]',
  about: `Everything that decided about one page of an earlier neardup dedup --out DIR, or of a crawl: what became of it and
why, the pages that it repeats or that repeat it, and those that are as similar and about another thing. ID is the
page's id in decisions.jsonl, or its URL where that stands there once. With --text also what was compared of it, which is read
from the input of the run again, or from INPUT.`,
  options: [
    ['--text', 'its names, and its text with what does not count marked by ~'],
    fieldHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [
    ['explain report https://a.example/page', 'what became of a page, and why'],
    ['explain report https://a.example/page --text', 'also what was compared of it'],
  ],
};

const SHOWN = 20;

/** `neardup explain`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, { text: { type: 'boolean' }, field: { type: 'string' } });
  const [folder, name, ...inputs] = positionals;
  if (folder === undefined || name === undefined) {
    throw wrongCall('explain', 'DIR and ID', String(positionals.length));
  }
  if (inputs.length > 0 && !values.text) throw wrongCall('explain', 'INPUT with --text only', inputs[0]);
  if (values.field !== undefined && !values.text) throw wrongCall('--field', '--text, which reads pages');
  if (!isThere(join(folder, 'decisions.jsonl'))) {
    throw wrongCall(
      'explain',
      'a folder that neardup dedup or crawl wrote, with decisions.jsonl',
      folderWithoutResults(folder),
    );
  }
  const explained = await explainPage(folder, name);
  const progress = new Progress(values.quiet ?? false);
  const read = values.text ? await readText(folder, explained, inputs, values.field, progress) : undefined;
  const { settings, ...rest } = explained;
  const damagedSpots = read?.input.damaged ?? [];
  const explanation = {
    ...rest,
    ...(settings && { settings: shown(settings) }),
    ...(read && { text: read.text, damaged: damagedSpots.length, damagedSpots }),
  };
  const words = printed({ ...explained, ...(read && { text: read.text }) });
  printResult(values.json ?? false, explanation, words + damageParagraph(damagedSpots));
  return damagedSpots.length > 0 ? 3 : 0;
}

/** The text of the page, from the given inputs or from those of the run; the input as far as it was read for it. */
async function readText(
  folder: string,
  { page, settings }: Explanation,
  inputs: readonly string[],
  field: string | undefined,
  progress: Progress,
): Promise<{ readonly text: ExplainedText; readonly input: Input }> {
  if (settings === undefined) {
    throw wrongCall('--text', 'a folder that neardup dedup wrote, with summary.json', folder);
  }
  const given = inputs.length > 0 ? inputs : settings.inputs;
  if (isSpent(inputs, settings.inputs)) throw wrongCall('--text', 'INPUT: the run read standard input');
  const input = openInput(given, { field: field ?? settings.field, allowEmpty: true }, progress);
  const text = await explainText(folder, page.id, input.pages, settings).catch((error: unknown) => {
    throw inputs.length > 0 ? error : whereItWas(error, 'explain DIR ID --text');
  });
  if (text === undefined) {
    throw wrongCall('--text', `the page ${page.id} in ${given.join(', ')}`, seenInstead(input));
  }
  return { text, input };
}

/** The parts of the summary that decided about a page. */
function shown({
  gram,
  similarity,
  threshold,
  method,
  multiset,
  extract,
  siteModel,
  identity,
}: DedupSummary) {
  return { gram, similarity, threshold, method, multiset, extract, siteModel, identity };
}

function printed(explanation: Explanation): string {
  const { page, representative, repeatedBy, duplicates, alike, settings, text } = explanation;
  const { similarity, rawSimilarity } = page;
  const threshold = settings?.threshold;
  const lines = [nameOf(page), `${page.decision}: ${printable(page.reason)} (${page.code})`];
  if (page.identity !== undefined) lines.push(`calls itself: ${printable(page.identity)}`);
  if (page.grams !== undefined) {
    const { grams, contentGrams = grams } = page;
    const part =
      contentGrams === grams
        ? ''
        : `, ${inThousands(contentGrams)} of them compared beside its site's template`;
    lines.push(`${many(grams, 'gram')}${part}`);
  }
  const how = page.code === 'linked' ? 'linked to' : 'repeats';
  if (representative !== undefined) {
    lines.push(`${how} ${nameOf(representative)}`);
    if (representative.identity !== undefined && representative.identity !== page.identity) {
      lines.push(`    which calls itself: ${printable(representative.identity)}`);
    }
  } else if (page.known) lines.push(`${how} ${nameOf({ id: page.representative ?? '', url: '' }, true)}`);
  if (similarity !== undefined)
    lines.push(`similarity ${formatSimilarity(similarity, threshold, 4)}${raw(rawSimilarity, threshold)}`);
  if (repeatedBy > 0) lines.push(`stands for ${many(repeatedBy, 'page')}`);
  lines.push(
    ...listed('similar pages', duplicates, threshold),
    ...listed('as similar, about another thing', alike, threshold),
  );
  if (settings !== undefined) {
    const { gram, similarity: measure, threshold, method, siteModel, identity } = settings;
    // a crawl knows no template, so that its site model is about names alone
    const model =
      method === 'crawl'
        ? `site model ${identity ? 'on' : 'off'}`
        : siteModel
          ? `site model on, names ${identity ? 'count' : 'do not count'}`
          : 'site model off';
    lines.push('', `compared by ${measure} ≥ ${threshold} on ${gram} grams, method ${method}, ${model}`);
  }
  if (text !== undefined) lines.push('', ...textLines(text));
  return `${lines.join('\n')}\n`;
}

function textLines({ names, passages }: ExplainedText): string[] {
  const named = names.map((name) => JSON.stringify(printable(name))).join(', ');
  const lines = [`names: ${named || 'none'}`];
  lines.push(
    "what was compared (= counts, ~ is of its site's template: on the given share of its pages, or more)",
    '',
  );
  for (const { text, percent } of passages) {
    lines.push(percent === undefined ? `= ${printable(text)}` : `~ ${printable(text)}  (${percent} %)`);
  }
  return lines;
}

function listed(title: string, pages: readonly Likeness[], threshold: number | undefined): string[] {
  if (pages.length === 0) return [];
  const lines = pages
    .slice(0, SHOWN)
    .map(
      (each) =>
        `    ${formatSimilarity(each.similarity, threshold)}  ${nameOf(each, each.known)}${raw(each.rawSimilarity, threshold)}`,
    );
  if (pages.length > SHOWN) lines.push(`    … and ${pages.length - SHOWN} more`);
  return ['', `${title} (${pages.length}):`, ...lines];
}

function raw(similarity: number | undefined, threshold: number | undefined): string {
  return similarity === undefined ? '' : ` (${formatSimilarity(similarity, threshold, 4)} over all grams)`;
}

function nameOf({ id, url }: Pick<Likeness, 'id' | 'url'>, known?: true): string {
  return `${printable(url === '' || url === id ? id : `${url} (${id})`)}${known ? ', known before' : ''}`;
}
