/** The most that a block may hold (RFC 8878, section 3.1.1.2.3). */
export const maxBlockBytes: number = 128 * 1024;

/** A finite state entropy table: for every state the symbol, how many bits to read, and what to add to them. */
interface FseTable {
  readonly log: number;
  readonly symbol: Uint8Array;
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

/** A Huffman table over `log` bits: symbol and code length for every bit pattern. */
interface HuffmanTable {
  readonly log: number;
  readonly symbol: Uint8Array;
  readonly bits: Uint8Array;
}

const fail = (reason: string): never => {
  throw new Error(reason);
};

/**
 * Decodes the compressed blocks of one zstd frame (RFC 8878, section 3.1.1.3) into a sliding window.
 *
 * What fzstd 0.1 lacks, measured on `zstd --long` files: offsets beyond 2²⁵ come out wrong there, its window is
 * shifted as a whole for every block (6 MB/s at 128 MiB), and a hostile block may make it copy without bound.
 * Here every copy is checked against the block's 128 KiB first, so a block costs O(128 KiB) whatever it says.
 */
export class ZstdBlocks {
  /** `window[end - n]` is the byte n before the next one. */
  private window: Uint8Array;
  private end = 0;
  /** Bytes of this frame so far, up to the window's size: how far back an offset may reach. */
  private history = 0;
  private readonly windowSize: number;
  /** The last three offsets used, the latest first. */
  private offsets: [number, number, number] = [1, 4, 8];
  private huffman: HuffmanTable | undefined;
  private tables: [FseTable, FseTable, FseTable] | undefined;
  private readonly literals = new Uint8Array(maxBlockBytes);

  /** A frame whose matches reach `windowSize` bytes back. `reuse`: the blocks of an earlier frame, to take its memory. */
  constructor(windowSize: number, reuse?: ZstdBlocks) {
    this.windowSize = windowSize;
    this.window = reuse?.window ?? new Uint8Array(2 * maxBlockBytes);
  }

  /** The bytes of a raw block. The result may be kept. */
  raw(input: Uint8Array): Buffer {
    this.room(input.length);
    this.window.set(input, this.end);
    return this.finish(input.length);
  }

  /** The bytes of a block that repeats one. The result may be kept. */
  repeat(byte: number, count: number): Buffer {
    this.room(count);
    this.window.fill(byte, this.end, this.end + count);
    return this.finish(count);
  }

  /** The bytes of a compressed block; throws an `Error` that says what is wrong with it. The result may be kept. */
  compressed(input: Uint8Array): Buffer {
    this.room(maxBlockBytes);
    const { length, at } = this.readLiterals(input);
    return this.finish(this.readSequences(input, at, length));
  }

  /** Makes room for `count` bytes: the window grows while the frame does, then slides over its buffer. */
  private room(count: number): void {
    if (this.end + count <= this.window.length) return;
    const keep = Math.min(this.windowSize, this.end);
    // a quarter more than the window: at most four bytes moved for one decoded
    const most = this.windowSize + Math.max(this.windowSize >> 2, 8 * maxBlockBytes);
    const size = Math.max(
      this.window.length,
      Math.min(most, Math.max(2 * (keep + count), 2 * this.window.length)),
    );
    const from = this.end - keep;
    if (keep + count <= this.window.length && (from >= keep || size === this.window.length)) {
      this.window.copyWithin(0, from, this.end);
    } else {
      const window = new Uint8Array(size);
      window.set(this.window.subarray(from, this.end));
      this.window = window;
    }
    this.end = keep;
  }

  private finish(count: number): Buffer {
    const bytes = Buffer.from(this.window.subarray(this.end, this.end + count));
    this.end += count;
    this.history = Math.min(this.windowSize, this.history + count);
    return bytes;
  }

