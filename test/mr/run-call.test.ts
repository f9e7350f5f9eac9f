import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRunCall } from '../../plugins/cli/mr/run-call.ts';

const folder = await mkdtemp(join(tmpdir(), 'neardup-run-call-'));
afterAll(() => rm(folder, { recursive: true }));

const pages = join(folder, 'pages');
const first = join(pages, 'below', 'a.jsonl');
await mkdir(join(pages, 'below'), { recursive: true });
const line = `${JSON.stringify({ id: 'a', text: 'a few words' })}\n`;
await writeFile(first, line);

const call = (...more: string[]) =>
  readRunCall(['--local', pages, '--out', join(folder, 'out'), '--threads', '2', '--memory', '1GB', ...more]);

test('the files below a folder decide into how many parts a run is divided', async () => {
  expect((await call()).parts).toBe(1);
  const large = join(pages, 'below', 'large.jsonl');
  await writeFile(large, line);
  await truncate(large, 2 ** 30 - 1000);
  expect((await call()).parts).toBe(8);
  await rm(large);
});

test('a run goes on with no stage that was made of other files below a folder', async () => {
  const { digest } = await call();
  expect((await call()).digest).toBe(digest);
  await writeFile(first, line.replace('few', 'few more'));
  const changed = await call();
  expect(changed.digest).not.toBe(digest);
  await utimes(first, 0, 1);
  expect((await call()).digest).not.toBe(changed.digest);
});

test('a run hands on what proposes its pairs, and nothing where an exact join does', async () => {
  const { proposedBy, options } = await call('--method', 'lsh');
  expect(proposedBy).toEqual({ method: 'minhash-confirmed', recall: 0.99 });
  expect((await call('--method', 'simhash', '--similarity', 'cosine')).proposedBy).toEqual({
    ...{ method: 'simhash-3-confirmed', tables: 10 },
  });
  expect((await call('--algorithm', 'mgjoin')).proposedBy).toEqual({});
  expect(await call('--method', 'prefix')).toMatchObject({ proposedBy: {}, options });
});
