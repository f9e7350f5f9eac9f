import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInput } from '../../plugins/cli/input.ts';
import type { Progress } from '../../plugins/cli/progress.ts';
import { isBlock } from '../../src/flow/index.ts';
import { pageRecord } from '../dump/warc/warc-writer.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-input-'));
  for (const name of ['a', 'b', 'c', 'd'])
    await writeFile(join(folder, `${name}.html`), `<p>${'word '.repeat(200)}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the bar tells how much was read when the page came that is done with, not what is read ahead', async () => {
  const shown: { done?: number; total?: number }[] = [];
  const update = (step: (typeof shown)[number]) => shown.push(step);
  const progress = { update, note() {} } as unknown as Progress;
  const input = openInput([folder], { field: undefined, allowEmpty: false }, progress);
  for await (const _ of input.pages);
  for (const page of [1, 2, 4, 9]) input.showRead(page);
  const shares = shown.map(({ done = 0, total = 1 }) => done / total);
  expect(shares[0]).toBeLessThanOrEqual(0.5);
  expect(shares[1]).toBeGreaterThan(shares[0]!);
  expect(shares[2]).toBeGreaterThan(shares[1]!);
  // pages of another input, after the last of this one
  expect(shares[3]).toBe(shares[2]);
});

test('to a share of the input belong the pages before it, though those of a block come together', async () => {
  const pages = 400;
  const file = join(folder, 'in.warc');
  await writeFile(file, Buffer.concat(Array.from({ length: pages }, (_, i) => pageRecord(i, 1000))));
  const progress = { update() {}, note() {} } as unknown as Progress;
  const input = openInput([file], { field: undefined, allowEmpty: false }, progress);
  let come = 0;
  const estimates: number[] = [];
  for await (const block of input.blocks(2)) {
    if (block === 'after blocks' || !isBlock(block)) continue;
    const summary = (await block.read(() => {}))!;
    block.accept(summary);
    come += summary.idHashes.length;
    input.showRead(come);
    if (input.share! > 0) estimates.push(input.pagesOfShare / input.share!);
  }
  expect(estimates.length).toBeGreaterThan(2);
  for (const estimate of estimates) {
    expect(estimate / pages).toBeGreaterThan(0.9);
    expect(estimate / pages).toBeLessThan(1.1);
  }
});
