/** The byte order mark of UTF-16, of either order, as UTF-8 reads it. */
const MARK = '\ufffd\ufffd';

/** What to do with a file in UTF-16. */
export const toUtf8 = 'iconv -f UTF-16 -t UTF-8 makes UTF-8 of it';

/** Whether the first line of a file, read as UTF-8, shows that the file is UTF-16. */
export function isOfUtf16(firstLine: string): boolean {
  return firstLine.startsWith(MARK);
}
