import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../plugins/dump/bytes/byte-reader.ts';
import { zstdFrames } from '../../../plugins/dump/bytes/zstd-frames.ts';
import { type DumpDamage, reasonOf } from '../../../plugins/dump/damage.ts';
import { defaultLimits } from '../../../plugins/dump/limits.ts';
import { inFull } from '../../repetition.ts';
import { scratchFolder } from '../scratch.ts';

const { folder, write } = scratchFolder();
const noZstd = spawnSync('zstd', ['-V']).status !== 0 && 'the zstd program is not installed';

async function decode(bytes: Buffer, limits = defaultLimits): Promise<{ data: Buffer; damage: string[] }> {
  const damage: string[] = [];
  const context = {
    limits,
    sinceRecord: 0,
    report: (found: DumpDamage) => void damage.push(reasonOf(found)),
  };
  const pieces = (async function* () {
    // odd sizes: frames and blocks lie across what is read at once
    for (let at = 0; at < bytes.length; at += 99_991)
      yield { bytes: bytes.subarray(at, at + 99_991), stored: at };
  })();
  const reader = new ByteReader(zstdFrames(pieces, context));
  const parts: Buffer[] = [];
  do {
    while (await reader.fill(1)) {
      parts.push(reader.buffer.subarray(reader.start, reader.end));
      reader.skip(reader.available);
    }
  } while (await reader.nextSection());
  return { data: Buffer.concat(parts), damage };
}

function zstd(bytes: Buffer, ...flags: string[]): Buffer {
  return execFileSync('zstd', ['-q', '-c', ...flags], { input: bytes, maxBuffer: 2 ** 30 });
}

/** The skippable frame that a `.warc.zst` begins with. */
function dictionaryFrame(stored: Buffer): Buffer {
  const head = Buffer.from('5d2a4d1800000000', 'hex');
  head.writeUInt32LE(stored.length, 4);
  return Buffer.concat([head, stored]);
}

/** Seeded bytes of a kind: what a compressor makes other blocks, tables and offsets of. */
function sample(kind: string, size: number): Buffer {
  let state = 7;
  const random = (n: number): number => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;
  if (kind === 'zeros') return Buffer.alloc(size);
  if (kind === 'noise') return Buffer.from(Array.from({ length: size }, () => random(256)));
  if (kind === 'few') return Buffer.from(Array.from({ length: size }, () => random(3) * random(20)));
  const words = Array.from({ length: 2000 }, () => 'w'.repeat(random(4)) + random(10_000).toString(36));
  const parts: string[] = [];
  for (let length = 0; length < size; ) {
    const word = words[Math.floor(2000 * (random(1000) / 1000) ** 3)]!;
    parts.push(word);
    length += word.length + 1;
  }
  return Buffer.from(parts.join(' ')).subarray(0, size);
}

