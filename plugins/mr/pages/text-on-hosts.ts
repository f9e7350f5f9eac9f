import { ChangedUrls, comparedUrl, isOfFolder, StandingHosts } from '../../../src/flow/index.ts';
import { lineOf, tags, unescaped } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import type { VerbCall } from '../verbs/verb.ts';
import { TextUrls } from './text-urls.ts';
import {
  countField,
  equalMessage,
  keyOfPattern,
  leastOfWall,
  noMessage,
  noName,
  type SharedAtPattern,
  saidInText,
  sharedLine,
  writeShared,
} from './wall-lines.ts';

/** The pages of one text, host by host. */
export class TextOnHosts {
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
  /** Those of messages without a name. They decide nothing, but belong to the text if it is a wall. */
  readonly #namelessUrls = new TextUrls();
  #changed = new ChangedUrls();
  #standing = new StandingHosts();
  #isUnnamed = false;
  #hasOthers = false;
  #host = '';
  #own = { worded: 0, named: 0, pages: 0 };

  /** Adds a page: its host, its URL and so on, as `byUrl` writes them. */
  add([host, url, isNamed, names, beside, isShort, name, id]: readonly string[]): void {
    if (host !== this.#host) this.#endHost();
    this.#host = host;
    this.#own.pages++;
    if (isNamed !== '') this.#own.worded++;
    if (isNamed === '1') this.#own.named++;
    else if (isNamed !== '') this.#isUnnamed = true;
    const isSaid = isNamed === '1' || isNamed === saidInText;
    this.#standing.add(comparedUrl(unescaped(url)), isSaid, Number(name));
    if (names === noMessage) {
      this.#hasOthers = true;
      this.#otherUrls.add(url, '', 0);
    } else if (names === noName) this.#namelessUrls.add(url, '', 0);
    else if (names !== '') {
      const [own, named, hiddenTitle] = names.split(':');
      this.#urls.add(url, own, Number(named), hiddenTitle || undefined);
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
    for (const kind of ['message', 'brief'] as const) await writeShared(call, kind, this.#sharedAt());
    if (!this.#isAnyTold(isWall)) return;
    const ids = this.#pages.lines();
    for (const line of this.#hosts.lines()) {
      const [host, worded, named, pages, stands, hasUnlike, unlike] = line.split('\t');
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
      else output.line(lineOf(host, tags.ofText, key[0], key, worded, named, isStanding ? '1' : '0', unlike));
    }
    await this.#tellPatterns(call, key, isWall);
    call.count(isWall ? 'walls' : 'texts');
    if (isWall) output.line(lineOf(key, tags.wall, countField(told.pages)));
    else {
      const unlike = this.#isUnnamed ? this.#standing.unlike(leastOfWall(key, this.#hasOthers)) : 0;
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
      const [at, pages, named, unlike, hiding, haveTitles] = line.split('\t');
      if (key[0] === equalMessage && isOfFolder(Number(at))) continue;
      const pattern = keyOfPattern(Number(at));
      const of = { key: Number(at), pages: Number(pages), unlike: Number(unlike) };
      if (key[0] === equalMessage) output.line(sharedLine('message', of));
      if (isWall) output.line(lineOf(pattern, tags.wallAt, key[0], pages, hiding));
      else output.line(lineOf(pattern, tags.askedAt, key, pages, hiding, named, unlike, haveTitles));
      if (output.isFull) await output.drained();
    }
  }

  #endHost(): void {
    if (this.#own.pages === 0) return;
    let hasUnlike = '0';
    for (const { key, ...of } of this.#urls.unlike()) {
      this.#patterns.push(
        [key, ...[of.pages, of.named, of.unlike, of.hiding ?? 0, of.haveTitles ? 1 : 0].map(countField)].join(
          '\t',
        ),
      );
      hasUnlike = '1';
    }
    for (const _ of this.#namelessUrls.unlike()) hasUnlike = '1';
    for (const { key, pages, unlike } of this.#otherUrls.unlike())
      this.#shared.push([key, ...[pages, unlike].map(countField)].join('\t'));
    const { worded, named, pages } = this.#own;
    const { isStanding, unlike } = this.#standing.endHost();
    const counts = [worded, named, pages].map(countField);
    this.#hosts.push(
      [this.#host, ...counts, isStanding ? '1' : '0', hasUnlike, countField(unlike)].join('\t'),
    );
    this.#urls.clear();
    this.#otherUrls.clear();
    this.#namelessUrls.clear();
    this.#own = { worded: 0, named: 0, pages: 0 };
  }
}
