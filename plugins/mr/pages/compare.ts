import { areHalfAlike, contentOfTwoSites, type PageContent } from '../../../src/flow/index.ts';
import { measures } from '../../../src/join/index.ts';
import { lineOf, tags } from '../lines/format.ts';
import { idField, parseSize, parseTokens, sizeField } from '../sets/set-text.ts';
import { partIds } from '../verbs/pages.ts';
import { eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { parseDescribed } from './described.ts';
import { type JudgeOptions, judgeShared, reaching, type SharedPart, shared } from './judged-pair.ts';

/** Sets of the grams that are not template → these sets by their pages. */
export function contents(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, id, ...set]) => {
      if (tag !== tags.set || partIds.isLasting(Number(id))) return;
      call.output.line(lineOf(idField(partIds.pageOf(Number(id))), tags.content, ...set));
    });
}

/** Fields of a page's lines: number and tokens of its grams and of its content. */
type ContentFields = readonly [grams: readonly string[], content: readonly string[]];

/**
 * Pages, contents, and pairs to compare again, by the first page → the pairs by the second, with the grams of the
 * first. Memory: a page.
 */
export function compareFirst(): Verb {
  return (call) =>
    eachAsked(call, ([grams, content], first, [second, ...asked]) =>
      call.output.line(lineOf(second, tags.compared, first, ...asked, ...grams, ...content)),
    );
}

/**
 * Pages, contents and the pairs of {@link compareFirst}, by the second page → the pairs judged: those of two sites by what
 * is content on either, those of one site by how many grams they share in all. Memory: two pages.
 */
export function compareSecond(options: JudgeOptions): Verb {
  return (call) =>
    eachAsked(call, (ofSecond, second, [first, a, b, ofAll, ofContent, ofLasting, ...fields]) => {
      const [x, y] = [a, b].map(parseDescribed);
      const [ofX, ofY] = [[fields.slice(0, 2), fields.slice(2)] as const, ofSecond].map(pageContent);
      const { similarity, threshold } = options;
      const all = shared(similarity, ofAll, x.size, y.size);
      const half = (): boolean => areHalfAlike(ofX.grams, ofY.grams, options);
      const judge = (content: SharedPart | undefined, lasting?: SharedPart): boolean =>
        judgeShared(call, options, [first, second], [x, y], {
          ...{ all, half, content: reaching(content, threshold), lasting: reaching(lasting, threshold) },
        });
      if (x.host === y.host) {
        const content = shared(similarity, ofContent, x.contentSize, y.contentSize);
        judge(content, shared(similarity, ofLasting, x.lastingSize, y.lastingSize));
      } else {
        const { overlap, sizes } = contentOfTwoSites(ofX, ofY);
        judge({ overlap, sizes, similarity: measures[similarity].value(overlap, ...sizes) });
      }
    });
}

function pageContent(fields: ContentFields): PageContent {
  const [grams, content] = fields.map(([size, tokens]) => parseTokens(tokens, parseSize(size)));
  return { grams, content };
}

/** The fields of no grams: a page without content has no line about it. */
const none: readonly string[] = [sizeField(0), ''];

/** Calls `answer` with each question and the page before it, which it is about. */
async function eachAsked(
  call: VerbCall,
  answer: (fields: ContentFields, id: string, asked: readonly string[]) => void,
): Promise<void> {
  let [page, grams, content] = ['', none, none];
  await eachLine(call, ([, id, tag, ...fields]) => {
    if (id !== page) [page, grams, content] = [id, none, none];
    if (tag === tags.content) content = fields;
    else if (tag === tags.page) grams = fields.slice(0, 2);
    else if (tag === tags.compared) answer([grams, content], id, fields);
  });
}
