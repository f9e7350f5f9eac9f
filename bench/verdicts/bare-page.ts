import type { SiteGroup } from './site-groups.ts';
import type { Wording } from './wordings.ts';

/** A message as it is shown at an address. */
export interface ShownMessage extends Wording {
  readonly host: string;
  readonly path: string;
  /** Differs from page to page. */
  readonly number: number;
}

/** A message outside of the theme of a site. */
export type BarePage = (shown: ShownMessage) => string;

/** The paragraphs of a message in HTML. */
export function messageText({ paragraphs }: Wording): string {
  return paragraphs.map((each) => `<p>${each}</p>`).join('');
}

/** Pages of no theme, in the structure that a wording always has: the one that the letters of `textOf` it choose. */
export function barePagesIn(
  structures: readonly BarePage[],
  textOf: (wording: Wording) => string,
): SiteGroup['barePage'] {
  return (wording, url, number) => {
    const { host, pathname, search } = new URL(url);
    const at = [...textOf(wording)].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
    return structures[at % structures.length]({ ...wording, host, path: pathname + search, number });
  };
}
