import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatSimilarity } from '../../../src/join/index.ts';
import { wrongCall } from '../errors.ts';
import { many } from '../numbers.ts';
import { parseCall } from '../options.ts';
import { printable } from '../printable.ts';
import { printResult } from '../result.ts';
import { jsonHelp, usageText } from '../usage.ts';
import { type Explanation, explainPage, type Likeness } from './explain-page.ts';

/** What `--help` prints. */
export const usage = usageText(
  'explain DIR ID [options]',
  `Everything that decided about one page of an earlier neardup dedup --out DIR, or of a crawl: what became of it and
why, the pages that it repeats or that repeat it, and those that are as similar and about another thing. ID is the
page's id in decisions.jsonl, or its URL where that stands there once.`,
  [jsonHelp],
);

const SHOWN = 20;

/** `neardup explain`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {});
  const [folder, name] = positionals;
  if (folder === undefined || name === undefined || positionals.length > 2) {
    throw wrongCall('explain', 'DIR and ID', String(positionals.length));
  }
  if (!existsSync(join(folder, 'decisions.jsonl'))) {
    throw wrongCall(
      'explain',
      `a folder that neardup dedup or crawl wrote, with decisions.jsonl; got ${folder}`,
    );
  }
  const explanation = await explainPage(folder, name);
  printResult(values.json ?? false, explanation, printed(explanation));
  return 0;
}

function printed({ page, representative, repeatedBy, duplicates, alike, settings }: Explanation): string {
  const { similarity, rawSimilarity } = page;
  const lines = [nameOf(page), `${page.decision}: ${printable(page.reason)} (${page.code})`];
  if (representative !== undefined) lines.push(`repeats ${nameOf(representative)}`);
  if (similarity !== undefined)
    lines.push(`similarity ${formatSimilarity(similarity, 0, 4)}${raw(rawSimilarity)}`);
  if (repeatedBy > 0) lines.push(`stands for ${many(repeatedBy, 'page')}`);
  lines.push(...listed('similar pages', duplicates), ...listed('as similar, about another thing', alike));
  if (settings !== undefined) {
    const { gram, similarity: measure, threshold, method, siteModel, identity } = settings;
    const model = siteModel
      ? `site model on, names ${identity ? 'count' : 'do not count'}`
      : 'site model off';
    lines.push('', `compared by ${measure} ≥ ${threshold} on ${gram} grams, method ${method}, ${model}`);
  }
  return `${lines.join('\n')}\n`;
}

function listed(title: string, pages: readonly Likeness[]): string[] {
  if (pages.length === 0) return [];
  const lines = pages
    .slice(0, SHOWN)
    .map((each) => `    ${formatSimilarity(each.similarity, 0)}  ${nameOf(each)}${raw(each.rawSimilarity)}`);
  if (pages.length > SHOWN) lines.push(`    … and ${pages.length - SHOWN} more`);
  return ['', `${title} (${pages.length}):`, ...lines];
}

function raw(similarity: number | undefined): string {
  return similarity === undefined ? '' : ` (${formatSimilarity(similarity, 0, 4)} over all grams)`;
}

function nameOf({ id, url }: { readonly id: string; readonly url: string }): string {
  return printable(url === '' || url === id ? id : `${url} (${id})`);
}
