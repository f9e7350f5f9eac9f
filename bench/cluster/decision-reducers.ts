import { digits, escaped, lineOf, padded, tags } from '../../plugins/mr/lines/format.ts';
import { idField, sizeField, tokensField } from '../../plugins/mr/sets/set-text.ts';
import type { ReducerCase } from './reducer-case.ts';

const page = idField(0);
const size = sizeField(20);
const none = padded(0, digits.count);
const measured = ['--similarity', 'jaccard'];
const url = 'https://host.example/some/apple-bridge';
const described = escaped(
  JSON.stringify({
    ...{ name: 'a', url, identity: 'thing', size: 20, contentSize: 20, lastingSize: 0, isArticle: true },
  }),
);
const facts = escaped(
  JSON.stringify({ id: 'a', url, fetchedAt: '', kind: 'article', names: [], truncatedFrom: 0 }),
);
const text = '0:0000000000000007';
const origins = 'https://a.example https://b.example';
const tokens = tokensField(BigUint64Array.from({ length: 20 }, (_, i) => BigInt(i) << 40n));

/** The reducers that decide about pages, each with the lines of one group. */
export const decisionReducers: readonly ReducerCase[] = [
  {
    ...{ name: 'judge-first: pairs of a page', call: ['judge-first'] },
    *lines(entries) {
      yield lineOf(page, tags.described, described);
      for (let i = 1; i <= entries; i++) yield lineOf(page, tags.similar, idField(i), '0', size);
    },
  },
  {
    ...{ name: 'judge-second: pairs of a page', call: ['judge-second', ...measured] },
    *lines(entries) {
      yield lineOf(idField(entries), tags.described, described);
      for (let i = 0; i < entries; i++)
        yield lineOf(idField(entries), tags.similar, idField(i), described, size, size, '');
    },
  },
  {
    ...{ name: 'compare-first: pairs of a page', call: ['compare-first'] },
    *lines(entries) {
      yield lineOf(page, tags.content, size, tokens);
      yield lineOf(page, tags.page, size, tokens, facts);
      for (let i = 1; i <= entries; i++)
        yield lineOf(page, tags.compared, idField(i), described, described, size, '', '');
    },
  },
  {
    ...{ name: 'places-first: pages of a name, each in a folder of its own', call: ['places-first'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++)
        yield lineOf(':thing', tags.named, idField(i), `https://host.example/${i}/a.html`);
      yield lineOf(':thing', tags.asked, ':other', page, idField(1), ...Array<string>(18).fill('1'));
    },
  },
  {
    ...{ name: 'by-url: pages of a URL', call: ['by-url'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++)
        yield lineOf(`:${url}`, tags.grouped, idField(i), '0', '', '7', '0000000000000007', '', '', '');
    },
  },
  {
    ...{ name: 'wall-texts: pages of a text, each under words of its own', call: ['wall-texts'] },
    lines: (entries) => textPages(entries, (i) => [':host.example', `https://host.example/${inLetters(i)}`]),
  },
  {
    ...{ name: 'wall-texts: pages of a text, each under a query of its own', call: ['wall-texts'] },
    lines: (entries) => textPages(entries, (i) => [':host.example', threadUrl(i)]),
  },
  {
    ...{ name: 'wall-texts: pages of a text, ten on each host', call: ['wall-texts'] },
    lines: (entries) =>
      textPages(entries, (i) => {
        const host = `host${inLetters(Math.floor(i / 10))}.example`;
        return [`:${host}`, `https://${host}/${inLetters(i)}`];
      }),
  },
  {
    ...{ name: 'wall-hosts: texts on a host', call: ['wall-hosts'] },
    *lines(entries) {
      yield lineOf(':host.example', tags.worded, '1');
      for (let i = 0; i < entries; i++)
        yield lineOf(':host.example', tags.ofText, '0', `0:${padded(i, digits.id)}`, none, none, '1');
    },
  },
  {
    ...{ name: 'wall-verdicts: hosts of a text', call: ['wall-verdicts'] },
    *lines(entries) {
      yield lineOf(text, tags.mayBeWall, ...Array<string>(4).fill(padded(entries, digits.count)));
      for (let i = 0; i < entries; i++)
        yield lineOf(text, tags.usual, `:host${padded(i, digits.id)}`, none, none, '1', none, none);
    },
  },
  {
    ...{ name: 'alike-messages: pages of a name', call: ['alike-messages'] },
    lines: (entries) => namesakes(entries, () => url),
  },
  {
    ...{ name: 'alike-messages: pages of a name, each under a query of its own', call: ['alike-messages'] },
    lines: (entries) => namesakes(entries, threadUrl),
  },
  {
    ...{ name: 'kept-first: members of a cluster', call: ['kept-first'] },
    *lines(entries) {
      yield lineOf(page, tags.described, described);
      for (let i = 1; i <= entries; i++)
        yield lineOf(page, tags.standsFor, idField(i), size, size, size, '1');
    },
  },
  {
    ...{ name: 'decisions: members of a cluster', call: ['decisions', ...measured] },
    *lines(entries) {
      for (let i = 1; i <= entries; i++) yield lineOf(page, tags.clustered, idField(i), 'a', '{}');
      yield lineOf(page, tags.facts, size, facts);
    },
  },
  {
    ...{ name: 'measure-first: members of a cluster', call: ['measure-first'] },
    *lines(entries) {
      yield lineOf(page, tags.page, size, tokens, facts);
      for (let i = 1; i <= entries; i++) yield lineOf(page, tags.unmeasured, idField(i));
    },
  },
  {
    ...{ name: 'declared: links to a URL, and pages there', call: ['declared'] },
    *lines(entries) {
      const said = { by: 'canonical', id: 'a', url: 'https://other.example/', target: url };
      for (let i = 0; i < entries; i++) yield lineOf(`:${url}`, tags.atUrl, idField(i), 'a', page);
      for (let i = 0; i < entries; i++)
        yield lineOf(`:${url}`, tags.declares, `0${idField(i)}`, escaped(JSON.stringify(said)), page);
    },
  },
  {
    ...{ name: 'cluster-hosts: members of a cluster, each on a host of its own', call: ['cluster-hosts'] },
    lines: (entries) => membersOf(entries, (i) => `https://host-${i}.example/${i % 100}`),
  },
  {
    ...{ name: 'cluster-hosts: members of a cluster on two hosts', call: ['cluster-hosts'] },
    lines: (entries) => membersOf(entries, (i) => `https://host-${i % 2}.example/${i % 1000}`),
  },
  {
    ...{ name: 'host-pairs: clusters of two hosts', call: ['host-pairs'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf(origins, tags.counted, idField(i), '0', '1', '1');
    },
  },
  {
    ...{ name: 'host-first: articles and pairs of a host', call: ['host-first'] },
    *lines(entries) {
      for (let i = 0; i < entries; i++) yield lineOf('https://a.example', tags.ofOrigin);
      for (let i = 0; i < entries; i++)
        yield lineOf('https://a.example', tags.ofOrigins, `https://host-${padded(i, 8)}.example`, '{}');
    },
  },
  {
    ...{ name: 'within-first: pairs of a page', call: ['within-first'] },
    *lines(entries) {
      for (let i = 1; i <= entries; i++)
        yield lineOf(page, tags.duplicates, idField(i), 'a', 'b', size, size, size, '1', '1', '', '');
    },
  },
  {
    ...{ name: 'count-clusters: members of a cluster', call: ['count-clusters'] },
    *lines(entries) {
      yield* membersOf(entries, () => url);
      for (let i = 0; i < entries; i++) yield lineOf(page, tags.within);
    },
  },
];

/** A representative and this many members. */
function* membersOf(entries: number, urlOf: (member: number) => string): Generator<string> {
  yield lineOf(page, tags.described, described);
  for (let i = 1; i <= entries; i++) {
    const member = escaped(JSON.stringify({ id: 'b', url: urlOf(i), similarity: 1 }));
    yield lineOf(page, tags.clustered, padded(i, digits.id), 'a', member);
  }
}

/** A number in letters, so that its words and values occur nowhere else. */
function inLetters(number: number): string {
  return padded(number, 7).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
}

/** A URL that forms two patterns: its path with any other query, and its query under any other path. */
function threadUrl(number: number): string {
  return `https://host.example/read.php?thread=${padded(number, 7)}&page=1`;
}

/** Pages with one text. @param placeOf key of the host and URL of each page, ascending */
function* textPages(
  entries: number,
  placeOf: (number: number) => readonly [string, string],
): Generator<string> {
  for (let i = 0; i < entries; i++)
    yield lineOf(text, tags.grouped, ...placeOf(i), '0', '7:0', '0', '0', padded(i, digits.id));
}

/** Pages of one name that differ only in their URLs. */
function* namesakes(entries: number, urlOf: (number: number) => string): Generator<string> {
  const sets = [size, tokens, size, tokens];
  for (let i = 0; i < entries; i++)
    yield lineOf('1:0000000000000007', tags.grouped, none, idField(i), urlOf(i), '0', ...sets);
}
