import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { digits, escaped, lineOf, padded, tags } from '../../plugins/mr/lines/format.ts';
import { idField, sizeField, tokensField } from '../../plugins/mr/sets/set-text.ts';
import { printTable } from '../measure.ts';
import { bundle } from '../processes.ts';
import { decisionReducers } from './decision-reducers.ts';
import type { ReducerCase } from './reducer-case.ts';

/** Numbers of entries of one group. */
const counts = [1e3, 1e4, 1e5, 1e6];
/** Memory that the process may take, not counting the program itself. */
const MEMORY = '16MB';
/** Largest deviation from the middle of the range, as a share, that counts as constant memory. */
const FLAT = 0.2;

const key = padded(7, digits.id);
const tokens = tokensField(BigUint64Array.from({ length: 20 }, (_, i) => BigInt(i) << 40n));
/** An overlap, and the sizes of two sets. */
const overlapOfTwo = [19, 20, 20].map((number) => padded(number, digits.size));
const measured = ['--similarity', 'jaccard'];
const similar = ['--similarity', 'jaccard', '--threshold', '0.95'];

const cases: readonly ReducerCase[] = [
  {
    ...{ name: 'collapse: equal sets', call: ['collapse'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.set, idField(i), sizeField(20), tokens);
    },
  },
  {
    ...{ name: 'heavy: counts of a token', call: ['heavy'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.sampled, padded(1, digits.count));
    },
  },
  {
    ...{
      name: 'candidates: postings, sizes from 20 to 9e7',
      call: ['candidates', ...similar, '--memory', MEMORY],
    },
    lines: (entries) => postings(entries, (i) => Math.floor(20 * 4.5e6 ** (i / entries))),
  },
  {
    ...{
      name: 'candidates: postings, all of one size',
      call: ['candidates', ...similar, '--memory', MEMORY],
    },
    most: 1e5,
    lines: (entries) => postings(entries, () => 200),
  },
  {
    ...{ name: 'attach: candidates of a set', call: ['attach', '--blocks', '1'] },
    *lines(entries) {
      yield lineOf(key, tags.record, sizeField(20), tokens);
      for (let i = 0; i < entries; i++)
        yield lineOf(key, tags.candidate, padded(0, digits.block), idField(i));
    },
  },
  {
    ...{ name: 'verify: sets of a block', call: ['verify', ...similar, '--memory', MEMORY] },
    *lines(entries) {
      const block = padded(0, digits.block);
      for (let i = 0; i < entries; i++) yield lineOf(block, tags.record, idField(i), sizeField(20), tokens);
      for (let i = 0; i < entries; i += 1000) {
        const others = Array.from({ length: Math.min(1000, entries - i) }, (_, k) => idField(i + k)).join(
          ',',
        );
        yield lineOf(block, tags.sent, idField(entries + i), sizeField(20), tokens, others);
      }
    },
  },
  {
    ...{ name: 'expand-first: sets equal to one', call: ['expand-first'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.equal, idField(100 + i), sizeField(20));
      yield lineOf(key, tags.pair, idField(9), padded(20, digits.size));
    },
  },
  {
    ...{
      name: 'expand-second: sets equal to one',
      call: ['expand-second', '--similarity', 'overlap', '--threshold', '21'],
    },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.equal, idField(100 + i), sizeField(20));
      yield lineOf(key, tags.halfExpanded, idField(9), padded(20, digits.size));
    },
  },
  {
    ...{ name: 'large-star: links of a set', call: ['large-star'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.link, idField(100 + i));
    },
  },
  {
    ...{ name: 'small-star: links of a set', call: ['small-star'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(idField(entries), tags.link, idField(i));
    },
  },
  {
    ...{ name: 'cluster: members of one set', call: ['cluster', ...measured] },
    *lines(entries) {
      for (let i = 1; i <= entries; i++) yield pairInComponent(i, 0);
    },
  },
  {
    ...{ name: 'cluster: a chain', call: ['cluster', ...measured] },
    *lines(entries) {
      for (let i = 1; i <= entries; i++) yield pairInComponent(i, i - 1);
    },
  },
  {
    ...{ name: 'cluster: a set similar to members alone', call: ['cluster', ...measured] },
    *lines(entries) {
      for (let i = 1; i <= entries; i++) yield pairInComponent(i, 0);
      for (let i = 1; i <= entries; i++) yield pairInComponent(entries + 1, i);
    },
  },
  {
    ...{ name: 'members: sets equal to one', call: ['members', ...similar] },
    *lines(entries) {
      yield lineOf(key, tags.belongs, idField(0), ...overlapOfTwo);
      for (let i = 0; i < entries; i++) yield lineOf(key, tags.equal, idField(100 + i), sizeField(20));
    },
  },
  {
    ...{ name: 'site: pages of a host', call: ['site', '--memory', MEMORY] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) {
        const own = tokensField(
          BigUint64Array.from({ length: 20 }, (_, k) => BigInt(k < 10 ? k : i * 10 + k)),
        );
        const names = escaped(JSON.stringify({ names: [`Page ${i}`] }));
        yield lineOf(':host.example', tags.ofHost, idField(i), sizeField(20), own, names);
      }
    },
  },
  {
    ...{ name: 'site: pages of a host, all of one title', call: ['site', '--memory', MEMORY] },
    *lines(entries) {
      const names = escaped(JSON.stringify({ names: ['Forum'] }));
      for (let i = 0; i < entries; i++) {
        const own = tokensField(
          BigUint64Array.from({ length: 20 }, (_, k) => BigInt(k < 10 ? k : i * 10 + k)),
        );
        yield lineOf(':host.example', tags.ofHost, idField(i), sizeField(20), own, names);
      }
    },
  },
  {
    ...{ name: 'site: versions of a thing, half with a notice', call: ['site', '--memory', MEMORY] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) {
        // each thing has four versions, two of which have the grams below 10
        const own = tokensField(
          BigUint64Array.from({ length: 20 }, (_, k) => BigInt(k < 10 ? k + 10 * (i % 2) : i * 10 + k)),
        );
        const names = escaped(JSON.stringify({ names: [`Thing ${Math.floor(i / 4)}`] }));
        yield lineOf(':host.example', tags.ofHost, idField(i), sizeField(20), own, names);
      }
    },
  },
];

