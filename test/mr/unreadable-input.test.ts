import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeGrams } from '../../plugins/cli/mr/grams.ts';
import { inputsFrom } from '../../plugins/cli/mr/inputs.ts';
import type { LineOutput } from '../../plugins/mr/lines/writer.ts';

test('mr grams fails, and ends what it writes by no trailer, where the system stops reading a file, so that an engine runs it again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-unreadable-'));
  const dumps = join(folder, 'dumps');
  mkdirSync(dumps);
  const last = join(dumps, 'b.jsonl');
  for (const name of ['a', 'b'])
    writeFileSync(join(dumps, `${name}.jsonl`), `{"text":"a page of ${name}"}\n`);
  let hasEnded = false;
  const output = {
    isFull: true,
    line: () => undefined,
    // the system stops reading the last file when the first one has been read
    drained: () => Promise.resolve(rmSync(last, { force: true })),
    end: () => Promise.resolve(void (hasEnded = true)),
  } as unknown as LineOutput;
  const writing = writeGrams(
    inputsFrom(0, [dumps]),
    { field: undefined },
    { version: '1', run: 'r' },
    output,
  );
  await expect(writing).rejects.toThrow(`${last}: no such file or folder`);
  expect(hasEnded).toBe(false);
  rmSync(folder, { recursive: true });
});
