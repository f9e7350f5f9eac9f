import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../plugins/dump');

test('the decoders of ZIP, Parquet and zstd are loaded only when there is something for them to read', () => {
  const met = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (met.has(file)) return;
    met.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gm);
    for (const [, specifier] of imports) {
      if (specifier!.startsWith('.')) visit(join(dirname(file), specifier!));
      else if (!specifier!.startsWith('node:')) packages.add(specifier!);
    }
  };
  visit(join(root, 'index.ts'));
  expect([...packages]).toEqual([]);
  expect(met.size).toBeGreaterThan(25);
  for (const reader of ['wacz/wacz.ts', 'parquet/parquet.ts', 'bytes/zstd-frames.ts']) {
    expect(met.has(join(root, reader))).toBe(false);
  }
});
