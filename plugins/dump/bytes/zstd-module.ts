import { ZSTDDecoder } from 'zstddec/stream';

/** What of the reference decoder's C interface zstddec compiles in; pointers and sizes are 32 bits. */
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
 * Hands over the compiled module.
 *
 * zstddec's own decoder keeps the memory of every frame that breaks, and one heap for ever: a dump of broken
 * frames would leave none to the next.
 */
class ZstdModule extends ZSTDDecoder {
  module: WebAssembly.Module | undefined;

  // a property, since zstddec passes it on without its object
  override _init = (result: WebAssembly.WebAssemblyInstantiatedSource): void => {
    super._init(result);
    this.module = result.module;
  };
}

/** Where the module is kept: with zstddec, which compiles it once, though this file may be loaded more often. */
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
