import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { realData } from '../test/data.ts';
import { generatedPage } from './generated-page.ts';
import { printTable } from './measure.ts';

/** Some 350 MB of records. In comparison, the start of a process, which has a row of its own, hardly counts. */
const recordCount = 24_000;
/** Records of each of two files. */
const sizes = [1500, 6000, 24_000];
const rounds = 3;
/** Unit in which Linux counts processor time. */
const tickMs = 10;
const child = join(import.meta.dirname, 'dump-child.js');
const shinglingChild = join(import.meta.dirname, 'shingle-child.js');
const python = process.env.NEARDUP_PYTHON ?? 'python3';

/** Reads every record of a file to its end and checks its digests, if it has any. */
const peers = {
  warcio: `
import sys
from warcio.archiveiterator import ArchiveIterator
for record in ArchiveIterator(open(sys.argv[1], 'rb'), check_digests=sys.argv[2] == 'checked'):
    record.content_stream().read()`,
  fastwarc: `
import sys
from fastwarc.warc import ArchiveIterator
for record in ArchiveIterator(open(sys.argv[1], 'rb'), verify_digests=sys.argv[2] == 'checked'):
    record.reader.read()`,
};

/**
 * Processor time of all threads of a process that reads a WARC file of one gzip member per record, with digests and
 * without, start included: ours, `zcat`, and warcio and fastwarc where Python has them. Linux only.
 */
export function cpuBesideOthers(): void {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  try {
    for (const digests of [false, true]) {
      const path = join(folder, `${digests}.warc.gz`);
      const bytes = writeWarc(path, digests);
      const commands: Record<string, readonly string[]> = {
        zcat: ['zcat', path],
        'readPages, its start alone': [process.execPath, child],
        readPages: [process.execPath, child, path],
      };
      for (const [name, script] of Object.entries(peers)) {
        if (spawnSync(python, ['-c', `import ${name}`]).status !== 0) {
          process.stdout.write(`left out: ${name}, which ${python} lacks (set NEARDUP_PYTHON)\n`);
        } else commands[name] = [python, '-c', script, path, digests ? 'checked' : 'unchecked'];
      }
      const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
      for (let round = 0; round < rounds; round++)
        for (const [name, command] of Object.entries(commands)) times.get(name)!.push(cpuMsOf(command));
      const least = new Map([...times].map(([name, each]) => [name, Math.min(...each)]));
      const zcat = least.get('zcat')!;
      printTable(
        [digests ? 'digests checked' : 'no digests', 'CPU ms, least (all)', 'MB/s', '× zcat'],
        [...least].map(([name, ms]) => [
          name,
          `${ms} (${times.get(name)!.join(', ')})`,
          name.endsWith('alone') ? '' : (bytes / 1e3 / ms).toFixed(0),
          (ms / zcat).toFixed(2),
        ]),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reading and shingling of two files on one thread and on two, each in a process of its own, for files of several lengths: what two
 * threads do in common with one (loading and compiling the same code) does not grow with the input, so that the gain does.
 *
 * In addition to wall time, shows the least time that the run can take on two idle cores: the processor time of its
 * busiest thread, or half of that of all threads, which include V8's own for compiling and collecting even with one
 * thread. While other programs run, only this shows how well the work is shared. Linux only.
 */
export function threadsBesideOne(): void {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  try {
    const inputs = new Map<string, readonly string[]>();
    const real = ['docs-rspec', 'docs-ipython'].map((name) => realData(`${name}/pages.jsonl.gz`));
    if (real.every((path) => path !== undefined)) inputs.set('docs-rspec, docs-ipython', real);
    else process.stdout.write('left out: docs-rspec and docs-ipython (set NEARDUP_DATA to their folder)\n');
    for (const records of sizes) {
      const paths = ['a', 'b'].map((name) => join(folder, `${records}-${name}.warc.gz`));
      // ids of their own: pages whose id an earlier one has come back one by one
      const bytes = paths.reduce((sum, path, k) => sum + writeWarc(path, false, records, k * records), 0);
      inputs.set(`WARC, ${Math.round(bytes / 1e6)} MB of records`, paths);
    }
    const rows = [...inputs].map(([name, paths]) => {
      const took = new Map([1, 2].map((threads) => [threads, [] as Shingled[]]));
      for (let round = 0; round < rounds; round++)
        for (const [threads, each] of took) each.push(shingled(threads, paths));
      const least = (threads: number, of: (each: Shingled) => number): number =>
        Math.min(...took.get(threads)!.map(of));
      return [
        name,
        ...[({ elapsedMs }: Shingled) => elapsedMs, leastOnTwoCores].flatMap((of) => {
          const [one, two] = [least(1, of), least(2, of)];
          return [one.toFixed(0), two.toFixed(0), (one / two).toFixed(2)];
        }),
        ...[1, 2].map((threads) => least(threads, ({ cpuMs }) => cpuMs).toFixed(0)),
      ];
    });
    const columns = ['ms, 1 thread', '2', '×', 'on idle cores, 1', '2', '×', 'CPU of all, 1', '2'];
    printTable(['two files read and shingled', ...columns], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function leastOnTwoCores({ busiestMs, cpuMs }: Shingled): number {
  return Math.max(busiestMs, cpuMs / 2);
}

interface Shingled {
  readonly elapsedMs: number;
  readonly busiestMs: number;
  readonly cpuMs: number;
}

function shingled(threads: number, paths: readonly string[]): Shingled {
  const { status, stdout, stderr } = spawnSync(process.execPath, [shinglingChild, `${threads}`, ...paths]);
  if (status !== 0) throw new Error(`shingling: ${stderr}`);
  return JSON.parse(stdout.toString()) as Shingled;
}

/** Processor time of a command, from the times of this process's ended children. */
function cpuMsOf([command, ...args]: readonly string[]): number {
  const before = childrenMs();
  const { status, stderr } = spawnSync(command!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${stderr}`);
  return childrenMs() - before;
}

function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // after the name, which may contain blanks: cutime and cstime are fields 16 and 17
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return tickMs * (Number(fields[13]) + Number(fields[14]));
}

/** Writes the file, its records numbered from `first` on; returns their bytes. */
function writeWarc(path: string, digests: boolean, records = recordCount, first = 0): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  for (let n = first; n < first + records; n++) {
    const html = Buffer.from(generatedPage(n));
    const block = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'), html]);
    const lines = [
      'WARC/1.0',
      'WARC-Type: response',
      `WARC-Record-ID: <urn:bench:${n}>`,
      `WARC-Target-URI: http://example.test/${n}`,
      'WARC-Date: 2024-05-06T07:08:09Z',
      'Content-Type: application/http; msgtype=response',
      ...(digests ? [`WARC-Block-Digest: ${sha1(block)}`, `WARC-Payload-Digest: ${sha1(html)}`] : []),
      `Content-Length: ${block.length}`,
    ];
    const record = Buffer.concat([
      Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
      block,
      Buffer.from('\r\n\r\n'),
    ]);
    bytes += record.length;
    writeSync(file, gzipSync(record));
  }
  closeSync(file);
  return bytes;
}

function sha1(bytes: Buffer): string {
  return `sha1:${createHash('sha1').update(bytes).digest('hex')}`;
}
