import type { DeduplicateOptions } from '../../../src/index.ts';
import { version } from '../version.ts';

/** Everything that decides which pages are dropped. */
export function parametersOf({
  gram,
  options,
}: {
  /** For example `word:4`. */
  readonly gram: string;
  readonly options: DeduplicateOptions;
}): Readonly<Record<string, unknown>> {
  const { threads: _, memoryBytes: _memory, gram: _gram, ...deciding } = options;
  return { version, gram, ...deciding };
}
