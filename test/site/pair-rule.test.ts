import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JudgedPage } from '../../src/site/judged-pages.ts';
import { ownLikeness, PairRule } from '../../src/site/pair-rule.ts';

const long: JudgedPage = {
  host: 'a.example',
  url: 'https://a.example/x/1',
  identity: 'alpha',
  size: 400,
  contentSize: 300,
};

/** The rule at .8 on some pages. */
function ruleOn(pages: readonly JudgedPage[]): PairRule {
  const rule = new PairRule((page) => pages[page], 0.8);
  rule.learnPlaces(pages);
  return rule;
}

/** What becomes of the first two pages, of which the first is `long` with what is given. */
function judged(
  x: Partial<JudgedPage>,
  y: Partial<JudgedPage>,
  {
    equal = false,
    grams = false,
    content = undefined as number | undefined,
    lasting = true,
    apart = 0,
    ofEach = 0,
    half = true,
  },
) {
  const rule = ruleOn([
    { ...long, ...x },
    { ...long, ...y },
  ]);
  const all = { equal, grams, content, lasting, apart, ofEach, half: () => half };
  expect(rule.judge(1, 0, all)).toBe(rule.judge(0, 1, all));
  return rule.judge(0, 1, all);
}

test('equal texts are copies under any names, unless they are short', () => {
  const other = { identity: 'beta', size: 25, contentSize: 8 };
  expect(judged({ size: 25, contentSize: 8 }, other, { equal: true })).toBe('grams');
  expect(judged({ size: 24, contentSize: 0 }, { ...other, size: 24 }, { equal: true })).toBe('neither');
  expect(judged({ size: 5, contentSize: 0 }, { size: 5, contentSize: 0 }, { equal: true })).toBe('grams');
  expect(judged({ size: 5, identity: '' }, { size: 5, contentSize: 0 }, { equal: true })).toBe('grams');
  // half of it is no template
  const elsewhere = { identity: 'beta', url: 'https://a.example/y/2', size: 30 };
  expect(judged({ size: 30, contentSize: 15 }, { ...elsewhere, contentSize: 15 }, { equal: true })).toBe(
    'grams',
  );
  expect(judged({ size: 30, contentSize: 14 }, { ...elsewhere, contentSize: 15 }, { equal: true })).toBe(
    'neither',
  );
});

test('an equal text that is the template of a site makes no copies of its pages under two names, unless these are of one thing', () => {
  const [x, y] = [{ contentSize: 0 }, { identity: 'beta', contentSize: 24, url: 'https://a.example/x/2' }];
  expect(judged(x, y, { equal: true, content: 1 })).toBe('neither');
  expect(judged({ contentSize: 24 }, y, { equal: true, content: 1 })).toBe('neither');
  expect(judged(x, { ...y, contentSize: 25 }, { equal: true, content: 1 })).toBe('neither');
  expect(judged({ contentSize: 25 }, { ...y, contentSize: 25 }, { equal: true })).toBe('grams');
  expect(judged(x, { ...y, url: `${long.url}?print` }, { equal: true })).toBe('grams');
  expect(judged(x, { ...y, names: ['beta', long.identity] }, { equal: true })).toBe('grams');
  expect(judged(x, { ...y, host: 'b.example', url: 'https://b.example/y/2' }, { equal: true })).toBe('grams');
});

test('a list that shows one article in full is a copy of it where its headings have the name of the article, though a count takes its text for template', () => {
  const article = { contentSize: 0, names: ['alpha', 'alpha a site'] };
  const list = { identity: 'archives of may', contentSize: 0, url: 'https://a.example/2026/05/' };
  const names = ['archives of may', 'alpha', 'archives of may a site'];
  expect(judged(article, { ...list, names }, { equal: true })).toBe('grams');
  expect(judged(article, { ...list, names: ['archives of may', 'beta', 'a site'] }, { equal: true })).toBe(
    'neither',
  );
  const note = { size: 24 };
  expect(judged({ ...article, ...note }, { ...list, ...note, names }, { equal: true })).toBe('neither');
  expect(judged(article, { ...list, names }, { grams: true })).toBe('neither');
});

test('long equal texts whose names begin with one heading are copies, though so many lists have it that it is no name alone', () => {
  const at = (title: string, more: Partial<JudgedPage> = {}): Partial<JudgedPage> => ({
    ...{ identity: `a trip ${title}`, names: ['a trip', title], size: 128, contentSize: 0 },
    ...{ url: `https://a.example/${title}`, ...more },
  });
  const article = at('trip');
  expect(judged(article, at('tag'), { equal: true })).toBe('grams');
  expect(judged(article, at('tag', { size: 127 }), { equal: true })).toBe('neither');
  // a heading of all pages is part of no name
  expect(judged(article, at('tag', { identity: 'tag' }), { equal: true })).toBe('neither');
  expect(judged(article, at('tag', { names: ['a walk', 'tag'] }), { equal: true })).toBe('neither');
});

test('the heading that names long equal texts may stand below that of the site, which all pages have', () => {
  const at = (title: string, heading = 'a trip'): Partial<JudgedPage> => ({
    ...{ identity: `${heading} ${title}`, names: ['a site', heading, title], size: 128, contentSize: 0 },
    url: `https://a.example/${title}`,
  });
  expect(judged(at('trip'), at('tag'), { equal: true })).toBe('grams');
  expect(judged(at('trip'), at('tag', 'a walk'), { equal: true })).toBe('neither');
});

