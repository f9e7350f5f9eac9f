import {
  fingerprint128,
  hostOf,
  namesKey,
  nameToCompare,
  ofMessage,
  openPart,
  pagesOfOneMessage,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { idField, parseSize, parseTokens } from '../sets/set-text.ts';
import { StoredPages } from '../sets/stored-pages.ts';
import { parsePage } from '../verbs/pages.ts';
import { eachKey, type Verb, type VerbCall } from '../verbs/verb.ts';
import { TextUrls } from './text-urls.ts';
import { type WallKind, wallKinds, writeShared } from './wall-lines.ts';

/** Number of digits of a key of 53 bits. */
const KEY_DIGITS = 16;
/** Size and tokens of a page that consists of template only. */
const nothing: readonly string[] = ['0', ''];

/** Pages and their contents → pages with a message, by their text and by host and names. Memory: a page. */
export function messages(): Verb {
  return async (call) => {
    let page: readonly string[] = [];
    let content = nothing;
    await eachKey(
      call,
      (fields) => {
        if (fields[2] === tags.page) page = fields;
        else if (fields[2] === tags.content) content = fields.slice(3);
      },
      (id) => {
        if (page.length > 0) tellMessage(call, id, page, content);
        page = [];
        content = nothing;
      },
    );
  };
}

function tellMessage(
  { output }: VerbCall,
  id: string,
  page: readonly string[],
  content: readonly string[],
): void {
  const { facts, grams } = parsePage(page);
  const { kind, isNamedByUrl, message, names, url } = facts;
  if (kind !== 'article' || message === undefined) return;
  output.line(lineOf(keyOf('message', message), tags.grouped, id));
  if (names.length === 0) return;
  const hash = Buffer.from(fingerprint128(grams)).readUInt32LE();
  const key = keyOf('namesakes', namesKey(hostOf(url), nameToCompare(url, names)));
  const about = [escaped(url), isNamedByUrl === true ? '1' : '0'];
  const sets = [...page.slice(3, 5), ...content];
  output.line(lineOf(key, tags.grouped, padded(hash, digits.count), id, ...about, ...sets));
}

function keyOf(kind: WallKind, key: number): string {
  return `${wallKinds.indexOf(kind)}:${padded(key, KEY_DIGITS)}`;
}

/**
 * The pages of each message, and those of one host with the same names → groups of several pages with one message, and
 * how many have a name in common at the patterns of their URLs. Memory: the grams of 4,096 short pages; further pages
 * of a name wait on disk.
 */
export function alikeMessages(): Verb {
  return async (call) => {
    let equal = 0;
    let first = '';
    const write = (kind: WallKind, key: string, id: string): void =>
      call.output.line(lineOf(id, tags.inGroup, String(wallKinds.indexOf(kind)), key.slice(2)));
    let namesakes = new Namesakes();
    await eachKey(
      call,
      ([, key, tag, ...fields]) => {
        if (tag !== tags.grouped) return;
        if (fields.length > 1) {
          namesakes.add(fields.slice(1));
          return;
        }
        equal++;
        if (equal === 1) first = fields[0];
        if (equal === 2) write('message', key, first);
        if (equal > 1) write('message', key, fields[0]);
      },
      async (key) => {
        equal = 0;
        if (namesakes.length === 0) return;
        for (const [kind, id] of namesakes.ofOneMessage()) {
          write(kind, key, id);
          if (call.output.isFull) await call.output.drained();
        }
        await writeShared(call, 'brief', namesakes.urls.unlike());
        namesakes.close();
        namesakes = new Namesakes();
      },
    );
    namesakes.close();
  };
}

/**
 * The pages of one host and name, those whose sets have the smallest hashes first. Memory: 8 MB, a page, a byte for
 * each page, and the memory of `TextUrls`.
 */
class Namesakes {
  readonly urls = new TextUrls();
  readonly #pages = new StoredPages();
  readonly #contents = new StoredPages();
  /** Whether all are versions of one page, as in `messagesAmong`. */
  #areOfOne = true;
  #open = '';

  get length(): number {
    return this.#pages.length;
  }

  add([field, url, named, ...sets]: readonly string[]): void {
    const [grams, content] = [sets.slice(0, 2), sets.slice(2)].map(([size, tokens]) =>
      parseTokens(tokens, parseSize(size)),
    );
    const id = Number(field);
    this.#pages.push(id, grams, '');
    this.#contents.push(id, content, '');
    this.urls.add(url, '', 0);
    const open = openPart(unescaped(url));
    if (this.length === 1) this.#open = open;
    this.#areOfOne &&= named === '1' && open === this.#open;
  }

  /** The pages with one message, if there is one (`messagesAmong` of `src/flow`). */
  *ofOneMessage(): Generator<[kind: WallKind, id: string]> {
    if (this.#areOfOne) return;
    const kinds = pagesOfOneMessage(this.length, {
      gramsOf: (page) => this.#pages.gramsOf(page),
      contentOf: (page) => this.#contents.gramsOf(page),
    });
    for (const [page, kind] of kinds?.entries() ?? []) {
      const id = idField(this.#pages.idOf(page));
      if (kind >= ofMessage.it) yield ['namesakes', id];
      if (kind >= ofMessage.briefly) yield ['brief', id];
    }
  }

  close(): void {
    this.#pages.close();
    this.#contents.close();
    this.urls.clear();
  }
}
