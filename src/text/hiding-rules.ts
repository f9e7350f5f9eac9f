import { GONE, INVISIBLE, SHOWN, TRANSPARENT, UNSIZED, VISIBLE } from './element-bits.ts';
import { hidingOf } from './hiding.ts';

/** Most rules that are kept of two or more names that show again what one name hides. Pages have a few. */
const mostShowing = 64;

/**
 * The names of classes and ids that the style sheets within a page hide.
 *
 * Rules outside of `@media` and other at-rules are read, in order, if their selector is one class or id (`.menu`,
 * `div.menu`, `#wall`). A later rule that shows the name again revokes an earlier one. A rule of several names on one
 * element (`.tab.active`) that shows it wins over a rule of a single name. Other selectors are ignored, since their
 * elements are not known while the page is read.
 */
export class HidingRules {
  readonly #hidden = new Map<string, number>();
  readonly #showing: string[][] = [];

  /** Whether any name hides its element. */
  get any(): boolean {
    return this.#hidden.size > 0;
  }

  clear(): void {
    this.#hidden.clear();
    this.#showing.length = 0;
  }

  /** Adds the rules of a style sheet. Cost: O(css). */
  add(css: string): void {
    for (const { selectors, body } of topRules(css)) {
      const bits = hidingOf(body);
      if (bits === 0) continue;
      for (const selector of selectors.split(',')) this.#addOne(selector.trim(), bits);
    }
  }

  /** How the rules hide an element with these classes and ids, separated by white space: bits of `hidingOf`. */
  of(names: string): number {
    let bits = 0;
    const tokens = names.split(/\s+/);
    for (const token of tokens) bits |= this.#hidden.get(token) ?? 0;
    if (bits === 0) return 0;
    const own = new Set(tokens);
    return this.#showing.some((wanted) => wanted.every((name) => own.has(name))) ? 0 : bits;
  }

  #addOne(selector: string, bits: number): void {
    if (!/^(?:[a-z]\w*)?(?:[.#][\w-]+)+$/i.test(selector)) return;
    // each name once: elements with that name would be asked for it as often as it stands there
    const names = [...new Set(selector.slice(selector.search(/[.#]/) + 1).split(/[.#]/))];
    const hides = (bits & (GONE | INVISIBLE | TRANSPARENT | UNSIZED)) !== 0;
    if (names.length === 1) {
      if (hides) this.#hidden.set(names[0]!, bits);
      else this.#hidden.delete(names[0]!);
    } else if (!hides && (bits & (SHOWN | VISIBLE)) !== 0 && this.#showing.length < mostShowing) {
      this.#showing.push(names);
    }
  }
}

/** The top-level rules of a style sheet, without at-rules and what is in them. */
function* topRules(css: string): Generator<{ selectors: string; body: string }> {
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, ' ');
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at);
    if (open < 0) return;
    const selectors = text.slice(at, open);
    const statement = selectors.lastIndexOf(';');
    const end = endOfBlock(text, open);
    if (
      !selectors
        .slice(statement + 1)
        .trimStart()
        .startsWith('@')
    ) {
      yield { selectors: selectors.slice(statement + 1), body: text.slice(open + 1, end) };
    }
    at = end + 1;
  }
}

/** Where the block that opens at `open` ends; nested blocks end first. */
function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x7b) depth++;
    else if (unit === 0x7d && --depth === 0) return i;
  }
  return text.length;
}
