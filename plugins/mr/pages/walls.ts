import {
  ChangedUrls,
  fewestBesideMessage,
  hostOf,
  type Named,
  NamesAtUrl,
  nameDigest,
  noneNamed,
  ownNames,
  patternsOf,
  standingHosts,
  standsForOthers,
  standsForOtherValues,
  type TextAtPattern,
  TextPatterns,
  urlWords,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { parseFacts } from './described.ts';

/**
 * Which pages count as of one text: those of one message, those of one host and name that are of one, those of them that say
 * hardly more, and those of a cluster. A page of several walls is of the last kind.
 */
export const wallKinds = ['message', 'namesakes', 'brief', 'cluster'] as const;

/** One of {@link wallKinds}. */
export type WallKind = (typeof wallKinds)[number];

/** Which kinds are walls by patterns of URLs as well, and with no other page beside them. */
const isMessage: readonly boolean[] = wallKinds.map((kind) => kind === 'message' || kind === 'brief');
/** Its pages have no other text in common than that; how many have a name in common is told by `alikeMessages`. */
const equalMessage = String(wallKinds.indexOf('message'));
const noGroup = '';
/** Digits of a key of 48 bits. */
const PATTERN_DIGITS = 15;

/** Facts and the texts that a page has with others, by page → the pages by their URLs. Memory: one page. */
export function wallPages(): Verb {
  return async (call) => {
    let page: { readonly url: string; readonly about: readonly string[] } | undefined;
    let groups = wallKinds.map(() => noGroup);
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.facts) {
          const facts = parseFacts(fields[1]);
          const { url, isNamedByUrl } = facts;
          const named = isNamedByUrl === undefined ? '' : isNamedByUrl ? '1' : '0';
          const own = ownNames(facts);
          const names = own === undefined ? '' : `${own.key}:${own.named}`;
          page = { url, about: [named, names, String(nameDigest(facts))] };
        } else if (tag === tags.inGroup) groups[Number(fields[0])] = fields[1];
      },
      (id) => {
        if (page !== undefined)
          call.output.line(lineOf(`:${escaped(page.url)}`, tags.grouped, id, ...page.about, ...groups));
        page = undefined;
        groups = wallKinds.map(() => noGroup);
      },
    );
  };
}

/** Facts of pages → those whose URLs have words, by host, and articles by the patterns that their URLs fit. */
export function worded(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, , field]) => {
      if (tag !== tags.facts) return;
      const { url, isNamedByUrl, kind } = parseFacts(field);
      if (isNamedByUrl !== undefined)
        call.output.line(lineOf(keyOfHost(hostOf(url)), tags.worded, isNamedByUrl ? '1' : '0'));
      if (kind !== 'article') return;
      for (const { key } of patternsOf(url)) call.output.line(lineOf(keyOfPattern(key), tags.ofPattern));
    });
}

function keyOfHost(host: string): string {
  return `:${escaped(host)}`;
}

/** Unlike that of any host. */
function keyOfPattern(key: number): string {
  return `*${padded(key, PATTERN_DIGITS)}`;
}

/** Writes how many pages share a text, or a name, at patterns of their URLs. */
export function writeShared({ output }: VerbCall, kind: WallKind, at: Iterable<TextAtPattern>): void {
  for (const { key, pages } of at)
    output.line(lineOf(keyOfPattern(key), tags.sharedAt, String(wallKinds.indexOf(kind)), countField(pages)));
}

/**
 * The pages of each URL → those of each text, with what else the URL gave (`NamesAtUrl`).
 * Memory: the same for any number of pages, which wait on disk.
 */
export function byUrl(): Verb {
  return async (call) => {
    const waiting = new SpilledLines();
    let firsts: readonly string[] = [];
    let hasChanged = wallKinds.map(() => false);
    let given = new NamesAtUrl();
    await eachKey(
      call,
      ([, , tag, id, isNamed, names, name, ...groups]) => {
        if (tag !== tags.grouped) return;
        if (waiting.count === 0) firsts = groups;
        // pages of no text are of one that no other page counts in
        else hasChanged = hasChanged.map((known, kind) => known || groups[kind] !== firsts[kind]);
        given.add(Number(name));
        waiting.push([id, isNamed, names, name, ...groups].join('\t'));
      },
      async (key) => {
        const url = key.slice(1);
        const host = keyOfHost(hostOf(unescaped(url)));
        for (const line of waiting.lines()) {
          const [id, isNamed, names, name, ...groups] = line.split('\t');
          const isShort = names !== '' && isNamed !== '1' ? '1' : '0';
          for (const [kind, group] of groups.entries()) {
            if (group === noGroup) continue;
            const beside = String(given.beside(Number(name), hasChanged[kind] && url !== ''));
            const own = isMessage[kind] ? names : '';
            const about = [host, url, isNamed, own, beside, isShort, id];
            call.output.line(lineOf(`${kind}:${group}`, tags.grouped, ...about));
          }
          if (call.output.isFull) await call.output.drained();
        }
        waiting.clear();
        hasChanged = wallKinds.map(() => false);
        given = new NamesAtUrl();
      },
    );
  };
}

