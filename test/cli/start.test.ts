import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

test('the command line loads no command, and nothing of the library, before it knows which command is called', () => {
  const { bytes, packages } = loadedBy(main);
  expect(packages).toEqual([]);
  expect(bytes).toBeLessThan(20_000);
});

test('join starts without what reads pages: no package, and less than 300 KB of our own', () => {
  const { bytes, packages } = loadedBy(commandFile('join'));
  expect(packages).toEqual([]);
  expect(bytes).toBeLessThan(300_000);
});

test('dedup starts without what only some dumps and methods take: LevelDB, Parquet, ZIP and zstd', () => {
  const { packages } = loadedBy(commandFile('dedup'));
  expect(packages).toEqual(['@exodus/bytes/encoding.js', 'encoding-sniffer', 'htmlparser2']);
});

/** The file that the command line loads for a command. */
function commandFile(name: string): string {
  const load = new RegExp(`\\b${name}: \\{[^}]*?import\\("(\\./[^"]+)"\\)`);
  const [, file] = load.exec(readFileSync(main, 'utf8')) ?? [];
  return join(dirname(main), file!);
}

/** What is loaded with a file, before anything runs. */
function loadedBy(start: string): { readonly bytes: number; readonly packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  let bytes = 0;
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    bytes += text.length;
    for (const [, from] of text.matchAll(/^(?:import|export)\b[^;]*?"([^"]+)";$/gm)) {
      if (from!.startsWith('.')) visit(join(dirname(file), from!));
      else if (!from!.startsWith('node:')) packages.add(from!);
    }
  };
  visit(start);
  return { bytes, packages: [...packages].sort() };
}
