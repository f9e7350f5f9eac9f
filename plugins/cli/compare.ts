import { existsSync } from 'node:fs';
import { type ComparedPage, comparePages, type Page, type PageComparison } from '../../src/index.ts';
import { formatPercent, formatSimilarity } from '../../src/join/index.ts';
import { readPages } from '../dump/index.ts';
import { UsageError } from './errors.ts';
import { parseCall, readShaping, shaping } from './options.ts';
import { printable } from './printable.ts';

export const usage = `usage: neardup compare A B [options]

A and B are files that hold a page each: HTML, text, or a dump with one page. FILE#ID names one page of a dump
by its id or URL.

  --gram G       word:Q, char:Q, line:Q or sentence:Q (word:4)
  --multiset     the k-th occurrence of a gram counts as a gram of its own
  --extract E    main, visible, none: which text of a page counts (main)
  --field NAME   the JSONL field that holds the page
  --json         print one JSON object and nothing else
`;

/** `neardup compare`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...shaping,
    field: { type: 'string' },
  });
  if (positionals.length !== 2) {
    throw new UsageError(`compare: expected two pages, A and B, got ${positionals.length}`);
  }
  const { gramName, ...shaped } = readShaping(values);
  let damaged = 0;
  const onDamage = (spot: { file: string; offset: number; reason: string }): void => {
    damaged++;
    process.stderr.write(`damaged: ${spot.file} at ${spot.offset}: ${spot.reason}\n`);
  };
  const [a, b] = [
    await readOnePage(positionals[0], values.field, onDamage),
    await readOnePage(positionals[1], values.field, onDamage),
  ];
  const comparison = comparePages(a, b, shaped);
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ gram: gramName, ...comparison })}\n`
      : printComparison(comparison, gramName),
  );
  return damaged > 0 ? 3 : 0;
}

/** The page that `FILE` or `FILE#ID` names. */
async function readOnePage(
  name: string,
  field: string | undefined,
  onDamage: (spot: { file: string; offset: number; reason: string }) => void,
): Promise<Page> {
  const [file, wanted] = splitName(name);
  const found: Page[] = [];
  for await (const page of readPages([file], { ...(field === undefined ? {} : { field }), onDamage })) {
    if (wanted === undefined || page.id === wanted || page.url === wanted) found.push(page);
    if (found.length === (wanted === undefined ? 2 : 1)) break;
  }
  if (found.length === 1) return found[0];
  if (found.length === 0) {
    throw new UsageError(
      wanted === undefined
        ? `compare: expected a page in ${file}, got none`
        : `compare: expected a page with id or URL ${wanted} in ${file}, got none`,
    );
  }
  throw new UsageError(
    `compare: expected one page, ${file} holds several: name one as ${file}#ID, such as ${file}#${found[0].id}`,
  );
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

const shownLength = 300;

/** The text of A with what B lacks marked −, then what only B has, marked +. */
function printPassages(a: ComparedPage, b: ComparedPage): string {
  const lines = a.passages.map(({ shared, text }) => `${shared ? '=' : '-'} ${shortened(text)}`);
  for (const { shared, text } of b.passages) if (!shared) lines.push(`+ ${shortened(text)}`);
  return `= in both, - only in A, + only in B\n\n${lines.join('\n')}\n`;
}

function shortened(text: string): string {
  const line = printable(text);
  if (line.length <= shownLength) return line;
  const half = shownLength / 2;
  return `${line.slice(0, half)} … ${line.slice(-half)}  (${line.length} characters)`;
}
