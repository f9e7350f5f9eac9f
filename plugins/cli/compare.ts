import { existsSync } from 'node:fs';
import { type ComparedPage, comparePages, type Page, type PageComparison } from '../../src/index.ts';
import { formatPercent, formatSimilarity } from '../../src/join/index.ts';
import { UsageError, wrongCall } from './errors.ts';
import { openInput } from './input.ts';
import { parseCall, readShaping, shaping } from './options.ts';
import { printable } from './printable.ts';
import { Progress } from './progress.ts';
import { printResult } from './result.ts';
import { extractHelp, fieldHelp, gramHelp, jsonHelp, multisetHelp, usageText } from './usage.ts';

/** What `--help` prints. */
export const usage = usageText(
  'compare A B [options]',
  `A and B are files that hold a page each: HTML, text, or a dump with one page. FILE#ID names one page of a dump
by its id or URL.`,
  [gramHelp, multisetHelp, extractHelp, fieldHelp, jsonHelp],
);

/** `neardup compare`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...shaping,
    field: { type: 'string' },
  });
  if (positionals.length !== 2) {
    throw wrongCall('compare', 'two pages, A and B', String(positionals.length));
  }
  const { gramName, ...shaped } = readShaping(values);
  const progress = new Progress(values.quiet ?? false);
  let damaged = 0;
  const readOnePage = async (name: string): Promise<Page> => {
    const [file, wanted] = splitName(name);
    const input = openInput([file], { field: values.field, allowEmpty: true }, progress);
    const page = await onePage(input.pages, file, wanted);
    damaged += input.damaged.length;
    return page;
  };
  const [a, b] = [await readOnePage(positionals[0]), await readOnePage(positionals[1])];
  const comparison = comparePages(a, b, shaped);
  printResult(values.json ?? false, { gram: gramName, ...comparison }, printComparison(comparison, gramName));
  return damaged > 0 ? 3 : 0;
}

/** The page of a file with this id or URL, or its only one. */
async function onePage(pages: AsyncIterable<Page>, file: string, wanted: string | undefined): Promise<Page> {
  const found: Page[] = [];
  for await (const page of pages) {
    if (wanted === undefined || page.id === wanted || page.url === wanted) found.push(page);
    if (found.length === (wanted === undefined ? 2 : 1)) break;
  }
  if (found.length === 0) {
    const what = wanted === undefined ? 'a page' : `a page with id or URL ${wanted}`;
    throw wrongCall('compare', `${what} in ${file}`);
  }
  if (found.length > 1) {
    throw new UsageError(
      `compare: expected one page in ${file}; got several: name one as ${file}#ID, such as ${file}#${found[0].id}`,
    );
  }
  return found[0];
}

function splitName(name: string): [file: string, id: string | undefined] {
  if (existsSync(name)) return [name, undefined];
  const hash = name.indexOf('#');
  return hash < 0 ? [name, undefined] : [name.slice(0, hash), name.slice(hash + 1)];
}

function printComparison(comparison: PageComparison, gram: string): string {
  const { a, b, overlap, resemblance, simhashDistance } = comparison;
  const unit = gram.slice(0, gram.indexOf(':'));
  const row = (name: string, page: ComparedPage): string =>
    `${name}  ${page.units} ${unit}s, ${page.grams} grams, ${formatPercent(page.containment)} of them in the other` +
    `  ${printable(page.url || page.id)}${page.kind === 'article' ? '' : `  (${page.kind})`}`;
  return `${row('A', a)}
${row('B', b)}

resemblance       ${formatSimilarity(resemblance, 0, 4)}   ${overlap} of ${a.grams + b.grams - overlap} ${gram} grams are shared
containment       ${formatSimilarity(a.containment, 0, 4)}   of A in B
                  ${formatSimilarity(b.containment, 0, 4)}   of B in A
simhash distance  ${simhashDistance} of 64 bits

${printPassages(a, b)}`;
}

const SHOWN_LENGTH = 300;

/** The text of A with what B lacks marked −, then what only B has, marked +. */
function printPassages(a: ComparedPage, b: ComparedPage): string {
  const lines = a.passages.map(({ shared, text }) => `${shared ? '=' : '-'} ${shortened(text)}`);
  for (const { shared, text } of b.passages) if (!shared) lines.push(`+ ${shortened(text)}`);
  return `= in both, - only in A, + only in B\n\n${lines.join('\n')}\n`;
}

function shortened(text: string): string {
  const line = printable(text);
  if (line.length <= SHOWN_LENGTH) return line;
  const half = SHOWN_LENGTH / 2;
  return `${line.slice(0, half)} … ${line.slice(-half)}  (${line.length} characters)`;
}