/** A pair of the component whose first set is 0. */
function pairInComponent(set: number, before: number): string {
  return lineOf(idField(0), tags.inComponent, idField(set), idField(before), ...overlapOfTwo);
}

/** Postings of one key. Its token is the last of each set, so the sets meet but are not candidates. */
function* postings(entries: number, sizeOf: (number: number) => number): Generator<string> {
  const bitmap = Buffer.alloc(32, 0x55).toString('base64url');
  for (let i = 0; i < entries; i++) {
    const size = sizeOf(i);
    const place = [padded(size - 1, digits.position), padded(0, digits.block), padded(0, digits.split)];
    yield lineOf(key, tags.posting, sizeField(size), idField(i), ...place, bitmap);
  }
}

/** Peak memory of each reducer, or of the verbs in `only`, by the number of entries in one group. */
export async function measureMemory(only?: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  for (const each of [...cases, ...decisionReducers].filter(({ call }) => only?.includes(call[0]) ?? true)) {
    const megabytes: number[] = [];
    for (const entries of counts) {
      if (entries <= (each.most ?? Number.POSITIVE_INFINITY))
        megabytes.push(await peakMegabytes(each, entries));
    }
    const [least, most] = [Math.min(...megabytes), Math.max(...megabytes)];
    const isFlat = most <= (1 + FLAT) * ((least + most) / 2);
    if (!isFlat) process.exitCode = 1;
    const cells = counts.map((_, i) => megabytes[i]?.toFixed(0) ?? '–');
    rows.push([each.name, ...cells, isFlat ? 'yes' : 'NO']);
    process.stderr.write(`${each.name}: ${cells.join(', ')}\n`);
  }
  process.stdout.write(`peak RSS in MB of one process, by the entries of one group; --memory ${MEMORY}\n`);
  printTable(['reducer', ...counts.map(String), `within ± ${100 * FLAT} %`], rows);
}

/**
 * Reports the peak memory of the process in kB when it ends. Linux only. getrusage is no alternative: its value starts
 * with the memory of the parent process.
 */
const telling = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write('peak '+/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`;

async function peakMegabytes({ call, lines }: ReducerCase, entries: number): Promise<number> {
  // engines give a process a pipe, but Node gives it a socket
  const node = [process.execPath, '--import', telling, bundle, ...call, '--partition'];
  const child = spawn('sh', ['-c', 'cat | exec "$@"', 'sh', ...node], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  // if a process ends early, its error says why
  child.stdin.on('error', () => {});
  const ended = once(child, 'close');
  let waiting = '';
  for (const line of lines(entries)) {
    waiting += `${line}\n`;
    if (waiting.length < 1 << 16) continue;
    if (!child.stdin.write(waiting)) await Promise.race([once(child.stdin, 'drain'), ended]);
    waiting = '';
  }
  child.stdin.end(waiting);
  const [code] = await ended;
  const [, kilobytes] = /peak (\d+)$/.exec(said) ?? [];
  if (code !== 0 || kilobytes === undefined) throw new Error(`mr ${call[0]}: exit code ${code}: ${said}`);
  return (Number(kilobytes) * 1024) / 1e6;
}
