import { decodeAttribute } from './entities.ts';
import { ownersInFlat } from './flat-data.ts';
import { parsedJson } from './parsed-json.ts';
import { isProse } from './prose.ts';
import { hasRoughly } from './rough-words.ts';
import { readScriptStrings, type ScriptString } from './script-strings.ts';
import { mayBeState } from './script-types.ts';
import { headingIn, rowsNamedBy, streamParts } from './streamed-state.ts';

/** What a page carries in its scripts and templates for a script to show. */
interface InertContent {
  /** JSON, each from one script or attribute. Of an assignment, the right-hand side. */
  readonly data: readonly string[];
  /** Scripts that are run. */
  readonly code: readonly string[];
  /** Text of `<template>` elements and of other markup or Markdown. */
  readonly templates: string;
  /** Heading of that markup; '' if it has none. */
  readonly heading: string;
}

/** A string of JSON with at least so many words is text for readers. */
const fewestWords = 8;
/** Keys of the name that stands beside a text, the surest first: schema.org's, then those of nearly all others. */
const nameKeys = ['headline', 'title', 'name'];
const longestName = 200;
/** Key of a main heading, which names the page if no object does. */
const headingKey = 'h1';
/** Keys of what Next.js sends along with each page, to be shown in place of pages that are missing or closed to the reader. */
const keysOfOthers = new Set(['notFound', 'forbidden', 'unauthorized']);
/** In React's flight data, a reference to another part of it, or a value that JSON does not have, such as `$undefined`. */
const reference = /^\$\S*$/;
/** Eight words have at least so many code units. In scripts without spaces, three letters count as a word. */
const shortestProse = 16;
/**
 * Most levels of data within strings of data, as left by servers that pass on an answer. Limited, since each level
 * reads the whole text again.
 */
const mostLevels = 2;

/** A text, and its names in the data. */
interface InertText {
  readonly text: string;
  readonly names: readonly string[];
}

/** A string of data. */
interface DataString {
  readonly key: string;
  readonly text: string;
  /** The object that contains the string, directly or in a list. */
  readonly of: object | undefined;
}

/** A script hands over a text if its prose is at least this share of its code. Programs contain messages, too. */
const fewestOfCode = 1 / 4;

/**
 * Texts that a page carries for a script to show, the surest first: the `articleBody` of its JSON-LD (schema.org); the
 * text of its templates; all longer strings of its data, where frameworks leave what a page was made of, or the prose
 * in strings of its scripts, whichever is longer. Tags and `{{…}}` in these texts are left out, and character references decoded. O(content).
 */
export function* inertTexts({ data, code, templates, heading }: InertContent): Generator<InertText> {
  const bodies: DataString[] = [];
  const strings: DataString[] = [];
  const scripts = [...code];
  for (const each of data) {
    // an assignment to a variable ends in a semicolon
    const value = parsedJson(each.trimEnd().replace(/;$/, ''));
    // not JSON: an object in the syntax of scripts, or followed by more of the script
    if (value === undefined) scripts.push(each);
    for (const string of stringsOf(value)) {
      if (string.key === 'articleBody') bodies.push(string);
      else if (hasRoughly(string.text, fewestWords)) strings.push(string);
    }
  }
  yield textOf(bodies);
  yield { text: plain(templates), names: nameOf(heading) };
  const [ofData, ofScripts] = [textOf(strings), textOf(proseIn(scripts))];
  yield ofData.text.length >= ofScripts.text.length ? ofData : ofScripts;
}

/**
 * The prose in strings of scripts. Successive scripts that differ only in their single string, such as
 * `push([1, "…"])`, hand over the pieces of one string.
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

/** The prose in a string of a script: the string itself, or strings of the data in it. */
function proseOf(string: ScriptString): DataString[] {
  const parts = [...streamParts(string.text)];
  if (parts.length === 0) return isProse(plain(string.text)) ? [string] : [];
  const ofOthers = new Set<string>();
  return parts
    .flatMap((part) => {
      if ('text' in part) return [{ key: '', text: part.text, of: undefined }];
      return part.row !== undefined && ofOthers.has(part.row) ? [] : [...stringsOf(part.value, ofOthers)];
    })
    .filter(({ key, text }) => key === headingKey || isProse(plain(text)));
}

/** The distinct strings as one text, with the name of the longest one, or the heading above it. */
function textOf(strings: readonly DataString[]): InertText {
  let longest: DataString | undefined;
  let heading: DataString | undefined;
  let last: DataString | undefined;
  for (const each of strings) {
    if (each.key === headingKey) last = each;
    if (longest !== undefined && each.text.length <= longest.text.length) continue;
    longest = each;
    heading = last;
  }
  const texts = new Set(strings.map(({ text }) => plain(text)));
  const names = namesIn(longest?.of);
  heading ??= strings.find(({ key }) => key === headingKey);
  if (names.length === 0 && heading !== undefined) names.push(...nameOf(heading.text));
  return { text: [...texts].join('\n').trim(), names };
}

/**
 * Length of the data that no script is to show, in code units: what tells search engines what a page is (JSON-LD, which states its
 * `@context`), and programs that begin with an assignment. O(data).
 */
export function lengthOfOtherData(data: readonly string[]): number {
  let length = 0;
  for (const each of data) if (!endsAsJson(each) || isJsonLd(each)) length += each.length;
  return length;
}

/** Whether it ends as objects and lists of JSON do, and as assignments of these. */
function endsAsJson(value: string): boolean {
  const end = value.trimEnd().replace(/;$/, '').trimEnd();
  return end.endsWith('}') || end.endsWith(']');
}

function isJsonLd(json: string): boolean {
  // the state of a framework may be a megabyte, which `inertTexts` parses, too
  if (!json.includes('"@context"')) return false;
  const value = parsedJson(json);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null && '@context' in first;
}

function namesIn(object: object | undefined): string[] {
  if (object === undefined) return [];
  const values = new Map<string, unknown>(Object.entries(object));
  for (const key of nameKeys) {
    const value = values.get(key);
    const names = typeof value === 'string' ? nameOf(value) : [];
    if (names.length > 0) return names;
  }
  return [];
}

function nameOf(heading: string): string[] {
  const name = plain(heading.slice(0, longestName));
  return name === '' || reference.test(name) ? [] : [name];
}

/**
 * All strings in a value, in order. No recursion, however deep the nesting.
 *
 * @param ofOthers takes the rows that are shown in place of other pages
 */
function* stringsOf(value: unknown, ofOthers?: Set<string>): Generator<DataString> {
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
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (keysOfOthers.has(key)) for (const row of rowsNamedBy(inner)) ofOthers?.add(row);
      else waiting.push({ key, value: inner, of: isFlat ? owners.get(Number(key)) : around, level });
    }
  }
}

/** The text of a string in HTML, or of one that is escaped as a whole. O(text). */
function plain(text: string): string {
  const bare = withoutTags(text);
  const decoded = decodeAttribute(bare);
  // what is escaped between tags is an example of markup
  return (bare === text && decoded !== bare ? withoutTags(decoded) : decoded).trim();
}

/** The text without tags and `{{…}}`. No match crosses the start of another, so that no text is scanned twice. */
function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>|\{\{[^{}]*\}\}/g, ' ');
}
