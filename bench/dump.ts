import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readPages } from '../plugins/dump/index.ts';
import { cpuBesideOthers, threadsBesideOne } from './dump-cpu.ts';
import { generatedPage } from './generated-page.ts';
import { printTable, shown, timeInTurn } from './measure.ts';

const recordCount = 4000;

/**
 * Reads generated dumps: a WARC file of one gzip member per record against zlib inflating the whole of it and
 * against `zcat`, and JSONL plain, gzip and (where the `zstd` program is there to write it) zstd. MB/s are of
 * uncompressed data; compare within one run only.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  try {
    const pages = Array.from({ length: recordCount }, (_, n) => generatedPage(n));
    const records = pages.map(recordOf);
    const jsonl = pages.map((html, n) => `${JSON.stringify({ id: `${n}`, html })}\n`).join('');
    const warcBytes = records.reduce((sum, record) => sum + record.length, 0);
    const packed = Buffer.concat(records.map((record) => gzipSync(record)));
    const put = (name: string, bytes: Buffer | string): string => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    };
    const warc = put('bench.warc.gz', packed);
    const plainWarc = put('bench.warc', Buffer.concat(records));
    const plain = put('bench.jsonl', jsonl);
    const gzip = put('bench.jsonl.gz', gzipSync(jsonl));
    const hasZstd = spawnSync('zstd', ['-V']).status === 0;
    const hasZcat = spawnSync('zcat', ['--version']).status === 0;
    const work: Record<string, () => unknown> = {
      'readPages, WARC, a gzip member a record': () => drain(warc),
      'zlib.gunzipSync of the whole': () => gunzipSync(packed),
      ...(hasZcat ? { zcat: () => execFileSync('zcat', [warc], { maxBuffer: 2 * warcBytes }) } : {}),
      'readPages, WARC, plain': () => drain(plainWarc),
      'readPages, JSONL': () => drain(plain),
      'readPages, JSONL, gzip': () => drain(gzip),
    };
    if (hasZstd) {
      const zstd = put('bench.jsonl.zst', execFileSync('zstd', ['-q', '-c', plain], { maxBuffer: 2 ** 30 }));
      work['readPages, JSONL, zstd'] = () => drain(zstd);
    }
    const times = await timeInTurn(work, 7);
    const whole = times['zlib.gunzipSync of the whole']!.median;
    const rows = Object.entries(times).map(([name, time]) => {
      const bytes = name.includes('JSONL') ? Buffer.byteLength(jsonl) : warcBytes;
      return [name, shown(time), (bytes / 1e3 / time.median).toFixed(0), (whole / time.median).toFixed(2)];
    });
    printTable(['', 'ms (range)', 'MB/s', '× gunzipSync'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (process.platform === 'linux') {
    cpuBesideOthers();
    threadsBesideOne();
  }
}

async function drain(path: string): Promise<void> {
  let count = 0;
  for await (const _ of readPages([path])) count++;
  if (count !== recordCount) throw new Error(`expected ${recordCount} pages in ${path}, got ${count}`);
}

function recordOf(html: string, n: number): Buffer {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
  return Buffer.from(
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:bench:${n}>\r\nWARC-Target-URI: http://example.test/${n}\r\n` +
      `WARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`,
  );
}
