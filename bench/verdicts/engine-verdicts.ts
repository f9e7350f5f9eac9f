import { join } from 'node:path';
import { type Deduplication, deduplicate } from '../../src/deduplicate.ts';
import type { DeduplicateOptions } from '../../src/flow/deduplicate-options.ts';
import { shinglePages } from '../../src/flow/index.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { printTable } from '../measure.ts';
import { isCopy, parkedSites, plantPages } from './engine-cases.ts';
import { renderSites } from './engine-sites.ts';
import { engineRoot } from './engines/engine.ts';
import { isInstalled } from './engines/render.ts';
import { distinctArticles, each } from './news.ts';
import { claimAll } from './order.ts';
import type { Outcome, Question } from './outcome.ts';
import type { PlantedPage } from './planted-page.ts';
import type { SiteGroup } from './site-groups.ts';
import { measureTextKept } from './text-kept.ts';
import { writeLists } from './wrong-lists.ts';

const seeds = (process.env.NEARDUP_BENCH_SEEDS ?? '1,2,3').split(',').map(Number);
/** Folder for the pages and the list of every wrong verdict on them. */
const listFolder = process.env.NEARDUP_BENCH_OUT;

const settings: Readonly<Record<string, DeduplicateOptions>> = {
  plain: { siteModel: false },
  'no identity': { identity: false },
  model: {},
};

const copyQuestions: Readonly<Partial<Record<PlantedPage['how'], Question>>> = {
  version: 'versions',
  'other template': 'templates',
  'other headline': 'headlines',
  'family version': 'family versions',
  'shell with text': 'shells read',
  mirror: 'mirrors',
  moved: 'moved',
};

/**
 * Measures verdicts on sites of public generators with their own themes: copies found, unlike pages kept apart, walls
 * and shells recognised. Results are by generator and by half; `crawl` is the walls that a crawl recognises when it
 * meets them one by one.
 *
 * `NEARDUP_BENCH_SEEDS` names other places for walls; `NEARDUP_BENCH_OUT` a folder for pages and wrong verdicts.
 * Returns the pages of the first seed, for further questions; none if no generator is installed.
 */
export async function measureEngineSites(group: SiteGroup): Promise<readonly PlantedPage[]> {
  process.stdout.write(`${group.name}\n\n`);
  const installed = group.engines.filter(isInstalled);
  for (const { name } of group.engines.filter((engine) => !installed.includes(engine))) {
    process.stdout.write(`skipped: ${name} is not in ${engineRoot} (sh bench/verdicts/engines/install.sh)\n`);
  }
  const articles = installed.length === 0 ? undefined : await distinctArticles();
  if (articles === undefined) return [];
  const sites = await renderSites(group, installed, articles);
  const outcomes = new Map<string, Outcome[]>([...Object.keys(settings), 'crawl'].map((name) => [name, []]));
  for (const seed of seeds) {
    const pages = plantPages(group, sites, seed);
    for (const [setting, options] of Object.entries(settings)) {
      const result = await deduplicate(each(pages), { method: 'qp', ...options });
      const found = judged(pages, result);
      outcomes.get(setting)!.push(...found);
      if (listFolder !== undefined && setting === 'model')
        await writeLists(
          join(listFolder, 'engines'),
          `${group.name.replaceAll(' ', '-')}-${seed}`,
          pages,
          result,
          found,
        );
    }
    outcomes.get('crawl')!.push(...(await crawled(pages)));
  }
  printSites(outcomes);
  printWalls('walls known', outcomes.get('model')!);
  printWalls('walls known in a crawl', outcomes.get('crawl')!);
  printShellsAndFamilies(outcomes.get('model')!);
  measureTextKept(sites);
  return plantPages(group, sites, seeds[0]);
}

/** The walls that a crawl knows at its end if it meets the pages in order. */
async function crawled(pages: readonly PlantedPage[]): Promise<Outcome[]> {
  const inOrder: PageGrams[] = [];
  for await (const page of shinglePages(each(pages), {})) inOrder.push(page);
  const verdicts = await claimAll(inOrder, 'and walls');
  return pages.flatMap((page, i) => {
    const isCalled = verdicts[i] === 'unclassifiable';
    const answers: Outcome[] = [];
    if (page.how === 'wall') answers.push({ page, question: 'walls known', isRight: isCalled });
    if (isCalled && !mayBeCalled(page))
      answers.push({ page, question: 'called so', isRight: page.content === '' });
    return answers;
  });
}

/** Whether it would not be wrong to say that a page has no text. */
function mayBeCalled({ how }: PlantedPage): boolean {
  return how === 'shell with text' || how === 'empty list';
}

/** The questions about each page, and whether the answers are right. */
function judged(pages: readonly PlantedPage[], { decisions }: Deduplication): Outcome[] {
  const represented = pages.map((_, i) => Number(decisions[i].representative ?? i));
  const byContent = new Map<string, number[]>();
  for (const [i, { content }] of pages.entries()) {
    if (content !== '') byContent.set(content, [...(byContent.get(content) ?? []), i]);
  }
  return pages.flatMap((page, i) => {
    const answers: Outcome[] = [];
    const answer = (question: Question, isRight: boolean): void => {
      answers.push({ page, question, isRight });
    };
    const isCalled = decisions[i].decision === 'unclassifiable';
    if (page.how === 'wall') answer('walls known', isCalled);
    if (page.how === 'empty shell') answer('shells known', isCalled);
    if (isCalled && !mayBeCalled(page)) answer('called so', page.content === '');
    if (page.content === '') return answers;
    const question = copyQuestions[page.how];
    const copies = (byContent.get(page.content) ?? []).filter((other) => isCopy(page, pages[other]));
    if (question !== undefined && copies.length > 0)
      answer(
        question,
        copies.some((other) => represented[other] === represented[i]),
      );
    const isApart = pages[represented[i]].content === page.content;
    answer('unlike kept apart', isApart);
    if (page.familySize > 1) answer('family kept apart', isApart);
    if (page.how === 'short' || page.how === 'empty list') answer('short kept apart', isApart);
    if (page.how === 'short') answer('short read', !isCalled);
    return answers;
  });
}

