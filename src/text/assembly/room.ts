// Where the text, the blocks and the nodes of a page lie in memory.

import { FREE_AT } from './layout';

/**
 * A block: start u32, end u32, code units within links u32, node u32, length of all blocks before it u32, kept u8, how much
 * more it says than its code units i32, the next block with a link u32, and length of all blocks before it but headings and links u32.
 * What is behind the node belongs to `tree.ts`.
 */
const BLOCK_BYTES: usize = 36;
/**
 * A node: parent i32, tag i32, traits u32, first block u32, end u32, bits u8 (1: unspoken, 2: sent later, 4: called the main part), meaning u8, left
 * out u8, a mark u8, and worth, cost of cuts and gain, f64 each. What is behind `meaning` belongs to `tree.ts`.
 */
const NODE_BYTES: usize = 48;
/** What vectors read and write behind the end of anything. */
const SLACK: usize = 32;

// Behind the tables of one size lie the source (or, of a tree, one text after the other), the text, blocks, nodes, and what
// is put together.
export let unitsAt: usize = 0;
export let blocksAt: usize = 0;
export let nodesAt: usize = 0;
export let outAt: usize = 0;
export let sourceUnits: u32 = 0;
export let unitCapacity: u32 = 0;
export let recordCapacity: u32 = 0;

/** Bytes of memory for a source, so many code units of text, and so many blocks and nodes: they may be more than there can be. */
export function bytesFor(source: u32, units: u32, records: u32): f64 {
  return (
    2 * <f64>source + 2 * <f64>units + <f64>(BLOCK_BYTES + NODE_BYTES) * (<f64>records + 1) +
    // what is put together: all text, a line feed between two blocks; or twice the names of an element
    2 * (2 * <f64>units + <f64>records) + <f64>(5 * SLACK)
  );
}

/** Lays memory out for a source, so many code units of text, and so many blocks and nodes. */
export function layOut(source: u32, units: u32, records: u32): void {
  sourceUnits = source;
  unitCapacity = units;
  recordCapacity = records;
  unitsAt = aligned(FREE_AT + 2 * <usize>source + SLACK);
  blocksAt = aligned(unitsAt + 2 * <usize>units + SLACK);
  nodesAt = aligned(blocksAt + BLOCK_BYTES * <usize>(records + 1));
  outAt = nodesAt + NODE_BYTES * <usize>(records + 1);
}

function aligned(address: usize): usize {
  return (address + 15) & ~15;
}

// @ts-ignore: decorator
@inline
export function nodeAt(n: u32): usize {
  return nodesAt + NODE_BYTES * <usize>n;
}

// @ts-ignore: decorator
@inline
export function blockAt(b: u32): usize {
  return blocksAt + BLOCK_BYTES * <usize>b;
}

/** Makes room for a longer source, text, or more blocks and nodes. The first `length` code units, `blocks` and `nodes` stay. */
export function enlarge(source: u32, units: u32, records: u32, length: u32, blocks: u32, nodes: u32): void {
  const fromUnits = unitsAt;
  const fromBlocks = blocksAt;
  const fromNodes = nodesAt;
  layOut(max(source, sourceUnits), max(units, unitCapacity), max(records, recordCapacity));
  const bytes = <f64>FREE_AT + bytesFor(sourceUnits, unitCapacity, recordCapacity);
  const pages = <i32>Math.ceil(bytes / 0x10000) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  // the last first: all move up
  memory.copy(nodesAt, fromNodes, NODE_BYTES * <usize>nodes);
  memory.copy(blocksAt, fromBlocks, BLOCK_BYTES * <usize>blocks);
  memory.copy(unitsAt, fromUnits, 2 * <usize>length);
}
