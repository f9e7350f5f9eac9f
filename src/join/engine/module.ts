import { wasm } from './kernel.wasm.ts';
import type { CompiledKernel, Counter } from './web-assembly.ts';

/** What assembly/kernel.ts exports; every `…At` is an address in the kernel's memory. */
export interface JoinKernel {
  /** Sets `bytes` from an address on to 0. */
  clear(at: number, bytes: number): void;
  mostOfOneSize(offsetsAt: number, records: number): number;
  /** Returns the number of distinct records; `unfinishedCount` of them may still have an equal record. */
  findEqual(
    tokensAt: number,
    offsetsAt: number,
    records: number,
    singletons: number,
    tableAt: number,
    firstEqualAt: number,
    headsAt: number,
  ): number;
  group(
    offsetsAt: number,
    records: number,
    firstEqualAt: number,
    beginsAt: number,
    membersAt: number,
    startsAt: number,
    sizesAt: number,
  ): void;
  /** With `capacity` 0, pairs are only counted. */
  bindExpansion(
    beginsAt: number,
    membersAt: number,
    placesAt: number,
    pairsAt: number,
    capacity: number,
    from: number,
    to: number,
  ): void;
  expandPairs(partAt: number, capacity: number, count: number): void;
  expandGroups(groups: number, sizesAt: number, least: number): void;
  /** Returns the number of pairs counted. Their places are right if there are fewer than 2^32. */
  placePairs(records: number): number;
  bindSets(tokensAt: number, startsAt: number, sizesAt: number): void;
  bindBounds(
    minSizesAt: number,
    probePrefixesAt: number,
    indexPrefixesAt: number,
    neededAt: number,
    neededBy: number,
    areDistinct: boolean,
  ): void;
  bindIndex(
    singletons: number,
    headsAt: number,
    tokenStatesAt: number,
    listNumbersAt: number,
    usefulStartsAt: number,
    indexedEndsAt: number,
    usefulAt: number,
    listsAt: number,
  ): void;
  bindProbe(
    postingsAt: number,
    countersAt: number,
    rowAt: number,
    rangesAt: number,
    candidatesAt: number,
    classSizesAt: number,
    classStartsAt: number,
    thresholdsAt: number,
  ): void;
  /** `signaturesAt`: 0 switches the filter by signatures off. */
  bindVerification(marksAt: number, signaturesAt: number): void;
  bindResults(at: number, capacity: number): void;
  beginIndex(first: number, indexEnd: number, probeStart: number): void;
  beginProbe(first: number): void;
  /** Returns the next record, `to`; so does `compact`. */
  mark(from: number, to: number): number;
  compact(from: number, to: number): number;
  /** Returns the number of postings. */
  place(): number;
  /** Returns the next record to probe: below `to` when the results are full. */
  probe(from: number, to: number): number;
  readonly unfinishedCount: Counter<number>;
  readonly resultCount: Counter<number>;
  readonly candidateCount: Counter<bigint>;
  readonly verifiedCount: Counter<bigint>;
  readonly entryCount: Counter<bigint>;
}

let compiled: Promise<CompiledKernel> | undefined;

/** The kernel, compiled once per process. Workers share it, including its optimised code. */
export function kernelModule(): Promise<CompiledKernel> {
  compiled ??= WebAssembly.compile(Buffer.from(wasm, 'base64'));
  return compiled;
}
