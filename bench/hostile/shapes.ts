/** Makes an input of about `size` bytes. */
export type Shape = (size: number) => string;

/** Bytes of a unit: in UTF-8, or one per character if these are the bytes of a dump. */
function bytesOf(unit: string): number {
  return /[^\0-\xff]/.test(unit) ? Buffer.byteLength(unit) : unit.length;
}

/** `before`, then as many `unit` as fit, then `after`. */
export function run(unit: string | ((i: number) => string), before = '', after = ''): Shape {
  return (size) => {
    if (typeof unit === 'string')
      return before + unit.repeat(Math.max(1, Math.floor(size / bytesOf(unit)))) + after;
    const parts: string[] = [];
    for (let i = 0, length = 0; length < size; i++) {
      const part = unit(i);
      parts.push(part);
      length += bytesOf(part);
    }
    return before + parts.join('') + after;
  };
}

/**
 * One unit over the first half of the size and another over the second half: for example tags that are opened and
 * then closed, or closed in the wrong order.
 */
export function halves(first: string, second: string): Shape {
  return (size) => run(first)(size / 2) + run(second)(size / 2);
}

/** Ordinary English prose. The cost of other shapes is a multiple of its cost. */
export const prose: Shape = run(
  (i) =>
    `The ${words[i % 7]} ${words[(i * 5 + 3) % 11]} ${i % 97} sees a ${words[(i * 3) % 13]}, and it is new.\n`,
);

const words = [
  'river',
  'index',
  'crawler',
  'page',
  'library',
  'garden',
  'signal',
  'harbour',
  'letter',
].concat(...[['window', 'mountain', 'record', 'copy']]);

/** Runs of each class of characters, and text that makes tokenisers look back or ahead. */
export const textShapes: Readonly<Record<string, Shape>> = {
  'one letter': run('a'),
  'one-letter words': run('a '),
  'the same word': run('word '),
  'words of their own': run((i) => `w${i} `),
  spaces: run(' '),
  'no-break spaces': run('\u00a0'),
  tabs: run('\t'),
  'line feeds': run('\n'),
  'carriage returns': run('\r'),
  'lines of one word': run('word\n'),
  digits: run('7'),
  NULs: run('\0'),
  'full stops': run('.'),
  'one-word sentences': run('So. '),
  'ideographic full stops': run('字。'),
  quotes: run('"'),
  apostrophes: run("a'"),
  hyphens: run('a-'),
  marks: run('\u0301', 'x'),
  'marks of two orders': run('\u0316\u0301', 'x'),
  'marks of two orders on Cyrillic': run('\u0316\u0301', 'ж'),
  'letters with 30 marks': run(`x${'\u0301\u0316'.repeat(15)}`),
  'letters with 31 marks': run(`x${'\u0301\u0316'.repeat(15)}\u0301`),
  'iota subscripts': run('\u0345', 'x'),
  'grapheme joiners': run('\u034f', 'x'),
  'zero width joiners': run('\u200d', 'x'),
  'variation selectors': run('\ufe0f', 'x'),
  'direction overrides': run('\u202e', 'x'),
  'soft hyphens': run('a\u00ad'),
  'half signs': run('½'),
  'long compatibility forms': run('\ufdfa'),
  'sharp s': run('ß'),
  'dotted capital i': run('İ'),
  'ligatures that fold to three letters': run('ﬃ'),
  'hangul vowels': run('\u1161', '\u1100'),
  'hangul letters': run('\u1100\u1161\u11a8'),
  'han letters': run('漢'),
  'kana with voice marks': run('か\u3099'),
  'thai letters': run('ก'),
  'thai marks': run('\u0e35', 'ก'),
  'tibetan subjoined letters': run('\u0f90', '\u0f40'),
  emoji: run('\u{1f600}'),
  'emoji families': run('\u{1f469}\u200d'),
  'regional indicators': run('\u{1f1e6}'),
  'astral letters': run('\u{1d538}'),
  'astral marks': run('\u{1d165}', 'x'),
  'high surrogates': run('\ud800'),
  'low surrogates': run('\udc00'),
  'swapped surrogates': run('\udc00\ud800'),
};

