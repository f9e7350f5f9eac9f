import { expect, test } from 'vitest';
import { compareWithTemplates, Template } from '../../src/flow/index.ts';
import { gramSet } from '../../src/grams/grams.ts';
import { comparePages, type Page } from '../../src/index.ts';

const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');
const page = (name: string, text: string, url = `https://a.example/${name}/${name}`): Page => ({
  id: url,
  url,
  body: `<h1>${name}</h1><p>${text}</p>`,
});
const common = words(1, 200);
const grams = gramSet(common);
const templates = new Map([['a.example', new Template(grams, new Uint8Array(grams.length).fill(90))]]);

test('a comparison tells copies, near-duplicates, one template about two things, and what is no page', () => {
  const ferry = page('ferry', `${common} ${words(2, 12)}`);
  const verdict = (a: Page, b: Page): string => comparePages(a, b).verdict;
  expect(verdict(ferry, { ...ferry, url: 'https://b.example/' })).toBe('same-grams');
  expect(verdict(ferry, page('ferry', `${common} ${words(2, 11)}`))).toBe('similar');
  expect(verdict(ferry, page('harbour', words(9, 200)))).toBe('distinct');
  expect(verdict(ferry, page('harbour', '', 'https://a.example/'))).toBe('distinct');
  expect(verdict(ferry, { id: '', url: '', body: '' })).toBe('empty');

  const lantern = page('lantern', `${common} ${words(3, 12)}`);
  expect(compareWithTemplates(ferry, lantern, templates, { siteModel: false }).verdict).toBe('similar');
  const { verdict: found, resemblance, contentResemblance } = compareWithTemplates(ferry, lantern, templates);
  expect(found).toBe('other-subject');
  expect(resemblance).toBeGreaterThan(0.8);
  expect(contentResemblance).toBeLessThan(0.1);
});

test('a pair that just reaches the threshold by all of its grams, and not by its content, is of near-duplicates', () => {
  const [a, b] = ['a', 'b'].map((host, i) =>
    page('ferry', `${common} ${words(2 + i, 12)}`, `https://${host}.example/ferry`),
  );
  const ofBoth = new Map(['a', 'b'].map((host) => [`${host}.example`, templates.get('a.example')!]));
  const told = (threshold: number) => compareWithTemplates(a, b, ofBoth, { threshold });
  const { resemblance, contentResemblance } = told(0.8);
  expect(contentResemblance).toBeLessThan(0.1);
  expect(told(resemblance).verdict).toBe('similar');
  expect(told(resemblance + 1e-9).verdict).toBe('distinct');
});

test('a pair of two sites with hardly any content is of near-duplicates where all of its grams reach the threshold, just so, too', () => {
  const [a, b] = [0, 30].map((from) => {
    const text = `${common.split(' ').slice(from).join(' ')} ${words(2, 3)}`;
    return page('ferry', text, `https://${from === 0 ? 'a' : 'b'}.example/ferry`);
  }) as [Page, Page];
  const ofBoth = new Map(['a', 'b'].map((host) => [`${host}.example`, templates.get('a.example')!]));
  const told = (threshold: number) => compareWithTemplates(a, b, ofBoth, { threshold });
  const { resemblance, contentResemblance } = told(0.8);
  expect(contentResemblance).toBe(1);
  expect(told(resemblance).verdict).toBe('similar');
  expect(told(resemblance + 1e-9).verdict).toBe('other-subject');
});

test('pages that only the template keeps apart are near-duplicates by their content', () => {
  const text = words(5, 60);
  const [a, b] = [page('ferry', `${common} ${text}`), page('ferry', text, 'https://b.example/ferry')];
  expect(comparePages(a, b).verdict).toBe('distinct');
  expect(compareWithTemplates(a, b, templates)).toMatchObject({ verdict: 'similar' });
});

test('what one of two sites has by chance on other pages, too, keeps no pages apart', () => {
  const text = words(5, 120);
  const chance = gramSet(text.split(' ').slice(0, 50).join(' '));
  const known = BigUint64Array.from([...grams, ...chance]).sort();
  const ofSite = new Map([['a.example', new Template(known, new Uint8Array(known.length).fill(90))]]);
  const [here, there] = [page('ferry', `${common} ${text}`), page('lantern', text, 'https://b.example/b')];
  expect(compareWithTemplates(here, there, ofSite)).toMatchObject({ verdict: 'similar' });
});

test('what stands around running text keeps no pages apart', () => {
  const parts = [2, 3, 4, 5].map((seed) => words(seed, 14));
  const [head, foot] = [words(11, 30), words(12, 30)];
  const framed = (label: string, host: string): Page =>
    page('ferry', `${[head, ...parts, foot].join(`</p><h3>${label}</h3><p>`)}`, `https://${host}/ferry`);
  const [a, b] = [framed('Details', 'a.example'), framed('More of it', 'b.example')];
  const frame = gramSet(`${head}\n`);
  const known = ['a.example', 'b.example'].map(
    (host) => [host, new Template(frame, new Uint8Array(frame.length).fill(90))] as const,
  );
  expect(compareWithTemplates(a, b, new Map(known.slice(0, 0))).verdict).toBe('distinct');
  expect(compareWithTemplates(a, b, new Map(known))).toMatchObject({ verdict: 'similar' });
});

