import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkNotAmong, InputError } from '../../plugins/dump/index.ts';
import { scratchFolder } from './scratch.ts';

const { folder } = scratchFolder();

test('a file to write is told from an input under whatever name, and one input is enough', async () => {
  const input = join(folder, 'a.jsonl');
  writeFileSync(input, '{"text":"a"}\n');
  mkdirSync(join(folder, 'b'));
  symlinkSync(input, join(folder, 'b', 'link.jsonl'));
  for (const target of [input, join(folder, 'b', '..', 'a.jsonl'), join(folder, 'b', 'link.jsonl')]) {
    await expect(checkNotAmong([input], [target])).rejects.toThrow(
      `${target}: expected a file to write that is no input; it is ${input}`,
    );
    await expect(checkNotAmong([folder], ['-', target])).rejects.toThrow(
      'expected a file to write that is no',
    );
  }
  await checkNotAmong([input], [join(folder, 'none', 'b.jsonl'), '-']);
});

test('without inputs or without files to write there is nothing to tell apart', async () => {
  await checkNotAmong([], ['a.jsonl']);
  await checkNotAmong(['missing.jsonl'], []);
  await expect(checkNotAmong(['missing.jsonl'], ['a.jsonl'])).rejects.toThrow(InputError);
});
