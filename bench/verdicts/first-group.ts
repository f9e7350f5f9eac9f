import type { Engine } from './engines/engine.ts';
import { engines } from './engines/engines.ts';
import { familiesOf } from './families.ts';
import { shells } from './shells.ts';
import type { SiteGroup } from './site-groups.ts';
import { type Wording, wordings } from './wordings.ts';

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'This is documentation of version 2.0, which is still being written. Some of what it says may change before the release. The stable version is 1.0.',
  reference:
    'Since version 2.0 this is provisional: members may be renamed before the next long-term release.',
  news: 'Corrected on 3 March: an earlier version of this text was sent by the agency in error.',
  shop: 'Reduced until Sunday, while stocks last. Orders placed before noon leave our warehouse on the same day.',
  wiki: 'This page needs more sources. You can help by adding some; what has none may be removed after the next review.',
};

/** Ten public generators. The sites that were once held out have been read since. */
export const firstGroup: SiteGroup = {
  name: 'sites of public generators',
  engines,
  wordings,
  notices,
  familiesOf,
  written: (_, text) => text,
  pathOf: (_, { slug }, version) => `/${version}/${slug}`,
  barePage,
  parkedKinds: ['parked', 'expired'],
  parked: Array.from({ length: 6 }, () => ({ hosts: 1, pages: 8 })),
  shells,
};

/**
 * A page without a theme, such as servers and registrars show. Most name the host, and an error page names the
 * requested URL.
 */
function barePage({ kind, language, title, paragraphs }: Wording, url: string): string {
  const { host, pathname } = new URL(url);
  const text = paragraphs.map((each) => `<p>${each}</p>`).join('\n');
  const head = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">`;
  if (kind === 'parked' || kind === 'expired') {
    return `${head}<title>${host}</title></head><body><div class="top"><h1>${host}</h1></div>
<div class="box"><h2>${title}</h2>${text}</div><div class="foot"><a href="#">Privacy</a> <a href="#">Imprint</a></div></body></html>`;
  }
  if (kind === 'error' || kind === 'not found') {
    return `${head}<title>${title}</title></head><body bgcolor="white"><center><h1>${title}</h1></center>${text}
<pre>${pathname}</pre><hr><center>${host}</center></body></html>`;
  }
  return `${head}<title>${title} - ${host}</title></head><body><div id="root"><div role="dialog" aria-modal="true"><h2>${title}</h2>
${text}<button>OK</button></div></div></body></html>`;
}