test('archives of two tags that list the same pages are copies, though a count takes what they show of these for template', () => {
  const tag = (name: string, listed: number, more: Partial<JudgedPage> = {}) => ({
    ...{
      identity: name,
      url: `https://a.example/tag/${name}/`,
      names: [name, 'an article', `${name} a site`],
    },
    ...{ size: 40, contentSize: 1, listed, ...more },
  });
  const bugs = tag('bugs', 7);
  expect(judged(bugs, tag('reports', 7), { grams: true })).toBe('grams');
  expect(judged(bugs, tag('reports', 7), { equal: true, grams: true })).toBe('grams');
  expect(judged(bugs, tag('reports', 8), { grams: true })).toBe('neither');
  expect(judged(bugs, tag('reports', 8), { grams: true, content: 0.9 })).toBe('neither');
  expect(judged(bugs, tag('reports', 8), { equal: true, grams: true, content: 1 })).toBe('neither');
  expect(judged(tag('bugs', 0), tag('reports', 0), { grams: true })).toBe('neither');
  expect(judged(bugs, tag('reports', 7), { content: 0.9 })).toBe('neither');
  expect(judged(bugs, tag('reports', 7, { size: 24 }), { grams: true })).toBe('neither');
  expect(judged(bugs, tag('reports', 7, { host: 'b.example' }), { grams: true })).toBe('neither');
});

test('lists of other pages are two things if they are alike by their template alone or have unlike sizes, though one article names both', () => {
  const list = (listed: number, path: string, more: Partial<JudgedPage> = {}) => ({
    ...{ listed, url: `https://a.example/${path}`, contentSize: 9, ...more },
  });
  const [month, tag] = [list(7, 'may/'), list(8, 'tag/')];
  expect(judged(month, tag, { grams: true })).toBe('neither');
  expect(judged(month, list(0, 'alpha'), { grams: true })).toBe('neither');
  expect(judged(month, { ...tag, listed: 7 }, { grams: true })).toBe('grams');
  expect(judged(list(7, '1.0/may/'), list(8, '2.0/may/'), { grams: true })).toBe('grams');
  expect(judged(month, tag, { equal: true, grams: true, content: 1 })).toBe('grams');

  const names = ['alpha', 'beta', 'alpha a site'];
  const all = { size: 801, contentSize: 300, names };
  expect(judged({ ...month, names }, { ...tag, ...all }, { content: 0.9 })).toBe('neither');
  expect(judged({ ...month, names }, { ...tag, ...all, size: 800 }, { content: 0.9 })).toBe('content');
  // an article that names related ones, and its print version
  expect(judged(list(0, 'print', { names }), { ...tag, ...all }, { content: 0.9 })).toBe('content');
});

test('a list that shows two articles in full is no copy of one of them, though a count takes the other for template, unless all grams are similar', () => {
  const article = { names: ['alpha', 'alpha a site'], url: 'https://a.example/alpha/' };
  const list = (identity: string, more: Partial<JudgedPage> = {}) => ({
    ...{
      identity,
      names: [identity, 'alpha', 'beta', `${identity} a blog`],
      url: 'https://a.example/tag/sea/',
    },
    ...{ listed: 7, size: 700, ...more },
  });
  expect(judged(article, list('sea'), { content: 0.98 })).toBe('neither');
  expect(judged(article, list('alpha'), { content: 0.98 })).toBe('neither');
  expect(judged(article, list('alpha'), { content: 0.98, grams: true })).toBe('content');
  expect(judged(article, list('alpha', { listed: 0 }), { content: 0.98 })).toBe('content');
  expect(judged(article, list('alpha', { url: 'https://a.example/2.0/alpha/' }), { content: 0.98 })).toBe(
    'content',
  );
});

test('a list whose main text is one of the articles that its headings name is no copy of it, however alike', () => {
  const article = { identity: 'alpha', names: ['alpha', 'alpha a site'], url: 'https://a.example/alpha/' };
  const names = ['may', 'beta', 'alpha', 'may a blog'];
  const list = { identity: 'may', names, url: 'https://a.example/2004/05/', listed: 7 };
  const likeness = { content: 0.98, grams: true };
  expect(judged(article, list, likeness)).toBe('neither');
  // a heading is no other page, nor are all pages that the list may go on with known
  expect(judged(article, { ...list, listed: 0 }, likeness)).toBe('content');
  expect(judged(article, { ...list, names: ['may', 'alpha', 'may a blog'] }, likeness)).toBe('content');
  expect(judged({ ...article, identity: 'gamma' }, list, likeness)).toBe('content');
  expect(judged({ ...article, identity: 'may' }, list, likeness)).toBe('content');
});

test('pages that list the same pages are two things if each has content of its own: two speakers of one talk', () => {
  const speaker = (name: string, contentSize: number) => ({
    ...{ identity: name, names: [name, 'a talk', `${name} a site`], url: `https://a.example/${name}/` },
    ...{ size: 160, listed: 7, contentSize },
  });
  expect(judged(speaker('ann', 8), speaker('bob', 8), { grams: true })).toBe('neither');
  expect(judged(speaker('ann', 7), speaker('bob', 8), { grams: true })).toBe('grams');
  expect(judged(speaker('ann', 8), speaker('bob', 8), { grams: true, content: 0.8 })).toBe('grams');
});

test('short pages whose URLs end in what each page of a kind has are two things if what is before it names each', () => {
  const topicsOf = (member: string, size: number) => ({
    ...{ identity: member, names: [member, `${member} s topics`], contentSize: 0, size },
    url: `https://a.example/members/${member}/topics/`,
  });
  expect(judged(topicsOf('ann', 127), topicsOf('bob', 127), { equal: true })).toBe('neither');
  expect(judged(topicsOf('ann', 128), topicsOf('bob', 128), { equal: true })).toBe('grams');
  const moved = { ...topicsOf('ann', 127), identity: 'ann and bob' };
  expect(judged(topicsOf('ann', 127), moved, { equal: true })).toBe('grams');
});

