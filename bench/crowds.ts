import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DedupSummary } from '../plugins/cli/dedup/summary.ts';
import { markdownTable } from './measure.ts';
import { neardup } from './processes.ts';

const sizes = (process.env.NEARDUP_PAGES ?? '5000,10000,20000,40000').split(',').map(Number);

/** Pages that are similar to all others: of page i, its address, its title, and the one word that is its own; '' for none. */
const kinds: Readonly<Record<string, (i: number) => readonly [url: string, title: string, own: string]>> = {
  'one page under many session ids': (i) => [`https://a.example/list?session=${i}`, 'The list', ''],
  'one page on fifty hosts': (i) => [`https://h${i % 50}.example/list/${i}`, 'The list', ''],
  'one page with a counter': (i) => [`https://a.example/list?session=${i}`, 'The list', word(i)],
  'a calendar': (i) => [`https://a.example/day/${word(i)}`, `Day of ${word(i)}`, word(i + 1)],
};

/**
 * `dedup`, from a cold process to its files, of crowds of any size, as Markdown: time and files grow as the number of pages, not as its
 * square. Each crowd stands among 500 pages that are unlike. `NEARDUP_PAGES`: sizes of crowds, separated by commas.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-crowds-'));
  const rows: string[][] = [];
  try {
    for (const [kind, pageOf] of Object.entries(kinds)) {
      for (const size of sizes) rows.push([kind, `${size}`, ...(await runCrowd(folder, size, pageOf))]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const columns = [
    'crowd',
    'pages',
    'kept',
    'pairs',
    'alike',
    'compared once',
    's',
    'MB of pairs',
    'MB of memory',
  ];
  process.stdout.write(`${markdownTable(columns, rows)}\n`);
}

async function runCrowd(folder: string, size: number, pageOf: (typeof kinds)[string]): Promise<string[]> {
  const [input, out] = [join(folder, 'pages.jsonl'), join(folder, 'out')];
  const others = Array.from({ length: 500 }, (_, i) =>
    lineOf(`https://a.example/article/${word(i)}`, word(i), text(i + 1)),
  );
  const crowd = Array.from({ length: size }, (_, i) => {
    const [url, title, own] = pageOf(i);
    const words = text(0);
    if (own !== '') words[100] = own;
    return lineOf(url, title, words);
  });
  await writeFile(input, [...others, ...crowd].join(''));
  const { elapsedMs } = await neardup('dedup', input, '--out', out, '--force', '--quiet');
  const summary = JSON.parse(await readFile(join(out, 'summary.json'), 'utf8')) as DedupSummary;
  const bytes = await Promise.all(
    ['pairs.jsonl', 'alike.jsonl'].map(async (file) => (await stat(join(out, file))).size),
  );
  return [
    ...[summary.kept, summary.pairs, summary.alike, summary.comparedOnce ?? 0].map(String),
    (elapsedMs / 1000).toFixed(1),
    ...[bytes[0]! + bytes[1]!, summary.peakMemoryBytes].map((sum) => (sum / 2 ** 20).toFixed(0)),
  ];
}

function lineOf(url: string, title: string, words: readonly string[]): string {
  const html = `<title>${title}</title><h1>${title}</h1><p>${words.join(' ')}</p>`;
  return `${JSON.stringify({ url, html })}\n`;
}

/** 200 words. */
function text(seed: number): string[] {
  return Array.from({ length: 200 }, (_, i) => word((seed * 7919 + i * 104729) % 1_000_003));
}

/** A word of letters for each number. */
function word(number: number): string {
  return `w${number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`;
}
