import { createHash } from 'node:crypto';
import type { Engine } from './engines/engine.ts';

/** What words of a language are put together from. */
export interface Lexicon {
  /** What stands for the commonest words of English. */
  readonly small: readonly string[];
  /** What all other words are put together from: one, or two of a long word. */
  readonly stems: readonly string[];
  readonly endings: readonly string[];
  readonly space: '' | ' ';
}

const commonest = 'the of to in a and for on said is it by at from with was'.split(' ');

/**
 * A text whose every word of English has become a word of another language, the same wherever it stands: real stems and
 * endings, without sense. Digits and punctuation stay. Two words of English become one word in one of some hundred cases.
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