test('equal texts that are template are no copies for a number at the end of both URLs, as lists of two months and two tags have, but for the names and for two ways to ask for one path', () => {
  const list = { size: 30, contentSize: 0, identity: 'storm hits coast', url: 'https://a.example/2012/12/' };
  const judgedAt = (url: string, more: Partial<JudgedPage> = {}) =>
    judged(list, { ...list, identity: 'ferry is late', url, ...more }, { equal: true });
  expect(judgedAt('https://a.example/2013/12/')).toBe('neither');
  expect(judgedAt('https://a.example/tag/sea/page/12.html')).toBe('neither');
  expect(judgedAt('https://a.example/2012/12/?order=title')).toBe('grams');
  expect(judgedAt('https://a.example/2013/12/', { names: ['sea', 'storm hits coast'] })).toBe('grams');
  const named = { ...list, url: 'https://a.example/2012/storms/' };
  const other = { ...named, identity: 'ferry is late', url: 'https://a.example/2013/storms/' };
  expect(judged(named, other, { equal: true })).toBe('grams');
});

test('equal texts that are template are copies where URLs end alike and only the titles say whose they are, not the headings', () => {
  const issuesOf = (module: string, headings: readonly string[] = ['overview', 'issue tracking']) => ({
    ...{ identity: `issue tracking ${module}`, names: [...headings, `${module} issue tracking`] },
    ...{ contentSize: 0, size: 30, url: `https://a.example/${module}/issue-tracking.html` },
  });
  expect(judged(issuesOf('core'), issuesOf('users'), { equal: true })).toBe('grams');
  expect(judged(issuesOf('core'), issuesOf('users'), { grams: true })).toBe('neither');
  const elsewhere = { ...issuesOf('users'), url: 'https://a.example/users/issues.html' };
  expect(judged(issuesOf('core'), elsewhere, { equal: true })).toBe('neither');
  const [ofCore, ofUsers] = ['core', 'users'].map((module) => issuesOf(module, [module, 'overview']));
  expect(judged(ofCore, ofUsers, { equal: true })).toBe('neither');
  expect(judged(issuesOf('core', []), issuesOf('users', []), { equal: true })).toBe('neither');
  const further = issuesOf('users', ['overview', 'issue tracking', 'lists']);
  expect(judged(issuesOf('core'), further, { equal: true })).toBe('neither');
});

test('one name and similar texts are one thing, though a count takes all of it for template', () => {
  expect(judged({ contentSize: 0 }, { contentSize: 0 }, {})).toBe('grams');
});

test('pages of one name in two packages are two things however similar, unless a text that is long enough is equal', () => {
  const [x, y] = ['mutable', 'immutable'].map((folder) => ({
    url: `https://a.example/scala/${folder}/Map`,
    names: ['alpha', `scala.${folder}.map`, 'alpha api'],
  }));
  expect(judged(x, y, { grams: true, content: 0.99 })).toBe('neither');
  expect(judged(x, { ...y, identity: 'beta' }, { grams: true, content: 0.99 })).toBe('neither');
  expect(judged(x, y, { equal: true, grams: true, content: 1 })).toBe('grams');
  const short = { size: 24, contentSize: 20 };
  expect(judged({ ...x, ...short }, { ...y, ...short }, { equal: true, grams: true })).toBe('neither');
  const elsewhere = { ...y, host: 'b.example', url: 'https://b.example/scala/immutable/Map' };
  expect(judged(x, elsewhere, { grams: true, content: 0.99 })).toBe('content');
});

test('pages without a name at addresses that differ only in versions of folders are one thing, and no others of their site', () => {
  const unnamed = { identity: '', contentSize: 20, url: 'https://a.example/docs/3.0.1/api/Window.html' };
  const at = (url: string) => judged(unnamed, { ...unnamed, url }, { grams: true });
  expect(at('https://a.example/docs/3.0.2/api/Window.html')).toBe('grams');
  expect(at('https://a.example/docs/v2.1/api/Window.html')).toBe('grams');
  expect(at(unnamed.url)).toBe('neither');
  expect(at('https://a.example/docs/3.0.2/api/Sound.html')).toBe('neither');
  expect(at('https://a.example/docs/3.0.2/old/Window.html')).toBe('neither');
  expect(at('https://a.example/docs/4/api/Window.html')).toBe('neither');
  expect(judged(unnamed, { ...unnamed, identity: 'window' }, { grams: true })).toBe('neither');
  const release = { ...unnamed, url: 'https://a.example/docs/3.0.2/api/Window.html' };
  expect(judged(unnamed, release, { content: 1 })).toBe('content');
  expect(judged(unnamed, { ...release, host: 'b.example' }, { grams: true })).toBe('neither');
  expect(judged({ ...unnamed, url: '' }, { ...unnamed, url: '' }, { grams: true })).toBe('neither');
});

test('pages of one title at addresses that differ only in versions of folders are one thing, whatever their headings', () => {
  const page = {
    ...{ identity: 'members window', names: ['members', 'lib window'], contentSize: 20 },
    url: 'https://a.example/docs/3.0.1/api/Window.html',
  };
  const other = { ...page, identity: 'window', names: ['window', 'lib window'] };
  const at = (url: string, names = other.names) => judged(page, { ...other, url, names }, { grams: true });
  expect(at('https://a.example/docs/3.0.2/api/Window.html')).toBe('grams');
  expect(at('https://a.example/docs/3.0.2/api/Window.html', ['window', 'lib door'])).toBe('neither');
  expect(at('https://a.example/docs/3.0.2/api/Window.html', [])).toBe('neither');
  expect(at('https://a.example/docs/3.0.2/old/Window.html')).toBe('neither');
  expect(at('https://a.example/docs/3.0.2/api/Sound.html')).toBe('neither');
});

test('pages of one name are two things where others tell them apart and what they say beside the template differs', () => {
  const [set, mutable] = [
    { identity: 'set', names: ['set', 'collection set'], url: 'https://a.example/api/collection/Set.html' },
    { identity: 'set', names: ['set', 'mutable set'], url: 'https://a.example/api/mutable/Set.html' },
  ];
  expect(judged(set, mutable, {})).toBe('neither');
  expect(judged(set, mutable, { content: 0.8 })).toBe('content');
  expect(judged(set, mutable, { equal: true })).toBe('grams');
  // a licence, of which a line differs
  expect(judged({ ...set, contentSize: 24 }, mutable, {})).toBe('grams');
  // another site shows it under another address and title
  const mirror = { host: 'b.example', url: 'https://b.example/mutable/Set.html' };
  expect(judged(set, { ...mutable, ...mirror }, {})).toBe('grams');
});