describe.skipIf(noZstd)('zstd frames', () => {
  test('of every kind, size and level decode to what was compressed', async () => {
    let count = 0;
    for (const kind of ['text', 'few', 'noise', 'zeros']) {
      for (const size of [0, 1, 5, 300, 300_000]) {
        const data = sample(kind, size);
        const levels = [['-1'], ['--fast=5'], ['-3', '--no-check'], ['-19'], ['-9', '--long=27']];
        // In npm test every kind and size with one level, and every level.
        for (const flags of inFull ? levels : [levels[count++ % levels.length]!]) {
          const { data: decoded, damage } = await decode(zstd(data, ...flags));
          expect({ kind, size, flags, same: decoded.equals(data), damage }).toEqual({
            kind,
            size,
            flags,
            same: true,
            damage: [],
          });
        }
      }
    }
  });

  test('with matches further back than 32 MiB, and in a window that slides, decode to what was compressed', async () => {
    const block = sample('noise', 1 << 20);
    for (const [period, count, flag] of inFull
      ? ([
          [70, 90, '--long=27'],
          [40, 100, '--long=26'],
        ] as const)
      : ([[34, 70, '--long=26']] as const)) {
      const parts = Array.from({ length: count }, (_, n) => block.map((byte) => byte ^ (n % period)));
      const data = Buffer.concat(parts);
      const packed = zstd(data, '-1', flag);
      expect(packed.length).toBeLessThan((period + 2) << 20);
      const { data: decoded, damage } = await decode(packed);
      expect([decoded.equals(data), damage]).toEqual([true, []]);
    }
  });

  test('of two runs, with skippable frames between, come out one after the other', async () => {
    const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const bytes = Buffer.concat([skippable, zstd(Buffer.from('one')), skippable, zstd(Buffer.from('two'))]);
    expect(await decode(bytes)).toEqual({ data: Buffer.from('onetwo'), damage: [] });
  });

  test('that are one record without end are given up as a bomb', async () => {
    const bomb = zstd(Buffer.alloc(64 << 20), '-19');
    const limits = { ...defaultLimits, maxInflatedBytes: 8 << 20 };
    const { data, damage } = await decode(Buffer.concat([bomb, zstd(Buffer.from('next'))]), limits);
    expect(data.length).toBeLessThan(10 << 20);
    expect(data.subarray(-4).toString()).toBe('next');
    expect(damage).toEqual([expect.stringContaining('bomb')]);
  });

  test('that break leave their memory to the frames of later files', async () => {
    const broken = zstd(sample('text', 400_000), '--ultra', '-22', '--long=27', '--no-check');
    // a block in the middle no longer decodes; with its window of 128 MiB, 40 of them would fill the heap
    broken.fill(255, broken.length >> 1, (broken.length >> 1) + 64);
    for (let i = 0; i < 40; i++) expect((await decode(broken)).damage.length).toBe(1);
    expect(await decode(zstd(Buffer.from('sound')))).toEqual({ data: Buffer.from('sound'), damage: [] });
  });

  test('with a dictionary in front of them, stored as it is or compressed, decode to what was compressed', async () => {
    const texts = Array.from({ length: 60 }, (_, i) => sample('text', 5000 + 1000 * i).subarray(1000 * i));
    const samples = texts.map((text, i) => write(`${i}`, text));
    const all = Buffer.concat([...texts, sample('few', 300_000), texts[0]!]);
    const path = join(folder, 'dictionary');
    for (const most of [1024, 200_000]) {
      execFileSync('zstd', ['-qq', '-f', '--train', ...samples, `--maxdict=${most}`, '-o', path]);
      const dictionary = readFileSync(path);
      for (const flags of [['-3'], ['-19', '--no-check'], ['-9', '--zstd=wlog=12']]) {
        const parts = [...texts.slice(0, inFull ? 60 : 5), all, Buffer.alloc(0)];
        const frames = parts.map((text) => zstd(text, '-D', path, ...flags));
        for (const stored of [dictionary, zstd(dictionary)]) {
          const { data, damage } = await decode(Buffer.concat([dictionaryFrame(stored), ...frames]));
          expect([most, flags, data.equals(Buffer.concat(parts)), damage]).toEqual([most, flags, true, []]);
        }
      }
    }
  });

  test('with a dictionary of which any byte is changed are named, and never run on', async () => {
    const text = sample('text', 5000);
    const path = join(folder, 'small');
    const samples = Array.from({ length: 60 }, (_, i) => write(`s${i}`, text.subarray(70 * i, 70 * i + 900)));
    execFileSync('zstd', ['-qq', '--train', ...samples, '--maxdict=600', '-o', path]);
    const dictionary = readFileSync(path);
    const packed = zstd(text, '-D', path);
    expect(await decode(Buffer.concat([dictionaryFrame(dictionary), packed]))).toEqual({
      data: text,
      damage: [],
    });
    for (let at = 0; at < dictionary.length; at += inFull ? 1 : 5) {
      const changed = Buffer.from(dictionary);
      changed[at]! ^= 1 << (at % 8);
      const { data, damage } = await decode(Buffer.concat([dictionaryFrame(changed), packed]));
      expect(damage.length > 0 || data.equals(text)).toBe(true);
      expect(data.length).toBeLessThan(2 ** 21);
    }
  });

  test('with any byte changed or cut are named, and never run on', async () => {
    const text = sample('text', 60_000);
    const packed = zstd(text, '-19');
    for (let at = 4; at < packed.length; at += inFull ? 149 : 887) {
      const changed = Buffer.from(packed);
      changed[at]! ^= 1 << (at % 8);
      const { damage, data } = await decode(changed);
      // a bit that nothing depends on may change
      expect(damage.length > 0 || data.equals(text)).toBe(true);
      expect(data.length).toBeLessThan(2 ** 21);
      expect((await decode(packed.subarray(0, at))).damage.length).toBe(1);
    }
  });
});
