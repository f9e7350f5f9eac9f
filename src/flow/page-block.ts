import type { Page } from '../text/page.ts';

/**
 * Input of which pages are still to be made, by whatever thread has time: a thread is handed its bytes, which cost nothing to
 * move, or where they lie, when pages would be copied twice.
 *
 * Another thread makes pages only of a block that is plain: all of it is as it should be. What must be known in the
 * order of the input, such as which ids are taken, {@link PageBlock.accept} tells, block after block.
 */
export interface PageBlock {
  /** None where the context says where they lie. */
  readonly bytes: Uint8Array;
  /** About how many bytes its pages have. */
  readonly size: number;
  /** URL of the module that exports {@link ReadBlock} as `readBlock`. */
  readonly reader: string;
  /** What it is to know besides; it can be sent to a thread. */
  readonly context: object;
  /** What the module makes of the block, in this thread. */
  read(
    take: (page: Page) => void,
    readJson?: ReadJson,
  ): BlockSummary | undefined | Promise<BlockSummary | undefined>;
  /**
   * Called when all blocks before are done with: the block is then, too. Tells the ids of those pages whose own an earlier one
   * has, by their place among the pages; `undefined` where those that were read are not the pages of the block.
   */
  accept(summary: BlockSummary): ReadonlyMap<number, string> | undefined;
  /** Called instead, or where {@link PageBlock.accept} says `undefined`: all pages of the block, which is done with at their end. */
  pages(): AsyncIterable<Page>;
}

/** Reads pages whose bodies are strings of JSON, what stands between the quotes of each, without a string of JavaScript of all of one. */
export interface ReadJson {
  /**
   * Reads plain texts together; `undefined` where pages are to be given whole.
   *
   * @param bytes valid UTF-8
   * @param ranges where each string begins and ends, as offsets into `bytes`
   */
  texts(bytes: Uint8Array, ranges: Uint32Array): TextsOfBlock | undefined;
  /**
   * Takes a page of markup, and says how long that is in UTF-16 code units; `undefined` where the page is to be given whole.
   *
   * @param json valid UTF-8
   */
  markup(page: Omit<Page, 'body'>, json: Uint8Array): number | undefined;
}

/** Texts that were read together. */
export interface TextsOfBlock {
  /** Takes the page of a text, and says how long that is in UTF-16 code units; `undefined` where the page is to be given whole, in its turn. */
  take(text: number, page: Omit<Page, 'body'>): number | undefined;
}

/** Gives the pages of a plain block to `take`, in their order; `undefined` of any other, in which some may have been given. */
export type ReadBlock = (
  bytes: Uint8Array,
  context: object,
  take: (page: Page) => void,
  readJson?: ReadJson,
) => ReturnType<PageBlock['read']>;

/** What is told of the pages of a block where they are asked for. */
export interface BlockSummary {
  /** Of each page. */
  readonly idHashes: Float64Array;
  /** Of all bodies. */
  readonly bodyLength: number;
  /** What else a module tells the block that it is of; it can be sent to a thread. */
  readonly told?: object;
}

/** Pages, or what they are to be made of. At `after blocks` all blocks before are to be done with before more is asked for. */
export type PageInput = Page | PageBlock | 'after blocks';

/** Whether input is to be made pages of. */
export function isBlock(each: PageInput): each is PageBlock {
  return typeof each === 'object' && 'reader' in each;
}
