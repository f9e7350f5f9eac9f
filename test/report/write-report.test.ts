import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { expect, onTestFinished, test } from 'vitest';
import {
  CLUSTERS_ELEMENT,
  type EmbeddedClusters,
  TEXT_BLOCK_ELEMENT,
} from '../../plugins/report/embedded.ts';
import { type Report, reportPieces, writeReport } from '../../plugins/report/index.ts';
import { fabricatedDeduplication, fabricatedEvaluation, page } from './fabricated.ts';

/** An element of a report: its attributes and its own text. */
interface Seen {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

async function written(report: Report): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of reportPieces(report)) pieces.push(piece);
  return pieces.join('');
}

function elementsOf(source: string): Seen[] {
  const elements: Seen[] = [];
  const open: Seen[] = [];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const seen = { tag, attributes, text: '' };
      elements.push(seen);
      open.push(seen);
    },
    ontext(text) {
      if (open.length > 0) open.at(-1)!.text += text;
    },
    onclosetag: () => open.pop(),
  });
  parser.end(source);
  return elements;
}

const everything: Report = {
  title: 'A title with <b>markup</b> & \u202e',
  evaluation: fabricatedEvaluation(),
  deduplication: fabricatedDeduplication([
    [page('a', 'http://a.example/</script><!--', 'one </script> two <!-- three'), page('b', '')],
    [page('c', 'http://c.example/'), page('d', 'javascript:alert(1)', 'four')],
  ]),
};

/** What an element holds gzipped in base64. */
function unpacked(elements: readonly Seen[], id: string): unknown {
  const element = elements.find(({ attributes }) => attributes.id === id);
  return JSON.parse(gunzipSync(Buffer.from(element!.text, 'base64')).toString());
}

test('the content policy allows the one script and the one style sheet by their hash, and no request', async () => {
  const elements = elementsOf(await written(everything));
  const policy = elements.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = elements.filter(({ tag, attributes }) => tag === 'script' && attributes.type === undefined);
  const styles = elements.filter(({ tag }) => tag === 'style');
  expect(scripts).toHaveLength(1);
  expect(styles).toHaveLength(1);
  expect(policy?.attributes.content).toBe(
    `default-src 'none'; script-src ${hash(scripts[0]!.text)}; style-src ${hash(styles[0]!.text)}; base-uri 'none'; form-action 'none'`,
  );
});

