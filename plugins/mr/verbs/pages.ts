import {
  hostOf,
  identitiesOf,
  lastingGrams,
  modelSites,
  namesakesOf,
  type PageFacts,
  type PageGrams,
  type SitePages,
  StoredGrams,
} from '../../../src/flow/index.ts';
import { escaped, lineOf, tags, unescaped } from '../lines/format.ts';
import { idField, parseTokens, sizeField, tokensField } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';
import { writeSet } from './write-set.ts';

/** Writes the line of a page that has been read. */
export function writePage(
  { output, count }: Omit<VerbCall, 'input'>,
  id: number,
  { facts, grams }: PageGrams,
): void {
  const fields = [sizeField(grams.length), tokensField(grams), escaped(JSON.stringify(facts))];
  output.line(lineOf(idField(id), tags.page, ...fields));
  count('pages');
}

/** The page that {@link writePage} wrote. */
export function parsePage([, , , size, tokens, facts]: readonly string[]): PageGrams {
  return { facts: JSON.parse(unescaped(facts)) as PageFacts, grams: parseTokens(tokens, Number(size)) };
}

/** Pages → their sets of all grams. Pages without a gram are similar to nothing, and stay out. */
export function fingerprint(): Verb {
  return (call) =>
    eachLine(call, (fields) => {
      if (fields[2] !== tags.page || Number(fields[3]) === 0) return;
      writeSet(call, Number(fields[1]), parseTokens(fields[4], Number(fields[3])));
    });
}

/** Pages → the same by the hosts that they are from, with what they call themselves. */
export function byHost(): Verb {
  return (call) =>
    eachLine(call, (fields) => {
      const [, id, tag, size, tokens] = fields;
      if (tag !== tags.page) return;
      const { url, names } = parsePage(fields).facts;
      call.output.line(
        lineOf(hostKey(hostOf(url)), tags.ofHost, id, size, tokens, escaped(JSON.stringify(names))),
      );
    });
}

/** The ids of the sets of parts of a page: what is not template, and what of pages of one name is in no notice. */
export const partIds = {
  content: (page: number): number => 2 * page,
  lasting: (page: number): number => 2 * page + 1,
  isLasting: (id: number): boolean => id % 2 === 1,
  pageOf: (id: number): number => Math.floor(id / 2),
} as const;

/**
 * The pages of each host → their sets of the grams that are not of its template, and of those of one name that are in no
 * notice (`partIds`), as on one machine. Memory: what the pages
 * of one host call themselves, and what its template takes (`modelSites`); their grams wait on disk.
 */
export function site(): Verb {
  return async (call) => {
    const host = new HostPages(call);
    for await (const batch of call.input.batches()) {
      for (const [, key, tag, id, size, tokens, names] of batch) {
        if (tag !== tags.ofHost) continue;
        if (key !== host.key) await host.end();
        host.key = key;
        host.add(Number(id), parseTokens(tokens, Number(size)), JSON.parse(unescaped(names)));
      }
    }
    await host.end();
    host.close();
  };
}

/** The pages of one host. */
class HostPages {
  key = '';
  readonly #call: VerbCall;
  readonly #grams = new StoredGrams();
  #ids: number[] = [];
  #names: (readonly string[])[] = [];

  constructor(call: VerbCall) {
    this.#call = call;
  }

  add(id: number, grams: BigUint64Array, names: readonly string[]): void {
    this.#grams.push(grams);
    this.#ids.push(id);
    this.#names.push(names);
  }

  /** No other page of the host comes: writes what is not template. */
  async end(): Promise<void> {
    const pages: SitePages = {
      length: this.#ids.length,
      hostOf: () => this.key,
      namesOf: (page) => this.#names[page],
    };
    const { output, count } = this.#call;
    const identities = identitiesOf(pages);
    const sites = modelSites(
      pages,
      (page) => identities[page],
      (page) => this.#grams.read(page),
    );
    for await (const site of sites) {
      const { template } = site;
      if (template.grams.length > 0) count('templates');
      for (const [page, id] of this.#ids.entries()) {
        const content = template.contentOf(this.#grams.read(page));
        if (content.length > 0) writeSet(this.#call, partIds.content(id), content);
        if (output.isFull) await output.drained();
      }
      for (const namesakes of namesakesOf(site, (page) => identities[page])) {
        for (const { page, grams } of lastingGrams(site, namesakes, (page) => this.#grams.read(page))) {
          if (grams.length > 0) writeSet(this.#call, partIds.lasting(this.#ids[page]), grams);
          if (output.isFull) await output.drained();
        }
      }
      count('hosts');
    }
    this.#grams.clear();
    this.#ids = [];
    this.#names = [];
  }

  close(): void {
    this.#grams.close();
  }
}

/** Of a key something must be there, and it must not look like a trailer's. */
function hostKey(host: string): string {
  return `:${escaped(host)}`;
}
