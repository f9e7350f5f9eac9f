import { GONE, INVISIBLE, SHOWN, SIZED, TRANSPARENT, UNSIZED, VISIBLE } from './element-bits.ts';

/** A box at most this wide or high shows no text: `1px` boxes hide what only screen readers should say. */
const thinPixels = 1;
/** What is moved this far is not on the screen. */
const farPixels = -900;
/** Approximate pixels of each unit. Percentages are taken of a screen. */
const pixelsOf: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 1.33, em: 16, rem: 16, ex: 8, ch: 8, cm: 38, mm: 3.8, in: 96, pc: 16 },
  ...{ '%': 10, vw: 10, vh: 10, vmin: 10, vmax: 10 },
};

/**
 * What a `style` attribute, or the declarations of a rule, say about whether readers see an element: bits of
 * element-bits.ts.
 *
 * This recognises `display: none`, `visibility`, text without a size, boxes without a size that cut off what does not
 * fit, clipping to nothing, places far off the screen, and full transparency that no script is about to lift (animated
 * pages fade their text in: `opacity: 0` beside a transform or a transition). It does not recognise text in the colour
 * of its background, or boxes that cover others. Cost: O(style).
 */
export function hidingOf(style: string): number {
  if (!mayMatter.test(style)) return 0;
  let bits = 0;
  let isThin = false;
  let isCut = false;
  let isTransparent = false;
  let isAnimated = false;
  for (const declaration of plain(style).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    switch (property) {
      case 'display':
        bits |= startsWithWord(value, 'none') ? GONE : SHOWN;
        break;
      case 'visibility':
        bits |= /^(?:hidden|collapse)/.test(value) ? INVISIBLE : VISIBLE;
        break;
      case 'font-size':
        bits |= pixels(value) === 0 ? UNSIZED : SIZED;
        break;
      case 'opacity':
        isTransparent = pixels(value) === 0;
        break;
      case 'width':
      case 'height':
      case 'max-width':
      case 'max-height':
        isThin ||= pixels(value) <= thinPixels;
        break;
      case 'overflow':
      case 'overflow-x':
      case 'overflow-y':
        isCut = /^(?:hidden|clip)/.test(value);
        break;
      case 'clip':
      case 'clip-path':
        if (clipsAll.test(value)) bits |= GONE;
        break;
      case 'left':
      case 'right':
      case 'top':
      case 'bottom':
      case 'margin-left':
      case 'margin-top':
      case 'text-indent':
        if (pixels(value) <= farPixels) bits |= GONE;
        break;
      case 'transform':
        isAnimated = true;
        if (/\bscale[xy]?\(\s*0(?:\.0*)?\s*[,)]/.test(value)) bits |= GONE;
        if (pixels(/\btranslate[xy]?\(([^(,)%]*)[,)]/.exec(value)?.[1]?.trim() ?? '') <= farPixels)
          bits |= GONE;
        break;
      case 'transition':
      case 'animation':
      case 'will-change':
        isAnimated = true;
        break;
    }
  }
  if (isThin && isCut) bits |= GONE;
  if (isTransparent && !isAnimated) bits |= TRANSPARENT;
  return bits;
}

/** Styles that matter contain one of these. Most styles contain none. */
const mayMatter =
  /display|visib|font-size|opacity|width|height|clip|left|right|top|bottom|indent|transform|\\|\/\*/i;
const clipsAll =
  /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|^inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|^circle\(\s*0/;

/** Lower case, without comments and escapes. */
function plain(style: string): string {
  let text = style;
  if (text.includes('/*')) text = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  if (text.includes('\\')) {
    // 64 escapes a match, since each match takes memory
    text = text.replace(/(?:\\(?:[\da-f]{1,6}\s?|[\s\S])){1,64}/gi, unescaped);
  }
  return text.toLowerCase();
}

function unescaped(escapes: string): string {
  return escapes.replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, (_, code, character) =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}

function startsWithWord(value: string, word: string): boolean {
  return value.startsWith(word) && !/[\w-]/.test(value.charAt(word.length));
}

/** A length in pixels, approximately; NaN if the value is no length. */
function pixels(value: string): number {
  const [, number, unit] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s?([a-z]*|%)(?![\w%])/.exec(value) ?? [];
  return Number(number) * (pixelsOf[unit ?? ''] ?? Number.NaN);
}