test('nothing in the file loads anything: no src, no link, no inline style or handler', async () => {
  for (const { tag, attributes } of elementsOf(await written(everything))) {
    expect(['link', 'img', 'iframe', 'object', 'embed', 'base', 'b']).not.toContain(tag);
    for (const [name, value] of Object.entries(attributes)) {
      expect(name).not.toMatch(/^(src|srcset|style|data|action|on.*)$/);
      if (name === 'href') expect(value).toMatch(/^#/);
    }
  }
});

test('text of pages lies in the file only gzipped, whatever it holds', async () => {
  const source = await written(everything);
  const elements = elementsOf(source);
  const clusters = unpacked(elements, CLUSTERS_ELEMENT) as EmbeddedClusters;
  expect(clusters.starts).toEqual([0, 2, 4]);
  expect(clusters.ids).toEqual(['a', 'b', 'c', 'd']);
  expect(clusters.urls[0]).toBe('http://a.example/</script><!--');
  expect(clusters.similarities).toEqual([1, 0.9, 1, 0.9]);
  expect(clusters.pairs).toMatchObject({ a: [0, 2], b: [1, 3], similarity: [0.9, 0.9], overlap: [90, 90] });
  expect(clusters.textBlocks).toEqual([0, -1, -1, 0]);
  const texts = unpacked(elements, `${TEXT_BLOCK_ELEMENT}0`) as [string, number][];
  expect([texts[clusters.textPlaces[0]!]![0], texts[clusters.textPlaces[3]!]![0]]).toEqual([
    'one </script> two <!-- three',
    'four',
  ]);
  expect(source).not.toContain('javascript:');
  expect(source).not.toContain('\u202e');
});

test('texts are split into blocks that are unpacked one by one', async () => {
  const long = 'x'.repeat(200_000);
  const pages = Array.from({ length: 6 }, (_, i) => page(`p${i}`, '', long + i));
  const elements = elementsOf(await written({ title: 't', deduplication: fabricatedDeduplication([pages]) }));
  const blocks = elements.filter(({ attributes }) => attributes.id?.startsWith(TEXT_BLOCK_ELEMENT));
  expect(blocks.length).toBe(3);
  const { textBlocks, textPlaces } = unpacked(elements, CLUSTERS_ELEMENT) as EmbeddedClusters;
  for (let i = 0; i < pages.length; i++) {
    const block = unpacked(elements, TEXT_BLOCK_ELEMENT + textBlocks[i]) as [string, number][];
    expect(block[textPlaces[i]!]![0].at(-1)).toBe(String(i));
  }
});

test('every plot is an image with a title and a description, and its data stand in a table', async () => {
  const elements = elementsOf(await written(everything));
  const ids = new Set(elements.map(({ attributes }) => attributes.id));
  const plots = elements.filter(({ tag, attributes }) => tag === 'svg' && attributes.role === 'img');
  // time and precision at two thresholds each, one curve, similarities, cluster sizes
  expect(plots).toHaveLength(7);
  for (const { attributes } of plots) {
    for (const id of attributes['aria-labelledby']!.split(' ')) expect(ids).toContain(id);
  }
  const figures = elements.filter(({ tag }) => tag === 'figure').map(({ attributes }) => attributes.id);
  expect(figures).toEqual(['time-recall', 'precision-recall', 'curves', 'similarities', 'cluster-sizes']);
  expect(elements.filter(({ attributes }) => attributes.class === 'data')).toHaveLength(figures.length);
});

test('nothing is drawn of how methods find pairs where there is no pair to find', async () => {
  const { rows, ...rest } = fabricatedEvaluation();
  const evaluation = { ...rest, rows: rows.map((row) => ({ ...row, truePairs: 0 })), similarities: [] };
  const elements = elementsOf(await written({ title: 't', evaluation }));
  expect(elements.filter(({ tag }) => tag === 'figure')).toEqual([]);
});

test('the table of methods has a row for every row of the evaluation, of each kind one marked best', async () => {
  const rows = elementsOf(await written(everything)).filter(
    ({ attributes }) => attributes['data-threshold'] !== undefined,
  );
  expect(rows).toHaveLength(fabricatedEvaluation().rows.length);
  // at each threshold of the two minhash that confirm the better one
  const best = [...(await written(everything)).matchAll(/data-best>.*?class="variant">([^<]+)/gs)];
  const variants = ['qp', 'sp-32', 'minhash-unconfirmed', 'minhash-confirmed'];
  expect(best.map(([, variant]) => variant)).toEqual([...variants, ...variants]);
});

test('the findings name the quickest method that is right and complete, and what the exact join takes', async () => {
  const headlines = elementsOf(await written(everything)).filter(
    ({ attributes }) => attributes.class === 'headline',
  );
  expect(headlines.map(({ text }) => text)).toEqual([
    '2 of 4 pages (50 %) repeat a page that is kept.',
    'At similarity ≥ 0.8, minhash-confirmed finds 99.0 % of the pairs in 120 ms, where the exact join takes 400 ms.',
  ]);
});

test('an evaluation without rows, pairs or curves and a deduplication without clusters still make a report', async () => {
  const evaluation = { ...fabricatedEvaluation(), rows: [], curves: [], similarities: [] };
  const source = await written({ title: 't', evaluation, deduplication: fabricatedDeduplication([]) });
  expect(elementsOf(source).filter(({ tag }) => tag === 'figure')).toHaveLength(0);
  expect(source).toContain('None of 0 pages repeats another.');
});

test('the file appears whole or not at all, and the same report gives the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeReport(join(folder, 'a.html'), everything);
  await writeReport(join(folder, 'b.html'), everything);
  expect(await readFile(join(folder, 'a.html'))).toEqual(await readFile(join(folder, 'b.html')));
  await expect(writeReport(join(folder, 'missing', 'c.html'), everything)).rejects.toThrow(
    /cannot write .*c\.html/,
  );
  const broken = fabricatedDeduplication([[page('a', '', 'text'), page('b', '')]]);
  Object.defineProperty(broken.clusters[0]!.representative, 'url', {
    get: () => {
      throw new Error('half-way');
    },
  });
  await expect(writeReport(join(folder, 'd.html'), { title: 't', deduplication: broken })).rejects.toThrow(
    /d\.html/,
  );
  expect(await readdir(folder)).toEqual(['a.html', 'b.html']);
});
