import type { Draw } from './draw.ts';

/** A well-nested page, and its visible and hidden words. */
export interface DrawnPage {
  readonly html: string;
  /** Words that are visible. */
  readonly seen: readonly string[];
  /** Words that are hidden, or that are not part of the page's text. */
  readonly hidden: readonly string[];
}

/** Ways to hide an element by its `style`. */
const hidingStyles = [
  'display:none',
  'DISPLAY : NONE',
  'display:none !important',
  'color:red;display:none',
  'display:/**/none',
  'displa\\79:none',
  'visibility:hidden',
  'visibility: collapse;',
  'font-size:0',
  'font-size: 0px;color:blue',
  'opacity:0',
  'position:absolute;left:-9999px',
  'text-indent:-9999em',
  'width:1px;height:1px;overflow:hidden',
  'clip:rect(0 0 0 0)',
  'clip-path:inset(50%)',
  'transform:scale(0)',
];

/** Styles that hide nothing. */
const plainStyles = ['color:red', 'margin:0 auto', 'width:300px', 'display:block', 'font-size:14px', ''];

/** Markup between the words of a text. None of it is visible as a word. */
const fillers = [
  ...[
    '&amp;',
    '&lt;',
    '&gt;',
    '&nbsp;',
    '&#65;',
    '&#x1F600;',
    '&notit;',
    '&',
    '&#;',
    '&#xD800;',
    '&#0;',
    '&hellip',
  ],
  ...[
    '\u0301\u0316',
    '\u202e',
    '\u2066',
    '\u200d',
    '\ufeff',
    '\u00ad',
    '漢字',
    'กี',
    '\u{1f469}\u200d\u{1f469}',
  ],
  ...[
    'İ',
    'ß',
    'ﬃ',
    '½',
    '\ud800',
    '\udc00',
    '\u2028',
    '\u0085',
    '\0',
    '\u000b',
    '"',
    "'",
    '.',
    '\t',
    '\r\n',
    '\n',
  ],
  ...['1 < 2', 'a > b', '</ x>', '<3', '--', ']]>', '{}', ';'],
];

/** Names of elements that occur in a line of text. */
const inlines = ['b', 'i', 'em', 'strong', 'span', 'u', 'code', 'small', 'font', 'x-custom', 'sup', 'label'];
const flows = ['div', 'section', 'blockquote', 'nav', 'header', 'footer', 'aside', 'figure'];
/** What a page has once: a hidden element with one of them may be the page itself, which a script is to show. */
const [flowsOfPages, linesOfPages] = [['article', 'main'], ['h1']];
const lines = ['p', 'p', 'p', 'h2', 'pre'];
/** Elements whose content is not text of the page. */
const unseen = ['script', 'style', 'template', 'svg', 'textarea', 'noscript', 'iframe', 'select', 'canvas'];

/** Draws pages from a grammar. They are well nested, so that every parser builds the same tree. */
export function drawPage(draw: Draw): DrawnPage {
  return new PageGrammar(draw).page();
}

class PageGrammar {
  readonly #draw: Draw;
  readonly #seen: string[] = [];
  readonly #hidden: string[] = [];
  /** Classes and ids that a style sheet hides, as attributes. */
  readonly #hidingNames: string[] = [];
  #words = 0;
  /** Whether the current place is hidden: its words count as hidden. */
  #isHidden = false;
  #inLink = false;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  page(): DrawnPage {
    const draw = this.#draw;
    const head = `<title>${this.#hiddenWord()}</title>${draw.chance(0.5) ? this.#styleSheet() : ''}`;
    const depth = draw.chance(0.06) ? draw.pick([1, 40, 505, 509, 510, 511, 512, 600, 1500]) : 0;
    const content = this.#flow(0);
    const body = `${'<div>'.repeat(depth)}${content}${'</div>'.repeat(depth)}`;
    const html = `${draw.pick(['<!doctype html>', '', '<!-- first -->', '\ufeff'])}<html${this.#attributes()}><head>${head}</head><body>${body}</body></html>`;
    return { html, seen: this.#seen, hidden: this.#hidden };
  }

