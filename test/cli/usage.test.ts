import { expect, test } from 'vitest';
import { choice, memoryHelp, usageText, wrapped } from '../../plugins/cli/usage.ts';

test('what options do stands in one column, and further lines below the first', () => {
  expect(
    usageText('dedup INPUT…', 'Finds near-duplicates.', [
      ['--threshold T', 'pairs with similarity ≥ T'],
      ['--json', 'one JSON object\nand nothing else'],
    ]),
  ).toBe(`usage: neardup dedup INPUT…

Finds near-duplicates.

  --threshold T  pairs with similarity ≥ T
  --json         one JSON object
                 and nothing else
`);
});

test('a choice names its words and the default, which is the first', () => {
  expect(choice(['main', 'visible', 'none'], ': which text counts')).toBe(
    'main, visible, none: which text counts (main)',
  );
});

test('the default of --memory is the one that the library has', () => {
  expect(memoryHelp('what the join may take')).toEqual(['--memory SIZE', 'what the join may take (2GB)']);
});

test('many words are put in lines of some 80 characters', () => {
  const words = Array.from({ length: 40 }, (_, i) => `method-${i}`);
  const lines = wrapped(words).split('\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(81);
  expect(lines.join(' ')).toBe(words.join(', '));
});