test('on two sites fewer than eight grams of pages that are mostly template say nothing', () => {
  const [x, y] = [{ contentSize: 7 }, { contentSize: 8, url: 'https://b.example/y/2', host: 'b.example' }];
  for (const identity of ['alpha', 'beta', ''])
    expect(judged(x, { ...y, identity }, { content: 1 })).toBe('neither');
  // what all grams tell stands, of one name
  expect(judged(x, y, { content: 1, grams: true })).toBe('grams');
  expect(judged(x, { ...y, identity: 'beta' }, { content: 1, grams: true })).toBe('neither');
  expect(judged({ contentSize: 8 }, y, { content: 1 })).toBe('content');
  expect(judged({ contentSize: 7, size: 9 }, { ...y, size: 9 }, { content: 1 })).toBe('content');
  // of one site and one name they are two versions
  expect(judged(x, { contentSize: 7 }, { content: 1 })).toBe('content');
});

test('texts that only the template makes alike are about different things', () => {
  expect(judged({}, { identity: 'beta' }, {})).toBe('neither');
  // no name is evidence of nothing
  expect(judged({ identity: '' }, { identity: '' }, {})).toBe('neither');
  expect(judged({ identity: '' }, {}, {})).toBe('neither');
});

test('an article under another headline shares what no template has, and stays a duplicate', () => {
  expect(judged({}, { identity: 'beta', url: 'https://b.example/y/2' }, { content: 0.9 })).toBe('content');
  // in one folder, too: it is long
  expect(judged({}, { identity: 'beta' }, { content: 0.9 })).toBe('content');
});

test('grams that cross are neither template nor content', () => {
  const half = { size: 400, contentSize: 160 };
  const named = { ...half, identity: 'beta' };
  expect(judged(half, named, { content: 0.9 })).toBe('neither');
  expect(judged({ ...half, boundarySize: 80 }, { ...named, boundarySize: 80 }, { content: 0.9 })).toBe(
    'content',
  );
  expect(judged({ ...half, boundarySize: 78 }, { ...named, boundarySize: 78 }, { content: 0.9 })).toBe(
    'neither',
  );
});

test('names part pages that are mostly template, whatever is left of them', () => {
  const mostly = { contentSize: 150 };
  expect(judged(mostly, { ...mostly, identity: 'beta' }, { content: 0.9 })).toBe('neither');
  // another site has another template
  expect(judged(mostly, { ...mostly, identity: 'beta', host: 'b.example' }, { content: 0.9 })).toBe(
    'content',
  );
  expect(judged(mostly, mostly, { content: 0.9 })).toBe('content');
  // without names, too: else who makes most of two texts template would have the rest decide
  expect(judged({ ...mostly, identity: '' }, { ...mostly, identity: '' }, { content: 1 })).toBe('neither');
  expect(judged({ contentSize: 200 }, { contentSize: 200, identity: 'beta' }, { content: 0.9 })).toBe(
    'content',
  );
});

test('pages without a name that are mostly template are one thing where all grams are similar, and their contents hardly differ and are long', () => {
  const nameless = { identity: '', contentSize: 128 };
  const alike = (x: Partial<JudgedPage>, y: Partial<JudgedPage>, content: number, grams = true) =>
    judged({ ...nameless, ...x }, { ...nameless, ...y }, { grams, content });
  expect(alike({}, {}, 0.9)).toBe('content');
  expect(alike({}, {}, 0.9, false)).toBe('neither');
  expect(alike({}, {}, 0.89)).toBe('neither');
  expect(alike({}, { contentSize: 127 }, 0.9)).toBe('neither');
  expect(alike({}, { identity: 'beta' }, 0.9)).toBe('neither');
});

test('a long article is one page under another headline, whatever its addresses in one folder are called', () => {
  const at = (name: string, words: string) => ({
    ...{ identity: words, names: [words] },
    url: `https://a.example/news/${name}`,
  });
  const content = { content: 0.95, grams: true };
  for (const [x, y] of [
    ['17', '18'],
    ['storm-hits-coast', 'harbour-is-flooded'],
  ] as const)
    expect(judged(at(x, 'storm hits coast'), at(y, 'harbour is flooded'), content)).toBe('content');
});

test('two names that stand side by side, in a folder or a version, are two things where pages are short', () => {
  const short = { size: 127, contentSize: 127 };
  const other = { ...short, identity: 'beta', url: 'https://a.example/x/2' };
  expect(judged(short, other, { content: 0.9 })).toBe('neither');
  expect(judged(short, { ...other, url: 'https://a.example/other/2' }, { content: 0.9 })).toBe('content');
  const [inOne, inOther] = ['https://a.example/3.1/core/A', 'https://a.example/3.1/types/B'];
  expect(judged({ ...short, url: inOne }, { ...other, url: inOther }, { content: 0.9 })).toBe('neither');
  const later = 'https://a.example/3.2/types/B';
  expect(judged({ ...short, url: inOne }, { ...other, url: later }, { content: 0.9 })).toBe('content');
});

test('that two names stand side by side may be seen on other pages than the two', () => {
  const short = { size: 100, contentSize: 100 };
  const rule = ruleOn([
    { ...long, ...short, url: 'https://a.example/3.0/core/A' },
    { ...long, ...short, identity: 'beta', url: 'https://a.example/3.2/types/B' },
    { ...long, ...short, identity: 'beta', url: 'https://a.example/3.0/types/B' },
  ]);
  expect(rule.judge(0, 1, { equal: false, content: 0.9 })).toBe('neither');
});

