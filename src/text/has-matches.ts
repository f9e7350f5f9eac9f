/** Whether a text has at least `wanted` matches of a global expression. Looks no further than these. */
export function hasMatches(text: string, expression: RegExp, wanted: number): boolean {
  expression.lastIndex = 0;
  for (let count = 0; count < wanted; count++) if (!expression.test(text)) return false;
  return true;
}
