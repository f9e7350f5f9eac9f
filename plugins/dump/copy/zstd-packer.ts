import type { Zstd } from '@hpcc-js/wasm-zstd';
import { hash64 } from '../../../src/sketch/index.ts';

/** The reference encoder's own default: as fast as gzip's fastest here, and smaller than its smallest. */
export const ZSTD_LEVEL = 3;
/** Where a frame says what is in it (RFC 8878, 3.1.1.1.1). */
const DESCRIPTOR_AT = 4;
const HAS_CHECKSUM = 0b100;

let loaded: Promise<Zstd> | undefined;

/** Loads the reference encoder in WebAssembly, once: Node has its own from 22.15 on only. */
export function loadZstd(): Promise<Zstd> {
  loaded ??= import('@hpcc-js/wasm-zstd').then(({ Zstd }) => Zstd.load());
  return loaded;
}

/** Data as one zstd frame with its checksum: the encoder's simple interface leaves it out, so it is added here. */
export async function packZstd(data: Uint8Array): Promise<Buffer> {
  const zstd = await loadZstd();
  const frame = zstd.compress(data, ZSTD_LEVEL);
  const packed = Buffer.allocUnsafe(frame.length + 4);
  packed.set(frame);
  packed[DESCRIPTOR_AT]! |= HAS_CHECKSUM;
  packed.writeUInt32LE(Number(hash64(data) & 0xffff_ffffn), frame.length);
  return packed;
}