  /** Section 3.1.1.3.1: fills `literals`; returns how many there are and where the sequences begin. */
  private readLiterals(input: Uint8Array): { length: number; at: number } {
    if (input.length < 2) fail('empty block');
    const type = input[0]! & 3;
    const format = (input[0]! >> 2) & 3;
    const head =
      input[0]! +
      input[1]! * 2 ** 8 +
      (input[2] ?? 0) * 2 ** 16 +
      (input[3] ?? 0) * 2 ** 24 +
      (input[4] ?? 0) * 2 ** 32;
    const { literals } = this;
    if (type < 2) {
      const headBytes = format === 1 ? 2 : format === 3 ? 3 : 1;
      const length = Math.floor(head / (headBytes === 1 ? 8 : 16)) % 2 ** [5, 12, 20][headBytes - 1]!;
      if (length > maxBlockBytes) fail('too many literals');
      const end = headBytes + (type === 0 ? length : 1);
      if (end > input.length) fail('literals past the end of the block');
      if (type === 0) literals.set(input.subarray(headBytes, end));
      else literals.fill(input[headBytes]!, 0, length);
      return { length, at: end };
    }
    const sizeBits = [10, 10, 14, 18][format]!;
    const headBytes = [3, 3, 4, 5][format]!;
    const length = Math.floor(head / 16) % 2 ** sizeBits;
    const packed = Math.floor(head / 2 ** (4 + sizeBits)) % 2 ** sizeBits;
    const end = headBytes + packed;
    if (length > maxBlockBytes || end > input.length) fail('literals past the end of the block');
    let at = headBytes;
    if (type === 2) {
      const { table, next } = readHuffmanTable(input, at, end);
      this.huffman = table;
      at = next;
    }
    const huffman = this.huffman ?? fail('no Huffman table to repeat');
    if (format === 0) {
      readHuffmanStream(huffman, input, at, end, literals, 0, length);
    } else {
      if (at + 6 > end) fail('no jump table');
      const part = (length + 3) >> 2;
      if (3 * part > length) fail('too few literals for four streams');
      let from = at + 6;
      for (let i = 0; i < 4; i++) {
        const to = i < 3 ? from + input[at + 2 * i]! + 256 * input[at + 2 * i + 1]! : end;
        if (to > end) fail('literals past the end of the block');
        readHuffmanStream(huffman, input, from, to, literals, i * part, i < 3 ? (i + 1) * part : length);
        from = to;
      }
    }
    return { length, at: end };
  }

