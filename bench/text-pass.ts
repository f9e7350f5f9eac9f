import { Parser } from 'htmlparser2';

/**
 * The bare htmlparser2 text pass that costs are compared with: every page parsed, its text collected,
 * nothing else done. Returns the length of all text, in UTF-16 code units.
 */
export function textPass(pages: Iterable<string>): number {
  let length = 0;
  for (const html of pages) {
    let text = '';
    const parser = new Parser({
      ontext(data) {
        text += data;
      },
    });
    parser.end(html);
    length += text.length;
  }
  return length;
}
