import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { realData } from '../../test/data.ts';
import { realPageStream } from '../real-pages.ts';
import { plantedPage, randomOf } from './planted.ts';

/** Sets of real pages whose markup is used, and the number of pages of each. */
const frameSets = ['docs-rspec', 'docs-ipython', 'docs-opengl', 'docs-crawlee'];
const framesOfSet = 300;
const longestFrame = 100_000;
/** One in this many words of a near-duplicate is changed. */
const wordsToOneChanged = 150;
const sites = 400;

/** The markup of a real page in pieces, with the number of words after each piece. */
type Frame = readonly { readonly markup: string; readonly words: number }[];

/** The material from which pages are made: markup of real pages and words of real news. */
export interface Material {
  readonly frames: readonly Frame[];
  readonly words: readonly string[];
}

/** The material; `undefined`, with a printed note, if data is missing. */
export async function readMaterial(): Promise<Material | undefined> {
  const news = realData('text-reuters21578/docs.jsonl.gz');
  if (news === undefined) {
    process.stdout.write(
      'skipped: real data text-reuters21578 is missing (set NEARDUP_DATA to its folder)\n',
    );
    return undefined;
  }
  const frames: Frame[] = [];
  for (const name of frameSets) {
    const stream = realPageStream(name);
    if (stream === undefined) return undefined;
    let taken = 0;
    for await (const { body } of stream) {
      const html = Buffer.from(body).toString();
      if (html.length > longestFrame || !/<body/i.test(html)) continue;
      frames.push(frameOf(html));
      if (++taken === framesOfSet) break;
    }
  }
  const text = gunzipSync(readFileSync(news)).toString().toLowerCase();
  const words = [...new Set(text.slice(0, 8_000_000).match(/[a-z]{3,12}/g))];
  return { frames, words };
}

/** Writes pages to a WARC file until it has `sizeBytes` bytes. Returns the number of pages. */
export async function writeWarc(
  path: string,
  sizeBytes: number,
  material: Material,
  seed: number,
): Promise<number> {
  let pages = 0;
  let bytes = 0;
  function* records(): Generator<Buffer> {
    while (bytes < sizeBytes) {
      const record = recordOf(pageHtml(pages, material, seed), pages, seed);
      bytes += record.length;
      pages++;
      yield record;
    }
  }
  await pipeline(Readable.from(records()), createWriteStream(path));
  return pages;
}

function frameOf(html: string): Frame {
  const bodyAt = html.search(/<body/i);
  const pieces: { markup: string; words: number }[] = [];
  let markup = '<!doctype html><html>';
  // texts between two tags; those of scripts and styles are removed
  const body = html.slice(bodyAt).replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '');
  for (const [, tag = '', text = ''] of body.matchAll(/(<[^>]*>)([^<]*)/g)) {
    markup += tag;
    const words = text.match(/\p{L}+/gu)?.length ?? 0;
    if (words === 0) continue;
    pieces.push({ markup, words });
    markup = '';
  }
  pieces.push({ markup, words: 0 });
  return pieces;
}

/** Page number `page`: a real page's markup around new words, or around those of an earlier page. */
function pageHtml(page: number, { frames, words }: Material, seed: number): string {
  const { kind, original } = plantedPage(page, seed);
  const random = randomOf(seed, original, 1);
  const change = randomOf(seed, page, 2);
  const frame = frames[Math.floor(random() * frames.length)];
  const word = (draw: () => number): string => words[Math.floor(words.length * draw() ** 2)];
  const title = Array.from({ length: 4 }, () => word(random)).join(' ');
  let html = `<head><title>${title} ${original}</title></head>`;
  for (const piece of frame) {
    html += piece.markup;
    for (let i = 0; i < piece.words; i++) {
      const drawn = word(random);
      html += kind === 'near' && change() * wordsToOneChanged < 1 ? `${word(change)} ` : `${drawn} `;
    }
  }
  return html;
}

function recordOf(html: string, page: number, seed: number): Buffer {
  const site = Math.floor(sites * randomOf(seed, page, 3)() ** 2);
  const body = Buffer.from(html);
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n';
  return Buffer.concat([
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:scale:${page}>\r\n` +
        `WARC-Target-URI: https://site-${site}.example/pages/${page}\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n` +
        `Content-Type: application/http; msgtype=response\r\nContent-Length: ${head.length + body.length}\r\n\r\n${head}`,
    ),
    body,
    Buffer.from('\r\n\r\n'),
  ]);
}
