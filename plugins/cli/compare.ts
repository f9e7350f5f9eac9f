import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  compareWithTemplates,
  defaultThreshold,
  hostOf,
  shellReason,
  type Template,
} from '../../src/flow/index.ts';
import type { ComparedPage, Page, PageComparison } from '../../src/index.ts';
import { formatPercent, formatSimilarity } from '../../src/join/index.ts';
import type { DamagedSpot } from '../dump/index.ts';
import { coloured } from './colour.ts';
import { damageParagraph } from './damage.ts';
import { readTemplates, templatesFile } from './dedup/templates.ts';
import { UsageError, wrongCall } from './errors.ts';
import { type Input, openInput, seenInstead } from './input.ts';
import { isThere } from './is-there.ts';
import { inThousands, many } from './numbers.ts';
import { parseCall, readSwitch, readThreshold, switchWords } from './options.ts';
import { printable } from './printable.ts';
import { Progress } from './progress.ts';
import { printResult } from './result.ts';
import { extractHelp, gramHelp, multisetHelp, readShaping, shaping } from './shaping.ts';
import { fieldHelp, jsonHelp, type Usage } from './usage.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'compare A B [options]',
  about: `A and B are files that hold a page each: HTML, text, or a dump with one page. FILE#ID names one page of a dump
by its id or URL.`,
  options: [
    ['--threshold T', `pages with similarity ≥ T are near-duplicates (${defaultThreshold})`],
    ['--site DIR', 'a folder that neardup dedup wrote: what their site has in common does not count'],
    ['--site-model M', 'off: all grams count, and names do not (on)', switchWords],
    gramHelp,
    multisetHelp,
    extractHelp,
    fieldHelp,
    jsonHelp,
  ],
  examples: [
    ['compare a.html b.html', 'two files'],
    [
      'compare crawl.warc.gz#https://a.example/1 crawl.warc.gz#https://a.example/2 --site report',
      'two pages of a dump',
    ],
  ],
};

/** `neardup compare`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...shaping,
    field: { type: 'string' },
    threshold: { type: 'string' },
    site: { type: 'string' },
    'site-model': { type: 'string' },
  });
  if (positionals.length !== 2) {
    throw wrongCall('compare', 'two pages, A and B', String(positionals.length));
  }
  if (positionals.every((name) => splitName(name)[0] === '-'))
    throw wrongCall(
      'compare',
      'standard input, which can be read only once, as one of the pages',
      'it twice',
    );
  const siteModel = readSwitch(values, 'site-model');
  if (values.site !== undefined && !siteModel) {
    throw wrongCall('--site', 'the site model, which reads it', '--site-model off');
  }
  const { gramName, ...shaped } = readShaping(values);
  const threshold = readThreshold(values, 'jaccard');
  const progress = new Progress(values.quiet ?? false);
  const damagedSpots: DamagedSpot[] = [];
  const readOnePage = async (name: string): Promise<Page> => {
    const [file, wanted] = splitName(name);
    const input = openInput([file], { field: values.field, allowEmpty: true }, progress);
    const page = await onePage(input, file, wanted);
    damagedSpots.push(...input.damaged);
    return page;
  };
  const [a, b] = [await readOnePage(positionals[0]), await readOnePage(positionals[1])];
  const templates = values.site === undefined ? new Map() : await templatesOf(values.site, a, b);
  const comparison = compareWithTemplates(a, b, templates, { ...shaped, threshold, siteModel });
  const damaged = damagedSpots.length;
  printResult(
    values.json ?? false,
    { gram: gramName, ...comparison, damaged, damagedSpots },
    printComparison(comparison, gramName, threshold) + damageParagraph(damagedSpots),
  );
  return damaged > 0 ? 3 : 0;
}

async function templatesOf(directory: string, a: Page, b: Page): Promise<Map<string, Template>> {
  if (!isThere(join(directory, templatesFile))) {
    throw wrongCall('--site', `a folder that neardup dedup --out wrote, with ${templatesFile}`, directory);
  }
  return readTemplates(directory, new Set([hostOf(a.url), hostOf(b.url)]));
}

/** The page of a file with this id, or the only one with this URL, or the only one. */
async function onePage(input: Input, file: string, wanted: string | undefined): Promise<Page> {
  const found: Page[] = [];
  for await (const page of input.pages) {
    if (page.id === wanted) return page;
    if ((wanted === undefined || page.url === wanted) && found.length < 2) found.push(page);
    // a page with the id may still come
    if (wanted === undefined && found.length === 2) break;
  }
  if (found.length === 0) {
    const what = wanted === undefined ? 'a page' : `a page with id or URL ${wanted}`;
    throw wrongCall('compare', `${what} in ${file}`, seenInstead(input));
  }
  if (found.length > 1) {
    throw new UsageError(
      `compare: expected one page${wanted === undefined ? '' : ` with the URL ${wanted}`} in ${file}; got several: name one as ${file}#ID, such as ${file}#${found[0].id}`,
    );
  }
  return found[0];
}

