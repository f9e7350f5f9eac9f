import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { type DomNode, extractFromDom, extractText } from '../../src/text/extract.ts';

/** A page as a tree: texts with their markup, and elements. */
type Tree = Text | Element;
interface Text {
  readonly html: string;
  readonly text: string;
}
interface Element {
  readonly tag: string;
  /** As they stand in the tag. */
  readonly attributes: string;
  readonly isHidden: boolean;
  readonly children: readonly Tree[];
}

const text = (html: string, plain = html): Text => ({ html, text: plain });
const someText: fc.Arbitrary<Tree> = fc.constantFrom(
  ...['a', 'some words', ' ', 'b ', ' c', '\n', 'd \t\n e', 'f\u00a0g', 'é漢', '\u0001', '<', 'x < y'].map(
    (each) => text(each === '<' ? '&lt;' : each.replace('<', '&lt;'), each),
  ),
  ...[
    ['&amp;', '&'],
    ['&#x41;&#66;', 'AB'],
    ['R&D', 'R&D'],
    ['&nbsp;', '\u00a0'],
    ['&hellip;&unknown;', '…&unknown;'],
    ['<!-- not <b>seen</b> -->', ''],
    ['2 < 3', '2 < 3'],
  ].map(([html, plain]) => text(html, plain)),
);

const attributes = fc.constantFrom<[string, boolean]>(
  ...(['', '', '', ' class="a b" id=c', " title='a > b'", ' aria-label="x"', ' data-x'] as const).map(
    (each) => [each, false] as [string, boolean],
  ),
  [' name=x', false],
  [' hidden', true],
  [' style="display:none"', true],
  [' style="color: red" class=x', false],
  [" id=y style='visibility:hidden'", true],
);

function element(tags: readonly string[], children: fc.Arbitrary<readonly Tree[]>): fc.Arbitrary<Tree> {
  return fc
    .tuple(fc.constantFrom(...tags), attributes, children)
    .map(([tag, [given, isHidden], children]) => ({ tag, attributes: given, isHidden, children }));
}

const nothing = fc.constant([]);
const raw = fc.constantFrom<readonly Tree[]>([], [text('x')]);
const { inlines, page } = fc.letrec<{
  inlines: readonly Tree[];
  inline: Tree;
  blocks: readonly Tree[];
  page: readonly Tree[];
}>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small' },
    someText,
    element(['br', 'img', 'wbr', 'input'], nothing),
    element(['script', 'svg', 'textarea', 'template', 'noscript'], raw),
    element(['b', 'i', 'span', 'EM', 'code', 'x-y', 'a'], tie('inlines')),
  ),
  inlines: fc.array(tie('inline'), { maxLength: 4 }),
  blocks: fc.array(
    fc.oneof(
      { depthSize: 'small' },
      element(['p', 'h1', 'h2', 'H3', 'pre'], tie('inlines')),
      element(['hr'], nothing),
      element(['div', 'section', 'blockquote', 'nav', 'footer', 'main', 'Div'], tie('page')),
      element(['ul', 'ol'], fc.array(element(['li'], tie('page')), { maxLength: 3 })),
      element(['dl'], fc.array(element(['dt', 'dd'], tie('inlines')), { maxLength: 3 })),
      element(
        ['table'],
        fc.array(element(['tr'], fc.array(element(['td', 'th'], tie('page')), { maxLength: 3 })), {
          maxLength: 2,
        }),
      ),
    ),
    { maxLength: 4 },
  ),
  page: fc.oneof(tie('inlines'), tie('blocks')),
}));

const voids = /^(br|img|wbr|input|hr)$/;
const unseen = /^(script|svg|textarea|template|noscript)$/;
const inlineTags = /^(br|img|wbr|input|b|i|span|em|code|x-y|a|script|svg|textarea|template|noscript)$/;

function htmlOf(trees: readonly Tree[]): string {
  return trees
    .map((tree) => {
      if ('html' in tree) return tree.html;
      const start = `<${tree.tag}${tree.attributes}>`;
      return voids.test(tree.tag) ? start : `${start}${htmlOf(tree.children)}</${tree.tag}>`;
    })
    .join('');
}

const lineBreak = '\ue000';

/** The definition: blocks of what is seen, each with its white space collapsed, one a line. */
function visibleText(page: readonly Tree[]): string {
  const blocks: string[] = [''];
  const read = (tree: Tree, isPre: boolean, isInvisible: boolean): void => {
    if ('html' in tree) {
      if (!isInvisible)
        blocks[blocks.length - 1] += isPre ? tree.text.replaceAll('\n', lineBreak) : tree.text;
      return;
    }
    const tag = tree.tag.toLowerCase();
    const isInline = inlineTags.test(tag);
    // What is invisible still takes its place.
    const isMadeInvisible = tree.attributes.includes('visibility');
    const isGone = (tree.isHidden && !isMadeInvisible) || unseen.test(tag);
    if (!isInline) blocks.push('');
    if (tag === 'br') blocks[blocks.length - 1] += lineBreak;
    if (isGone) return;
    for (const child of tree.children) read(child, isPre || tag === 'pre', isInvisible || isMadeInvisible);
    if (!isInline) blocks.push('');
  };
  for (const tree of page) read(tree, false, false);
  return blocks
    .map((block) =>
      block
        .replace(/[\0-\x20\u00a0\ue000]+/g, (run) => (run.includes(lineBreak) ? '\n' : ' '))
        .replace(/^[ \n]|[ \n]$/g, ''),
    )
    .filter((block) => block !== '')
    .join('\n');
}

test('the visible text of any tree is its blocks, one a line, without what is hidden, white space collapsed', () => {
  fc.assert(
    fc.property(page, (trees) => {
      expect(extractText(htmlOf(trees), 'visible').text).toBe(visibleText(trees));
    }),
    { numRuns: 600 },
  );
});

test('a parsed page gives all that its markup gives', () => {
  fc.assert(
    fc.property(page, inlines, (trees, title) => {
      const html = `<html><head><title>${htmlOf(title.filter((tree) => 'html' in tree))}</title></head><body>${htmlOf(trees)}`;
      const dom = parseDocument(html) as unknown as DomNode;
      for (const mode of ['main', 'visible'] as const) {
        expect(extractFromDom(dom, mode), html).toEqual(extractText(html, mode));
      }
    }),
    { numRuns: 300 },
  );
});
