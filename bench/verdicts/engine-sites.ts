import { seededRandom } from '../../test/sketch/sets.ts';
import type { EngineSite, SiteText } from './engine-site.ts';
import type { Engine, SiteBuild } from './engines/engine.ts';
import { classNameOf } from './engines/engine.ts';
import { render } from './engines/render.ts';
import { type Article, edited, slugOf } from './news.ts';
import type { SiteGroup } from './site-groups.ts';

const articlesOfSite = 60;
const guestsOfSite = 15;
/** Number of places of a site at which something else may be shown instead of a page: its first documents. */
export const slotsOfSite = 40;
const sharedOfSite = 3;

const versions = ['1.0', '2.0'] as const;

/** The marks for heading and text at a place of a site. The content shown there replaces them. */
export function slotMarks(place: number): { readonly title: string; readonly text: string } {
  return { title: `Qzt${place}z`, text: `Qzb${place}z` };
}

/**
 * A site of each engine: sixty texts in two versions, texts of other sites under their own and another headline, and
 * families. Held-out sites only have texts of each other.
 */
export async function renderSites(
  group: SiteGroup,
  engines: readonly Engine[],
  articles: readonly Article[],
): Promise<EngineSite[]> {
  const random = seededRandom(1);
  const usable = distinctTitles(articles.map(plain));
  const shuffled = [...usable.keys()].sort(() => random() - 0.5).map((i) => usable[i]);
  const take = (count: number): Article[] => shuffled.splice(0, count);
  const own = new Map(engines.map((engine) => [engine.name, take(articlesOfSite)]));
  const sites: Omit<EngineSite, 'licence' | 'spare'>[] = [];
  for (const [number, engine] of engines.entries()) {
    const half = engines.filter(({ isHeldOut }) => isHeldOut === engine.isHeldOut);
    const neighbour = half[(half.indexOf(engine) + 1) % half.length];
    const isCommands = ({ kind }: Engine): boolean => kind === 'documentation' || kind === 'wiki';
    const variant = engines
      .slice(0, number)
      .filter((each) => each.kind === engine.kind || (isCommands(each) && isCommands(engine))).length;
    const texts: SiteText[] = [];
    const add = (article: Article, content: string, how: SiteText['how'], familySize = 1): void => {
      const slug = `${slugOf(article.title)}${/^other|family/.test(how) ? `-${texts.length}` : ''}`;
      const written = (text: string): string =>
        group.written(how.startsWith('other') ? neighbour : engine, text);
      const document = {
        slug: /^[a-z]/.test(slug) ? slug : `the-${slug}`,
        title: written(article.title),
        paragraphs: article.paragraphs.map(written),
      };
      texts.push({ content, how, familySize, document });
    };
    for (const article of own.get(engine.name)!) add(article, article.title, 'own');
    for (const [i, guest] of own
      .get(neighbour.name)!
      .slice(0, 2 * guestsOfSite)
      .entries()) {
      if (i < guestsOfSite) add(guest, guest.title, 'other template');
      else add({ ...guest, title: take(1)[0].title }, guest.title, 'other headline');
    }
    for (const [i, family] of group.familiesOf(engine.kind, variant).entries()) {
      // members of a large family of a reference already have their inherited members in common
      const common = engine.kind === 'reference' && i === 0 ? [] : take(1)[0].paragraphs.slice(0, 2);
      for (const { title, own: first } of family) {
        add({ title, paragraphs: [first, ...common] }, `${engine.name} ${title}`, 'family', family.length);
      }
    }
    const shared = take(sharedOfSite).map(({ paragraphs }) => paragraphs.slice(0, 2).join(' '));
    const common = { site: `Harbour ${number + 1}`, shared };
    const pages: Record<string, Map<string, string>> = {};
    const slots: Record<string, string[]> = {};
    for (const version of versions) {
      const isFirst = version === versions[0];
      const documents = texts
        .filter(({ how }) => isFirst || !how.startsWith('other'))
        .map(({ document, how }) =>
          isFirst || how !== 'own' ? document : { ...document, ...edited(document, random) },
        );
      const notice = isFirst || number % 2 === 1 ? '' : group.notices[engine.kind];
      pages[version] = await rendered(engine, { ...common, version, documents, notice, areLoose: false });
      slots[version] = await renderSlots(engine, { ...common, version, notice: '' }, texts);
    }
    const host = `${engine.name.toLowerCase().replaceAll(' ', '-')}.example`;
    sites.push({ engine, host, texts, pages, slots });
  }
  return sites.map((site) => {
    const licence = take(1)[0].paragraphs;
    const written = (text: string): string => group.written(site.engine, text);
    const spare = take(group.spareTexts ?? 0).map(({ title, paragraphs }) => ({
      title: written(title),
      paragraphs: paragraphs.map(written),
    }));
    return { ...site, licence, spare };
  });
}

/** Pages of the site's theme with marks for heading and text. Their menus name the site's real documents. */
async function renderSlots(
  engine: Engine,
  build: Pick<SiteBuild, 'site' | 'version' | 'shared' | 'notice'>,
  texts: readonly SiteText[],
): Promise<string[]> {
  const documents = texts.slice(0, slotsOfSite).map(({ document }, place) => ({
    ...document,
    title: slotMarks(place).title,
    paragraphs: [slotMarks(place).text],
  }));
  const pages = await rendered(engine, { ...build, documents, areLoose: true });
  return documents.map(({ slug }, place) =>
    pages.get(slug)!.replace(/Qz([tb])(\d+)z/gi, (mark, part: string, other: string) => {
      if (Number(other) === place) return mark;
      const { document } = texts[Number(other)];
      return part.toLowerCase() === 'b' ? '' : (engine.named?.(document) ?? document.title);
    }),
  );
}

async function rendered(engine: Engine, build: SiteBuild): Promise<Map<string, string>> {
  try {
    return await render(engine, build);
  } catch (error) {
    throw new Error(`${engine.name}: expected pages; got ${String(error).slice(0, 2000)}`, { cause: error });
  }
}

/** An article without characters that have a meaning in one of the engines. */
function plain({ title, paragraphs }: Article): Article {
  const clean = (text: string): string =>
    text
      .replaceAll('&amp;', 'and')
      .replaceAll('&lt;', ' ')
      .replace(/[<>{}*_`|\\#[\]~^@$+=&]/g, ' ')
      .replace(/:{2,}/g, ':')
      .replace(/-{2,}/g, '-')
      .replace(/^[^A-Za-z0-9"']+|^\d+[.)] /, '')
      .replace(/\s+/g, ' ')
      .trim();
  return { title: clean(title), paragraphs: paragraphs.map(clean).filter(Boolean) };
}

/** The articles whose titles can name a file and a class, each of them unique. */
function distinctTitles(articles: readonly Article[]): Article[] {
  const seen = new Set<string>();
  return articles.filter((article) => {
    const name = classNameOf({ slug: '', ...article }).toLowerCase();
    const isUsable = /^[a-z][a-z0-9]{7,60}$/.test(name) && !seen.has(name) && slugOf(article.title) !== '';
    seen.add(name);
    return isUsable;
  });
}