function splitName(name: string): [file: string, id: string | undefined] {
  if (existsSync(name)) return [name, undefined];
  const hash = name.indexOf('#');
  return hash < 0 ? [name, undefined] : [name.slice(0, hash), name.slice(hash + 1)];
}

function printComparison(comparison: PageComparison, gram: string, threshold: number): string {
  const { a, b, overlap, resemblance, contentResemblance, similarity, simhashDistance } = comparison;
  const unit = gram.slice(0, gram.indexOf(':'));
  const row = (name: string, page: ComparedPage): string =>
    `${name}  ${many(page.units, unit)}, ${many(page.grams, 'gram')}, ${formatPercent(page.containment)} of them in the other` +
    `  ${printable(page.url || page.id)}${page.kind === 'article' ? '' : `  (${page.kind})`}` +
    `${page.truncatedFrom === undefined ? '' : `  (only the first part was read, of ${inThousands(page.truncatedFrom)} bytes or more)`}`;
  return `${row('A', a)}
${row('B', b)}

verdict           ${verdictIn(comparison, threshold)}
resemblance       ${formatSimilarity(resemblance, 0, 4)}   ${inThousands(overlap)} of ${inThousands(a.grams + b.grams - overlap)} ${gram} grams are shared
${contentResemblance === resemblance ? '' : `of the contents   ${formatSimilarity(contentResemblance, 0, 4)}   without what is the template of their site\n`}${[resemblance, contentResemblance].includes(similarity) ? '' : `without notices   ${formatSimilarity(similarity, 0, 4)}   as versions of one page are compared\n`}containment       ${formatSimilarity(a.containment, 0, 4)}   of A in B
                  ${formatSimilarity(b.containment, 0, 4)}   of B in A
simhash distance  ${simhashDistance} of 64 bits

${printPassages(a, b)}`;
}

/** The verdict on two pages, in words for people. */
function verdictIn({ verdict, similarity }: PageComparison, threshold: number): string {
  const shown = formatSimilarity(similarity, threshold, 4);
  switch (verdict) {
    case 'same-grams':
      return 'exact copies: the same grams';
    case 'similar':
      return `near-duplicates: ${shown} ≥ ${threshold}`;
    case 'other-subject':
      return `same template, other subject: ${shown} ≥ ${threshold}, and about different things`;
    case 'distinct':
      return `distinct: ${shown} < ${threshold}`;
    default:
      return `no page to compare: ${shellReason(verdict).reason}`;
  }
}

const SHOWN_LENGTH = 300;

/** The text of A, with the passages that B lacks marked −, then those that only B has, marked +. */
function printPassages(a: ComparedPage, b: ComparedPage): string {
  const removed = (text: string): string => coloured(`- ${shortened(text)}`, 'red', process.stdout);
  const added = (text: string): string => coloured(`+ ${shortened(text)}`, 'green', process.stdout);
  const lines = a.passages.map(({ shared, text }) => (shared ? `= ${shortened(text)}` : removed(text)));
  for (const { shared, text } of b.passages) if (!shared) lines.push(added(text));
  return `= in both, - only in A, + only in B\n\n${lines.join('\n')}\n`;
}

function shortened(text: string): string {
  const line = printable(text);
  if (line.length <= SHOWN_LENGTH) return line;
  const half = SHOWN_LENGTH / 2;
  return `${line.slice(0, half)} … ${line.slice(-half)}  (${line.length} characters)`;
}
