import { hasRoughly } from './rough-words.ts';
import { mayBeState } from './script-types.ts';

/** What a page carries in scripts and templates, for a script to show. */
interface InertContent {
  /** JSON, of one script or attribute each; of an assignment what stands right of it. */
  readonly data: readonly string[];
  /** Text of `<template>` elements. */
  readonly templates: string;
}

/** Strings of JSON that have so many words are text for readers. */
const fewestWords = 8;
/** What programs call the name of a thing beside its text, the surest first: schema.org, and nearly all others. */
const nameKeys = ['headline', 'title', 'name'];
const longestName = 200;
/** Data within strings of data, as servers that pass on an answer leave it: no deeper, as each text is read at each level. */
const mostLevels = 2;

/** A text, and what the data calls it. */
interface InertText {
  readonly text: string;
  readonly names: readonly string[];
}

/** A string of data. */
interface DataString {
  readonly key: string;
  readonly text: string;
  /** The object that it is in, or that its list is in. */
  readonly of: object | undefined;
}

/**
 * Texts that a page carries for a script to show, the surest first: the `articleBody` of its JSON-LD (schema.org), the
 * text of its templates, and all longer strings of its data, as frameworks leave there what a page was made of. Tags
 * in them and `{{…}}` are left out. O(content).
 */
export function* inertTexts({ data, templates }: InertContent): Generator<InertText> {
  const bodies: DataString[] = [];
  const strings: DataString[] = [];
  for (const value of data.map(parsed)) {
    for (const each of stringsOf(value)) {
      if (each.key === 'articleBody') bodies.push(each);
      else if (hasRoughly(each.text, fewestWords)) strings.push(each);
    }
  }
  yield textOf(bodies);
  yield { text: plain(templates), names: [] };
  yield textOf(strings);
}

/** The strings, each once, with the name of the longest one. */
function textOf(strings: readonly DataString[]): InertText {
  let longest: DataString | undefined;
  for (const each of strings) {
    if (longest === undefined || each.text.length > longest.text.length) longest = each;
  }
  const texts = new Set(strings.map(({ text }) => text));
  return { text: plain([...texts].join('\n')), names: namesIn(longest?.of) };
}

function namesIn(object: object | undefined): string[] {
  if (object === undefined) return [];
  const values = new Map<string, unknown>(Object.entries(object));
  for (const key of nameKeys) {
    const value = values.get(key);
    const name = typeof value === 'string' ? plain(value.slice(0, longestName)) : '';
    if (name !== '') return [name];
  }
  return [];
}

function parsed(json: string): unknown {
  try {
    // an assignment to a variable ends in a semicolon
    return JSON.parse(json.trimEnd().replace(/;$/, ''));
  } catch {
    return undefined;
  }
}

/** All strings in a value, in its order. No recursion, whatever the nesting. */
function* stringsOf(value: unknown): Generator<DataString> {
  const waiting: { key: string; value: unknown; of: object | undefined; level: number }[] = [
    { key: '', value, of: undefined, level: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, of } = next;
    let { value, level } = next;
    if (typeof value === 'string') {
      const inner = level < mostLevels && mayBeState(value) ? parsed(value) : undefined;
      if (inner === undefined) yield { key, text: value, of };
      value = inner;
      level++;
    }
    if (typeof value !== 'object' || value === null) continue;
    const around = Array.isArray(value) ? of : value;
    for (const [key, inner] of Object.entries(value).reverse())
      waiting.push({ key, value: inner, of: around, level });
  }
}

/** Each part that is left out ends at the next of its kind, so that no text is looked through twice. */
function plain(text: string): string {
  return text.replace(/<[^<>]*>|\{\{[^{}]*\}\}/g, ' ').trim();
}
