import { setTimeout } from 'node:timers/promises';
import { gramName } from '../../../src/flow/index.ts';
import type { IndexCounts } from '../../../src/index.ts';
import { IndexError, type PageVerdict, type RecheckedDuplicate } from '../../../src/store/index.ts';
import type { LearnedRules } from '../crawl-rules.ts';
import type { DroppedLink } from '../crawl-urls.ts';
import type { DecidedPage, DecideOptions, Decider, StoredVerdict } from '../decider.ts';
import type { DeduperSettings } from '../options.ts';
import { indexKey } from '../page-key.ts';
import type { ComparablePage } from '../read-page.ts';
import type { BringBack, ReturnedRequest } from '../requests.ts';
import type { LinkedRequest } from '../transform-request.ts';
import type { WaitingPage } from '../walled-pages.ts';
import { DroppedLinks } from './dropped-links.ts';
import { PROTOCOL_VERSION } from './messages.ts';
import { Owner } from './owner.ts';
import { socketOf } from './place.ts';
import { RemoteDecider } from './remote-decider.ts';
import { ConnectionLost, ShareError } from './share-error.ts';

/** How long and how often an owner is looked for. A process that starts has the index before it listens. */
const REACH_MS = 15_000;
const RETRY_MS = 25;

/**
 * An index that several processes share. The first process opens it, and the others ask that process, the owner. When
 * the owner goes away, the first process to notice opens the index next and gets all unanswered requests again. No
 * handler fails because of this.
 *
 * Nothing is lost: what was committed is on disk, and so are the pages that the dead process had in work (intents).
 * The next owner has these fetched again, by itself or by any other process. A page that a surviving process has in
 * work is claimed again when it is to be committed.
 */
