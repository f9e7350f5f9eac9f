/**
 * Expression of a character of a script without spaces. Letters that Latin has, too, are none: Unicode also names Thai
 * for U+02BC, the apostrophe of Ukrainian.
 */
export const unspaced: string =
  '(?:(?!\\p{scx=Latin})[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}])';
