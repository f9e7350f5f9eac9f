import { visible } from './browser/visible.ts';

/** Text that is already HTML. Only `html` makes it, so that no other text gets into a report unescaped. */
export interface Markup {
  readonly markup: string;
}

/** The values that a template may contain: text and numbers are escaped, the others yield nothing. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/** HTML from a template. Values are escaped; control and direction characters in them become visible. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let markup = parts[0]!;
  for (let i = 0; i < contents.length; i++) markup += markupOf(contents[i]) + parts[i + 1]!;
  return { markup };
}

/** Takes our own text (a script, a style sheet, an image) as HTML unchanged. */
export function trusted(markup: string): Markup {
  return { markup };
}

function markupOf(content: Content): string {
  if (content === false || content === undefined) return '';
  if (typeof content === 'object') {
    return 'markup' in content ? content.markup : content.map(markupOf).join('');
  }
  return escaped(visible(String(content)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
