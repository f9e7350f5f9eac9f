import { hasMatches } from './has-matches.ts';

/** What a page carries in scripts and templates, for a script to show. */
interface InertContent {
  /** JSON, of one script each; of an assignment what stands right of it. */
  readonly data: readonly string[];
  /** Text of `<template>` elements. */
  readonly templates: string;
}

/** Strings of JSON that have so many words are text for readers. */
const fewestWords = 8;

/**
 * Texts that a page carries for a script to show, the surest first: the `articleBody` of its JSON-LD (schema.org), the
 * text of its templates, and all longer strings of its data, as frameworks leave there what a page was made of. Tags
 * in them and `{{…}}` are left out. O(content).
 */
export function* inertTexts({ data, templates }: InertContent): Generator<string> {
  const values = data.map(parsed);
  const bodies: string[] = [];
  const strings: string[] = [];
  for (const value of values) {
    for (const { key, text } of stringsOf(value)) {
      if (key === 'articleBody') bodies.push(text);
      else if (hasMatches(text, /\S+/g, fewestWords)) strings.push(text);
    }
  }
  yield plain(bodies.join('\n'));
  yield plain(templates);
  yield plain([...new Set(strings)].join('\n'));
}

function parsed(json: string): unknown {
  try {
    // an assignment to a variable ends in a semicolon
    return JSON.parse(json.trimEnd().replace(/;$/, ''));
  } catch {
    return undefined;
  }
}

/** All strings in a value, in its order, each with the name it has. No recursion, whatever the nesting. */
function* stringsOf(value: unknown): Generator<{ readonly key: string; readonly text: string }> {
  const waiting: { readonly key: string; readonly value: unknown }[] = [{ key: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'string') yield { key: next.key, text: next.value };
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value).reverse()) waiting.push({ key, value: inner });
  }
}

/** Each part that is left out ends at the next of its kind, so that no text is looked through twice. */
function plain(text: string): string {
  return text.replace(/<[^<>]*>|\{\{[^{}]*\}\}/g, ' ').trim();
}
