import { ownersInFlat } from './flat-data.ts';
import { parsedJson } from './parsed-json.ts';
import { isProse } from './prose.ts';
import { hasRoughly } from './rough-words.ts';
import { readScriptStrings, type ScriptString } from './script-strings.ts';
import { mayBeState } from './script-types.ts';
import { headingIn, streamParts } from './streamed-state.ts';

/** What a page carries in scripts and templates, for a script to show. */
interface InertContent {
  /** JSON, of one script or attribute each; of an assignment what stands right of it. */
  readonly data: readonly string[];
  /** Scripts that are run. */
  readonly code: readonly string[];
  /** Text of `<template>` elements. */
  readonly templates: string;
}

/** Strings of JSON that have so many words are text for readers. */
const fewestWords = 8;
/** What programs call the name of a thing beside its text, the surest first: schema.org, and nearly all others. */
const nameKeys = ['headline', 'title', 'name'];
const longestName = 200;
/** Of a main heading, which names the page where no object does. */
const headingKey = 'h1';
/** Eight words are no shorter, in code units: three letters each of scripts without blanks. */
const shortestProse = 16;
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

/** Of scripts that hand over a text, as much as this stands in it, as a share of their code; programs hold messages, too. */
const fewestOfCode = 1 / 4;

/**
 * Texts that a page carries for a script to show, the surest first: the `articleBody` of its JSON-LD (schema.org), the
 * text of its templates, and all longer strings of its data, as frameworks leave there what a page was made of, or the prose in strings of
 * its scripts, whichever is longer. Tags in them and `{{…}}` are left out. O(content).
 */
export function* inertTexts({ data, code, templates }: InertContent): Generator<InertText> {
  const bodies: DataString[] = [];
  const strings: DataString[] = [];
  const scripts = [...code];
  for (const each of data) {
    // an assignment to a variable ends in a semicolon
    const value = parsedJson(each.trimEnd().replace(/;$/, ''));
    // not JSON: the object of a script, or with more of the script behind it
    if (value === undefined) scripts.push(each);
    for (const string of stringsOf(value)) {
      if (string.key === 'articleBody') bodies.push(string);
      else if (hasRoughly(string.text, fewestWords)) strings.push(string);
    }
  }
  yield textOf(bodies);
  yield { text: plain(templates), names: [] };
  const [ofData, ofScripts] = [textOf(strings), textOf(proseIn(scripts))];
  yield ofData.text.length >= ofScripts.text.length ? ofData : ofScripts;
}

/**
 * The prose in strings of scripts. Scripts that are the same but for their only string hand over the pieces of one, as
 * `push([1, "…"])` again and again.
 */
function proseIn(scripts: readonly string[]): DataString[] {
  const found: DataString[] = [];
  let pieces: string[] = [];
  let around = '';
  const add = (strings: readonly ScriptString[], code: string): void => {
    const texts = strings.flatMap(proseOf);
    const length = texts.reduce((sum, { text }) => sum + text.length, 0);
    if (length >= fewestOfCode * code.length) for (const each of texts) found.push(each);
  };
  const addPieces = (): void => {
    if (pieces.length > 0) add([{ text: pieces.join(''), key: '', of: {} }], around);
    pieces = [];
  };
  for (const script of scripts) {
    const strings: ScriptString[] = [];
    let count = 0;
    const code = readScriptStrings(script, (string) => {
      if (count++ === 0 || string.text.length >= shortestProse) strings.push(string);
    });
    if (count === 1) {
      if (code !== around) addPieces();
      around = code;
      pieces.push(strings[0]!.text);
    } else if (count > 1) add(strings, code);
  }
  addPieces();
  return found;
}

/** The prose in a string of a script: its own, or that of the data in it. */
function proseOf(string: ScriptString): DataString[] {
  const parts = [...streamParts(string.text)];
  if (parts.length === 0) return isProse(plain(string.text)) ? [string] : [];
  return parts
    .flatMap((part) =>
      'text' in part ? [{ key: '', text: part.text, of: undefined }] : [...stringsOf(part.value)],
    )
    .filter(({ key, text }) => key === headingKey || isProse(plain(text)));
}

/** The strings, each once, with the name of the longest one. */
function textOf(strings: readonly DataString[]): InertText {
  let longest: DataString | undefined;
  for (const each of strings) {
    if (longest === undefined || each.text.length > longest.text.length) longest = each;
  }
  const texts = new Set(strings.map(({ text }) => text));
  const names = namesIn(longest?.of);
  const heading = strings.find(({ key }) => key === headingKey);
  if (names.length === 0 && heading !== undefined) names.push(plain(heading.text.slice(0, longestName)));
  return { text: plain([...texts].join('\n')), names };
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

/** All strings in a value, in its order. No recursion, whatever the nesting. */
function* stringsOf(value: unknown): Generator<DataString> {
  const waiting: { key: string; value: unknown; of: object | undefined; level: number }[] = [
    { key: '', value, of: undefined, level: 0 },
  ];
  const flat = Array.isArray(value) ? value : [];
  const owners = ownersInFlat(flat);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, of } = next;
    let { value, level } = next;
    if (typeof value === 'string') {
      const inner = level < mostLevels && mayBeState(value) ? parsedJson(value) : undefined;
      if (inner === undefined) yield { key, text: value, of };
      value = inner;
      level++;
    }
    if (typeof value !== 'object' || value === null) continue;
    const heading = Array.isArray(value) ? headingIn(value) : '';
    if (heading !== '') yield { key: headingKey, text: heading, of: undefined };
    const around = Array.isArray(value) ? of : value;
    const isFlat = value === flat && owners.size > 0;
    for (const [key, inner] of Object.entries(value).reverse())
      waiting.push({ key, value: inner, of: isFlat ? owners.get(Number(key)) : around, level });
  }
}

/** Each part that is left out ends at the next of its kind, so that no text is looked through twice. */
function plain(text: string): string {
  return text.replace(/<[^<>]*>|\{\{[^{}]*\}\}/g, ' ').trim();
}
