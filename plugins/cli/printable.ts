/** What may move the cursor, change colours, hide, turn the direction of what follows, or begin a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]{1,256}/gu;

/** Text from a page or dump made fit for a terminal, in one line: nothing in it may do more than be read. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (run) => '�'.repeat([...run].length));
}

/** A value as JSON that is the same value to a program, and nothing more than text to a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escaped);
}

/** As JSON writes characters that it escapes: all of their code units. */
function escaped(run: string): string {
  return [...Array(run.length).keys()]
    .map((i) => `\\u${run.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
