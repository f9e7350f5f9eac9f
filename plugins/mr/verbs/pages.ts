import { folderOf, hostOf, type PageFacts, type PageGrams, pathNumberOf } from '../../../src/flow/index.ts';
import { escaped, lineOf, tags, unescaped } from '../lines/format.ts';
import { idField, parseSize, parseTokens, sizeField, tokensField } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';
import { writeSet } from './write-set.ts';

/**
 * Writes the line of a page that has been read.
 *
 * @param place what the page is called if an earlier input has its id. Default: its id
 */
export function writePage(
  { output, count }: Omit<VerbCall, 'input'>,
  id: number,
  { facts, grams }: PageGrams,
  place: string = facts.id,
): void {
  const fields = [sizeField(grams.length), tokensField(grams), escaped(JSON.stringify(facts))];
  if (place !== facts.id) fields.push(escaped(place));
  output.line(lineOf(idField(id), tags.page, ...fields));
  count('pages');
}

/** The page that {@link writePage} wrote. */
export function parsePage([, , , size, tokens, facts]: readonly string[]): PageGrams {
  return { facts: JSON.parse(unescaped(facts)) as PageFacts, grams: parseTokens(tokens, parseSize(size)) };
}

/** The place that {@link writePage} wrote. */
export function placeOfPage([, , , , , , place]: readonly string[]): string | undefined {
  return place === undefined ? undefined : unescaped(place);
}

/** Pages → the sets of all of their grams. Pages without grams are similar to nothing and are left out. */
export function fingerprint(): Verb {
  return (call) =>
    eachLine(call, (fields) => {
      if (fields[2] !== tags.page || parseSize(fields[3]) === 0) return;
      writeSet(call, Number(fields[1]), parseTokens(fields[4], parseSize(fields[3])));
    });
}

/** What the model of a site needs of a page besides its grams. */
export type SiteFacts = Pick<PageFacts, 'names' | 'boundary'> & {
  /** See `folderOf`. */
  readonly folder: number;
  /** See `pathNumberOf`. */
  readonly path: number;
};

/** Pages → the same pages by their hosts, with their {@link SiteFacts}. */
export function byHost(): Verb {
  return (call) =>
    eachLine(call, (fields) => {
      const [, id, tag, size, tokens] = fields;
      if (tag !== tags.page) return;
      const { url, names, boundary } = parsePage(fields).facts;
      const facts: SiteFacts = {
        names,
        folder: folderOf(url),
        path: pathNumberOf(url),
        ...(boundary !== undefined && { boundary }),
      };
      call.output.line(
        lineOf(hostKey(hostOf(url)), tags.ofHost, id, size, tokens, escaped(JSON.stringify(facts))),
      );
    });
}

/**
 * Ids of the sets of parts of a page: `content`, what is not template, and `lasting`, what is in no notice, for pages
 * with one name.
 */
export const partIds = {
  content: (page: number): number => 2 * page,
  lasting: (page: number): number => 2 * page + 1,
  isLasting: (id: number): boolean => id % 2 === 1,
  pageOf: (id: number): number => Math.floor(id / 2),
} as const;

/** Which part of a page a line of `site` is about. */
export const siteParts = { content: '0', lasting: '1' } as const;

/** Key of a host: never empty, and different from a trailer's. */
export function hostKey(host: string): string {
  return `:${escaped(host)}`;
}
