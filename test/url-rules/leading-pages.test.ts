import { expect, test } from 'vitest';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import { crawl, type SitePage } from './sites.ts';

const versions = [1, 2, 3, 4];
const at = (version: number, path: string): string => `https://a.example/docs/${version}/${path}`;

/** Rules that have met versions of a manual: all pages are the same in each, but for its `changes`. */
function learned(): UrlRules {
  const pages = Array.from(
    { length: 120 },
    (_, i) =>
      `${['a', 'b', 'c', 'd'][i % 4]}${i % 8}/${i % 3 === 0 ? 'changes' : `page-${i}`}-${i % 3 === 0 ? 'x' : i}`,
  );
  return crawl(
    [...new Set(pages)].flatMap((path) =>
      versions.map(
        (version): SitePage => ({
          url: at(version, path),
          content: path.includes('changes') ? `${path} of ${version}` : path,
        }),
      ),
    ),
  ).rules;
}

/** A list in some versions, which leads to changes in the first alone. */
function withList(rules: UrlRules, path: string): void {
  for (const version of [1, 2])
    rules.observe(at(version, path), path, version === 1 ? undefined : at(1, path));
}

/** Lists that rules would drop, as far as is known of the pages themselves. */
function lists(rules: UrlRules): string[] {
  const names = Array.from({ length: 20 }, (_, i) => `e${i}/list-${i}`);
  for (const name of names) withList(rules, name);
  return names;
}

const changesOf = (list: string): string => list.replace(/list.*/, 'changes-x');

/** Has each of the lists lead to a page that is another one in each version. */
function leadToChanges(rules: UrlRules, names: readonly string[]): void {
  for (const list of names) {
    for (const version of [1, 2]) {
      const url = at(version, changesOf(list));
      rules.observe(url, url, undefined, undefined, at(version, list));
    }
  }
}

test('a page is fetched, though it says what others say, as long as it alone may lead to pages that have to be fetched', () => {
  const rules = learned();
  const names = lists(rules);
  leadToChanges(rules, names);
  const dropped = () => names.filter((list) => rules.decide(at(3, list)).action === 'drop').length;
  expect(dropped()).toBe(0);
  for (const list of names) rules.decide(at(3, changesOf(list)));
  expect(dropped()).toBeGreaterThan(8);
});

test('a page that leads to pages which would be dropped as well is dropped', () => {
  const rules = learned();
  const names = lists(rules);
  for (const list of names) {
    const page = list.replace('list', 'page');
    rules.observe(at(1, page), page, undefined, undefined, at(1, list));
    rules.observe(at(2, page), page, at(1, page), undefined, at(2, list));
  }
  expect(names.filter((list) => rules.decide(at(3, list)).action === 'drop').length).toBeGreaterThan(8);
});

test('a page that leads to more pages than can be judged with it is fetched', () => {
  const rules = learned();
  const names = lists(rules);
  for (const list of names) {
    for (let i = 0; i < 5; i++) {
      const page = list.replace('list', `page-${i}`);
      rules.observe(at(1, page), page, undefined, undefined, at(1, list));
      rules.observe(at(2, page), page, at(1, page), undefined, at(2, list));
    }
  }
  expect(names.filter((list) => rules.decide(at(3, list)).action === 'drop')).toEqual([]);
});

test('what was dropped is given back once the page that it was taken for leads to one that has to be fetched', () => {
  const rules = learned();
  const names = lists(rules);
  const dropped = names.filter((list) => rules.decide(at(3, list)).action === 'drop');
  expect(dropped.length).toBeGreaterThan(8);
  leadToChanges(rules, names);
  expect(rules.takeBack().sort()).toEqual(dropped.map((list) => at(3, list)).sort());
});

test('which page leads to which is known after a restart', () => {
  const rules = learned();
  const names = lists(rules);
  leadToChanges(rules, names);
  const again = new UrlRules({}, JSON.parse(JSON.stringify(rules.toJSON())));
  expect(names.filter((list) => again.decide(at(3, list)).action === 'drop')).toEqual([]);
  const { firstLinks, ...earlier } = rules.toJSON();
  expect(firstLinks?.length).toBe(40);
  const unknowing = new UrlRules({}, earlier);
  expect(names.filter((list) => unknowing.decide(at(3, list)).action === 'drop').length).toBeGreaterThan(8);
});
