import {
  ChangedUrls,
  fewestValues,
  hostOf,
  type Named,
  NamesAtUrl,
  nameDigest,
  neededForWall,
  noneNamed,
  ownNames,
  patternsOf,
  StandingHosts,
  standsForOthers,
  standsForOtherValues,
  type TextAtPattern,
  urlWords,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { parseFacts } from './described.ts';
import { TextUrls } from './text-urls.ts';

/**
 * The kinds of groups of pages that count as having one text: pages with one message; pages of one host and name with
 * one message; those of the latter that say hardly more than the message; and the pages of a cluster. A page of several
 * walls belongs to that of the last kind.
 */
export const wallKinds = ['message', 'namesakes', 'brief', 'cluster'] as const;

/** One of {@link wallKinds}. */
export type WallKind = (typeof wallKinds)[number];

/** The kinds that can be walls also by patterns of URLs, and without any other page of the host. */
const isMessage: readonly boolean[] = wallKinds.map((kind) => kind === 'message' || kind === 'brief');
/** The kind whose pages share only that text. `alikeMessages` says how many have a name in common. */
const equalMessage = String(wallKinds.indexOf('message'));
const noGroup = '';
/** In place of the names of a page whose text is no message. */
const noMessage = '-';
/** Number of digits of a key of 48 bits. */
const PATTERN_DIGITS = 15;

/** A count for each kind. */
const noneOfKinds = (): number[] => wallKinds.map(() => 0);

type SharedAtPattern = Pick<TextAtPattern, 'key' | 'pages' | 'unlike'>;

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
          const { url, isNamedByUrl } = facts;
          const named = isNamedByUrl === undefined ? '' : isNamedByUrl ? '1' : '0';
          const own = ownNames(facts);
          const withoutNames = facts.message === undefined ? noMessage : '';
          const names = own === undefined ? withoutNames : `${own.key}:${own.named}`;
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

/** Facts of pages → pages whose URLs have words, by host, and articles by the patterns of their URLs. */
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

/** Differs from the key of any host. */
function keyOfPattern(key: number): string {
  return `*${padded(key, PATTERN_DIGITS)}`;
}

/** Writes how many pages share a text or a name at the patterns of their URLs, and under how many values. */
export async function writeShared(
  { output }: VerbCall,
  kind: WallKind,
  at: Iterable<SharedAtPattern>,
): Promise<void> {
  for (const each of at) {
    output.line(sharedLine(kind, each));
    if (output.isFull) await output.drained();
  }
}

function sharedLine(kind: WallKind, { key, pages, unlike }: SharedAtPattern): string {
  const counts = [pages, unlike].map(countField);
  return lineOf(keyOfPattern(key), tags.sharedAt, String(wallKinds.indexOf(kind)), ...counts);
}

/**
 * The pages of each URL → the pages of each text, with what else the URL gave (`NamesAtUrl`). Memory: constant; pages
 * wait on disk.
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
        // pages without a shared text get a group of their own
        else hasChanged = hasChanged.map((known, kind) => known || groups[kind] !== firsts[kind]);
        given.add(Number(name));
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
            const beside = String(given.beside(Number(name), hasChanged[kind] && url !== ''));
            const own = isMessage[kind] || names === noMessage ? names : '';
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

/** The pages of one text, host by host. */
class TextOnHosts {
  /** Hosts with the counts of their pages. */
  readonly #hosts = new SpilledLines();
  /** The ids of the pages, in the same order. */
  readonly #pages = new SpilledLines();
  /** The pages with unlike URLs. */
  readonly #patterns = new SpilledLines();
  /** The pages that are no messages and have unlike URLs: only clusters have such pages. */
  readonly #shared = new SpilledLines();
  readonly #urls = new TextUrls();
  readonly #otherUrls = new TextUrls();
  #changed = new ChangedUrls();
  #standing = new StandingHosts();
  #isUnnamed = false;
  #hasOthers = false;
  #host = '';
  #own = { worded: 0, named: 0, pages: 0 };

  /** Adds a page: its host, its URL and so on, as `byUrl` writes them. */
  add([host, url, isNamed, names, beside, isShort, id]: readonly string[]): void {
    if (host !== this.#host) this.#endHost();
    this.#host = host;
    this.#own.pages++;
    if (isNamed !== '') this.#own.worded++;
    if (isNamed === '1') this.#own.named++;
    else if (isNamed === '0') this.#isUnnamed = true;
    this.#standing.add(urlWords(unescaped(url)).join(' '));
    if (names === noMessage) {
      this.#hasOthers = true;
      this.#otherUrls.add(url, '', 0);
    } else if (names !== '') {
      const [own, named] = names.split(':');
      this.#urls.add(url, own, Number(named));
    }
    this.#changed.add(url, Number(beside), isShort === '1');
    this.#pages.push(id);
  }

  /** Writes the counts of the text and its pages, unless nothing suggests a wall. */
  async tell(call: VerbCall, key: string): Promise<void> {
    this.#endHost();
    const { output } = call;
    const isWall = this.#changed.areOfWall && this.#hosts.count === 1;
    const told = { worded: 0, named: 0, pages: 0 };
    await writeShared(call, 'message', this.#sharedAt());
    if (!this.#isAnyTold(isWall)) return;
    const ids = this.#pages.lines();
    for (const line of this.#hosts.lines()) {
      const [host, worded, named, pages, stands, hasUnlike] = line.split('\t');
      const isStanding = this.#isUnnamed && stands === '1';
      const isTold = isWall || isStanding || hasUnlike === '1';
      for (let page = 0; page < Number(pages); page++) {
        const id = ids.next().value!;
        if (isTold) output.line(lineOf(key, tags.standing, id));
        if (output.isFull) await output.drained();
      }
      if (isTold) told.pages += Number(pages);
      if (isStanding) {
        told.worded += Number(worded);
        told.named += Number(named);
      }
      // pages of the text do not count among the other pages of any host, once it is a wall
      if (isWall) output.line(lineOf(host, tags.notUsual, key[0], worded, named));
      else output.line(lineOf(host, tags.ofText, key[0], key, worded, named, isStanding ? '1' : '0'));
    }
    await this.#tellPatterns(call, key, isWall);
    call.count(isWall ? 'walls' : 'texts');
    if (isWall) output.line(lineOf(key, tags.wall, countField(told.pages)));
    else {
      const unlike = this.#isUnnamed ? this.#standing.unlike : 0;
      const counts = [told.worded, told.named, unlike, told.pages];
      output.line(lineOf(key, tags.mayBeWall, ...counts.map(countField), this.#hasOthers ? '1' : '0'));
    }
  }

  #isAnyTold(isWall: boolean): boolean {
    if (isWall) return true;
    for (const line of this.#hosts.lines()) {
      const [, , , , stands, hasUnlike] = line.split('\t');
      if ((this.#isUnnamed && stands === '1') || hasUnlike === '1') return true;
    }
    return false;
  }

  /** Removes all pages. */
  clear(): void {
    for (const lines of [this.#hosts, this.#pages, this.#patterns, this.#shared]) lines.clear();
    this.#changed = new ChangedUrls();
    this.#standing = new StandingHosts();
    this.#isUnnamed = false;
    this.#hasOthers = false;
    this.#host = '';
  }

  *#sharedAt(): Generator<SharedAtPattern> {
    for (const line of this.#shared.lines()) {
      const [key, pages, unlike] = line.split('\t').map(Number);
      yield { key, pages, unlike };
    }
  }

  async #tellPatterns({ output }: VerbCall, key: string, isWall: boolean): Promise<void> {
    for (const line of this.#patterns.lines()) {
      const [at, pages, named, unlike] = line.split('\t');
      const pattern = keyOfPattern(Number(at));
      const of = { key: Number(at), pages: Number(pages), unlike: Number(unlike) };
      if (key[0] === equalMessage) output.line(sharedLine('message', of));
      if (isWall) output.line(lineOf(pattern, tags.wallAt, key[0], pages));
      else output.line(lineOf(pattern, tags.askedAt, key, pages, named, unlike));
      if (output.isFull) await output.drained();
    }
  }

  #endHost(): void {
    if (this.#own.pages === 0) return;
    let hasUnlike = '0';
    for (const { key, ...of } of this.#urls.unlike()) {
      this.#patterns.push([key, ...[of.pages, of.named, of.unlike].map(countField)].join('\t'));
      hasUnlike = '1';
    }
    for (const { key, pages, unlike } of this.#otherUrls.unlike())
      this.#shared.push([key, ...[pages, unlike].map(countField)].join('\t'));
    const { worded, named, pages } = this.#own;
    const stands = this.#standing.endHost() ? '1' : '0';
    this.#hosts.push([this.#host, ...[worded, named, pages].map(countField), stands, hasUnlike].join('\t'));
    this.#urls.clear();
    this.#otherUrls.clear();
    this.#own = { worded: 0, named: 0, pages: 0 };
  }
}

/**
 * Pages of hosts and patterns that belong to no wall, and pages with texts that may be walls → the latter by text, with
 * counts of the former. Memory: the counts of one host.
 */
export function wallHosts(): Verb {
  return async (call) => {
    const all = { worded: 0, named: 0 };
    let taken: Named[] = wallKinds.map(() => noneNamed);
    let atPattern = 0;
    let [shared, walled, tested] = [noneOfKinds(), noneOfKinds(), noneOfKinds()];
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
        else if (tag === tags.sharedAt) {
          const [kind, pages, unlike] = fields.map(Number);
          shared[kind] += pages;
          if (unlike >= fewestValues) tested[kind]++;
        } else if (tag === tags.wallAt) walled[Number(fields[0])] += Number(fields[1]);
        else if (tag === tags.askedAt) {
          const [text, ...own] = fields;
          const kind = Number(text[0]);
          const all = [atPattern - walled[kind], shared[kind] - walled[kind], tested[kind]].map(countField);
          call.output.line(lineOf(text, tags.usualAt, host, ...own, ...all));
        }
      },
      () => {
        atPattern = 0;
        [shared, walled, tested] = [noneOfKinds(), noneOfKinds(), noneOfKinds()];
        all.worded = 0;
        all.named = 0;
        taken = wallKinds.map(() => noneNamed);
      },
    );
  };
}

/**
 * The counts of each text and of the other pages of its hosts, and the walls known so far → the new walls, counted as
 * `walls`. Memory: constant; hosts wait on disk.
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
          const [pages, named, unlike, allPages, shared, tested] = [count, ...others].map(Number);
          isByPattern ||= standsForOtherValues({ pages, named, unlike }, { pages: allPages, shared, tested });
        }
      },
      async (key) => {
        if (text !== undefined && !isWall) {
          const [worded, named, unlike, pages, hasOthers] = text;
          const kind = isMessage[Number(key[0])] ? 'message' : hasOthers === 1 ? 'no message' : 'text';
          if (isByPattern || standsForOthers({ worded, named }, usual, unlike, neededForWall[kind])) {
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

/** The walls, and the pages of texts that might be walls → the pages of walls. Memory: one count. */
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
