/** Characters that may move the cursor, change colours, hide text, change its direction, or begin a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]{1,256}/gu;

/** Makes text from a page or dump safe for a terminal, in one line: it can only be read. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (run) => '�'.repeat([...run].length));
}

/** A value as JSON. A program reads the same value, and a terminal shows only text. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escaped);
}

/** The characters as JSON escapes them: by each of their code units. */
function escaped(run: string): string {
  return [...Array(run.length).keys()]
    .map((i) => `\\u${run.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