/** Markup that makes parsers nest, search, or buffer. */
export const htmlShapes: Readonly<Record<string, Shape>> = {
  'open divs': run('<div>'),
  'divs, closed': halves('<div>', '</div>'),
  'divs of text': run('<div>a'),
  'open spans': run('<span>'),
  'open paragraphs': run('<p>'),
  'bold paragraphs': run('<b><p>'),
  'links in links': run('<a href=x>a'),
  'closing of what is not open': run('</section>', '<div>'),
  'closing that crosses': run('<b><i></b></i>'),
  'a div for each stray end': run('<div></p>'),
  'list items': run('<li>a'),
  'lists in lists': run('<ul><li>'),
  'tables in tables': run('<table><tr><td>'),
  'rows without a table': run('<tr><td>a'),
  'definition lists': run('<dl><dt><dd>'),
  'deep, then stray ends': halves('<div><b>', '</p>'),
  'deep, then paragraphs': halves('<b>', '<p>'),
  'deep, then links': halves('<div>', '<a>x</a>'),
  'open angle brackets': run('<'),
  'angle brackets and letters': run('<a'),
  'open end tags': run('</'),
  'open comments': run('<!--'),
  'comments that nearly end': run('--', '<!--'),
  'open declarations': run('<!'),
  'open character data': run('<![CDATA['),
  'processing instructions': run('<?x'),
  'open scripts': run('<script>'),
  'scripts that nearly end': run('</scrip', '<script>'),
  'quotes in a script': run('"', '<script>'),
  'quotes in a script, escaped': run('\\"', '<script>"'),
  'strings in a script': run('"a",', '<script>'),
  'comments in a script': run('/*', '<script>'),
  'braces in a script': run('{"', '<script>'),
  'pieces of a stream': run('<script>push("0:T1,a0:T1,")</script>'),
  'scripts of one letter': run('<script>a</script>'),
  'open styles': run('<style>'),
  'titles that nearly end': run('</titl', '<title>'),
  'open text areas': run('<textarea>'),
  'open templates': run('<template>'),
  'attributes of data': run(`<p a="[${'['.repeat(200)}">`),
  'words in noscript': run('<i>a ', '<noscript>'),
  noscripts: run('<noscript>a'),
  'svg in svg': run('<svg>'),
  'attributes of their own': run((i) => `a${i}=${i} `, '<p '),
  'the same attribute': run('class=a ', '<p '),
  'an open attribute': run('a', '<p class="'),
  'equals signs': run('=', '<p '),
  'quotes in a tag': run('"', '<p '),
  'slashes in a tag': run('/', '<p '),
  'a long tag name': run('a', '<'),
  'a long class': run('a', '<div class="', '">text'),
  'classes of one letter': run('a ', '<div class="', '">text'),
  'names of their own': run((i) => `<div class="nav c${i}" id=x${i}>a</div>`),
  ampersands: run('&'),
  entities: run('&amp;'),
  'entities without an end': run('&amp'),
  'long names of entities': run('a', '&'),
  'numeric entities': run('&#x41;'),
  'long numeric entities': run('0', '&#'),
  'huge numeric entities': run('&#xffffffff;'),
  'styles of one declaration': run('<p style="display:none">a</p>'),
  'a long style': run('display:;', '<p style="', '">a'),
  'spaces in a style': run(' ', '<p style="display', ':none">a'),
  'escapes in a style': run('\\64 ', '<p style="', '">a'),
  'comments in a style': run('/*', '<p style="', '">a'),
  'rules and classes': run((i) => `<style>.c${i}{display:none}</style><p class="c${i}">a</p>`),
  'rules that show': run((i) => `<style>.x{display:none}.x.c${i}{display:block}</style><p class="x">a`),
  'open rules': run('.a{', '<style>'),
  'at-rules': run('@a{', '<style>', '</style>'),
  'selector lists': run('.a,', '<style>', '.b{display:none}</style>'),
  'long selectors': run('.a', '<style>', '{display:none}</style><p class="a">b'),
  headings: run('<h1>a'),
  'definitions of meta': run('<meta charset=utf-8>'),
  'password fields': run('<input type=password>'),
};

/** Values of header fields. */
export const headerShapes: Readonly<Record<string, Shape>> = {
  'charset, spaces': run(' ', 'text/html; charset'),
  'charset, again and again': run('charset'),
  'charset and spaces': run('charset   '),
  'charset without value': run('charset='),
  'charset, quotes': run('"', 'charset='),
  'charset, long value': run('a', 'charset='),
  parameters: run('; a=b', 'text/html'),
  semicolons: run(';'),
  equals: run('='),
  commas: run(','),
  'text/': run('text/'),
  slashes: run('/'),
  spaces: run(' '),
  tabs: run('\t'),
  'a token': run('a'),
  'utf-8': run('utf-8'),
  unicode: run('unicode-1-1-'),
  quotes: run('"'),
  backslashes: run('\\'),
  'high bytes': run('\u00ff'),
};
