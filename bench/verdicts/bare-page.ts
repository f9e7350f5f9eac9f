import type { SiteGroup } from './site-groups.ts';
import type { Wording } from './wordings.ts';

/** A message and the address at which it is shown. */
export interface ShownMessage extends Wording {
  readonly host: string;
  readonly path: string;
  /** Differs from page to page. */
  readonly number: number;
}

/** Makes the page of a message outside the theme of a site. */
export type BarePage = (shown: ShownMessage) => string;

/** The paragraphs of a message in HTML. */
export function messageText({ paragraphs }: Wording): string {
  return paragraphs.map((each) => `<p>${each}</p>`).join('');
}

/** Makes pages without a theme. A wording always has the same structure, chosen by the letters of `textOf` it. */
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
