/** Scripts without spaces whose letters stand for sounds: several make a word. */
const phoneticScripts = ['Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** Letters that Latin has, too, are none: Unicode also names Thai for U+02BC, the apostrophe of Ukrainian. */
function letterOf(scripts: readonly string[]): string {
  return `(?:(?!\\p{scx=Latin})[${scripts.map((script) => `\\p{scx=${script}}`).join('')}])`;
}

/** Expression of a character of a script without spaces. */
export const unspaced: string = letterOf(['Han', ...phoneticScripts]);

/** Expression of a character that is a part of a word in a script without spaces, as in Thai; in Chinese it is a word. */
export const partOfWord: string = `(?:(?!\\p{scx=Han})${letterOf(phoneticScripts)})`;
