import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UrlTrial } from '../../src/url-rules/options.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import type { SitePage } from './sites.ts';

/** Pages in `versions` folders, of few paths and contents, so that pages agree and disagree by chance. */
const versioned = fc
  .array(fc.record({ version: fc.nat(4), name: fc.nat(5), content: fc.nat(2) }), {
    minLength: 2,
    maxLength: 60,
    // enough trials of two versions to tell which of them is believed
    size: 'max',
  })
  .map((pages) =>
    pages.map(({ version, name, content }) => ({
      url: `https://a.example/docs/v${version}/p${name}`,
      content: `${name} ${content}`,
    })),
  );

test('of segments, trials and counts are those of a comparison with every page before', () => {
  fc.assert(
    fc.property(versioned, (pages) => {
      const { trials, rules } = observed(pages);
      const expected = naiveTrials(pages);
      expect(trials.map(({ url, agreement, isRight }) => ({ url, agreement, isRight }))).toEqual(
        expected.map(({ url, agreement, isRight }) => ({ url, agreement, isRight })),
      );
      for (const { value, support, against } of rules.rules()) {
        const own = expected.filter(({ url }) => url.includes(`/${value}/`));
        expect([support, against]).toEqual([
          own.filter(({ isRight }) => isRight).length,
          own.filter(({ isRight }) => !isRight).length,
        ]);
      }
    }),
  );
});

const withParameters = fc
  .array(
    fc.record({ page: fc.nat(3), id: fc.option(fc.nat(2)), sid: fc.option(fc.nat(3)), content: fc.nat(1) }),
    { minLength: 2, maxLength: 60 },
  )
  .map((pages) =>
    pages.map(({ page, id, sid, content }) => {
      const query = [id === null ? '' : `id=${id}`, sid === null ? '' : `sid=${sid}`]
        .filter(Boolean)
        .join('&');
      return {
        url: `https://a.example/x/p${page}${query === '' ? '' : `?${query}`}`,
        content: `${page} ${content}`,
      };
    }),
  );

test('of parameters, each trial is of an earlier page that differs in just those parameters, and right where both are one content', () => {
  fc.assert(
    fc.property(withParameters, (pages) => {
      const { trials, contents } = observed(pages);
      for (const { url, target, rules, isRight } of trials) {
        const [x, y] = [new URL(url), new URL(target)];
        expect([x.origin, x.pathname]).toEqual([y.origin, y.pathname]);
        const names = [...new Set([...x.searchParams.keys(), ...y.searchParams.keys()])];
        const differing = names.filter((name) => x.searchParams.get(name) !== y.searchParams.get(name));
        expect(rules.map(({ value }) => value).sort()).toEqual(differing.sort());
        const [own, other] = [url, target].map((each) => contents.findIndex((page) => page.url === each));
        expect(isRight).toBe(contents[own].content === contents[other].content);
      }
    }),
  );
});

/** Each URL once, as it was first. */
function distinct(pages: readonly SitePage[]): SitePage[] {
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].reverse();
}

function observed(pages: readonly SitePage[]) {
  const contents = distinct(pages);
  const trials: UrlTrial[] = [];
  const rules = new UrlRules({ onTrial: (trial) => trials.push(trial) });
  const kept = new Map<string, string>();
  for (const { url, content } of contents) {
    rules.observe(url, content, kept.get(content));
    if (!kept.has(content)) kept.set(content, url);
  }
  return { trials, rules, contents };
}

/**
 * The definition, without any index: the versions of a page that came before it, of those known to hold copies. If the nearest on
 * both sides hold the same, the earlier of them counts; else the one that most often held the same as this one before.
 */
function naiveTrials(pages: readonly SitePage[]) {
  const versionOf = (url: string) => /v\d/.exec(url)![0];
  const pathOf = (url: string) => url.replace(/v\d/, '*');
  const known = new Set<string>();
  const before: SitePage[] = [];
  const trials: { url: string; agreement: string; isRight: boolean }[] = [];
  const pairs: { pair: string; isSame: boolean }[] = [];
  for (const page of distinct(pages)) {
    const others = before.filter(({ url }) => pathOf(url) === pathOf(page.url) && known.has(versionOf(url)));
    if (others.length > 0) {
      const pairWith = ({ url }: SitePage) => `${versionOf(page.url)} ${versionOf(url)}`;
      const shareOf = (other: SitePage) => {
        const known = pairs.filter(({ pair }) => pair === pairWith(other));
        return (known.filter(({ isSame }) => isSame).length + 2) / (known.length + 4);
      };
      const believed = [...others].reverse().sort((a, b) => shareOf(b) - shareOf(a));
      // versions have one digit, so that names are in their order
      const inOrder = others.toSorted((a, b) => (a.url < b.url ? -1 : 1));
      const earlier = inOrder.findLast(({ url }) => url < page.url);
      const later = inOrder.find(({ url }) => url > page.url);
      const isBetween = earlier !== undefined && earlier.content === later?.content;
      const first = isBetween ? earlier : believed[0];
      const run = believed.findIndex(({ content }) => content !== first.content);
      const inRun =
        believed.length === 1
          ? 'single'
          : run === 1
            ? 'mixed'
            : run === 2 || believed.length === 2
              ? 'two'
              : run < 0
                ? 'all'
                : 'most';
      const agreement = isBetween ? 'between' : inRun;
      trials.push({ url: page.url, agreement, isRight: first.content === page.content });
      for (const other of others) {
        pairs.push({ pair: pairWith(other), isSame: other.content === page.content });
      }
    }
    const original = before.find(({ content }) => content === page.content);
    if (original !== undefined && pathOf(original.url) === pathOf(page.url)) {
      known.add(versionOf(original.url)).add(versionOf(page.url));
    }
    before.push(page);
  }
  return trials;
}