test('pages of one site and one name are near-duplicates that only a notice of one version keeps apart', () => {
  const notice = gramSet(words(7, 40));
  const marked = new Uint8Array(notice.length).fill(1);
  const known = new Map([['a.example', new Template(notice, marked, marked)]]);
  const later = (name: string) => page(name, `${words(7, 40)} ${words(5, 60)}`);
  const ferry = page('ferry', words(5, 60));
  expect(compareWithTemplates(ferry, later('ferry'), new Map()).verdict).toBe('distinct');
  expect(compareWithTemplates(ferry, later('ferry'), known).verdict).toBe('similar');
  const form = new Map([['a.example', new Template(gramSet(words(5, 60)), new Uint8Array(57))]]);
  expect(compareWithTemplates(ferry, later('ferry'), form).verdict).toBe('distinct');
});

test('the similarity that decided is said, also if it is neither over all grams nor outside the template', () => {
  const notice = gramSet(words(7, 60));
  const known = BigUint64Array.from([...grams, ...notice]).sort();
  const marks = Uint8Array.from(known, (gram) => (notice.includes(gram) ? 1 : 0));
  const ofSite = new Map([['a.example', new Template(known, new Uint8Array(known.length).fill(1), marks)]]);
  const [before, later] = [
    page('ferry', `${common} ${words(2, 12)}`, 'https://a.example/1.0/ferry'),
    page('ferry', `${words(7, 60)} ${common} ${words(3, 12)}`, 'https://a.example/2.0/ferry'),
  ] as const;
  const { resemblance, contentResemblance, similarity } = compareWithTemplates(before, later, ofSite);
  expect(Math.max(resemblance, contentResemblance)).toBeLessThan(0.8);
  expect(similarity).toBeGreaterThanOrEqual(0.8);
  const twin = compareWithTemplates(before, { ...before, url: 'https://b.example/' }, ofSite);
  expect(twin.similarity).toBe(1);
});

test('pages of one site and one name of which most is notices are near-duplicates only if all their grams are half as similar as asked', () => {
  const [heading, ...notices] = [words(5, 30), words(7, 60), words(8, 60), words(9, 60)].map((text) => ({
    text,
    grams: gramSet(text),
  }));
  const all = [heading!, ...notices].flatMap(({ grams }) => [...grams]);
  const known = BigUint64Array.from(all).sort();
  const marks = Uint8Array.from(known, (gram) => (heading!.grams.includes(gram) ? 0 : 1));
  const ofSite = new Map([['a.example', new Template(known, marks, marks)]]);
  const list = (of: string, ...parts: number[]) => {
    const texts = [heading!, ...parts.map((part) => notices[part]!)].map(({ text }) => text);
    return page('june', texts.join('</p><p>'), `https://a.example/${of}/june`);
  };
  const verdict = (a: Page, b: Page): string => compareWithTemplates(a, b, ofSite).verdict;
  expect(verdict(list('a', 0), list('b', 1))).toBe('other-subject');
  expect(verdict(list('a', 0, 1), list('b', 0))).toBe('similar');
  expect(verdict(list('a', 0, 1), list('b', 0, 2))).toBe('similar');
});

test('pages of one site and one name at unlike addresses that share no more than the lasting part of the template are two things', () => {
  const [terms, red, blue] = [words(5, 240), words(7, 80), words(8, 80)];
  const shared = [terms, red, blue].map((text) => gramSet(text));
  const known = BigUint64Array.from(shared.flatMap((grams) => [...grams])).sort();
  const marks = Uint8Array.from(known, (gram) => (shared[0]!.includes(gram) ? 0 : 1));
  const ofSite = new Map([['a.example', new Template(known, marks, marks)]]);
  const car = (of: string, option: string, seed: number) =>
    page('alfa', `${terms}</p><p>${option}</p><p>${words(seed, 20)}`, `https://a.example/${of}`);
  const verdict = (a: Page, b: Page): string => compareWithTemplates(a, b, ofSite).verdict;
  expect(verdict(car('17', red, 1), car('19', blue, 2))).toBe('other-subject');
  expect(verdict(car('17', red, 1), car('19', blue, 1))).toBe('similar');
  expect(verdict(car('1.0/alfa', red, 1), car('2.0/alfa', blue, 2))).toBe('similar');
});

test('a threshold that is none is refused', () => {
  expect(() => comparePages(page('a', 'a'), page('b', 'b'), { threshold: 2 })).toThrow(/threshold: expected/);
});
