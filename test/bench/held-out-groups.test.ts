import { describe, expect, it } from 'vitest';
import { shortPagesOf as eighthShortPagesOf } from '../../bench/verdicts/eighth-group/further.ts';
import { eighthGroup } from '../../bench/verdicts/eighth-group/group.ts';
import { eighthShells } from '../../bench/verdicts/eighth-group/shells.ts';
import { plantPages } from '../../bench/verdicts/engine-cases.ts';
import type { EngineSite } from '../../bench/verdicts/engine-site.ts';
import { slotMarks, slotsOfSite } from '../../bench/verdicts/engine-sites.ts';
import type { Engine, SiteBuild } from '../../bench/verdicts/engines/engine.ts';
import { shortPagesOf as fifthShortPagesOf } from '../../bench/verdicts/fifth-group/further.ts';
import { fifthGroup } from '../../bench/verdicts/fifth-group/group.ts';
import { fifthShells } from '../../bench/verdicts/fifth-group/shells.ts';
import { shortPagesOf } from '../../bench/verdicts/fourth-group/further.ts';
import { fourthGroup } from '../../bench/verdicts/fourth-group/group.ts';
import { shortPagesOf as ninthShortPagesOf } from '../../bench/verdicts/ninth-group/further.ts';
import { ninthGroup } from '../../bench/verdicts/ninth-group/group.ts';
import { ninthShells } from '../../bench/verdicts/ninth-group/shells.ts';
import { secondGroup } from '../../bench/verdicts/second-group/group.ts';
import { shortPagesOf as seventhShortPagesOf } from '../../bench/verdicts/seventh-group/further.ts';
import { seventhGroup } from '../../bench/verdicts/seventh-group/group.ts';
import { seventhShells } from '../../bench/verdicts/seventh-group/shells.ts';
import type { SiteGroup } from '../../bench/verdicts/site-groups.ts';
import { shortPagesOf as sixthShortPagesOf } from '../../bench/verdicts/sixth-group/further.ts';
import { sixthGroup } from '../../bench/verdicts/sixth-group/group.ts';
import { sixthShells } from '../../bench/verdicts/sixth-group/shells.ts';
import { thirdGroup } from '../../bench/verdicts/third-group/group.ts';
import { inLanguage } from '../../bench/verdicts/third-group/languages.ts';
import { type Wording, wordings } from '../../bench/verdicts/wordings.ts';

const earlierWordings = [...wordings, ...secondGroup.wordings];
const heldOut = [
  { group: thirdGroup, earlierGroups: [secondGroup], earlier: earlierWordings },
  {
    group: fourthGroup,
    earlierGroups: [secondGroup, thirdGroup],
    earlier: [...earlierWordings, ...thirdGroup.wordings],
  },
  {
    group: fifthGroup,
    earlierGroups: [secondGroup, thirdGroup, fourthGroup],
    earlier: [...earlierWordings, ...thirdGroup.wordings, ...fourthGroup.wordings],
  },
  {
    group: sixthGroup,
    earlierGroups: [secondGroup, thirdGroup, fourthGroup, fifthGroup],
    earlier: [...earlierWordings, ...thirdGroup.wordings, ...fourthGroup.wordings, ...fifthGroup.wordings],
  },
  {
    group: seventhGroup,
    earlierGroups: [secondGroup, thirdGroup, fourthGroup, fifthGroup, sixthGroup],
    earlier: [
      ...earlierWordings,
      ...[thirdGroup, fourthGroup, fifthGroup, sixthGroup].flatMap((each) => each.wordings),
    ],
  },
  {
    group: eighthGroup,
    earlierGroups: [secondGroup, thirdGroup, fourthGroup, fifthGroup, sixthGroup, seventhGroup],
    earlier: [
      ...earlierWordings,
      ...[thirdGroup, fourthGroup, fifthGroup, sixthGroup, seventhGroup].flatMap((each) => each.wordings),
    ],
  },
  {
    group: ninthGroup,
    earlierGroups: [secondGroup, thirdGroup, fourthGroup, fifthGroup, sixthGroup, seventhGroup, eighthGroup],
    earlier: [
      ...earlierWordings,
      ...[thirdGroup, fourthGroup, fifthGroup, sixthGroup, seventhGroup, eighthGroup].flatMap(
        (each) => each.wordings,
      ),
    ],
  },
];
const themesOf = ({ engines }: SiteGroup): readonly Engine[] => engines.filter(({ needs }) => needs === '');
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

