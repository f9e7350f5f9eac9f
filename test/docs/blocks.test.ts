import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, chromium, codeBlocks, compile, type Programs } from './blocks.ts';

/** What each block prints, by where it stands and what stands in it. */
const printed: readonly (readonly [document: string, containing: string, prints: readonly RegExp[]])[] = [
  ['README.md', 'CheerioCrawler', [/^new: \S+ An article$/m, /\/copy: .*1\.000|\/copy: .*same/]],
  ['README.md', 'deduplicate(', [/^ {2}1 https:\/\/example\.com\/copy$|^ {2}1 http\S+\/copy$/m]],
  ['README.md', 'comparePages', [/^0\.\d+/, /the quick brown fox jumps over the lazy/]],
  ['docs/crawlee.md', 'CheerioCrawler', [/unique: 1/, /(sameGrams|duplicates|exact\w*): 1/]],
  ['docs/crawlee.md', 'PlaywrightCrawler', []],
  ['docs/dump.md', "keep: 'longest'", [/^keep .*record/m, /^drop .*record/m]],
  ['docs/dump.md', 'async function* pages', [/^1$/m]],
  ['docs/evaluate.md', 'await evaluate(', [/^qp 1 1 \d/m, /^calibrated-\d+ 1 1 \d/m]],
  ['docs/other-crawlers.md', 'createDeduper', [/^new: http:\/\/127\.0\.0\.1:\d+\/$/m]],
  ['docs/other-crawlers.md', 'UrlRules', [/^drop$/m]],
  [
    'docs/own-index.md',
    'SketchIndex.open',
    [/isNew: true/, /url: 'https:\/\/a\.example\/',\s+similarity: 0\.71/, /promised: true/],
  ],
  ['docs/report.md', 'writeReport', []],
  ['docs/sets.md', 'exactJoin(', [/^(0 1|1 0) 3\n$/]],
  ['docs/start.md', 'comparePages', [/^distinct 0\.\d\d$/m]],
];

const blocks = await codeBlocks();
let programs: Programs;

beforeAll(async () => {
  programs = await compile(blocks);
});
afterAll(() => programs.remove());

function blocksOf(document: string, containing: string): Block[] {
  return blocks.filter((block) => block.document === document && block.code.includes(containing));
}

test('every code block of the README and of docs/ is one of those that are run here, and each of these is one', () => {
  const run = printed.map(([document, containing]) => {
    const found = blocksOf(document, containing);
    expect(found, `${document}: ${containing}`).toHaveLength(1);
    return found[0];
  });
  expect(new Set(run)).toEqual(new Set(blocks));
});

test('every code block compiles with the checks that tsc --init turns on', () => {
  expect(programs.complaints).toBe('');
});

test.each(printed)(
  'the block of %s with %s runs, and prints what is said of it',
  async (document, containing, prints) => {
    const [block] = blocksOf(document, containing);
    if (block.code.includes('Playwright') && !existsSync(chromium)) return;
    const output = await programs.run(block);
    for (const pattern of prints) expect(output).toMatch(pattern);
  },
);
