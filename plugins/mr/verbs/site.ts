import {
  addToGroup,
  digestOfSite,
  disownTitles,
  identitiesIn,
  identityHash,
  innerGrams,
  isUnnamedSubject,
  lastingGrams,
  mostIdentities,
  NameLetters,
  namesOfSite,
  type PagesOfIdentities,
  type SiteNames,
  subjectsOf,
  type Template,
  templateOfSite,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { idField, parseSize, parseTokens, sizeField } from '../sets/set-text.ts';
import { SortedKeys } from '../sets/sorted-keys.ts';
import { StoredPages } from '../sets/stored-pages.ts';
import { partIds, type SiteFacts, siteParts } from './pages.ts';
import type { Verb, VerbCall } from './verb.ts';
import { writeSet } from './write-set.ts';

/** Shares of memory: for names while they are sorted, and for grams while they are counted. */
const SORTED_SHARE = 1 / 4;
const COUNTED_SHARE = 1 / 2;
/** With less memory for grams, each page would be read too many times. */
const LEAST_COUNT_BYTES = 1 << 20;

/** Options of finding the templates. */
interface SiteOptions {
  /** Memory for what of a host is not on disk. In addition, every host takes some 20 MB, and its template. */
  readonly memoryBytes: number;
  /**
   * For decisions by stages: makes the lines about a template. If it is given, a line for each page also tells what the
   * page calls itself, and how many of its grams are left.
   */
  readonly printTemplate?: (host: string, pages: number, template: Template) => Iterable<string>;
}

/**
 * The pages of each host → the sets of their grams that are not in its template, and for pages with one name, the sets
 * of their grams that are in no notice (`partIds`). The same as on one machine. Memory: constant for hosts of any
 * number of pages. On disk: 24 bytes a page besides its grams and names, and 16 for what it calls itself.
 */
export function site(options: SiteOptions): Verb {
  return async (call) => {
    let host = new HostPages('', options, call);
    for await (const batch of call.input.batches()) {
      for (const [, key, tag, id, size, tokens, facts] of batch) {
        if (tag !== tags.ofHost) continue;
        if (key !== host.key) {
          await host.end();
          host = new HostPages(key, options, call);
        }
        host.add(Number(id), parseTokens(tokens, parseSize(size)), unescaped(facts));
      }
    }
    await host.end();
  };
}

/** The pages of one host. */
class HostPages {
  readonly key: string;
  readonly #call: VerbCall;
  readonly #options: SiteOptions;
  readonly #pages = new StoredPages();
  readonly #names: SiteNames = namesOfSite();

  constructor(key: string, options: SiteOptions, call: VerbCall) {
    this.key = key;
    this.#options = options;
    this.#call = call;
  }

  /** @param facts `SiteFacts` as JSON */
  add(id: number, grams: BigUint64Array, facts: string): void {
    this.#pages.push(id, grams, facts);
    this.#names.add((JSON.parse(facts) as SiteFacts).names);
  }

  /** Ends the host: writes what is not template. */
  async end(): Promise<void> {
    const { length } = this.#pages;
    if (length === 0) return;
    const { memoryBytes, printTemplate } = this.#options;
    const { output, count } = this.#call;
    const tell = (page: number, ...fields: readonly string[]): void => {
      if (printTemplate) output.line(lineOf(idField(this.#pages.idOf(page)), tags.ofSite, ...fields));
    };
    const read = (page: number): BigUint64Array => this.#pages.gramsOf(page);
    const numbers = numbersBelow(length);
    const identityOf = (page: number): string => this.#identityOf(page);
    const namesOf = (page: number): readonly string[] => this.#factsOf(page).names;
    const folderOf = (page: number): number => this.#factsOf(page).folder;
    const pathOf = (page: number): number => this.#factsOf(page).path;
    const hasTitle = disownTitles(this.#names, numbers, namesOf, { readGrams: read, folderOf, pathOf });
    const titleOf = (page: number): number | undefined => this.#names.titleOf(namesOf(page));
    const subjectOf = hasTitle ? subjectsOf(numbers, identityOf, read, titleOf) : identityOf;
    const identities = new Identities(length, subjectOf, SORTED_SHARE * memoryBytes);
    const countBytes = Math.max(LEAST_COUNT_BYTES, COUNTED_SHARE * memoryBytes);
    const template = await templateOfSite(identities.counted(), length, read, countBytes);
    if (template.grams.length > 0) count('templates');
    if (printTemplate && template.grams.length > 0) {
      const digest = digestOfSite({ host: this.#host, template }).toString('hex');
      const first = idField(this.#pages.idOf(0));
      let part = 0;
      for (const text of printTemplate(this.#host, length, template))
        output.line(lineOf(first, tags.template, padded(part++, digits.count), digest, escaped(text)));
    }
    const isPage = identitiesIn(Uint32Array.from(numbers), identityOf);
    for (let page = 0; page < length; page++) {
      const { boundary = '', names } = this.#factsOf(page);
      // where nothing is template, grams that cross count, too
      const content =
        template.grams.length > 0 ? template.contentOf(innerGrams(read(page), boundary)) : read(page);
      if (content.length > 0) writeSet(this.#call, partIds.content(this.#pages.idOf(page)), content);
      const [identity, listed] = [this.#names.identityOf(names), this.#names.listedBy(names, isPage)];
      const ofNames = [escaped(identity), String(listed), String(this.#names.countOwnHeadings(names))];
      tell(page, siteParts.content, sizeField(content.length), ...ofNames);
      if (output.isFull) await output.drained();
    }
    // without notices, comparing pages of one name again would find nothing new
    for (const namesakes of template.hasNotices ? identities.shared() : []) {
      for (const { page, grams } of lastingGrams({ host: this.key, template }, namesakes, read)) {
        if (grams.length > 0) writeSet(this.#call, partIds.lasting(this.#pages.idOf(page)), grams);
        tell(page, siteParts.lasting, sizeField(grams.length));
        if (output.isFull) await output.drained();
      }
    }
    count('hosts');
    identities.close();
    this.#pages.close();
  }

  get #host(): string {
    return unescaped(this.key.slice(1));
  }

  #identityOf(page: number): string {
    return this.#names.identityOf(this.#factsOf(page).names);
  }

  #factsOf(page: number): SiteFacts {
    return JSON.parse(this.#pages.factsOf(page)) as SiteFacts;
  }
}

/** The numbers 0, 1, 2, …, which can be iterated several times. */
function numbersBelow(length: number): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      for (let number = 0; number < length; number++) yield number;
    },
  };
}

/** Pages of one identity. */
interface IdentityPages {
  readonly pages: Iterable<number>;
  readonly count: number;
}

/** What the pages of a host call themselves, sorted by hash. Names are read again when they are needed. */
class Identities {
  readonly #sorted: SortedKeys;
  readonly #identityOf: (page: number) => string;

  constructor(pages: number, identityOf: (page: number) => string, memoryBytes: number) {
    this.#identityOf = identityOf;
    this.#sorted = new SortedKeys(memoryBytes);
    for (let page = 0; page < pages; page++) {
      const identity = identityOf(page);
      if (identity !== '') this.#sorted.add(keyOf(identity), page);
    }
    this.#sorted.finish();
  }

  /** The identities on which a template is counted. */
  counted(): PagesOfIdentities {
    const first = function* (identities: Iterable<IdentityPages>): Generator<Iterable<number>> {
      let left = mostIdentities;
      for (const { pages } of identities) {
        if (left-- === 0) return;
        yield pages;
      }
    };
    let length = 0;
    const letters = new NameLetters();
    for (const pages of first(this.#all())) {
      length++;
      if (letters.isSettled) continue;
      const [page] = pages;
      letters.learn(this.#identityOf(page));
    }
    return { length, everyday: letters.everyday, [Symbol.iterator]: () => first(this.#all()) };
  }

  /** The names that several pages have. */
  *shared(): Generator<{ readonly name: string; readonly pages: Iterable<number> }> {
    for (const { pages, count } of this.#all()) {
      if (count < 2) continue;
      for (const page of pages) {
        const name = this.#identityOf(page);
        if (!isUnnamedSubject(name)) yield { name, pages };
        break;
      }
    }
  }

  close(): void {
    this.#sorted.close();
  }

  /** All identities, by `identityHash`. */
  *#all(): Generator<IdentityPages> {
    for (const { from, to } of this.#sorted.groups()) {
      const pages = this.#sorted.numbers(from, to);
      if (to - from === 1 || this.#areOfOne(pages)) yield { pages, count: to - from };
      else
        for (const pages of this.#byName(this.#sorted.numbers(from, to)))
          yield { pages, count: pages.length };
    }
  }

  #areOfOne(pages: Iterable<number>): boolean {
    let first: string | undefined;
    for (const page of pages) {
      const identity = this.#identityOf(page);
      first ??= identity;
      if (identity !== first) return false;
    }
    return true;
  }

  /** The pages of each of several identities that share a key. Memory: 8 bytes for each of these pages. */
  #byName(pages: Iterable<number>): number[][] {
    const known = new Map<string, number[]>();
    for (const page of pages) {
      const identity = this.#identityOf(page);
      addToGroup(known, identity, page);
    }
    const byHash = [...known].map(([identity, pages]) => ({ hash: identityHash(identity), pages }));
    byHash.sort((x, y) => (x.hash < y.hash ? -1 : x.hash > y.hash ? 1 : 0));
    return byHash.map(({ pages }) => pages);
  }
}

/** The upper half of `identityHash`. Identities with the same key are compared themselves. */
function keyOf(identity: string): number {
  return Number(identityHash(identity) >> 32n);
}