  /** Sections 3.1.1.3.2 and 3.1.1.4: writes the block behind the window; returns its length. */
  private readSequences(input: Uint8Array, start: number, literalCount: number): number {
    const { window, literals } = this;
    const begin = this.end;
    const limit = begin + maxBlockBytes;
    let out = begin;
    let literal = 0;
    let at = start;
    let count = input[at++] ?? fail('no sequences section');
    if (count === 255) {
      count = (input[at] ?? 0) + 256 * (input[at + 1] ?? 0) + 0x7f00;
      at += 2;
    } else if (count > 127) count = (count - 128) * 256 + (input[at++] ?? 0);
    if (count > 0) {
      const modes = input[at++] ?? fail('no sequences section');
      if (modes & 3) fail('reserved bits are set');
      const old = this.tables;
      const lengths = readTable(input, at, modes >> 6, defaultLengths, old?.[0], 9, 35);
      const distances = readTable(input, lengths.next, (modes >> 4) & 3, defaultOffsets, old?.[1], 8, 31);
      const matches = readTable(input, distances.next, (modes >> 2) & 3, defaultMatches, old?.[2], 9, 52);
      this.tables = [lengths.table, distances.table, matches.table];
      at = matches.next;
      const bits = new BackwardBits(input, at, input.length);
      const [ll, of, ml] = this.tables;
      const { symbol: llSymbol, bits: llBits, base: llBase } = ll;
      const { symbol: ofSymbol, bits: ofBits, base: ofBase } = of;
      const { symbol: mlSymbol, bits: mlBits, base: mlBase } = ml;
      const { history } = this;
      let [first, second, third] = this.offsets;
      let llState = bits.read(ll.log);
      let ofState = bits.read(of.log);
      let mlState = bits.read(ml.log);
      for (let n = count; ; ) {
        const ofCode = ofSymbol[ofState]!;
        const mlCode = mlSymbol[mlState]!;
        const llCode = llSymbol[llState]!;
        const value = (ofCode === 31 ? 2 ** 31 : 1 << ofCode) + bits.read(ofCode);
        const match = matchBase[mlCode]! + bits.read(matchBits[mlCode]!);
        const run = literalBase[llCode]! + bits.read(literalBits[llCode]!);
        let offset = value - 3;
        if (offset > 0) {
          third = second;
          second = first;
        } else {
          // one of the last three offsets (section 3.1.1.5)
          const which = run === 0 ? value : value - 1;
          offset = which === 0 ? first : which === 1 ? second : which === 2 ? third : first - 1;
          if (which > 1) third = second;
          if (which > 0) second = first;
        }
        first = offset;
        if (literal + run > literalCount) fail('more literals used than there are');
        if (out + run + match > limit) fail('the block is longer than it may be');
        if (run > 64) window.set(literals.subarray(literal, literal + run), out);
        else for (let i = 0; i < run; i++) window[out + i] = literals[literal + i]!;
        out += run;
        literal += run;
        if (offset < 1 || offset > history + (out - begin)) fail('match distance too far back');
        const from = out - offset;
        if (match > 64 && offset >= match) window.copyWithin(out, from, from + match);
        else for (let i = 0; i < match; i++) window[out + i] = window[from + i]!;
        out += match;
        if (--n === 0) break;
        llState = llBase[llState]! + bits.read(llBits[llState]!);
        mlState = mlBase[mlState]! + bits.read(mlBits[mlState]!);
        ofState = ofBase[ofState]! + bits.read(ofBits[ofState]!);
      }
      this.offsets = [first, second, third];
      if (!bits.isEmpty) fail('bits are left behind the sequences');
    }
    const rest = literalCount - literal;
    if (out + rest > limit) fail('the block is longer than it may be');
    window.set(literals.subarray(literal, literalCount), out);
    return out + rest - begin;
  }
}

/** Bits read from the end of `bytes[from, to)` backwards; its highest set bit is where they begin. */
class BackwardBits {
  private readonly bytes: Uint8Array;
  private readonly from: number;
  /** Bits not yet read. */
  private left: number;

  constructor(bytes: Uint8Array, from: number, to: number) {
    const last = to > from ? bytes[to - 1]! : 0;
    if (last === 0) fail('a bit stream does not end');
    this.bytes = bytes;
    this.from = from;
    this.left = 8 * (to - from - 1) + 31 - Math.clz32(last);
  }

  get isEmpty(): boolean {
    return this.left === 0;
  }

