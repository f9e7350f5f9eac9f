import { ZSTDDecoder } from 'zstddec/stream';

/** The part of the reference decoder's C interface that zstddec contains. Pointers and sizes have 32 bits. */
export interface ZstdExports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(at: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  /** @returns 0 at a frame's end, a hint otherwise, a negative code for an error */
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

/**
 * Gives access to the compiled module.
 *
 * zstddec's own decoder never frees its heap, nor the memory of a broken frame in it: a dump of broken frames would
 * leave no memory for the next.
 */
class ZstdModule extends ZSTDDecoder {
  module: WebAssembly.Module | undefined;

  // a property, since zstddec passes it on without its object
  override _init = (result: WebAssembly.WebAssemblyInstantiatedSource): void => {
    super._init(result);
    this.module = result.module;
  };
}

/** The module is stored on zstddec's class, so that it is compiled once even if this file is loaded several times. */
const kept: { [key: symbol]: Promise<WebAssembly.Module> | undefined } = ZSTDDecoder as never;
const key = Symbol.for('neardup.zstd');

/** The decoder with a heap of its own. */
export async function newZstd(): Promise<ZstdExports> {
  const module = (kept[key] ??= compile());
  const env = { emscripten_notify_memory_growth: (): void => {} };
  const { exports } = await WebAssembly.instantiate(await module, { env });
  return exports as unknown as ZstdExports;
}

async function compile(): Promise<WebAssembly.Module> {
  const decoder = new ZstdModule();
  await decoder.init();
  if (decoder.module === undefined) {
    throw new Error(
      'expected to be the first to start zstddec/stream in this process; it was started before',
    );
  }
  return decoder.module;
}
