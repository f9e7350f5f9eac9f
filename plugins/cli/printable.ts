/** What may move the cursor, change colours, hide, turn the direction of what follows, or begin a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from a page or dump made fit for a terminal, in one line: nothing in it may do more than be read. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '�');
}

/** A value as JSON that is the same value to a program, and nothing more than text to a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escaped);
}

/** As JSON writes a character that it escapes: both of its code units. */
function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