function buildOf(areLoose: boolean): SiteBuild {
  const documents = Array.from({ length: 60 }, (_, i) => ({
    slug: `page-${i}`,
    title: areLoose ? slotMarks(i).title : `Title ${i} of all`,
    paragraphs: areLoose
      ? [slotMarks(i).text]
      : [`First ${i} paragraph here.`, `Second ${i} paragraph here.`],
  }));
  const shared = ['What all say.', 'What all say too.', 'What all say at last.'];
  return { site: 'Quay', version: '2.0', documents, shared, notice: 'Mind the step.', areLoose };
}

/** Two sites of a theme with pages as `renderSites` makes them. */
async function sitesOf(group: SiteGroup, number: number): Promise<EngineSite[]> {
  const themes = themesOf(group);
  const pair = [themes[number], themes[(number + 1) % themes.length]];
  return Promise.all(
    pair.map(async (engine) => {
      const build = buildOf(false);
      const pages = await engine.build('', build);
      const slots = [...(await engine.build('', buildOf(true))).values()].slice(0, slotsOfSite);
      const texts = build.documents.map((document) => ({
        content: `${engine.name} ${document.title}`,
        how: 'own' as const,
        familySize: 1,
        document,
      }));
      const licence = ['Take what you like.', 'Leave what you do not.'];
      const host = `${engine.name.replaceAll(' ', '-')}.example`.toLowerCase();
      const both = <T>(value: T): Record<string, T> => ({ '1.0': value, '2.0': value });
      const spare = Array.from({ length: group.spareTexts ?? 0 }, (_, i) => ({
        title: `Spare ${i}`,
        paragraphs: [`It stands at ${i + 2} addresses.`],
      }));
      return { engine, host, texts, licence, spare, pages: both(pages), slots: both(slots) };
    }),
  );
}

