import { hostOf, nameDigest, ownNames, patternsOf } from '../../../src/flow/index.ts';
import { escaped, lineOf, tags } from '../lines/format.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';
import { parseFacts } from './described.ts';
import { PagesAtUrl } from './pages-at-url.ts';
import { TextOnHosts } from './text-on-hosts.ts';
import {
  equalMessage,
  keyOfHost,
  keyOfPattern,
  noGroup,
  noMessage,
  saidInText,
  wallKinds,
} from './wall-lines.ts';

/** Facts, and the texts that a page shares with others, by page → the pages by URL. Memory: one page. */
export function wallPages(): Verb {
  return async (call) => {
    let page: { readonly url: string; readonly about: readonly string[] } | undefined;
    let groups = wallKinds.map(() => noGroup);
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.facts) {
          const facts = parseFacts(fields[1]);
          const { url, isNamedByUrl, saysUrl } = facts;
          const named = isNamedByUrl === undefined ? '' : isNamedByUrl ? '1' : saysUrl ? saidInText : '0';
          const own = ownNames(facts);
          const withoutNames = facts.message === undefined ? noMessage : '';
          const names = own === undefined ? withoutNames : `${own.key}:${own.named}:${own.hiddenTitle ?? ''}`;
          page = { url, about: [named, names, String(nameDigest(facts))] };
        } else if (tag === tags.inGroup) groups[Number(fields[0])] = fields[1];
      },
      (id) => {
        if (page !== undefined) {
          const [named, ...names] = page.about;
          // what a message says that no other page has may be the address that was asked for
          const said = named === saidInText && groups[Number(equalMessage)] === noGroup ? '0' : named;
          call.output.line(lineOf(`:${escaped(page.url)}`, tags.grouped, id, said, ...names, ...groups));
        }
        page = undefined;
        groups = wallKinds.map(() => noGroup);
      },
    );
  };
}

/** Facts of pages → pages whose URLs have words, by host, and articles by the patterns of their URLs. */
export function worded(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, , field]) => {
      if (tag !== tags.facts) return;
      const { url, isNamedByUrl, kind, hidesTitle } = parseFacts(field);
      if (isNamedByUrl !== undefined)
        call.output.line(lineOf(keyOfHost(hostOf(url)), tags.worded, isNamedByUrl ? '1' : '0'));
      if (kind !== 'article') return;
      for (const { key } of patternsOf(url))
        call.output.line(lineOf(keyOfPattern(key), tags.ofPattern, hidesTitle ? '1' : '0'));
    });
}

/**
 * The pages of each URL → the pages of each text, with what else the URL gave (`withTexts`). Memory: constant; pages
 * wait on disk.
 */
export function byUrl(): Verb {
  return async (call) => {
    const pages = new PagesAtUrl();
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.grouped) pages.add(fields);
      },
      async (key) => {
        await pages.tell(call, key.slice(1));
        pages.clear();
      },
    );
  };
}

/**
 * The pages of each text → those that are a wall, because their URLs gave another text at other times, and those that
 * may be one, as far as the text shows. Memory: constant, that of `TextUrls` and `StandingHosts`; pages, URLs and hosts
 * wait on disk.
 */
export function wallTexts(): Verb {
  return async (call) => {
    const text = new TextOnHosts();
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.grouped) text.add(fields);
      },
      async (key) => {
        await text.tell(call, key);
        text.clear();
      },
    );
  };
}