/** What becomes of the first two of some pages with names, at .9 of their content unless told. */
function judgedNamed(pages: readonly (readonly [identity: string, path: string])[], content = 0.9) {
  const rule = ruleOn(
    pages.map(([identity, path]) => ({ ...long, identity, url: `https://a.example${path}` })),
  );
  expect(rule.judge(1, 0, { equal: false, content })).toBe(rule.judge(0, 1, { equal: false, content }));
  return rule.judge(0, 1, { equal: false, content });
}

test('two names that two releases have both are two things whatever the length of their pages', () => {
  const first = [
    ['recarray sort', '/doc/1.26/recarray.sort.html'],
    ['ndarray sort', '/doc/1.26/ndarray.sort.html'],
  ] as const;
  const later = [
    ['recarray sort', '/doc/2.0/recarray.sort.html'],
    ['ndarray sort', '/doc/2.0/ndarray.sort.html'],
  ] as const;
  expect(judgedNamed([...first, ...later])).toBe('neither');
  // across releases, too
  expect(judgedNamed([first[0], later[1], first[1], later[0]])).toBe('neither');
  // one release may have the old name beside the new one
  expect(judgedNamed(first)).toBe('content');
  expect(judgedNamed([...first, later[1]])).toBe('content');
  const rule = ruleOn(
    [...first, ...later].map(([identity, path]) => ({ ...long, identity, url: `https://a.example${path}` })),
  );
  expect(rule.judge(0, 1, { equal: true, grams: true, content: 1 })).toBe('grams');
});

test('long pages whose names stand side by side anywhere are two things if they differ by more than half as much as they may', () => {
  const [java, rmi] = [
    ['java', '/library/java.exe.html'],
    ['java rmi', '/library/java-rmi.exe.html'],
  ] as const;
  expect(judgedNamed([java, rmi], 0.89)).toBe('neither');
  expect(judgedNamed([java, rmi], 0.9)).toBe('content');
  // elsewhere it may be the same thing under a later name
  expect(judgedNamed([java, ['java rmi', '/tools/java-rmi.exe.html']], 0.8)).toBe('content');
  // or on a page that ends alike
  expect(judgedNamed([java, ['virtual machine', '/library/tools/java.exe.html'], rmi], 0.8)).toBe('content');
});

test('a page under its heading and one that begins with a section are one thing if its title says so', () => {
  const short = { size: 127, contentSize: 127, url: 'https://a.example/c/csv-reader/index' };
  const details = { ...short, identity: 'schemas', url: 'https://a.example/c/csv-reader/details' };
  const reader = { ...short, identity: 'csv reader', names: ['csv reader', 'overview'] };
  const titled = { ...details, names: ['schemas', 'csv reader'] };
  expect(judged(reader, titled, { content: 0.8 })).toBe('content');
  // the title of another page says the contrary
  expect(judged(reader, { ...details, names: ['schemas', 'json reader'] }, { content: 0.8 })).toBe('neither');
  // a heading does not say it
  const headed = { ...details, names: ['schemas', 'csv reader', 'types'] };
  expect(judged(reader, headed, { content: 0.8 })).toBe('neither');
  // names do not make up for content
  expect(judged(reader, titled, {})).toBe('neither');
});

test('short pages of one name that the other names of each tell apart must be nearly equal and in two places, and a print is told apart by its own alone', () => {
  const page = (of: string, contentSize = 60): JudgedPage => ({
    host: 'a.example',
    identity: 'reserved',
    url: `https://a.example/api/${of}Type.Reserved.html`,
    names: ['reserved', `reserved api ${of.toLowerCase()}type reserved`],
    size: 300,
    contentSize,
  });
  const [audio, video] = [page('Audio'), page('Video')];
  expect(judged(audio, video, { content: 0.87, grams: true })).toBe('neither');
  expect(judged(audio, video, { content: 0.95, grams: true })).toBe('neither');
  expect(judged(page('Audio', 130), page('Video', 130), { content: 0.87 })).toBe('content');
  // one that was renamed with the class around it is nowhere beside it
  const elsewhere = { ...video, url: 'https://a.example/2/api/VideoType.Reserved.html' };
  expect(judged(audio, elsewhere, { content: 0.95 })).toBe('content');
  expect(judged(audio, elsewhere, { content: 0.87 })).toBe('neither');
  // a version of it, in another folder
  const later = { ...audio, url: 'https://a.example/2/api/AudioType.Reserved.html' };
  expect(judged(audio, later, { content: 0.87 })).toBe('content');
  const print = { ...audio, url: 'https://a.example/print/1.html', names: [...audio.names!, 'print'] };
  expect(judged({ ...audio, url: 'https://a.example/1.html' }, print, { content: 0.87 })).toBe('content');
  expect(judged(audio, { ...video, host: 'b.example' }, { content: 0.87 })).toBe('content');
});

test('a page that was renamed is one thing, and so is one under two titles whose URLs end alike', () => {
  expect(
    judgedNamed([
      ['object', '/v3.0/api/ol.Object.html'],
      ['base object', '/v5.0/api/BaseObject.html'],
      ['object', '/v4.0/api/ol.Object.html'],
      ['base object', '/v6.0/api/BaseObject.html'],
    ]),
  ).toBe('content');
  expect(
    judgedNamed([
      ['changelog', '/3.1/core/Changelog.html'],
      ['development', '/3.2/core/Changelog.html'],
      ['changelog', '/3.2/rails/Changelog.html'],
      ['development', '/3.1/rails/Changelog.html'],
    ]),
  ).toBe('content');
});

test('an article under two headlines, each with a printed page, in two sections or under two addresses, is one thing', () => {
  for (const [folder, other] of [
    ['/news/', '/print/news/'],
    ['/2024/05/06/', '/2024/05/06/print/'],
    ['/article/1234/', '/printed/1234/'],
    ['/sport/', '/de/sport/'],
  ]) {
    expect(
      judgedNamed([
        ['storm hits coast', `${folder}storm.html`],
        ['coast after the storm', `${folder}coast.html`],
        ['storm hits coast', `${other}storm.html`],
        ['coast after the storm', `${other}coast.html`],
      ]),
    ).toBe('content');
  }
});

