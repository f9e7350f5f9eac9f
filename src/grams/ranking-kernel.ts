import { wasm } from './ranking.wasm.ts';

/** Records whose values are in the kernel's memory: values number `first` to `end`. */
export type StagedArguments = [
  offsetsAt: number,
  rowsAt: number,
  records: number,
  first: number,
  end: number,
  valuesAt: number,
];

/** What assembly/ranking.ts exports; every `…At` is an address in its memory. */
export interface RankingKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  readonly universe: WebAssembly.Global<'i32'>;
  bindPartitions(shift: number, partitions: number, endsAt: number): void;
  countValues(...rest: [...StagedArguments, previous: bigint]): number;
  placePartitions(): number;
  bindLists(
    entriesAt: number,
    slotsAt: number,
    distinctAt: number,
    sortedAt: number,
    otherAt: number,
    cursorsAt: number,
    postingsAt: number,
    beginsAt: number,
    seed: bigint,
  ): void;
  dealValues(...staged: StagedArguments): void;
  bindNumbers(largest: number, numbersAt: number, postingsAt: number, beginsAt: number): void;
  countNumbers(...rest: [...StagedArguments, previous: bigint]): number;
  placeNumbers(): void;
  dealNumbers(...staged: StagedArguments): void;
  makeLists(from: number, to: number): void;
  countLengths(from: number, to: number, countsAt: number): void;
  orderLists(from: number, to: number, placesAt: number, orderAt: number): void;
  dealRanks(from: number, to: number, orderAt: number, nextsAt: number, tokensAt: number): void;
  /** `numbersAt`: numbers of the records; 0 for all records. */
  largestSize(offsetsAt: number, numbersAt: number, count: number): number;
  sortBySize(offsetsAt: number, numbersAt: number, count: number, beginsAt: number, orderAt: number): void;
  addSizes(offsetsAt: number, orderAt: number, count: number, begin: number, endsAt: number): number;
  nameRows(orderAt: number, count: number, first: number, rowsAt: number): void;
  toPlaces(countsAt: number, count: number): void;
}

let compiled: WebAssembly.Module | undefined;
/** An instance that is not in use. Held weakly: its memory is too large to be kept for long. */
let idle: WeakRef<RankingKernel> | undefined;

/** Returns an instance for exclusive use. Its memory has any content. */
export function takeKernel(): RankingKernel {
  compiled ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  // new instances would leave some 60 MB in a join of blocks, which V8 collects only when it runs short of memory
  const kernel = idle?.deref() ?? (new WebAssembly.Instance(compiled).exports as unknown as RankingKernel);
  idle = undefined;
  return kernel;
}

/** Returns an instance, so that others can use it and its memory. */
export function leaveKernel(kernel: RankingKernel): void {
  idle = new WeakRef(kernel);
}
