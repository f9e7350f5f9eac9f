import { inTheme } from './engine-cases.ts';
import type { EngineSite } from './engine-site.ts';
import { slotsOfSite } from './engine-sites.ts';
import type { AddPage } from './planted-page.ts';

const pagesOfMirror = 12;
const addressesOfText = ['node', 'amp'] as const;
const licencesOfSite = 5;

/**
 * Adds texts that are at several addresses and are not walls: pages on a mirror, pages under further names, a
 * licence.
 */
export function addMirrors({ engine, host, texts, licence, pages, slots }: EngineSite, add: AddPage): void {
  const common = {
    site: engine.name,
    isHeldOutSite: engine.isHeldOut,
    familySize: 1,
    how: 'mirror',
  } as const;
  const shown = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of shown.slice(0, pagesOfMirror).entries()) {
    const body = pages['1.0'].get(document.slug)!;
    add({ ...common, url: `https://mirror-of-${host}/${document.slug}`, body, content });
    if (i % 3 > 0) continue;
    for (const folder of addressesOfText) {
      const name = folder === 'node' ? String(90210 + i) : document.slug;
      add({ ...common, url: `https://${host}/${folder}/${name}`, body, content });
    }
  }
  for (let place = 0; place < licencesOfSite; place++) {
    const body = inTheme(slots['1.0'][place], place, { title: 'Licence', paragraphs: licence });
    const url = `https://${host}/1.0/${texts[place].document.slug}/licence.html`;
    add({ ...common, url, body, content: `licence of ${engine.name}` });
  }
}