test('short pages of two names must be more alike than the threshold asks', () => {
  const short = { size: 127, contentSize: 127 };
  const other = { ...short, identity: 'beta', url: 'https://b.example/y/2' };
  expect(judged(short, other, { content: 0.89 })).toBe('neither');
  expect(judged(short, { ...other, host: 'b.example' }, { content: 0.8 })).toBe('content');
  expect(judged(short, other, { content: 0.9 })).toBe('content');
  expect(judged(short, { ...other, identity: '' }, { content: 0.8 })).toBe('content');
  expect(judged(short, { ...other, identity: long.identity }, { content: 0.8 })).toBe('content');
  expect(judged({}, { identity: 'beta', url: other.url }, { content: 0.8 })).toBe('content');
});

test('a few grams outside the template do not make pages of two names on one site one thing, however alike', () => {
  const few = { size: 40, contentSize: 24 };
  const other = { ...few, identity: 'beta', url: 'https://a.example/y/2' };
  expect(judged(few, other, { content: 1 })).toBe('neither');
  expect(judged({ ...few, contentSize: 25 }, { ...other, contentSize: 25 }, { content: 1 })).toBe('content');
  expect(judged(few, { ...other, url: 'https://a.example/y/1' }, { content: 1 })).toBe('content');
  expect(judged(few, { ...other, names: ['beta', 'alpha'] }, { content: 1 })).toBe('content');
});

test('URLs that end alike speak for one thing where pages are short, and decide nothing', () => {
  const short = { size: 127, contentSize: 127, url: 'https://a.example/3.1/core/Foo' };
  const renamed = { ...short, identity: 'beta', url: 'https://a.example/3.1/types/foo' };
  expect(judged(short, renamed, { content: 0.8 })).toBe('content');
  expect(judged(short, renamed, {})).toBe('neither');
  expect(judged({ ...short, contentSize: 60 }, { ...renamed, contentSize: 60 }, { content: 0.9 })).toBe(
    'neither',
  );
});

test('pages of one name that are similar only without notices, or by hardly any content, are one thing where all their grams are half as similar, and neither has twice as many', () => {
  expect(judged({}, {}, {})).toBe('grams');
  expect(judged({}, {}, { half: true })).toBe('grams');
  expect(judged({}, {}, { half: false })).toBe('neither');
  expect(judged({}, { size: 200 }, { half: true })).toBe('grams');
  expect(judged({}, { size: 199 }, { half: true })).toBe('neither');
  // or by hardly any content
  const little = { contentSize: 7 };
  expect(judged(little, little, { content: 1, half: false })).toBe('neither');
  expect(judged({ ...little, size: 13 }, { ...little, size: 13 }, { content: 1, half: false })).toBe(
    'content',
  );
  // of others it is not asked: they need no grams
  const never = () => {
    throw new Error('expected no question');
  };
  const pages = [long, { ...long, contentSize: 7 }, { ...long, contentSize: 7, identity: 'beta' }];
  expect(ruleOn(pages).judge(1, 2, { equal: false, content: 1, half: never })).toBe('neither');
  expect(ruleOn(pages).judge(0, 0, { equal: false, content: 0.9, half: never })).toBe('content');
  expect(judged(little, little, { grams: true, content: 1, half: false })).toBe('content');
  expect(judged({}, {}, { grams: true, half: false })).toBe('grams');
  expect(judged({}, {}, { content: 0.9, half: false })).toBe('content');
});

test('pages of one name on one site, mostly template, that share what little is content and not much of the rest are two things, unless their addresses say that they are one', () => {
  const report = { size: 400, contentSize: 190, url: 'https://a.example/report?sort=owner' };
  const other = { ...report, url: 'https://a.example/report?sort=date' };
  expect(judged(report, other, { content: 0.9, half: false })).toBe('neither');
  expect(judged(report, other, { content: 0.9, half: true })).toBe('content');
  expect(judged(report, other, { grams: true, content: 0.9, half: false })).toBe('content');
  // more of them is content
  const said = { contentSize: 210 };
  expect(judged({ ...report, ...said }, { ...other, ...said }, { content: 0.9, half: false })).toBe(
    'content',
  );
  // an address without a query, one of another release, another site
  for (const url of ['https://a.example/report', 'https://a.example/2.0/list', 'https://b.example/list'])
    expect(
      judged(report, { ...other, url, host: new URL(url).host }, { content: 0.9, half: false }),
      url,
    ).toBe('content');
});

test('pages of one site without a common name that share what is content and not much of the rest are two things, unless their addresses say that they are one', () => {
  const list = { size: 76, contentSize: 50, identity: 'october', url: 'https://a.example/2008/10/page/7/' };
  const entry = { size: 40, contentSize: 40, identity: 'microfilm', url: 'https://a.example/microfilm/' };
  for (const identity of ['microfilm', '']) {
    const named = { ...entry, identity };
    expect(judged(list, named, { content: 0.9, half: false })).toBe('neither');
    expect(judged(list, named, { content: 0.9, half: true })).toBe('content');
    expect(judged(list, named, { grams: true, content: 0.9, half: false })).toBe('content');
    for (const url of ['https://a.example/2009/10/page/7/', 'https://b.example/microfilm/'])
      expect(
        judged(list, { ...named, url, host: new URL(url).host }, { content: 0.9, half: false }),
        url,
      ).toBe('content');
  }
});

test('hardly any content is none: pages of one name at unlike addresses are one thing by all grams, or by those in no notice', () => {
  const little = { contentSize: 7 };
  const other = { ...little, url: 'https://a.example/birth/2' };
  expect(judged(little, other, { content: 1, lasting: false })).toBe('neither');
  expect(judged(little, other, { content: 1, lasting: true })).toBe('content');
  expect(judged(little, other, { content: 1, grams: true, lasting: false })).toBe('content');
  expect(judged({ contentSize: 8 }, { ...other, contentSize: 8 }, { content: 1, lasting: false })).toBe(
    'content',
  );
  expect(judged({ ...little, size: 13 }, { ...other, size: 13 }, { content: 1, lasting: false })).toBe(
    'content',
  );
  // the same address in another release says that they are one
  expect(judged(little, little, { content: 1, lasting: false })).toBe('content');
});

