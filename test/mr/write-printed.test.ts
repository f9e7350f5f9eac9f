import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writePrinted } from '../../plugins/cli/mr/write-printed.ts';

test('of a verb that fails while it prints, no file is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-printed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'verb.mjs');
  await writeFile(
    program,
    "process.stdout.write('a line\\n', () => { console.error('why'); process.exit(1); });",
  );
  const path = join(folder, 'pairs.txt');
  const failed = writePrinted(path, [], { program, run: 'r', stop: new AbortController() });
  await expect(failed).rejects.toThrow(`cannot write ${path}`);
  await expect(failed).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/exit code 1: why$/) },
  });
  expect(await readdir(folder)).toEqual(['verb.mjs']);
});
