import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPair } from '../../src/cluster/pairs.ts';
import type { Deduplication } from '../../src/deduplicate.ts';
import { formatSimilarity } from '../../src/grams/format-similarity.ts';
import { isCopy } from './engine-cases.ts';
import type { Outcome } from './outcome.ts';
import type { PlantedPage } from './planted-page.ts';

/** Writes the pages of a run as JSONL, and each wrong answer with what was decided. */
export async function writeLists(
  folder: string,
  name: string,
  pages: readonly PlantedPage[],
  result: Deduplication,
  outcomes: readonly Outcome[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lines = outcomes
    .filter(({ isRight }) => !isRight)
    .map(({ page, question }) => {
      const i = Number(page.id);
      const { decision, code, representative } = result.decisions[i];
      const { wall } = page;
      const shown =
        wall === undefined
          ? `${page.how}${page.shell === undefined ? '' : `: ${page.shell}`}`
          : `${wall.wording.kind} ${wall.wording.language}, ${wall.through}, ${wall.count} pages, ${wall.hosts} hosts, ${wall.moment}`;
      const other = Number(representative ?? nearestCopy(pages, result, i) ?? i);
      const held = page.isHeldOutSite || wall?.wording.isHeldOut ? 'held out' : '';
      return [
        ...[question, held, page.id, page.url, shown, `[${result.pages[i].names[0] ?? ''}]`],
        ...[result.pages[i].kind, `${result.contentSizes[i]} of ${result.sizes[i]} grams`, decision, code],
        ...(other === i
          ? []
          : [pages[other].url, `[${result.pages[other].names[0] ?? ''}]`, relation(result, i, other)]),
      ].join('\t');
    });
  await writeFile(join(folder, `${name}.tsv`), `${lines.sort().join('\n')}\n`);
  const written = pages.map(({ id, url, body }) => `${JSON.stringify({ id, url, html: body })}\n`);
  await writeFile(join(folder, `${name}.pages.jsonl`), written.join(''));
}

/** The page with the same content that is found to be like this page; if none is, any such page. */
function nearestCopy(pages: readonly PlantedPage[], result: Deduplication, i: number): number | undefined {
  if (pages[i].content === '') return undefined;
  const copies = pages.flatMap((page, other) =>
    page.content === pages[i].content && isCopy(pages[i], page) ? [other] : [],
  );
  const isFound = (other: number): boolean =>
    [result.pairs, result.alike.pairs].some((pairs) => findPair(pairs, i, other) >= 0);
  return copies.find(isFound) ?? copies[0];
}

function relation(result: Deduplication, a: number, b: number): string {
  for (const [name, { pairs, similarity }] of [
    ['duplicates', result],
    ['alike', result.alike],
  ] as const) {
    const pair = findPair(pairs, a, b);
    if (pair >= 0) return `${name} ${formatSimilarity(similarity[pair])}`;
  }
  return 'not similar';
}
