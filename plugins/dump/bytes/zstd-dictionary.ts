/** A dictionary as blocks for any decoder: those of a frame mean the same after them as with the dictionary. */
export interface ZstdDictionary {
  readonly id: number;
  /** Decode to `dataBytes` bytes, which are not part of the frame's data. */
  readonly blocks: readonly Buffer[];
  readonly dataBytes: number;
}

const DICTIONARY_MAGIC = 0xec30a437;
const MAX_BLOCK_BYTES = 128 * 1024;
const COMPRESSED = 2;
const RAW = 0;
/** The offsets that are repeated before any others: those of every frame, and of every dictionary that the reference encoder makes. */
const FIRST_OFFSETS = [1, 4, 8];
/** The most symbols and the largest logarithm of a table: of literal lengths, match lengths, offsets. */
const MOST_SYMBOLS = 53;
const MOST_LOG = 9;

/** A table of symbols' probabilities (RFC 8878, section 4.1.1). */
interface ProbabilityTable {
  /** As it is stored. */
  readonly stored: Buffer;
  readonly log: number;
  /** Of each symbol: of 2^log states, -1 for less than one. */
  readonly probabilities: readonly number[];
}

/**
 * Reads a dictionary (RFC 8878, section 5).
 *
 * zstddec's decoder has no entrance for dictionaries. But what one gives to a frame, earlier blocks of the frame can give as
 * well: a block with a sequence leaves its tables of probabilities for the next, one with compressed literals its Huffman
 * tree, and uncompressed blocks leave text to refer to.
 *
 * @returns undefined if it is not a dictionary, or one that such blocks cannot stand for
 */
export function readDictionary(dictionary: Buffer): ZstdDictionary | undefined {
  try {
    if (dictionary.readUInt32LE(0) !== DICTIONARY_MAGIC) return undefined;
    const treeAt = 8;
    const described = dictionary.readUInt8(treeAt);
    const offsetsAt = treeAt + 1 + (described < 128 ? described : (described - 126) >> 1);
    const tree = dictionary.subarray(treeAt, offsetsAt);
    const offsets = probabilityTable(dictionary, offsetsAt);
    const matches = probabilityTable(dictionary, offsetsAt + offsets.stored.length);
    const literalsAt = offsetsAt + offsets.stored.length + matches.stored.length;
    const literals = probabilityTable(dictionary, literalsAt);
    const firstAt = literalsAt + literals.stored.length;
    if (FIRST_OFFSETS.some((offset, i) => dictionary.readUInt32LE(firstAt + 4 * i) !== offset))
      return undefined;
    const content = dictionary.subarray(firstAt + 12);
    const blocks = [tablesBlock(literals, offsets, matches), treeBlock(tree)];
    for (let at = 0; at < content.length; at += MAX_BLOCK_BYTES)
      blocks.push(block(RAW, content.subarray(at, at + MAX_BLOCK_BYTES)));
    return { id: dictionary.readUInt32LE(4), blocks, dataBytes: 4 + content.length };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A block of one literal and a match of three bytes at the first repeated offset, which leaves the three tables. */
function tablesBlock(
  literals: ProbabilityTable,
  offsets: ProbabilityTable,
  matches: ProbabilityTable,
): Buffer {
  let bits = 1;
  for (const [table, symbol] of [
    [literals, 1],
    [offsets, 0],
    [matches, 0],
  ] as const)
    bits = bits * 2 ** table.log + stateOf(symbol, table);
  const stream = Buffer.alloc(4);
  stream.writeUInt32LE(bits);
  const used = stream.subarray(0, Math.ceil(Math.log2(bits + 1) / 8));
  const literal = [1 << 3, 0];
  const modes = (COMPRESSED << 6) | (COMPRESSED << 4) | (COMPRESSED << 2);
  const head = Buffer.from([...literal, 1, modes]);
  return block(COMPRESSED, Buffer.concat([head, literals.stored, offsets.stored, matches.stored, used]));
}

/** A block of no data that leaves the Huffman tree. */
function treeBlock(tree: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(COMPRESSED + ((tree.length + 1) << 14), 0, 3);
  return block(COMPRESSED, Buffer.concat([head, tree, Buffer.from([1, 0])]));
}

function block(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE((type << 1) + content.length * 8, 0, 3);
  return Buffer.concat([head, content]);
}

/** A state whose symbol is `symbol`. @throws RangeError if there is none */
function stateOf(symbol: number, { log, probabilities }: ProbabilityTable): number {
  const states = 2 ** log;
  const ofLess = probabilities.filter((probability) => probability === -1).length;
  if (probabilities[symbol] === -1)
    return states - 1 - probabilities.slice(0, symbol).filter((probability) => probability === -1).length;
  let before = 0;
  for (let i = 0; i < symbol; i++) before += Math.max(0, probabilities[i]!);
  let state = 0;
  for (; before > 0; before--) {
    do state = (state + (states >> 1) + (states >> 3) + 3) % states;
    while (state >= states - ofLess);
  }
  if (!(probabilities[symbol]! > 0)) throw new RangeError(`no state for symbol ${symbol}`);
  return state;
}

/** The table of probabilities at `from`. @throws RangeError if there is none */
function probabilityTable(bytes: Buffer, from: number): ProbabilityTable {
  let bit = from * 8;
  const read = (count: number): number => {
    const value = (bytes.readUIntLE(bit >> 3, 3) >> (bit & 7)) & (2 ** count - 1);
    bit += count;
    return value;
  };
  const log = read(4) + 5;
  const probabilities: number[] = [];
  const add = (probability: number): void => {
    if (log > MOST_LOG || probabilities.push(probability) > MOST_SYMBOLS) throw new RangeError('not a table');
  };
  let left = 2 ** log;
  while (left > 0) {
    // values up to left + 1; the smaller of them take one bit less
    const count = 32 - Math.clz32(left + 1);
    const short = 2 ** count - 2 - left;
    let value = read(count - 1);
    if (value >= short) {
      value += read(1) * 2 ** (count - 1);
      if (value >= 2 ** (count - 1)) value -= short;
    }
    add(value - 1);
    left -= Math.abs(value - 1);
    if (value !== 1) continue;
    for (let zeros = 3; zeros === 3; ) {
      zeros = read(2);
      for (let i = 0; i < zeros; i++) add(0);
    }
  }
  if (left < 0) throw new RangeError('not a table');
  return { stored: bytes.subarray(from, (bit + 7) >> 3), log, probabilities };
}