/** What is known of the pages of a host with a text. */
interface OfHost {
  worded: number;
  named: number;
  pages: number;
  /** Of their URLs. */
  readonly words: Set<string>;
  readonly patterns: TextPatterns;
}

function noneOfHost(): OfHost {
  return { worded: 0, named: 0, pages: 0, words: new Set(), patterns: new TextPatterns() };
}

/**
 * The pages of each text → those that are a wall, since their URLs gave another text at other times, and those that may be one,
 * as far as the text tells. Memory: the words of the URLs of one text, and 16 values of each of their patterns; its pages wait on disk.
 */
export function wallTexts(): Verb {
  return async (call) => {
    let hosts = new Map<string, OfHost>();
    let urls = new ChangedUrls();
    let isUnnamed = false;
    const pages = new SpilledLines();
    await eachKey(
      call,
      ([, , tag, host, url, isNamed, names, beside, isShort, id]) => {
        if (tag !== tags.grouped) return;
        let ofHost = hosts.get(host);
        if (ofHost === undefined) hosts.set(host, (ofHost = noneOfHost()));
        ofHost.pages++;
        if (isNamed !== '') ofHost.worded++;
        if (isNamed === '1') ofHost.named++;
        else if (isNamed === '0') isUnnamed = true;
        ofHost.words.add(urlWords(unescaped(url)).join(' '));
        if (names !== '') {
          const [own, named] = names.split(':');
          ofHost.patterns.add(unescaped(url), own, Number(named));
        }
        urls.add(url, Number(beside), isShort === '1');
        pages.push([id, host].join('\t'));
      },
      async (key) => {
        await tellText(call, key, { hosts, pages, isUnnamed, hasChanged: urls.areOfWall });
        hosts = new Map();
        urls = new ChangedUrls();
        isUnnamed = false;
        pages.clear();
      },
    );
  };
}

async function tellText(
  call: VerbCall,
  key: string,
  text: {
    readonly hosts: ReadonlyMap<string, OfHost>;
    readonly pages: SpilledLines;
    readonly isUnnamed: boolean;
    readonly hasChanged: boolean;
  },
): Promise<void> {
  const { output } = call;
  const { hosts, pages } = text;
  const isWall = text.hasChanged && hosts.size === 1;
  const unlikeAt = new Map([...hosts].map(([host, { patterns }]) => [host, [...patterns.unlike()]]));
  const { hosts: standing, unlike } = standingHosts(
    new Map(text.isUnnamed ? [...hosts].map(([host, { words }]) => [host, words]) : []),
  );
  const isTold = (host: string): boolean => isWall || standing.has(host) || unlikeAt.get(host)!.length > 0;
  if (![...hosts.keys()].some(isTold)) return;
  const own = { worded: 0, named: 0, pages: 0 };
  for (const [host, { worded, named, pages }] of hosts) {
    if (isTold(host)) own.pages += pages;
    if (standing.has(host)) {
      own.worded += worded;
      own.named += named;
    }
    const counts = [worded, named].map(countField);
    if (isWall) output.line(lineOf(host, tags.notUsual, key[0], ...counts));
    else output.line(lineOf(host, tags.ofText, key[0], key, ...counts, standing.has(host) ? '1' : '0'));
    if (key[0] === equalMessage) writeShared(call, 'message', unlikeAt.get(host)!);
    for (const at of unlikeAt.get(host)!) {
      const pattern = keyOfPattern(at.key);
      const [pages, named, unlike] = [at.pages, at.named, at.unlike].map(countField);
      if (isWall) output.line(lineOf(pattern, tags.wallAt, key[0], pages));
      else output.line(lineOf(pattern, tags.askedAt, key, pages, named, unlike));
    }
  }
  if (isWall) output.line(lineOf(key, tags.wall, countField(own.pages)));
  else {
    const counts = [own.worded, own.named, unlike, own.pages];
    output.line(lineOf(key, tags.mayBeWall, ...counts.map(countField)));
  }
  call.count(isWall ? 'walls' : 'texts');
  for (const line of pages.lines()) {
    const [id, host] = line.split('\t');
    if (isTold(host)) output.line(lineOf(key, tags.standing, id));
    if (output.isFull) await output.drained();
  }
}

