import {
  fingerprint128,
  gramsOfMost,
  hostOf,
  isOfOneMessage,
  mostCounted,
  namesKey,
  shownNames,
} from '../../../src/flow/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { idField, parseTokens } from '../sets/set-text.ts';
import { StoredPages } from '../sets/stored-pages.ts';
import { parsePage } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';
import { type WallKind, wallKinds } from './walls.ts';

/** Digits of a key of 53 bits. */
const KEY_DIGITS = 16;

/** Pages → those of a message, by what they say, and by their hosts and names. */
export function messages(): Verb {
  return (call) =>
    eachLine(call, (fields) => {
      const [, id, tag, size, tokens] = fields;
      if (tag !== tags.page) return;
      const { facts, grams } = parsePage(fields);
      const { kind, isNamedByUrl, message, names, url } = facts;
      if (kind !== 'article' || message === undefined) return;
      call.output.line(lineOf(keyOf('message', message), tags.grouped, id));
      if (names.length === 0) return;
      const hash = Buffer.from(fingerprint128(grams)).readUInt32LE();
      const key = keyOf('namesakes', namesKey(hostOf(url), shownNames(url, names)));
      const named = isNamedByUrl === true ? '1' : '0';
      call.output.line(lineOf(key, tags.grouped, padded(hash, digits.count), id, size, tokens, named));
    });
}

function keyOf(kind: WallKind, key: number): string {
  return `${wallKinds.indexOf(kind)}:${padded(key, KEY_DIGITS)}`;
}

/**
 * The pages of each message, and those of one host and its names → those of several that are alike. Memory: the grams of 4,096
 * short pages; the others of a name wait on disk.
 */
export function alikeMessages(): Verb {
  return async (call) => {
    let ids = 0;
    let first = '';
    const write = (key: string, id: string): void =>
      call.output.line(lineOf(id, tags.inGroup, key[0], key.slice(2)));
    let namesakes = new StoredPages();
    let areNamed = true;
    await eachKey(
      call,
      ([, key, tag, ...fields]) => {
        if (tag !== tags.grouped) return;
        if (fields.length === 1) {
          ids++;
          if (ids === 1) first = fields[0];
          if (ids === 2) write(key, first);
          if (ids > 1) write(key, fields[0]);
        } else {
          const [, id, size, tokens, named] = fields;
          areNamed &&= named === '1';
          namesakes.push(Number(id), parseTokens(tokens, Number(size)), '');
        }
      },
      async (key) => {
        ids = 0;
        if (namesakes.length === 0) return;
        if (namesakes.length > 1 && !areNamed) {
          const common = gramsOfMost(setsOf(namesakes));
          let alone: string | undefined;
          let alike = 0;
          for (let page = 0; page < namesakes.length; page++) {
            if (!isOfOneMessage(namesakes.gramsOf(page), common)) continue;
            const id = idField(namesakes.idOf(page));
            alike++;
            if (alike === 1) alone = id;
            else {
              if (alone !== undefined) write(key, alone);
              alone = undefined;
              write(key, id);
            }
            if (call.output.isFull) await call.output.drained();
          }
        }
        namesakes.close();
        namesakes = new StoredPages();
        areNamed = true;
      },
    );
    namesakes.close();
  };
}

/** Those that tell what most have: the ones of smallest hash, which come first. */
function* setsOf(pages: StoredPages): Generator<BigUint64Array> {
  for (let page = 0; page < Math.min(pages.length, mostCounted); page++) yield pages.gramsOf(page);
}
