import type { Page } from '../text/page.ts';

/**
 * Input from which any thread with time can make pages. A thread is given its bytes, which cost nothing to move, or their place in a file
 * if they would otherwise be copied twice.
 *
 * Other threads make pages only of plain blocks, which have no damage. {@link PageBlock.accept} is called block by block, in the order
 * of the input, for what depends on earlier blocks, such as ids that are taken.
 */
export interface PageBlock {
  /** Valid until more input is asked for. Empty if the context says where the bytes are. */
  readonly bytes: Uint8Array;
  /** Approximate number of bytes of its pages. */
  readonly size: number;
  /** URL of the module that exports {@link ReadBlock} as `readBlock`. */
  readonly reader: string;
  /** What the module needs besides; it can be sent to a thread. */
  readonly context: object;
  /** Makes the pages of the block in this thread. */
  read(
    take: (page: Page) => void,
    readJson?: ReadJson,
  ): BlockSummary | undefined | Promise<BlockSummary | undefined>;
  /**
   * Called when all earlier blocks are done, which ends this block, too. Returns new ids for pages whose id an earlier page has, by
   * their index in the block; `undefined` if the pages that were read are not those of the block.
   */
  accept(summary: BlockSummary): ReadonlyMap<number, string> | undefined;
  /**
   * Called instead, or if {@link PageBlock.accept} returns `undefined`: all pages of the block, which is done at their end.
   * A block with bytes accepts what is made of them.
   *
   * @param kept the bytes of the block
   */
  pages(kept: Uint8Array): AsyncIterable<Page>;
}

/** Reads pages whose bodies are the contents of JSON strings, without making a whole JavaScript string of any. */
export interface ReadJson {
  /**
   * Reads plain texts together; `undefined` if pages must be given whole.
   *
   * @param bytes valid UTF-8
   * @param ranges begin and end of each string, as offsets into `bytes`
   */
  texts(bytes: Uint8Array, ranges: Uint32Array): TextsOfBlock | undefined;
  /**
   * Takes a page of markup and returns its length in UTF-16 code units; `undefined` if the page must be given whole.
   *
   * @param json valid UTF-8
   */
  markup(page: Omit<Page, 'body'>, json: Uint8Array): number | undefined;
}

/** Texts that were read together. */
export interface TextsOfBlock {
  /** Takes the page of a text and returns its length in UTF-16 code units; `undefined` if the page must be given whole, in its turn. */
  take(text: number, page: Omit<Page, 'body'>): number | undefined;
}

/** Gives the pages of a plain block to `take`, in order. Returns `undefined` for any other block, some pages of which may have been given. */
export type ReadBlock = (
  bytes: Uint8Array,
  context: object,
  take: (page: Page) => void,
  readJson?: ReadJson,
) => ReturnType<PageBlock['read']>;

/** What is reported about the pages of a block. */
export interface BlockSummary {
  /** Values of each page. */
  readonly idHashes: Float64Array;
  /** Bytes of all bodies. */
  readonly bodyLength: number;
  /** What a module reports to its block besides; it can be sent to a thread. */
  readonly told?: object;
}

/** Pages, or blocks of which pages are made. At `after blocks` all earlier blocks must be done before more is asked for. */
export type PageInput = Page | PageBlock | 'after blocks';

/** Whether an input is a block. */
export function isBlock(each: PageInput): each is PageBlock {
  return typeof each === 'object' && 'reader' in each;
}
