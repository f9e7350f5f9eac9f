/** What somebody else wrote, fit for one line of a message: no control characters, at most 160 characters. */
export function oneLine(text: string, most = 160): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
