import { seededRandom } from '../../test/sketch/sets.ts';
import type { EngineSite } from './engine-site.ts';
import { slotMarks, slotsOfSite } from './engine-sites.ts';
import type { AddPage, PlantedPage, PlantedWall } from './planted-page.ts';
import type { SiteGroup } from './site-groups.ts';
import type { Wording } from './wordings.ts';

/** Numbers of pages of a site that show a wording: seldom, sometimes, often. */
export const wallCounts = [2, 4, 12] as const;
const shellCounts = [3, 12] as const;
/** Used in place of a site's name for hosts that show nothing but one wording. */
export const parkedSites = 'parked hosts';

const moments = ['first', 'later version', 'fetched again'] as const;

/** The pages of all sites in an order of arrival, with walls and shells at places chosen by `seed`. */
export function plantPages(group: SiteGroup, sites: readonly EngineSite[], seed: number): PlantedPage[] {
  const { wordings } = group;
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  const mixed = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const pages: PlantedPage[] = [];
  const add: AddPage = (page) => {
    pages.push({ id: String(pages.length), contentType: 'text/html', ...page });
  };
  const numbered = (wording: Wording, url: string): Wording =>
    group.numbered?.(wording, url, pages.length) ?? wording;
  for (const [number, site] of sites.entries()) {
    const { engine, host, texts } = site;
    const common = { site: engine.name, isHeldOutSite: engine.isHeldOut, familySize: 1 };
    const messages = group.wordingsOf?.(engine) ?? wordings;
    const walls = new Map<string, PlantedWall>();
    const kinds = mixed([...new Set(messages.map(({ kind }) => kind))]);
    for (const [i, kind] of kinds.entries()) {
      const wording = pick(messages.filter((each) => each.kind === kind));
      const wall = {
        hosts: 0,
        wording,
        count: wallCounts[i % wallCounts.length],
        through: (i + number) % 2 === 0 ? 'theme' : 'bare page',
        moment: pick(moments),
      } as const;
      const places = mixed(Array.from({ length: slotsOfSite }, (_, place) => place));
      for (const place of places
        .filter((each) => !walls.has(`${wall.moment} ${each}`))
        .slice(0, wall.count)) {
        walls.set(`${wall.moment} ${place}`, wall);
      }
    }
    for (const moment of moments) {
      const version = moment === 'later version' ? '2.0' : '1.0';
      const shown = texts
        .map((text, place) => ({ text, place, wall: walls.get(`${moment} ${place}`) }))
        .filter(
          ({ text, wall }) =>
            wall !== undefined || (moment !== 'fetched again' && site.pages[version].has(text.document.slug)),
        );
      for (const { text, place, wall } of mixed(shown)) {
        const url = `https://${host}${group.pathOf(engine, text.document, version, place)}`;
        if (wall === undefined) {
          const body = site.pages[version].get(text.document.slug)!;
          const how = version === '1.0' ? text.how : text.how === 'family' ? 'family version' : 'version';
          add({ ...common, url, body, content: text.content, how, familySize: text.familySize });
        } else {
          const message = numbered(wall.wording, url);
          const body =
            wall.through === 'theme'
              ? inTheme(site.slots[version][place], place, message)
              : group.barePage(message, url, pages.length);
          add({ ...common, url, body, content: '', how: 'wall', wall });
        }
      }
    }
    const own = mixed(texts.filter(({ how }) => how === 'own'));
    for (const [i, shell] of mixed(group.shells).slice(0, 3).entries()) {
      const withText = i < 2;
      for (const { document, content } of own.splice(0, withText ? 8 : pick(shellCounts))) {
        const body = shell.page({ ...document, site: host }, withText);
        const url = `https://${host}/app/${document.slug}`;
        const how = withText ? 'shell with text' : 'empty shell';
        add({ ...common, url, body, content: withText ? content : '', how, shell: shell.name });
      }
    }
    group.addFurther?.(site, add, sites[(number + 1) % sites.length]);
  }
  const parking = mixed(wordings.filter(({ kind }) => group.parkedKinds.includes(kind)));
  for (const [i, { hosts, pages: count }] of group.parked.entries()) {
    const wording = parking[i];
    const wall = { hosts: 0, wording, count, through: 'bare page', moment: 'always' } as const;
    for (let number = 0; number < hosts; number++) {
      const host = `parked${i}${number === 0 ? '' : `-${number}`}.example`;
      for (const { document } of mixed(pick(sites).texts).slice(0, count)) {
        const url = `https://${host}/${document.slug}`;
        const body = group.barePage(numbered(wording, url), url, pages.length);
        const common = { site: parkedSites, isHeldOutSite: wording.isHeldOut, familySize: 1 };
        add({ ...common, url, body, content: '', how: 'wall', wall });
      }
    }
  }
  const hosts = new Map<Wording, Set<string>>();
  for (const { wall, url } of pages) {
    if (wall !== undefined)
      hosts.set(wall.wording, (hosts.get(wall.wording) ?? new Set()).add(new URL(url).host));
  }
  return pages.map(({ wall, ...page }) =>
    wall === undefined ? page : { ...page, wall: { ...wall, hosts: hosts.get(wall.wording)!.size } },
  );
}

/**
 * Whether `other` should be found for `page`: copies by pages of another site, versions and shells by pages of their
 * own.
 */
export function isCopy(page: PlantedPage, other: PlantedPage): boolean {
  if (other.how === 'shell with text') return false;
  return page.how.startsWith('other')
    ? other.site !== page.site
    : other.site === page.site && other.id !== page.id;
}

/** A page of a site's theme, made for a place of the site, with another heading and text. */
export function inTheme(
  slot: string,
  place: number,
  { title, paragraphs }: Pick<Wording, 'title' | 'paragraphs'>,
): string {
  const marks = slotMarks(place);
  const inAttribute = new RegExp(`(content="[^"]*)${marks.text}`, 'gi');
  return slot
    .replace(inAttribute, (_, before: string) => before + paragraphs[0].replaceAll('"', ''))
    .replace(new RegExp(marks.text, 'gi'), () => paragraphs.join('</p><p>'))
    .replace(new RegExp(marks.title, 'gi'), () => title);
}
