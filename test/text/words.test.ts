import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCharacters, splitLines, splitSentences, splitWords, type Units } from '../../src/text/words.ts';
import { often } from '../repetition.ts';

/** The units as strings. */
function strings({ bytes, starts, count, gap }: Units): string[] {
  return Array.from({ length: count }, (_, i) => utf8(bytes.subarray(starts[i], starts[i + 1] - gap)));
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const unspaced =
  '(?!ʼ)[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const aLetter = `(?:(?=${unspaced})(?!\\p{Nd})[\\p{L}\\p{N}])\\p{M}*`;
const aWord = `(?:(?!(?:(?=${unspaced})(?!\\p{Nd})[\\p{L}\\p{N}]))[\\p{L}\\p{M}\\p{N}_])+`;
const definition = new RegExp(`${aLetter}|${aWord}`, 'gu');

/** The definition of words, by regular expressions. */
function naiveWords(text: string): string[] {
  const plain = text
    .replace(/\p{Cs}/gu, ' ')
    .normalize('NFKC')
    .replace(/(?!\u200b)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return (plain.match(definition) ?? []).map((word) => Array.from(word, naiveFold).join(''));
}

function naiveFold(character: string): string {
  if (character === 'ı') return character;
  return Array.from(character.toLowerCase().toUpperCase(), (each) => each.toLowerCase()).join('');
}

const characters = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...Array.from("abZ09 _-'’.\n\t\u00ad\u200b\u200d\0éÉßẞſςΣσİıǅ½ﬁ²™…\u0301\u3099\u1161ᄀʼ"),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...Array.from('漢字カナヴー々〇ภาษาไทำย๑ລາວខ្មែរမြန်မာ한국어नमस्ते🙂𝐀𠀀𐐀')),
  },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', '\udc00') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);
const anyText = fc.array(characters, { maxLength: 60 }).map((parts) => parts.join(''));

describe('splitWords', () => {
  test('gives the words of the definition by regular expressions, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(strings(splitWords(text))).toEqual(naiveWords(text));
      }),
      { numRuns: often(5000) },
    );
  });

  test('gives the words of the definition for every single character between two letters', () => {
    for (let codePoint = 0; codePoint < 0x1f000; codePoint++) {
      // Han and Hangul, tens of thousands all alike.
      if (codePoint === 0x4e10) codePoint = 0x9f00;
      if (codePoint === 0xac10) codePoint = 0xd700;
      if (codePoint === 0x12000) codePoint = 0x16000;
      if (codePoint === 0x17000) codePoint = 0x1b000;
      const text = `x${String.fromCodePoint(codePoint)}y`;
      const words = strings(splitWords(text));
      const expected = naiveWords(text);
      if (words.join(' ') !== expected.join(' '))
        expect([codePoint.toString(16), words]).toEqual([codePoint, expected]);
    }
  });

  test('makes any q-gram one slice: words are one space apart', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const units = splitWords(text);
        const joined = strings(units).join(' ');
        expect(utf8(units.bytes)).toBe(joined);
        expect(units.starts.length).toBe(units.count + 1);
      }),
    );
  });

  test('gives the same words for composed and decomposed text, and for upper and lower case', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = strings(splitWords(text));
        expect(strings(splitWords(text.normalize('NFD')))).toEqual(words);
      }),
    );
    expect(strings(splitWords('STRASSE ΣΊΣΥΦΟΣ'))).toEqual(strings(splitWords('straße σίσυφος')));
  });

  test('separates at both kinds of apostrophe alike', () => {
    expect(strings(splitWords("don't"))).toEqual(strings(splitWords('don’t')));
  });

  test('keeps the apostrophe of Ukrainian, which newer Unicode data name for Thai too, within its word', () => {
    expect(strings(splitWords('пʼять'))).toEqual(['пʼять']);
  });

  test('gives one word a letter with its marks in scripts without spaces, runs elsewhere', () => {
    expect(strings(splitWords('漢字ab12 한국어 नमस्ते กำ'))).toEqual([
      '漢',
      '字',
      'ab12',
      '한국어',
      'नमस्ते',
      'กํ',
      'า',
    ]);
  });

  test('survives texts that grow when folded, and small texts after a large one', () => {
    const units = splitWords('ΐ'.repeat(5_000_000));
    expect([units.bytes.length, units.count, units.starts[1]]).toEqual([30_000_000, 1, 30_000_001]);
    expect(strings(splitWords('a b'))).toEqual(['a', 'b']);
    expect(splitWords('漢'.repeat(100_000)).count).toBe(100_000);
  });
});

describe('splitCharacters', () => {
  test('gives the code points of the words with one space between two', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(strings(splitCharacters(text))).toEqual(Array.from(naiveWords(text).join(' ')));
      }),
    );
  });
});

describe('splitLines', () => {
  test('gives the words of each line, lines without words left out, one line feed between two', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\u2028'),
        (lines, end) => {
          const text = lines.join(end);
          const expected = text.split(/[\n\r\u2028\u2029]/).map((line) => naiveWords(line).join(' '));
          const units = splitLines(text);
          expect(strings(units)).toEqual(expected.filter((line) => line !== ''));
          expect(utf8(units.bytes)).toBe(expected.filter((line) => line !== '').join('\n'));
        },
      ),
    );
  });
});

test('lines after one that grows when folded keep all of their words', () => {
  const units = splitLines(`${'ΐ'.repeat(400_000)}\n${'漢'.repeat(400_000)}`);
  expect([units.count, units.starts[1], units.bytes.length]).toEqual([2, 2_400_001, 4_000_000]);
  expect(utf8(units.bytes.subarray(-3))).toBe('漢');
});

describe('splitSentences', () => {
  test('a sentence ends at a full-width mark without a space behind it, which is an ASCII mark in NFKC', () => {
    expect(strings(splitSentences('好！再来？走。完'))).toEqual(['好', '再 来', '走', '完']);
    expect(strings(splitSentences('（好！）再'))).toEqual(['好', '再']);
  });

  test('ends sentences at their marks and at the ends of lines', () => {
    expect(strings(splitSentences('One. Two? "Three!" 4.5 and v1.2\nHeading\n他说。好！ …'))).toEqual([
      'one',
      'two',
      'three',
      '4 5 and v1 2',
      'heading',
      '他 说',
      '好',
    ]);
    expect(strings(splitSentences('... !!'))).toEqual([]);
  });

  test('holds the same words as splitWords, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const sentences = strings(splitSentences(text));
        expect(sentences.join(' ').replaceAll(' ', '')).toBe(strings(splitWords(text)).join(''));
      }),
    );
  });
});

test('what is not seen is no word, and parts none: variation selectors, fillers, joiners', () => {
  const words = (text: string): string[] => {
    const { bytes, starts, count, gap } = splitWords(text);
    return Array.from({ length: count }, (_, i) =>
      Buffer.from(bytes.subarray(starts[i], starts[i + 1] - gap)).toString(),
    );
  };
  expect(words('a ✔\ufe0f b \ufe0f c')).toEqual(['a', 'b', 'c']);
  expect(words('sel\ufe0eected \u{e0100} \u3164 \uffa0 \u115f\u1160 \u034f \u180b \u17b4')).toEqual([
    'selected',
  ]);
  // every code point that Unicode says not to show, by itself and within a word
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (!/^\p{Default_Ignorable_Code_Point}$/u.test(character) || codePoint === 0x200b) continue;
    if (codePoint > 0xe01ff) break;
    expect(words(` ${character} a${character}b`), codePoint.toString(16)).toEqual(['ab']);
  }
});