test('pages of one name at unlike addresses that are similar without notices are two things where the other lacks more than half of what one says', () => {
  const [car, other] = [{ contentSize: 20 }, { contentSize: 30, url: 'https://a.example/y/2' }];
  expect(judged(car, other, { apart: 11 })).toBe('neither');
  expect(judged(car, other, { apart: 10 })).toBe('grams');
  expect(judged(car, other, { apart: 11, grams: true })).toBe('grams');
  expect(judged(car, other, { apart: 11, content: 0.8 })).toBe('content');
  // one page in two releases, at one address with another query, on two sites
  for (const url of ['https://a.example/2.0/x/1', `${long.url}?print`, 'https://b.example/y/2'])
    expect(judged(car, { ...other, url, host: new URL(url).host }, { apart: 11 }), url).toBe('grams');
});

test('pages of one name at unlike addresses that are similar by what surrounds them are two things where each lacks as much of the other as the shorter says', () => {
  const [ann, other] = [{ contentSize: 20 }, { contentSize: 30, url: 'https://a.example/y/2' }];
  expect(judged(ann, other, { grams: true, ofEach: 20 })).toBe('neither');
  // a page that says the same and more
  expect(judged(ann, other, { grams: true, ofEach: 19 })).toBe('grams');
  expect(judged(ann, other, { grams: true, ofEach: 20, content: 0.8 })).toBe('content');
  const little = { contentSize: 7 };
  expect(judged(little, { ...other, ...little }, { grams: true, ofEach: 20 })).toBe('grams');
  // one page in two releases, at one address with another query, on two sites
  for (const url of ['https://a.example/2.0/x/1', `${long.url}?print`, 'https://b.example/y/2'])
    expect(judged(ann, { ...other, url, host: new URL(url).host }, { grams: true, ofEach: 20 }), url).toBe(
      'grams',
    );
});

test('shelves of one name whose further headings are of other products are two things where hardly more than their template is left of them', () => {
  const shelf = (...products: string[]) => ({
    contentSize: 7,
    names: ['alpha', ...products, 'buy alpha online'],
  });
  const [jeans, joggers] = [shelf('black jeans', 'blue jeans'), shelf('grey joggers', 'navy joggers')];
  const page2 = { ...joggers, url: 'https://a.example/x/2' };
  expect(judged(jeans, page2, { equal: true, grams: true })).toBe('neither');
  expect(judged(jeans, { ...page2, contentSize: 290 }, { grams: true })).toBe('neither');
  // the same products, one further heading, or none
  expect(judged(jeans, { ...page2, ...jeans, url: page2.url }, { equal: true })).toBe('grams');
  expect(judged(jeans, { ...page2, ...shelf('navy joggers', 'blue jeans') }, { equal: true })).toBe('grams');
  expect(judged(jeans, { ...page2, ...shelf('navy joggers') }, { equal: true })).toBe('grams');
  // more than template, or the same address in another release
  expect(judged({ ...jeans, contentSize: 8 }, { ...page2, contentSize: 8 }, { equal: true })).toBe('grams');
  expect(judged(jeans, { ...joggers, url: 'https://a.example/print/1' }, { equal: true })).toBe('grams');
  expect(judged(jeans, { ...joggers, url: 'https://a.example/1.2/y' }, { equal: true })).toBe('grams');
});

test('headings that are common on a site are those of sections, which a page has others of on a redesigned site', () => {
  const [old, later] = [
    { contentSize: 7, names: ['alpha', 'votes', 'related', 'alpha a council'] },
    {
      contentSize: 7,
      names: ['alpha', 'votes by party', 'more votes', 'alpha a council'],
      url: 'https://a.example/x/2',
    },
  ];
  const judgedWith = (ofOld: number, ofLater: number) =>
    judged({ ...old, ownHeadings: ofOld }, { ...later, ownHeadings: ofLater }, { grams: true });
  expect(judgedWith(2, 2)).toBe('neither');
  expect(judgedWith(2, 1)).toBe('grams');
  expect(judgedWith(0, 2)).toBe('grams');
});

test('short pages of one name whose addresses end in two releases are two things, unless their texts are equal', () => {
  const [old, later] = ['4-1', '5-0'].map((release) => ({
    url: `https://a.example/notes/winch-${release}.html`,
    contentSize: 120,
    size: 140,
  }));
  expect(judged(old, later, { grams: true, content: 0.9 })).toBe('neither');
  expect(judged(old, later, { grams: true })).toBe('neither');
  expect(judged(old, later, { equal: true, grams: true, content: 1 })).toBe('grams');
  // elsewhere, too; but not the notes of one release, long ones, or other words
  const at = (path: string) => ({ ...later, url: `https://a.example/${path}` });
  expect(judged(old, at('2.0/news/winch-5-0.html'), { grams: true, content: 0.9 })).toBe('neither');
  expect(judged(old, at('2.0/notes/winch-4-1.html'), { grams: true, content: 0.9 })).toBe('content');
  expect(judged(old, at('notes/winches-5-0.html'), { grams: true, content: 0.9 })).toBe('content');
  expect(judged(old, at('notes/winch-5.html'), { grams: true, content: 0.9 })).toBe('content');
  // the first pages of two releases of a site
  const [first, second] = ['0.12', '0.13'].map((release) => at(`docs/rel-${release}/index.html`));
  expect(judged(first, second, { grams: true, content: 0.9 })).toBe('content');
  const text = { contentSize: 128, size: 140 };
  expect(judged({ ...old, ...text }, { ...later, ...text }, { grams: true, content: 0.9 })).toBe('content');
});

