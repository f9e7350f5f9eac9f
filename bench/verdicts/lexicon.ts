import { createHash } from 'node:crypto';
import type { Engine } from './engines/engine.ts';
import { words } from './words.ts';

/** The parts of which words of a language are made. */
export interface Lexicon {
  /** Replacements for the most common words of English. */
  readonly small: readonly string[];
  /** Parts of all other words: a word has one, a long word two. */
  readonly stems: readonly string[];
  readonly endings: readonly string[];
  readonly space: '' | ' ';
}

/** A lexicon from words between spaces; a full stop among the endings stands for none. */
export function lexicon(
  small: string,
  stems: string,
  endings: string,
  space: Lexicon['space'] = ' ',
): Lexicon {
  return {
    small: words(small),
    stems: words(stems),
    endings: words(endings).map((each) => each.replace('.', '')),
    space,
  };
}

const commonest = 'the of to in a and for on said is it by at from with was'.split(' ');

/**
 * Replaces each word of English in a text by a word of another language, the same wherever it occurs. The words have
 * real stems and endings, but no sense. Digits and punctuation stay. In about one of a hundred cases two words of
 * English become the same word.
 */
export function inLexicon(text: string, { small, stems, endings, space }: Lexicon): string {
  const written = text.replace(/[A-Za-z]+/g, (word) => {
    const lower = word.toLowerCase();
    const common = commonest.indexOf(lower);
    if (common >= 0) return small[common];
    const digest = createHash('sha256').update(lower).digest();
    const first = stems[digest[0] % stems.length];
    const second = lower.length > 4 || space === '' ? stems[digest[1] % stems.length] : '';
    return `${first}${second}${endings[digest[2] % endings.length]}`;
  });
  return space === '' ? written.replace(/(?<=[^\s\w.,:;]) (?=[^\s\w.,:;])/g, '') : written;
}

/** An engine whose notices and common texts are in the language of its pages. */
function inItsLanguage(engine: Engine, written: (engine: Engine, text: string) => string): Engine {
  return {
    ...engine,
    build: (folder, build) =>
      engine.build(folder, {
        ...build,
        notice: written(engine, build.notice),
        shared: build.shared.map((text) => written(engine, text)),
      }),
  };
}

/** Engines in the order of their names, each with notices and common texts in the language of its pages. */
export function inOrder(
  names: readonly string[],
  engines: readonly Engine[],
  written: (engine: Engine, text: string) => string,
): Engine[] {
  return names.map((name) => inItsLanguage(engines.find((engine) => engine.name === name)!, written));
}
