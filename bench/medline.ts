import { readJsonl } from '../plugins/dump/index.ts';
import type { Page } from '../src/text/page.ts';
import { realData } from '../test/data.ts';
import { seededRandom } from '../test/sketch/sets.ts';

/** Copies of each record, and the largest share of their words that is changed: resemblances from about 0.5 to 1. */
export const COPIES = 2;
export const MOST_CHANGED = 0.25;

/** Words and their followers, of all records: what generated ones are drawn from. */
interface Chain {
  /** Every word as often as it occurs. */
  readonly words: readonly string[];
  /** Word → what follows it, as often as it does. */
  readonly followers: ReadonlyMap<string, readonly string[]>;
}

/** The texts of the MEDLINE records, or `undefined` where they are missing. */
export async function medlineTexts(): Promise<string[] | undefined> {
  const path = realData('text-ohsumed7400/docs.jsonl.gz');
  if (path === undefined) return undefined;
  const texts: string[] = [];
  for await (const { body } of readJsonl(path)) texts.push(String(body));
  return texts;
}

/**
 * `families` records, each followed by two copies with words changed: the same ones for the same arguments.
 *
 * The first records are the real ones; where these end, records are generated word by word, each word one of those
 * that follow the last one in the real records, as often as it does, as long as a real one. Of a copy a share of
 * the words, drawn evenly from 0 to a quarter, is changed: half of these are left out, half replaced by words drawn
 * from the records.
 */
export function* grownMedline(texts: readonly string[], families: number, seed: number): Generator<Page> {
  const random = seededRandom(seed);
  const chain = chainOf(texts);
  for (let family = 0; family < families; family++) {
    const words =
      family < texts.length
        ? wordsOf(texts[family])
        : generated(chain, wordsOf(texts[family % texts.length]).length, random);
    yield pageOf(`${family}`, words);
    for (let copy = 1; copy <= COPIES; copy++) {
      yield pageOf(`${family}-${copy}`, changed(words, MOST_CHANGED * random(), chain, random));
    }
  }
}

function pageOf(id: string, words: readonly string[]): Page {
  return { id, url: '', body: words.join(' '), contentType: 'text/plain' };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function chainOf(texts: readonly string[]): Chain {
  const words: string[] = [];
  const followers = new Map<string, string[]>();
  for (const text of texts) {
    const ofText = wordsOf(text);
    for (let i = 0; i < ofText.length; i++) {
      words.push(ofText[i]);
      const following = followers.get(ofText[i]) ?? [];
      if (i + 1 < ofText.length) following.push(ofText[i + 1]);
      followers.set(ofText[i], following);
    }
  }
  return { words, followers };
}

function generated({ words, followers }: Chain, length: number, random: () => number): string[] {
  const text: string[] = [];
  let following: readonly string[] = words;
  while (text.length < length) {
    const word = drawn(following, random);
    text.push(word);
    following = followers.get(word) ?? words;
    if (following.length === 0) following = words;
  }
  return text;
}

function changed(words: readonly string[], share: number, chain: Chain, random: () => number): string[] {
  return words.flatMap((word) => {
    if (random() >= share) return [word];
    return random() < 0.5 ? [] : [drawn(chain.words, random)];
  });
}

function drawn(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)];
}
