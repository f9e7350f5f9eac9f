import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deduplicate } from '../src/deduplicate.ts';
import { type RealPage, realPages } from './real-pages.ts';
import { drawReport } from './report-picture.ts';

const LEAST = 0.5;
const BINS = 25;
const USUAL = 0.8;
const DEFAULT_FOLDER = 'docs/pictures';

/** What is counted: pairs of two versions of one page, and pairs of pages at other addresses. */
interface Histogram {
  readonly name: string;
  readonly pages: number;
  readonly same: readonly number[];
  readonly other: readonly number[];
}

/**
 * Writes the pictures of docs/ into a folder: `npm run bench -- pictures [FOLDER]`. Similarities are of real data, those
 * by which pages are decided, without what is the template of their site; the report is of the example site.
 */
export async function run([folder = DEFAULT_FOLDER]: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'report.png');
  const isDrawn = await drawReport(report);
  process.stdout.write(
    isDrawn ? `${resolve(report)}\n` : 'no report: there is no Chromium (set NEARDUP_CHROMIUM)\n',
  );
  for (const name of ['docs-rspec', 'docs-ipython', 'ota-demo']) {
    const pages = await realPages(name);
    if (pages === undefined) continue;
    const histogram = await countPairs(name, pages);
    const file = join(folder, `similarities-${name}.svg`);
    writeFileSync(file, picture(histogram));
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    process.stdout.write(
      `${resolve(file)}: ${sum(histogram.same)} pairs of versions, ${sum(histogram.other)} at other addresses\n`,
    );
  }
}

async function countPairs(name: string, pages: readonly RealPage[]): Promise<Histogram> {
  const found = await deduplicate(eachOf(pages), { threshold: LEAST, method: 'qp' });
  const same = new Array<number>(BINS).fill(0);
  const other = new Array<number>(BINS).fill(0);
  for (const { pairs, similarity } of [found, found.alike]) {
    for (let i = 0; i < pairs.length; i++) {
      const isSame = pages[pairs.a[i]].group === pages[pairs.b[i]].group;
      const bin = Math.min(BINS - 1, Math.floor((BINS * (similarity[i] - LEAST)) / (1 - LEAST)));
      (isSame ? same : other)[bin]++;
    }
  }
  return { name, pages: pages.length, same, other };
}

async function* eachOf(pages: readonly RealPage[]): AsyncGenerator<RealPage> {
  yield* pages;
}

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 60;
const RIGHT = 12;
const TOP = 30;
const BOTTOM = 44;

/** Two bars for each range of similarities, on a square-root scale: small counts are what a threshold is about. */
function picture({ name, pages, same, other }: Histogram): string {
  const most = Math.max(1, ...same, ...other);
  const x = (similarity: number): number =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (similarity - LEAST)) / (1 - LEAST);
  const y = (count: number): number => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.sqrt(count / most);
  const width = (WIDTH - LEFT - RIGHT) / BINS;
  const barsOf = (kind: string, counts: readonly number[], shift: number): string[] =>
    counts.flatMap((count, i) =>
      count === 0
        ? []
        : [
            `<rect class="${kind}" x="${at(LEFT + (i + shift) * width + 1)}" y="${at(y(count))}" width="${at(width / 2 - 1)}" height="${at(y(0) - y(count))}"/>`,
          ],
    );
  const bars = [...barsOf('same', same, 0), ...barsOf('other', other, 0.5)];
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (tick) => `<text x="${at(x(tick))}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tick}</text>`,
  );
  const counts = [0, most / 4, most].map(
    (count) =>
      `<text x="${LEFT - 6}" y="${at(y(count) + 4)}" text-anchor="end">${Math.round(count).toLocaleString('en')}</text>`,
  );
  const title = `Pairs of pages in ${name} (${pages.toLocaleString('en')} pages), by similarity`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>
text{font:12px system-ui,sans-serif;fill:#333}
.same{fill:#3b7dd8}.other{fill:#d9822b}
line{stroke:#333;stroke-dasharray:4 3}
@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#ddd}}
</style>
<text x="${LEFT}" y="16">${title}</text>
${[...bars, ...ticks, ...counts].join('\n')}
<line x1="${at(x(USUAL))}" y1="${TOP - 6}" x2="${at(x(USUAL))}" y2="${HEIGHT - BOTTOM}"/>
<text x="${LEFT}" y="${HEIGHT - 8}">Jaccard similarity of the contents</text>
<rect class="same" x="300" y="${HEIGHT - 18}" width="10" height="10"/><text x="314" y="${HEIGHT - 8}">versions of one page</text>
<rect class="other" x="456" y="${HEIGHT - 18}" width="10" height="10"/><text x="470" y="${HEIGHT - 8}">other addresses</text>
</svg>
`;
}

/** A coordinate, with a decimal. */
function at(coordinate: number): string {
  return String(Math.round(10 * coordinate) / 10);
}
