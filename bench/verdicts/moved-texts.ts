import { inTheme } from './engine-cases.ts';
import type { EngineSite } from './engine-site.ts';
import type { AddPage } from './planted-page.ts';

/** What the pages that are added to a site beside its documents have in common. */
export const addedTo = ({ engine }: EngineSite) => ({
  site: engine.name,
  isHeldOutSite: engine.isHeldOut,
  familySize: 1,
});

/** Adds the spare texts of a site, each at several addresses without words. @param pathsOf those of a text, by its number */
export function addMovedTexts(
  site: EngineSite,
  add: AddPage,
  pathsOf: (number: number) => readonly string[],
): void {
  for (const [i, { title, paragraphs }] of site.spare.entries()) {
    const moved = { ...addedTo(site), how: 'moved', content: `${site.engine.name} moved ${i}` } as const;
    for (const [j, path] of pathsOf(i).entries()) {
      const body = inTheme(site.slots['1.0'][i + j], i + j, { title, paragraphs });
      add({ ...moved, url: `https://${site.host}/${path}`, body });
    }
  }
}