const columns: readonly Question[] = [
  'versions',
  'templates',
  'headlines',
  'family versions',
  'walls known',
  'called so',
  'shells known',
  'shells read',
  'mirrors',
  'moved',
  'short read',
];
const wrongColumns: Readonly<Partial<Record<Question, string>>> = {
  'unlike kept apart': 'unlike dropped',
  'family kept apart': 'of families',
  'short kept apart': 'of short pages',
};

function printSites(outcomes: ReadonlyMap<string, readonly Outcome[]>): void {
  const rows: string[][] = [];
  const asked = new Set([...outcomes.values()].flat().map(({ question }) => question));
  const shown = columns.filter((question) => asked.has(question));
  const wrong = (Object.keys(wrongColumns) as Question[]).filter((question) => asked.has(question));
  const add = (name: string, setting: string, some: readonly Outcome[]): void => {
    rows.push([
      name,
      setting,
      ...shown.map((question) => shareRight(some, question)),
      ...wrong.map((question) => wrongOf(some, question)),
    ]);
  };
  const isOf = (half: boolean, { page }: Outcome): boolean =>
    page.isHeldOutSite === half && page.site !== parkedSites;
  for (const half of [false, true]) {
    const model = outcomes.get('model')!.filter((each) => isOf(half, each));
    if (model.length === 0) continue;
    for (const [site, some] of groupBy(model, ({ page }) => page.site)) add(site, 'model', some);
    for (const [setting, all] of outcomes) {
      const name = half ? 'all that are held out' : 'all that are not held out';
      add(
        name,
        setting,
        all.filter((each) => isOf(half, each)),
      );
    }
  }
  add(
    parkedSites,
    'model',
    outcomes.get('model')!.filter(({ page }) => page.site === parkedSites),
  );
  printTable(['site', 'setting', ...shown, ...wrong.map((question) => wrongColumns[question]!)], rows);
}

function printWalls(title: string, outcomes: readonly Outcome[]): void {
  const walls = outcomes.filter(
    ({ question, page }) => question === 'walls known' && page.site !== parkedSites,
  );
  const groups: Readonly<Record<string, (page: PlantedPage) => string>> = {
    wording: ({ wall }) => (wall!.wording.isHeldOut ? 'held out' : 'not held out'),
    kind: ({ wall }) => wall!.wording.kind,
    language: ({ wall }) => wall!.wording.language,
    'pages of the site': ({ wall }) => String(wall!.count),
    'hosts with this wording': ({ wall }) =>
      `${wall!.hosts === 1 ? 'one' : 'more'}, ${String(wall!.count).padStart(2)} pages of the site`,
    through: ({ wall }) => wall!.through,
    moment: ({ wall }) => wall!.moment,
    site: ({ site }) => site,
  };
  const rows: string[][] = [];
  for (const [name, groupOf] of Object.entries(groups)) {
    for (const [group, some] of [...groupBy(walls, ({ page }) => groupOf(page))].sort()) {
      const halves = [false, true].map((half) =>
        shareRight(
          some.filter(({ page }) => page.isHeldOutSite === half),
          'walls known',
        ),
      );
      rows.push([`${name}: ${group}`, String(some.length), ...halves, shareRight(some, 'walls known')]);
    }
  }
  process.stdout.write(`\n${title}\n\n`);
  printTable(['walls', 'pages', 'sites not held out', 'sites held out', 'all'], rows);
}

function printShellsAndFamilies(outcomes: readonly Outcome[]): void {
  process.stdout.write('\nshells: with the text in the page, without\n\n');
  const shells = outcomes.filter(({ page }) => page.shell !== undefined);
  printTable(
    ['shell', 'read and found', 'dropped for another text', 'known without text'],
    [...groupBy(shells, ({ page }) => page.shell!)].map(([name, some]) => [
      name,
      shareRight(some, 'shells read'),
      wrongOf(some, 'unlike kept apart'),
      shareRight(some, 'shells known'),
    ]),
  );
  const families = outcomes.filter(({ question }) => question === 'family kept apart');
  process.stdout.write('\npages of families that were dropped for another of the family\n\n');
  printTable(
    ['family of', 'sites not held out', 'sites held out'],
    [...groupBy(families, ({ page }) => page.familySize)].map(([size, some]) => [
      size,
      ...[false, true].map((half) =>
        wrongOf(
          some.filter(({ page }) => page.isHeldOutSite === half),
          'family kept apart',
        ),
      ),
    ]),
  );
}

function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function shareRight(outcomes: readonly Outcome[], question: Question): string {
  const asked = outcomes.filter((each) => each.question === question);
  const right = asked.filter(({ isRight }) => isRight).length;
  return asked.length === 0 ? '–' : (right / asked.length).toFixed(3);
}

function wrongOf(outcomes: readonly Outcome[], question: Question): string {
  const asked = outcomes.filter((each) => each.question === question);
  const wrong = asked.filter(({ isRight }) => !isRight).length;
  return asked.length === 0 ? '–' : `${wrong} (${((100 * wrong) / asked.length).toFixed(2)} %)`;
}