  /** The next `count` bits, up to 31; throws when there are fewer. */
  read(count: number): number {
    if (count === 0) return 0;
    this.left -= count;
    const { bytes, left } = this;
    if (left < 0) fail('a bit stream is too short');
    const at = this.from + (left >> 3);
    const shift = left & 7;
    const low = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    const mask = -1 >>> (32 - count);
    if (count + shift <= 32) return (low >>> shift) & mask;
    return ((low >>> shift) | (bytes[at + 4]! << (32 - shift))) & mask;
  }
}

/** One of the three tables of a sequences section, by its mode: predefined, one symbol, described, repeated. */
function readTable(
  input: Uint8Array,
  at: number,
  mode: number,
  predefined: FseTable,
  old: FseTable | undefined,
  maxLog: number,
  maxSymbol: number,
): { table: FseTable; next: number } {
  if (mode === 0) return { table: predefined, next: at };
  if (mode === 3) return { table: old ?? fail('no table to repeat'), next: at };
  if (mode === 2) {
    const { table, next } = readFseTable(input, at, input.length, maxLog, maxSymbol);
    return { table, next };
  }
  const symbol = input[at] ?? fail('a table past the end of the block');
  if (symbol > maxSymbol) fail('a symbol out of range');
  return {
    table: { log: 0, symbol: Uint8Array.of(symbol), bits: Uint8Array.of(0), base: Uint16Array.of(0) },
    next: at + 1,
  };
}

/** Section 4.1.1: a table described in the input. */
function readFseTable(
  input: Uint8Array,
  start: number,
  end: number,
  maxLog: number,
  maxSymbol: number,
): { table: FseTable; next: number } {
  if (start >= end) fail('a table past the end of the block');
  const log = (input[start]! & 15) + 5;
  if (log > maxLog) fail('a table that is too precise');
  const counts = new Int16Array(maxSymbol + 1);
  let bit = 8 * start + 4;
  const peek = (count: number): number => {
    const at = bit >> 3;
    const value = (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8) | ((input[at + 2] ?? 0) << 16);
    return (value >>> (bit & 7)) & (2 ** count - 1);
  };
  let left = (1 << log) + 1;
  let symbol = 0;
  while (left > 1) {
    if (symbol > maxSymbol || bit > 8 * end) fail('a table that does not add up');
    const bits = 32 - Math.clz32(left);
    const small = 2 ** bits - 1 - left;
    let value = peek(bits);
    if ((value & (2 ** (bits - 1) - 1)) < small) {
      value &= 2 ** (bits - 1) - 1;
      bit += bits - 1;
    } else {
      if (value >= 2 ** (bits - 1)) value -= small;
      bit += bits;
    }
    const count = value - 1;
    left -= Math.abs(count);
    counts[symbol++] = count;
    if (count !== 0) continue;
    for (let zeros = 3; zeros === 3; ) {
      zeros = peek(2);
      bit += 2;
      symbol += zeros;
      if (bit > 8 * end) fail('a table that does not add up');
    }
  }
  const next = (bit + 7) >> 3;
  if (left !== 1 || next > end) fail('a table that does not add up');
  return { table: buildFseTable(counts, log), next };
}

/** Section 4.1.1, from the counts of the symbols (-1: less than one) to the table. */
function buildFseTable(counts: Int16Array, log: number): FseTable {
  const size = 1 << log;
  const symbol = new Uint8Array(size);
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  const nextState = new Uint16Array(counts.length);
  let high = size;
  for (let s = 0; s < counts.length; s++) {
    if (counts[s] === -1) symbol[--high] = s;
    nextState[s] = Math.abs(counts[s]!);
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let state = 0;
  for (let s = 0; s < counts.length; s++) {
    for (let i = 0; i < counts[s]!; i++) {
      symbol[state] = s;
      do state = (state + step) & (size - 1);
      while (state >= high);
    }
  }
  if (state !== 0) fail('a table that does not add up');
  for (let i = 0; i < size; i++) {
    const value = nextState[symbol[i]!]!++;
    bits[i] = log - (31 - Math.clz32(value));
    base[i] = (value << bits[i]!) - size;
  }
  return { log, symbol, bits, base };
}

const maxHuffmanBits = 11;

/** Section 4.2.1: weights, given directly or themselves compressed, then the code. */
function readHuffmanTable(
  input: Uint8Array,
  start: number,
  end: number,
): { table: HuffmanTable; next: number } {
  const weights = new Uint8Array(256);
  const head = input[start] ?? fail('no Huffman table');
  let count = 0;
  let next: number;
  if (head >= 128) {
    count = head - 127;
    next = start + 1 + ((count + 1) >> 1);
    if (next > end) fail('a Huffman table past the end of its literals');
    for (let i = 0; i < count; i++) {
      const pair = input[start + 1 + (i >> 1)]!;
      weights[i] = i & 1 ? pair & 15 : pair >> 4;
    }
  } else {
    next = start + 1 + head;
    if (next > end) fail('a Huffman table past the end of its literals');
    const { table, next: streams } = readFseTable(input, start + 1, next, 6, 255);
    count = readWeights(table, input, streams, next, weights);
  }
  return { table: buildHuffmanTable(weights, count), next };
}

/** Two interleaved states read weights until the bits run out (section 4.2.1.2). */
function readWeights(
  table: FseTable,
  input: Uint8Array,
  from: number,
  to: number,
  weights: Uint8Array,
): number {
  const last = to > from ? input[to - 1]! : 0;
  if (last === 0) fail('a bit stream does not end');
  let left = 8 * (to - from - 1) + 31 - Math.clz32(last);
  // bits before the first are zeros
  const read = (count: number): number => {
    left -= count;
    let value = 0;
    for (let i = count - 1; i >= 0; i--) {
      const at = left + i;
      value = 2 * value + (at < 0 ? 0 : (input[from + (at >> 3)]! >> (at & 7)) & 1);
    }
    return value;
  };
  const states = [read(table.log), read(table.log)];
  if (left < 0) fail('a bit stream is too short');
  let count = 0;
  for (let turn = 0; ; turn ^= 1) {
    if (count > 253) fail('too many Huffman weights');
    const state = states[turn]!;
    weights[count++] = table.symbol[state]!;
    states[turn] = table.base[state]! + read(table.bits[state]!);
    if (left < 0) {
      weights[count++] = table.symbol[states[turn ^ 1]!]!;
      return count;
    }
  }
}

function buildHuffmanTable(weights: Uint8Array, given: number): HuffmanTable {
  let sum = 0;
  for (let s = 0; s < given; s++) {
    if (weights[s]! > maxHuffmanBits) fail('a Huffman code that is too long');
    if (weights[s]! > 0) sum += 1 << (weights[s]! - 1);
  }
  if (sum === 0) fail('a Huffman table without symbols');
  const log = 32 - Math.clz32(sum);
  const rest = (1 << log) - sum;
  if (log > maxHuffmanBits || (rest & (rest - 1)) !== 0) fail('a Huffman table that does not add up');
  weights[given] = 32 - Math.clz32(rest);
  const symbol = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    for (let s = 0; s <= given; s++) {
      if (weights[s] !== weight) continue;
      const span = 1 << (weight - 1);
      symbol.fill(s, at, at + span);
      bits.fill(log + 1 - weight, at, at + span);
      at += span;
    }
  }
  return { log, symbol, bits };
}

/** Literals `[start, end)` from the bits of `input[from, to)`, which must be used up exactly. */
function readHuffmanStream(
  table: HuffmanTable,
  input: Uint8Array,
  from: number,
  to: number,
  literals: Uint8Array,
  start: number,
  end: number,
): void {
  const last = to > from ? input[to - 1]! : 0;
  if (last === 0) fail('a bit stream does not end');
  const { log, symbol, bits } = table;
  const mask = (1 << log) - 1;
  // position of the last bit read, counted from the start of the stream
  let left = 8 * (to - from - 1) + 31 - Math.clz32(last);
  for (let i = start; i < end; i++) {
    const low = left - log;
    let code: number;
    if (low >= 0) {
      const at = from + (low >> 3);
      code = ((input[at]! | (input[at + 1]! << 8) | (input[at + 2]! << 16)) >>> (low & 7)) & mask;
    } else {
      code = ((input[from]! | (input[from + 1]! << 8)) << -low) & mask;
    }
    literals[i] = symbol[code]!;
    left -= bits[code]!;
  }
  if (left !== 0) fail('a Huffman stream of another length than it should have');
}

const literalBase = Uint32Array.of(
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
  18,
  20,
  22,
  24,
  28,
  32,
  40,
  48,
  64,
  128,
  256,
  512,
  1024,
  2048,
  4096,
  8192,
  16384,
  32768,
  65536,
);
const literalBits = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
);
const matchBase = Uint32Array.of(
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
  17,
  18,
  19,
  20,
  21,
  22,
  23,
  24,
  25,
  26,
  27,
  28,
  29,
  30,
  31,
  32,
  33,
  34,
  35,
  37,
  39,
  41,
  43,
  47,
  51,
  59,
  67,
  83,
  99,
  131,
  259,
  515,
  1027,
  2051,
  4099,
  8195,
  16387,
  32771,
  65539,
);
const matchBits = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
);
const defaultLengths = buildFseTable(
  Int16Array.of(
    4,
    3,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    1,
    1,
    1,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    2,
    3,
    2,
    1,
    1,
    1,
    1,
    1,
    -1,
    -1,
    -1,
    -1,
  ),
  6,
);
const defaultMatches = buildFseTable(
  Int16Array.of(
    1,
    4,
    3,
    2,
    2,
    2,
    2,
    2,
    2,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
    -1,
  ),
  6,
);
const defaultOffsets = buildFseTable(
  Int16Array.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1),
  5,
);
