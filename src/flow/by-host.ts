import { blockBytes, DealtRecords } from '../grams/dealt-records.ts';
import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { bytesOf } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import type { NamesOf } from '../site/page-identities.ts';
import type { SitePages } from '../site/site-pages.ts';

/** If hosts come in runs of at least this many pages on average, pages are read where they are. */
const PAGES_OF_RUN = 16;
/** Bytes of the length before names. */
const HEAD_BYTES = 4;
/** Approximate bytes of the names of a page. */
const NAMES_BYTES = 64;

/** How to read pages by host, and where to sort them. */
interface HostOptions {
  readonly hosts: SitePages;
  readonly folder: WorkFolder;
  readonly memoryBytes?: number | undefined;
}

/** Pages, and which of their grams are not compared. */
export interface SetPages extends SitePages {
  /** Which grams of a page cross, in the form of `boundedGrams`. Default: none. */
  boundaryOf?(page: number): string;
}

/** Reads pages for a caller that visits hosts in the order of their numbers. */
interface HostReader<Value> {
  /** The gram set of a page by its number, valid until the next is read. */
  read(page: number): Value;
  close(): void;
}

/**
 * Reads the gram sets of pages and which of their grams cross. If the pages of hosts are interleaved and do not fit into memory, the sets are
 * first sorted by host on disk, since single reads would be scattered over the file. Memory: 6 bytes a page, 12 a host, and
 * `blockBytes`.
 */
export function setsByHost(
  sets: GramSets,
  options: HostOptions & { readonly hosts: SetPages },
): HostReader<BigUint64Array> & { boundaryOf(page: number): string } {
  const read = gramReader(sets);
  const boundaryOf = (page: number): string => options.hosts.boundaryOf?.(page) ?? '';
  const dealt = dealtByHost(options, (page) => 8 * sets.sizeOf(page) + boundaryBytes(sets.sizeOf(page)));
  if (dealt === undefined) return { read, boundaryOf, close: () => {} };
  for (let page = 0; page < sets.length; page++) {
    const grams = bytesOf(read(page));
    const record = Buffer.alloc(grams.length + boundaryBytes(sets.sizeOf(page)));
    record.set(grams);
    record.write(boundaryOf(page), grams.length, 'base64');
    dealt.add(page, record);
  }
  dealt.finish();
  return {
    read: gramReader({
      sizeOf: (page) => sets.sizeOf(page),
      read(page, into) {
        if (dealt.fits(page)) dealt.load(page);
        dealt.read(page, bytesOf(into.subarray(0, sets.sizeOf(page))));
      },
    }),
    boundaryOf(page) {
      if (dealt.fits(page)) dealt.load(page);
      const bits = Buffer.alloc(boundaryBytes(sets.sizeOf(page)));
      dealt.read(page, bits, 8 * sets.sizeOf(page));
      return bits.toString('base64');
    },
    close: () => dealt.close(),
  };
}

/** Bytes that `boundedGrams` has for a set of that many grams, before they are written as text. */
function boundaryBytes(grams: number): number {
  return Math.ceil(grams / 8);
}

/** The identities of pages by host, read in the same way. */
export function namesByHost(namesOf: NamesOf, options: HostOptions): HostReader<readonly string[]> {
  const dealt = dealtByHost(options, () => NAMES_BYTES);
  if (dealt === undefined) return { read: namesOf, close: () => {} };
  for (let page = 0; page < options.hosts.length; page++) {
    const record = Buffer.from(`${' '.repeat(HEAD_BYTES)}${JSON.stringify(namesOf(page))}`);
    record.writeUInt32LE(record.length - HEAD_BYTES);
    dealt.add(page, record);
  }
  dealt.finish();
  const head = Buffer.alloc(HEAD_BYTES);
  return {
    read(page) {
      if (dealt.fits(page)) dealt.load(page);
      dealt.read(page, head);
      const names = Buffer.allocUnsafe(head.readUInt32LE());
      dealt.read(page, names, HEAD_BYTES);
      return JSON.parse(names.toString()) as readonly string[];
    },
    close: () => dealt.close(),
  };
}

/** Room for a record of each page; undefined if pages can just as well be read where they are. */
function dealtByHost(
  { hosts, folder, memoryBytes = defaultMemoryBytes }: HostOptions,
  bytesOf: (page: number) => number,
): DealtRecords | undefined {
  const mostBytes = blockBytes(memoryBytes);
  let [bytes, lastHost, runs, hostCount] = [0, -1, 0, 0];
  for (let page = 0; page < hosts.length; page++) {
    const host = hosts.hostNumberOf(page);
    if (host !== lastHost) runs++;
    lastHost = host;
    hostCount = Math.max(hostCount, host + 1);
    bytes += bytesOf(page);
  }
  if (bytes <= mostBytes || runs * PAGES_OF_RUN <= hosts.length) return undefined;
  const bytesOfHost = new Float64Array(hostCount);
  for (let page = 0; page < hosts.length; page++) bytesOfHost[hosts.hostNumberOf(page)] += bytesOf(page);
  const blockOfHost = new Uint32Array(hostCount);
  let [block, filled] = [0, 0];
  for (let host = 0; host < hostCount; host++) {
    if (filled > 0 && filled + bytesOfHost[host] > mostBytes) [block, filled] = [block + 1, 0];
    filled += bytesOfHost[host];
    blockOfHost[host] = block;
  }
  return new DealtRecords({
    ...{ records: hosts.length, blocks: block + 1, folder, memoryBytes: mostBytes },
    blockOf: (page) => blockOfHost[hosts.hostNumberOf(page)],
  });
}
