import {
  hostOf,
  NamesAtUrl,
  nameDigest,
  ownNames,
  patternsOf,
  TextsAtUrl,
  textHash,
  withTexts,
} from '../../../src/flow/index.ts';
import { escaped, lineOf, tags, unescaped } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';
import { parseFacts } from './described.ts';
import { TextOnHosts } from './text-on-hosts.ts';
import {
  equalMessage,
  isMessage,
  keyOfHost,
  keyOfPattern,
  noGroup,
  noMessage,
  noName,
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
    const waiting = new SpilledLines();
    let firsts: readonly string[] = [];
    let hasChanged = wallKinds.map(() => false);
    let given = new NamesAtUrl();
    let texts = wallKinds.map(() => new TextsAtUrl());
    await eachKey(
      call,
      ([, , tag, id, isNamed, names, name, ...groups]) => {
        if (tag !== tags.grouped) return;
        if (waiting.count === 0) firsts = groups;
        // pages without a shared text get a group of their own
        else hasChanged = hasChanged.map((known, kind) => known || groups[kind] !== firsts[kind]);
        given.add(Number(name));
        for (const [kind, group] of groups.entries())
          texts[kind].add(group === noGroup ? undefined : textHash(group, 0));
        waiting.push([id, isNamed, names, name, ...groups].join('\t'));
      },
      async (key) => {
        const url = key.slice(1);
        const host = keyOfHost(hostOf(unescaped(url)));
        for (const line of waiting.lines()) {
          const [id, isNamed, names, name, ...groups] = line.split('\t');
          const isShort = names !== '' && names !== noMessage && isNamed !== '1' ? '1' : '0';
          for (const [kind, group] of groups.entries()) {
            if (group === noGroup) continue;
            const besideName = given.beside(Number(name), hasChanged[kind] && url !== '');
            const beside = String(withTexts(besideName, texts[kind].beside(textHash(group, 0))));
            const own = isMessage[kind] ? names || noName : names === noMessage ? names : '';
            const ofText = isMessage[kind] ? '0' : name;
            const about = [host, url, isNamed, own, beside, isShort, ofText, id];
            call.output.line(lineOf(`${kind}:${group}`, tags.grouped, ...about));
          }
          if (call.output.isFull) await call.output.drained();
        }
        waiting.clear();
        hasChanged = wallKinds.map(() => false);
        given = new NamesAtUrl();
        texts = wallKinds.map(() => new TextsAtUrl());
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