/** Pages of hosts and patterns that are of no wall, and those with texts that may be one → the latter by text, with the former. Memory: counts of one host. */
export function wallHosts(): Verb {
  return async (call) => {
    const all = { worded: 0, named: 0 };
    let taken: Named[] = wallKinds.map(() => noneNamed);
    let atPattern = 0;
    let [shared, walled] = [wallKinds.map(() => 0), wallKinds.map(() => 0)];
    await eachKey(
      call,
      ([, host, tag, ...fields]) => {
        if (tag === tags.notUsual) {
          const [kind, worded, named] = fields.map(Number);
          taken[kind] = { worded: taken[kind].worded + worded, named: taken[kind].named + named };
        } else if (tag === tags.worded) {
          all.worded++;
          all.named += Number(fields[0]);
        } else if (tag === tags.ofText) {
          const [kind, text, worded, named, isStanding] = fields;
          const others = taken[Number(kind)];
          const usual = [all.worded - others.worded, all.named - others.named].map(countField);
          call.output.line(lineOf(text, tags.usual, host, worded, named, isStanding, ...usual));
        } else if (tag === tags.ofPattern) atPattern++;
        else if (tag === tags.sharedAt) shared[Number(fields[0])] += Number(fields[1]);
        else if (tag === tags.wallAt) walled[Number(fields[0])] += Number(fields[1]);
        else if (tag === tags.askedAt) {
          const [text, ...own] = fields;
          const taken = walled[Number(text[0])];
          const all = [atPattern - taken, shared[Number(text[0])] - taken].map(countField);
          call.output.line(lineOf(text, tags.usualAt, host, ...own, ...all));
        }
      },
      () => {
        atPattern = 0;
        [shared, walled] = [wallKinds.map(() => 0), wallKinds.map(() => 0)];
        all.worded = 0;
        all.named = 0;
        taken = wallKinds.map(() => noneNamed);
      },
    );
  };
}

/**
 * What is known of each text, of the other pages of its hosts, and which are walls already → the new walls, which are counted as
 * `walls`. Memory: the same for texts on any number of hosts, which wait on disk.
 */
export function wallVerdicts(): Verb {
  return async (call) => {
    let text: readonly number[] | undefined;
    let isWall = false;
    let isByPattern = false;
    const usual = { worded: 0, named: 0 };
    const [hosts, patterns] = [new SpilledLines(), new SpilledLines()];
    call.count('walls', 0);
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.mayBeWall) text = fields.map(Number);
        else if (tag === tags.wall) isWall = true;
        else if (tag === tags.usual) {
          const [host, worded, named, isStanding, ...others] = fields;
          hosts.push([host, worded, named].join('\t'));
          if (isStanding !== '1') return;
          usual.worded += Number(others[0]);
          usual.named += Number(others[1]);
        } else if (tag === tags.usualAt) {
          const [pattern, count, ...others] = fields;
          patterns.push([pattern, count].join('\t'));
          const [pages, named, unlike, allPages, shared] = [count, ...others].map(Number);
          isByPattern ||= standsForOtherValues({ pages, named, unlike }, { pages: allPages, shared });
        }
      },
      async (key) => {
        if (text !== undefined && !isWall) {
          const [worded, named, unlike, pages] = text;
          const fewest = isMessage[Number(key[0])] ? fewestBesideMessage : undefined;
          if (isByPattern || standsForOthers({ worded, named }, usual, unlike, fewest)) {
            call.output.line(lineOf(key, tags.wall, countField(pages)));
            call.count('walls');
            for (const line of hosts.lines()) {
              const [host, ...counts] = line.split('\t');
              call.output.line(lineOf(host, tags.notUsual, key[0], ...counts));
              if (call.output.isFull) await call.output.drained();
            }
            for (const line of patterns.lines()) {
              const [pattern, pages] = line.split('\t');
              call.output.line(lineOf(pattern, tags.wallAt, key[0], pages));
              if (call.output.isFull) await call.output.drained();
            }
          }
        }
        text = undefined;
        isWall = false;
        usual.worded = 0;
        usual.named = 0;
        hosts.clear();
        patterns.clear();
        isByPattern = false;
      },
    );
  };
}

/** The walls, and the pages of texts that might have been → the pages of walls. Memory: one count. */
export function walled(): Verb {
  return async (call) => {
    let count = '';
    await eachKey(
      call,
      ([, key, tag, field]) => {
        if (tag === tags.wall) count = field;
        else if (tag === tags.standing && count !== '') {
          call.output.line(lineOf(field, tags.wall, key[0], count));
          call.count('pages');
        }
      },
      () => {
        count = '';
      },
    );
  };
}

function countField(count: number): string {
  return padded(count, digits.count);
}