export class SharedDecider implements Decider {
  readonly #settings: DeduperSettings;
  readonly #process: string;
  /** The search for the owner, and its result while that is reachable. */
  #reached: Promise<Owner | RemoteDecider> | undefined;
  #found: Owner | RemoteDecider | undefined;
  /** The last result, reachable or gone. */
  #last: Owner | RemoteDecider | undefined;
  #bringBack: BringBack = () => false;
  readonly #links = new DroppedLinks(
    (links) => this.#ask((decider) => decider.dropLinks(links)),
    (link) => this.#followAfterAll(link),
  );
  /** Keys of the pages in work in this process, with the number of their claims. */
  readonly #inWork = new Map<string, number>();
  #isClosed = false;

  private constructor(settings: DeduperSettings, process: string) {
    this.#settings = settings;
    this.#process = process;
  }

  /**
   * Opens the index, or reaches the process that has it open.
   *
   * @throws IndexError, ShareError by `code`
   */
  static async open(settings: DeduperSettings, process: string): Promise<SharedDecider> {
    const shared = new SharedDecider({ ...settings, purge: false }, process);
    await shared.#reach(settings.purge);
    return shared;
  }

  get counts(): IndexCounts {
    return deciderOf(this.#last!).counts;
  }

  get provisional(): number {
    return deciderOf(this.#last!).provisional;
  }

  onReturn(bringBack: BringBack): void {
    this.#bringBack = bringBack;
  }

  async claim(page: ComparablePage, options: DecideOptions): Promise<DecidedPage | 'wall'> {
    const { key } = page;
    this.#inWork.set(key, (this.#inWork.get(key) ?? 0) + 1);
    let isInWork = true;
    const done = () => {
      // a claim may be released more than once, as when its time is up and its handler then fails
      if (!isInWork) return;
      isInWork = false;
      const left = this.#inWork.get(key)! - 1;
      if (left === 0) this.#inWork.delete(key);
      else this.#inWork.set(key, left);
    };
    try {
      const decided = await this.#ask((decider) => decider.claim(page, options));
      if (decided === 'wall') {
        done();
        return decided;
      }
      const { verdict } = decided;
      return {
        verdict,
        release: () => {
          done();
          decided.release();
        },
        commit: () => this.#commit(decided, page, options).finally(done),
      };
    } catch (error) {
      done();
      throw error;
    }
  }

  async resume(): Promise<void> {
    const reached = await this.#reach();
    // the owner brings back what other processes left
    if (reached instanceof Owner) await reached.decider.resume();
  }

  async settled(): Promise<void> {
    await this.#links.told();
    await this.#ask((decider) => decider.settled());
  }

  giveUp(key: string): Promise<void> {
    return this.#ask((decider) => decider.giveUp(key));
  }

  ledToNoPage(url: string): Promise<void> {
    return this.#ask((decider) => decider.ledToNoPage(url));
  }

  forget(key: string, url: string | undefined): Promise<void> {
    return this.#ask((decider) => decider.forget(key, url));
  }

  passOver(key: string, request: string): Promise<void> {
    return this.#ask((decider) => decider.passOver(key, request));
  }

  keepWaiting(key: string, page: WaitingPage | undefined): Promise<void> {
    return this.#ask((decider) => decider.keepWaiting(key, page));
  }

  /** Those of this process: another one has its own crawlers. */
  waiting(): Promise<readonly WaitingPage[]> {
    return this.#ask((decider) => decider.waiting(this.#process));
  }

  /**
   * Decides here as the owner would. The owner is told afterwards. If it disagrees, the link is followed after
   * all.
   */
  dropsLink(request: LinkedRequest): boolean {
    const last = this.#last!;
    if (last instanceof Owner) return last.decider.dropsLink(request);
    const { url } = request;
    if (typeof url !== 'string' || !last.foreseesDrop(url)) return false;
    this.#links.add({ url, request: JSON.stringify(request) });
    return true;
  }

  isKnown(url: string, key: string, request: string): Promise<boolean> {
    return this.#ask(async (decider) => decider.isKnown(url, key, request));
  }

  learned(): LearnedRules {
    return deciderOf(this.#last!).learned();
  }

  text(key: string): Promise<string | undefined> {
    return this.#ask((decider) => decider.text(key));
  }

  get(key: string): Promise<StoredVerdict | undefined> {
    return this.#ask((decider) => decider.get(key));
  }

  async *verdicts(): AsyncGenerator<PageVerdict> {
    yield* deciderOf(await this.#reach()).verdicts();
  }

  async *recheck(fetchAgain: boolean): AsyncGenerator<RecheckedDuplicate> {
    yield* deciderOf(await this.#reach()).recheck(fetchAgain);
  }

  async *export(): AsyncGenerator<string> {
    yield* deciderOf(await this.#reach()).export();
  }

  flush(): Promise<void> {
    return this.#ask((decider) => decider.flush());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#links.told();
    } finally {
      this.#isClosed = true;
      await (await this.#reached?.catch(() => undefined))?.close();
    }
  }

  /** Commits a page. If the owner went away meanwhile, claims the page again from the next owner. */
  async #commit(decided: DecidedPage, page: ComparablePage, options: DecideOptions): Promise<boolean> {
    try {
      return await decided.commit();
    } catch (error) {
      if (!isLost(error)) throw error;
      const again = await this.#ask((decider) => decider.claim(page, options));
      // if the connection is lost again, it is not known whether the page was stored: claiming it again will tell
      return again !== 'wall' && this.#commit(again, page, options);
    }
  }

  /** Asks the owner. If it goes away before it has answered, asks the next one. */
  async #ask<Result>(
    operation: (decider: Owner['decider'] | RemoteDecider) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const reached = await this.#reach();
      try {
        return await operation(deciderOf(reached));
      } catch (error) {
        if (!isLost(error)) throw error;
        this.#forget(reached);
      }
    }
  }

  #reach(purge = false): Promise<Owner | RemoteDecider> {
    if (this.#isClosed && this.#reached === undefined) return Promise.reject(this.#closed());
    this.#reached ??= this.#find(purge).catch((error) => {
      this.#reached = undefined;
      throw error;
    });
    return this.#reached;
  }

  async #find(purge: boolean): Promise<Owner | RemoteDecider> {
    const until = performance.now() + REACH_MS;
    const bringBack = (returned: ReturnedRequest) => this.#return(returned);
    const { directory } = this.#settings;
    const comparison = comparisonOf(this.#settings);
    const hello = { version: PROTOCOL_VERSION, process: this.#process, comparison };
    for (;;) {
      const socket = await socketOf(directory);
      const remote =
        socket === undefined
          ? undefined
          : await RemoteDecider.connect(socket, hello, bringBack).catch(unlessLost);
      if (remote !== undefined && purge) {
        await remote.close();
        throw new IndexError(
          'NEARDUP_INDEX_LOCKED',
          `purge: expected no other process to have ${directory} open: close those first`,
        );
      }
      if (remote !== undefined) return this.#use(remote);
      try {
        const before = this.#last;
        const owner = await Owner.open({ ...this.#settings, purge }, this.#process, comparison, bringBack);
        this.#last = this.#found = owner;
        if (before instanceof RemoteDecider) owner.decider.adoptRules(before.rulesState);
        // what the last owner and the other processes had in work
        if (before !== undefined) void owner.decider.resume().catch(() => undefined);
        return owner;
      } catch (error) {
        if (!(error instanceof IndexError && error.code === 'NEARDUP_INDEX_LOCKED')) throw error;
        if (performance.now() > until) throw this.#gone(error);
        await setTimeout(RETRY_MS);
      }
    }
  }

  #use(remote: RemoteDecider): RemoteDecider {
    this.#last = this.#found = remote;
    void remote.ended.then(() => {
      this.#forget(remote);
      // somebody has to take the index over, even if nobody asks for anything
      if (!this.#isClosed) void this.#reach().catch(() => undefined);
    });
    return remote;
  }

  #forget(gone: Owner | RemoteDecider): void {
    if (this.#found !== gone) return;
    this.#found = undefined;
    this.#reached = undefined;
  }

  async #return(returned: ReturnedRequest): Promise<unknown> {
    // an earlier owner left it, but this process did not: it is in work here
    if (returned.isLeft && returned.key !== undefined && this.#inWork.has(returned.key)) return true;
    return this.#bringBack(returned);
  }

  /** A link that was left out here but not by any owner. Any crawler of this process that runs may follow it. */
  async #followAfterAll({ url, request }: DroppedLink): Promise<void> {
    const shownBy = indexKey({ crawler: this.#process, key: url });
    const link = { url, request, returns: 1 };
    const isTaken = await this.#bringBack({ ...link, shownBy, isAdopted: true });
    if (isTaken === false) await this.#bringBack(link);
  }

  #gone(cause: Error): ShareError {
    return new ShareError(
      'NEARDUP_OWNER_GONE',
      `the index in ${this.#settings.directory} is open in a process that does not share it: close that one, or give it the option \`process\`, too. ` +
        'What was committed is stored; what was in work comes back in the next run',
      { cause },
    );
  }

  #closed(): IndexError {
    return new IndexError('NEARDUP_INDEX_CLOSED', `the index in ${this.#settings.directory} is closed`);
  }
}

function deciderOf(reached: Owner | RemoteDecider): Owner['decider'] | RemoteDecider {
  return reached instanceof Owner ? reached.decider : reached;
}

/** Whether the process that was asked went away before it answered. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionLost;
}

function unlessLost(error: Error): undefined {
  if (!isLost(error)) throw error;
}

/** The options on which all processes must agree. */
function comparisonOf({ threshold, siteModel, extract, gram, recall }: DeduperSettings): object {
  return { threshold, siteModel, extract, gram: gramName(gram), recall };
}
