import { falseClaim } from './parquet-error.ts';

/** Deepest nesting of structs and lists; those of Parquet nest half as deep. */
const MOST_DEPTH = 32;
/** Most values of one header or footer: each becomes a value in JavaScript, which takes much more memory than its bytes. */
const MOST_VALUES = 2 ** 22;
/** Most bytes of a number of 64 bits: hyparquet's time grows with the square of the length of a number. */
const MOST_NUMBER_BYTES = 10;

/** Types of the compact protocol. */
const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
];

/**
 * Throws unless `bytes` begin with a struct of Thrift's compact protocol whose lists, texts and numbers fit into them. hyparquet makes
 * room for as many elements as a list claims to have before it reads them. O(bytes of the struct)
 */
export function checkThrift(bytes: Uint8Array): void {
  new ThriftWalk(bytes).struct(0);
}

class ThriftWalk {
  readonly #bytes: Uint8Array;
  #at = 0;
  #values = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(depth: number): void {
    if (depth > MOST_DEPTH) throw falseClaim(`its values lie more than ${MOST_DEPTH} deep`);
    for (;;) {
      const byte = this.#byte();
      const type = byte & 15;
      if (type === STOP) return;
      // a number that does not follow the last one by at most 15 is written out
      if (byte >> 4 === 0) this.#number();
      if (type !== TRUE && type !== FALSE) this.#value(type, depth);
      this.#count();
    }
  }

  #value(type: number, depth: number): void {
    if (type === TRUE || type === FALSE || type === BYTE) this.#skip(1);
    else if (type === I16 || type === I32 || type === I64) this.#number();
    else if (type === DOUBLE) this.#skip(8);
    else if (type === BINARY) this.#skip(this.#number());
    else if (type === LIST) this.#list(depth + 1);
    else if (type === STRUCT) this.struct(depth + 1);
    else throw falseClaim(`it has a value of type ${type}, which Parquet does not use`);
  }

  #list(depth: number): void {
    if (depth > MOST_DEPTH) throw falseClaim(`its values lie more than ${MOST_DEPTH} deep`);
    const byte = this.#byte();
    const elements = byte >> 4 === 15 ? this.#number() : byte >> 4;
    const left = this.#bytes.length - this.#at;
    // each element takes a byte at least
    if (elements > left) throw falseClaim(`a list says that it has ${elements} elements in ${left} bytes`);
    for (let i = 0; i < elements; i++) {
      this.#value(byte & 15, depth);
      this.#count();
    }
  }

  #count(): void {
    if (++this.#values > MOST_VALUES) throw falseClaim(`it has more than ${MOST_VALUES} values`);
  }

  /** An unsigned number, seven bits a byte, lowest first. */
  #number(): number {
    let number = 0;
    for (let i = 0; i < MOST_NUMBER_BYTES; i++) {
      const byte = this.#byte();
      number += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return number;
    }
    throw falseClaim(`a number has more than ${MOST_NUMBER_BYTES} bytes`);
  }

  #byte(): number {
    this.#skip(1);
    return this.#bytes[this.#at - 1]!;
  }

  #skip(bytes: number): void {
    const left = this.#bytes.length - this.#at;
    if (bytes > left) throw falseClaim(`a value says that it takes ${bytes} bytes where ${left} are left`);
    this.#at += bytes;
  }
}
