/**
 * A way to write English letters in another script, letter by letter. The text is new, and its words remain distinct.
 */
export type Script = 'latin' | 'turkish' | 'vietnamese' | 'greek' | 'arabic' | 'hangul' | 'devanagari';

const letters = 'abcdefghijklmnopqrstuvwxyz';

const alphabets: Readonly<Partial<Record<Script, readonly string[]>>> = {
  turkish: [...'abçdefğhıjklmnöpqrştüvwxyz'],
  vietnamese: [...'ạbcđếfghịjklmnộpqrstưvwxỳz'],
  greek: [...'αβκδεφγηιξκλμνοπχρστυβωζψθ'],
  arabic: [...'ابكدهفقحيجخلمنوپصرستعڤشظذز'],
  devanagari: [...'\u093eबकद\u0947फगह\u093fजखलमन\u094bपघरसत\u0941वधषयझ'],
};

const vowelLetters: Readonly<Record<string, string>> = { a: 'अ', e: 'ए', i: 'इ', o: 'ओ', u: 'उ' };

/** A text in another script. Digits and punctuation stay. */
export function inScript(text: string, script: Script): string {
  if (script === 'latin') return text;
  return text.replace(/[A-Za-z]+/g, (word) => writers[script](word.toLowerCase()));
}

const byLetter =
  (script: Script) =>
  (word: string): string =>
    [...word].map((letter) => alphabets[script]![letters.indexOf(letter)]).join('');

const writers: Readonly<Record<Exclude<Script, 'latin'>, (word: string) => string>> = {
  turkish: byLetter('turkish'),
  vietnamese: byLetter('vietnamese'),
  greek: byLetter('greek'),
  arabic: byLetter('arabic'),
  // a vowel at the beginning of a word has a letter of its own; all others are signs on a consonant
  devanagari: (word) =>
    (vowelLetters[word[0]] ?? byLetter('devanagari')(word[0])) + byLetter('devanagari')(word.slice(1)),
  hangul: (word) =>
    word.replace(/..?/g, (pair) => {
      const [a, b] = [letters.indexOf(pair[0]), pair.length > 1 ? letters.indexOf(pair[1]) + 1 : 0];
      return String.fromCodePoint(0xac00 + (a * 27 + b) * 15);
    }),
};