describe.each(heldOut)('the $group.name', ({ group, earlierGroups, earlier }) => {
  const themes = themesOf(group);

  it('has messages that no earlier group has', () => {
    const said = ({ title, paragraphs }: Wording): string[] => [title, ...paragraphs];
    const known = new Set(earlier.flatMap(said));
    expect(group.wordings.flatMap(said).filter((each) => known.has(each))).toEqual([]);
    const kinds = new Set(group.wordings.map(({ kind }) => kind));
    expect(group.parkedKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('tells the pages of a family apart by their titles, in every language', () => {
    for (const engine of group.engines) {
      for (let variant = 0; variant < 10; variant++) {
        const families = group.familiesOf(engine.kind, variant);
        expect(families.map(({ length }) => length)).toEqual([24, 6, 2, 2]);
        const titles = families.flat().map(({ title }) => group.written(engine, title));
        expect(new Set(titles).size, `${engine.name} ${variant}`).toBe(titles.length);
        const late = new Set(
          earlierGroups
            .flatMap((each) => each.familiesOf(engine.kind, variant).flat())
            .map(({ title }) => title),
        );
        expect(families.flat().filter(({ title }) => late.has(title))).toEqual([]);
      }
    }
  });

  it('shows title, text and notice of a page in every theme, and of a place without a document only the marks', async () => {
    for (const engine of themes) {
      const build = buildOf(false);
      const page = plainText((await engine.build('', build)).get('page-3')!);
      const title = engine.named?.(build.documents[3]) ?? 'Title 3 of all';
      for (const each of [title, 'First 3 paragraph here.', 'Second 3 paragraph here.'])
        expect(page, engine.name).toContain(each);
      expect(page).toContain(group.written(engine, build.notice));
      const slot = (await engine.build('', buildOf(true))).get('page-3')!;
      expect(slot).toContain(slotMarks(3).title);
      expect(slot).toContain(slotMarks(3).text);
    }
  });

  it('calls a page the same in every version, wherever it stands among the others', async () => {
    for (const engine of themes) {
      const build = buildOf(false);
      const titleOf = async (documents: SiteBuild['documents']): Promise<string | undefined> =>
        /<title>(.*?)<\/title>/i.exec((await engine.build('', { ...build, documents })).get('page-3')!)?.[1];
      expect(await titleOf(build.documents.slice(2)), engine.name).toBe(await titleOf(build.documents));
    }
  });

  it('shows a message whole on a page of no theme', () => {
    for (const wording of group.wordings) {
      const page = plainText(group.barePage(wording, 'https://a.example/b-c?d=1', 7));
      for (const each of wording.paragraphs) expect(page).toContain(each);
      expect(page).toContain(wording.title);
    }
  });

  it('puts what it says of a page into the page: copies with their text, walls without', async () => {
    for (let number = 0; number < themes.length; number += 5) {
      const sites = await sitesOf(group, number);
      for (const { content, body, how, site, url, wall } of plantPages(group, sites, 1)) {
        const [, text] = /Title (\d+) of all$/.exec(content) ?? [];
        const shown = plainText(body);
        if (text !== undefined && how !== 'shell with text')
          expect(shown, `${site} ${url}`).toContain(`Second ${text} paragraph here.`);
        if (content.startsWith('licence')) expect(shown).toContain('Leave what you do not.');
        const [, moved] = /moved (\d)$/.exec(content) ?? [];
        if (moved !== undefined) expect(shown).toContain(`It stands at ${Number(moved) + 2} addresses.`);
        if (content.startsWith('team')) expect(shown).toContain('once sailed to');
        if (wall !== undefined) expect(shown).toContain(wall.wording.paragraphs[0]);
      }
    }
  });
});

describe('the languages of held out sites', () => {
  it('writes a word of English as the same word wherever it stands, and leaves numbers', () => {
    const [one, other] = ['Ships carried 400 tons', 'tons of ships'].map((text) =>
      inLanguage(text, 'hungarian'),
    );
    expect(one.split(' ')[0]).toBe(other.split(' ').at(-1));
    expect(one.split(' ').at(-1)).toBe(other.split(' ')[0]);
    expect(one).toContain(' 400 ');
    expect(inLanguage('wheat harbour', 'thai')).not.toContain(' ');
  });
});

describe('what the fourth group has and no earlier one', () => {
  it('moves a text to two, three and four addresses without a word', async () => {
    const moved = plantPages(fourthGroup, await sitesOf(fourthGroup, 0), 1).filter(
      ({ how }) => how === 'moved',
    );
    const urls = new Map<string, Set<string>>();
    for (const { content, url } of moved) urls.set(content, (urls.get(content) ?? new Set()).add(url));
    expect([...urls.values()].map(({ size }) => size)).toEqual([2, 3, 4, 2, 3, 4]);
    for (const { url } of moved) expect(new URL(url).pathname + new URL(url).search).not.toMatch(/[a-z]{6}/);
  });
});

describe.each([
  { group: fourthGroup, pagesOf: shortPagesOf },
  { group: fifthGroup, pagesOf: fifthShortPagesOf },
  { group: sixthGroup, pagesOf: sixthShortPagesOf },
  { group: seventhGroup, pagesOf: seventhShortPagesOf },
  { group: eighthGroup, pagesOf: eighthShortPagesOf },
  { group: ninthGroup, pagesOf: ninthShortPagesOf },
])('the short pages of the $group.name', ({ group, pagesOf }) => {
  it('differ in their titles, on every site and in its language', () => {
    for (const [number, engine] of group.engines.entries()) {
      const titles = pagesOf(number).map(({ title }) => group.written(engine, title));
      expect(new Set(titles).size, engine.name).toBe(20);
    }
    const all = group.engines.flatMap((_, number) => pagesOf(number).map(({ title }) => title));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe.each([
  { group: fifthGroup, shells: fifthShells },
  { group: sixthGroup, shells: sixthShells },
  { group: seventhGroup, shells: seventhShells },
  { group: eighthGroup, shells: eighthShells },
  { group: ninthGroup, shells: ninthShells },
])('what the $group.name has and no earlier one', ({ group, shells }) => {
  const numbers = group.wordings.filter(({ paragraphs }) => paragraphs.some((each) => /\{\w/.test(each)));

  it('tells another number, address and hour on every page that shows a message with them', () => {
    expect(numbers.length).toBeGreaterThan(8);
    for (const wording of numbers) {
      const shown = [1, 2, 3].map((number) =>
        group.numbered!(wording, `https://a.example/p${number}`, number).paragraphs.join(' '),
      );
      expect(shown.join(' ')).not.toMatch(/[{}]|undefined/);
      expect(new Set(shown).size).toBe(3);
    }
  });

  it('shows messages with their numbers filled in, in themes and outside of them', async () => {
    const walls = plantPages(group, await sitesOf(group, 0), 2).filter(
      ({ wall }) => wall !== undefined && numbers.includes(wall.wording),
    );
    expect(new Set(walls.map(({ wall }) => wall!.through))).toEqual(new Set(['theme', 'bare page']));
    for (const { body } of walls)
      expect(plainText(body)).not.toMatch(/\{(id|ip|time|path|n|first|second|third)\}/);
  });

  it('writes no text into a shell that is to have none', () => {
    const text = { title: 'A title', paragraphs: ['A paragraph.'], site: 'quay.example' };
    for (const { name, page } of shells) {
      for (const each of [text.title, text.paragraphs[0]]) {
        expect(page(text, true), name).toContain(each);
        expect(page(text, false), name).not.toContain(each);
      }
    }
  });
});