test('where names do not count, contents decide alone, and equal texts are copies', () => {
  const pages = [long, { ...long, identity: 'beta', size: 900 }];
  const rule = new PairRule((page) => pages[page], 0.8, false);
  expect(rule.judge(0, 1, { equal: false, content: 0.8 })).toBe('content');
  expect(rule.judge(0, 1, { equal: false, content: undefined })).toBe('neither');
  expect(rule.judge(0, 1, { equal: true, content: undefined })).toBe('grams');
});

test('which grams cross is asked of no page that has half content', () => {
  const page = fc
    .record({
      identity: fc.constantFrom('', 'alpha', 'beta'),
      contentSize: fc.integer({ min: 100, max: 160 }),
      url: fc.constantFrom('https://a.example/x/1', 'https://a.example/y/2'),
      more: fc.nat(200),
    })
    .map(({ more, ...page }) => ({ ...long, ...page, size: page.contentSize + more }));
  let crossings = 0;
  fc.assert(
    fc.property(
      page,
      page,
      fc.constantFrom(0.8, 0.89, 0.9, 0.95, 1),
      fc.boolean(),
      fc.nat(40),
      (x, y, content, equal, crossing) => {
        let asked = 0;
        const withBoundary = (page: JudgedPage): JudgedPage => ({
          ...page,
          get boundarySize() {
            asked++;
            return Math.min(crossing, page.size - page.contentSize);
          },
        });
        const options = { threshold: 0.8, namesCount: true };
        ownLikeness(withBoundary(x), withBoundary(y), { equal, content }, options);
        if (2 * (x.contentSize + y.contentSize) >= x.size + y.size) expect(asked).toBe(0);
        crossings += asked;
      },
    ),
    { numRuns: 2000 },
  );
  expect(crossings).toBeGreaterThan(10);
});

test('a pair may ask about a new name if either of two names has not been asked about', () => {
  const at = (identity: string): JudgedPage => ({
    ...long,
    identity,
    url: `https://a.example/x/${identity}`,
  });
  const rule = ruleOn([at('alpha'), at('beta')]);
  rule.judge(0, 1, { equal: false, content: 0.95 });
  expect([...rule.asked].sort()).toEqual(['alpha', 'beta']);
  expect(rule.mayAskAnew('alpha', 'beta')).toBe(false);
  expect(rule.mayAskAnew('alpha', 'gamma')).toBe(true);
  expect(rule.mayAskAnew('gamma', 'alpha')).toBe(true);
  // pages without a name, or of one, ask about none
  for (const [x, y] of [
    ['gamma', 'gamma'],
    ['gamma', ''],
    ['', 'gamma'],
  ] as const)
    expect(rule.mayAskAnew(x, y)).toBe(false);
});

test('only pairs that may ask about a new name need be judged to learn which names are asked about', () => {
  const identity = fc.constantFrom('', 'alpha', 'beta', 'gamma', 'delta');
  const page = fc.record({
    host: fc.constantFrom('a.example', 'b.example'),
    url: fc.constantFrom('1', '2', 'api-v1.html', 'api-v2.html').map((end) => `https://a.example/x/${end}`),
    identity,
    size: fc.constant(400),
    contentSize: fc.constantFrom(0, 100, 300),
  });
  const numbers = fc.nat({ max: 5 });
  const pairs = fc.array(fc.tuple(numbers, numbers, fc.constantFrom(0.8, 0.95)), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(page, { minLength: 6, maxLength: 6 }), pairs, (pages, all) => {
      const [every, some] = [0, 1].map(() => new PairRule((number) => pages[number], 0.8));
      for (const [a, b, content] of all) {
        every.judge(a, b, { equal: false, content });
        if (some.mayAskAnew(pages[a].identity, pages[b].identity))
          some.judge(a, b, { equal: false, content });
      }
      expect(some.asked).toEqual(every.asked);
    }),
  );
});

test('a pair asks about no names that it does not ask about while it is open whether all its grams are similar', () => {
  const title = fc.constantFrom('a title', 'a blog');
  const page = fc.record({
    host: fc.constant('a.example'),
    url: fc.constantFrom('x/sea', 'x/harbour', 'y/fish').map((path) => `https://a.example/${path}`),
    identity: fc.constantFrom('alpha', 'beta'),
    names: title.map((last) => ['alpha', 'beta', last]),
    listed: fc.constantFrom(0, 7, 8),
    size: fc.constantFrom(320, 700),
    contentSize: fc.constant(300),
  });
  fc.assert(
    fc.property(page, page, fc.boolean(), (x, y, grams) => {
      const [open, known] = [0, 1].map(() => new PairRule((number) => [x, y][number], 0.8));
      open.judge(0, 1, { equal: false, content: 0.95 });
      known.judge(0, 1, { equal: false, content: 0.95, grams });
      expect([...open.asked]).toEqual(expect.arrayContaining([...known.asked]));
    }),
  );
});

test('where letters count as words, three times as many grams make a page long, as three letters are taken for a word', () => {
  // pages that stand side by side, and differ by half of what is allowed: told apart by their names unless they are long
  const isCopy = (x: string, y: string, contentSize: number): boolean => {
    const sizes = { size: contentSize, contentSize };
    const other = { ...sizes, identity: y, url: 'https://a.example/x/2' };
    return judged({ ...sizes, identity: x }, other, { grams: true, content: 0.95 }) === 'content';
  };
  for (const [x, y, least] of [
    ['blue alert', 'amber alert', 128],
    ['蓝 色 警 报', '黄 色 警 报', 128],
    ['青 い 知 ら せ', '黄 色 の 知 ら せ', 384],
    ['ก า ร เ ต', 'ก า ร แ จ', 384],
    ['blue alert', '黄 色 の 知 ら せ', 384],
    ['the use of の in blue titles', 'the use of は in amber titles', 128],
  ] as const) {
    expect(isCopy(x, y, least - 1), x).toBe(false);
    expect(isCopy(x, y, least), x).toBe(true);
  }
});