  #word(): string {
    const list = this.#isHidden ? this.#hidden : this.#seen;
    const word = `${this.#isHidden ? 'gone' : 'seen'}${this.#words++}x`;
    list.push(word);
    return word;
  }

  #hiddenWord(): string {
    const word = `gone${this.#words++}x`;
    this.#hidden.push(word);
    return word;
  }

  #text(): string {
    const { list, few, pick, chance } = bound(this.#draw);
    return list(1 + few(5), () => (chance(0.5) ? ` ${this.#word()} ` : ` ${pick(fillers)} `)).join('');
  }

  #flow(depth: number): string {
    const draw = this.#draw;
    const count = depth > 6 ? 1 : 1 + draw.few(5);
    return draw.list(count, () => this.#block(depth + 1)).join(draw.pick(['', '\n', ' ']));
  }

  #block(depth: number): string {
    const draw = this.#draw;
    const kind = depth > 6 ? 0 : draw.below(12);
    if (kind < 3)
      return this.#element(draw.pick(this.#named(lines, linesOfPages)), () => this.#inline(depth));
    if (kind < 5) return this.#element(draw.pick(this.#named(flows, flowsOfPages)), () => this.#flow(depth));
    if (kind === 5) {
      const items = (): string =>
        draw.list(1 + draw.few(4), () => this.#element('li', () => this.#flow(depth + 2))).join('');
      return this.#element(draw.pick(['ul', 'ol']), items);
    }
    if (kind === 6) {
      const cells = (): string =>
        draw.list(1 + draw.few(3), () => this.#element('td', () => this.#flow(depth + 3))).join('');
      const rows = (): string => draw.list(1 + draw.few(3), () => this.#element('tr', cells)).join('');
      return this.#element('table', () => this.#element('tbody', rows));
    }
    if (kind < 9) return this.#hiddenElement(draw.pick(['div', 'section', 'p']), depth);
    if (kind === 9) return this.#unseenElement();
    return draw.chance(0.5) ? this.#noText() : this.#text();
  }

  #named(names: readonly string[], ofPages: readonly string[]): readonly string[] {
    return this.#isHidden ? names : [...names, ...ofPages];
  }

  #inline(depth: number): string {
    const draw = this.#draw;
    const parts = draw.list(1 + draw.few(depth > 9 ? 0 : 4), () => {
      const kind = draw.below(9);
      if (kind < 4 || depth > 9) return this.#text();
      if (kind === 4) return this.#element(draw.pick(inlines), () => this.#inline(depth + 1));
      if (kind === 5) return this.#link(depth);
      if (kind === 6) return this.#hiddenElement(draw.pick(['span', 'b', 'i']), depth);
      return kind === 7
        ? this.#noText()
        : draw.pick(['<br>', '<wbr>', '<img alt="gonexalt" src=x>', '<input value=gonexvalue>']);
    });
    return parts.join('');
  }

  #link(depth: number): string {
    if (this.#inLink) return this.#text();
    this.#inLink = true;
    const link = `<a href="/x?gonexhref">${this.#inline(depth + 1)}</a>`;
    this.#inLink = false;
    return link;
  }

  #element(name: string, content: () => string): string {
    const shown = this.#draw.chance(0.1) ? name.toUpperCase() : name;
    return `<${shown}${this.#attributes()}>${content()}</${shown}${this.#draw.pick(['', '', ' '])}>`;
  }

  #hiddenElement(name: string, depth: number): string {
    const wasHidden = this.#isHidden;
    this.#isHidden = true;
    const isFlow = name === 'div' || name === 'section';
    const content = isFlow ? this.#flow(depth + 1) : this.#inline(depth + 1);
    this.#isHidden = wasHidden;
    return `<${name}${this.#hidingAttribute()}>${content}</${name}>`;
  }

  #hidingAttribute(): string {
    const draw = this.#draw;
    const named = this.#hidingNames.length > 0 && draw.chance(0.4);
    if (named) return ` ${draw.pick(this.#hidingNames)}`;
    if (draw.chance(0.3)) return draw.pick([' hidden', ' HIDDEN=""', ' hidden=hidden', " data-x='>' hidden"]);
    const style = draw.pick(hidingStyles);
    return draw.pick([
      ` style="${style}"`,
      ` style='${style}'`,
      ` STYLE = "${style}"`,
      ` class="a" style="${style}" id=b`,
      ` style="${asEntities(style, draw)}"`,
      // the first of two attributes counts
      ` style="${style}" style="display:block;visibility:visible;font-size:9px"`,
    ]);
  }

  /** Attributes that hide nothing. */
  #attributes(): string {
    const { few, list, pick } = bound(this.#draw);
    // within hidden elements, a style that restores size or visibility would show the text again
    const styles = this.#isHidden ? ['color:red'] : plainStyles;
    const choices = [
      () => ` class="${pick(['a', 'nav-x', 'text', 'a b c', ''])}"`,
      () => ` id=${pick(['x', 'y', 'wall'])}`,
      () => ` title="gonextitle ${pick(['>', '<p>', '&quot;', "'"])}"`,
      () => ` data-${pick(['a', 'b'])}=${pick(['1', '"2"', "'>'"])}`,
      () => ` style="${pick(styles)}"`,
      () => ` lang=en`,
      () => ` ${pick(['checked', 'async', 'dir="rtl"', 'onclick="gonexclick()"'])}`,
    ];
    return list(few(3), () => pick(choices)()).join('');
  }

  #unseenElement(): string {
    const name = this.#draw.pick(unseen);
    const content = `${this.#hiddenWord()} ${this.#draw.pick(['', '/* x */', 'a{}', '1 && 2', '&amp;'])}`;
    return `<${name}${this.#attributes()}>${name === 'style' ? `/* ${content} */` : content}</${name}>`;
  }

  /** Markup that is not an element: comments, declarations, processing instructions. */
  #noText(): string {
    const word = this.#hiddenWord();
    return this.#draw.pick([
      `<!-- ${word} -->`,
      `<!--${word}--!>`,
      `<!-- <p>${word}</p> -->`,
      `<!${word}>`,
      `<?${word} ?>`,
      `<![CDATA[${word}]]>`,
      `</${word}>`,
    ]);
  }

  #styleSheet(): string {
    const draw = this.#draw;
    const rules = draw.list(1 + draw.few(4), () => {
      const name = `n${this.#words++}`;
      const [selector, attribute] = draw.pick([
        [`.${name}`, `class="${name}"`],
        [`.${name}`, `class="a ${name} b"`],
        [`#${name}`, `id=${name}`],
        [`.${name},.other`, `class='${name}'`],
      ]);
      this.#hidingNames.push(attribute);
      return `${draw.pick(['', '@media print{.q{display:block}}', '/* } */', 'p{margin:0}', '<!--'])}${selector}{${draw.pick(hidingStyles)}}`;
    });
    return `<style>${rules.join('\n')}</style>`;
  }
}

/** Writes some characters as references. */
function asEntities(text: string, draw: Draw): string {
  return [...text].map((letter) => (draw.chance(0.2) ? `&#${letter.charCodeAt(0)};` : letter)).join('');
}

/** The methods of a `Draw`, bound to it. */
function bound(draw: Draw): Pick<Draw, 'list' | 'few' | 'pick' | 'chance'> {
  return {
    list: (count, make) => draw.list(count, make),
    few: (most) => draw.few(most),
    pick: (choices) => draw.pick(choices),
    chance: (probability) => draw.chance(probability),
  };
}
