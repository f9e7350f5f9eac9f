import { expect, test } from 'vitest';
import { SiteNames } from '../../src/site/identities.ts';
import { textHash } from '../../src/site/text-hash.ts';
import { cpuMs } from '../cpu-time.ts';

/** As in name-lists.ts. */
const wordSeed = 2;

/** What V8 places a small whole number by in a `Map`, the same in every process (`ComputeUnseededHash`). */
function placedBy(key: number): number {
  let hash = ~key + (key << 15);
  hash ^= hash >>> 12;
  hash = (hash + (hash << 2)) | 0;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  return hash ^ (hash >>> 16);
}

/** So many words whose hashes, of those of names, fall into one chain of a `Map` of 4,096. */
function wordsInOneChain(count: number): string[] {
  const words: string[] = [];
  for (let i = 0; words.length < count; i++) {
    const word = `w${i.toString(36)}`;
    const hash = textHash(word, wordSeed);
    if (hash < 2 ** 31 && (placedBy(hash) & 0xfff) === 0) words.push(word);
  }
  return words;
}

/** Milliseconds to find what is common in names of 64 of these words each. */
function msToCount(words: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const names = new SiteNames();
    for (let i = 0; i < words.length; i += 64) names.add([words.slice(i, i + 64).join(' ')]);
    const before = cpuMs();
    names.identityOf(['another']);
    least = Math.min(least, cpuMs() - before);
  }
  return least;
}

test('words chosen to lie in one chain of a hash table take no longer to count than others', () => {
  const others = Array.from({ length: 4000 }, (_, i) => `word${i}`);
  msToCount(others);
  expect(msToCount(wordsInOneChain(4000))).toBeLessThan(10 + 10 * msToCount(others));
});
