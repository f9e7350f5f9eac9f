import { inTheme } from './engine-cases.ts';
import type { EngineSite } from './engine-site.ts';
import type { AddPage } from './planted-page.ts';
import type { SiteGroup } from './site-groups.ts';

/** A short page: its title and its whole text. */
export interface ShortPage {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The path below the host. */
  readonly path: string;
  readonly how: 'short' | 'empty list';
}

/** Adds pages about different things that say little, and nearly the same. */
export function addShortPages(
  { engine, host, slots }: EngineSite,
  add: AddPage,
  pages: readonly ShortPage[],
  written: SiteGroup['written'],
): void {
  const common = { site: engine.name, isHeldOutSite: engine.isHeldOut, familySize: 1 };
  for (const [place, { path, how, ...text }] of pages.entries()) {
    const shown = {
      title: written(engine, text.title),
      paragraphs: text.paragraphs.map((each) => written(engine, each)),
    };
    const body = inTheme(slots['1.0'][place], place, shown);
    add({ ...common, how, url: `https://${host}/${path}`, body, content: `${engine.name} ${text.title}` });
  }
}
