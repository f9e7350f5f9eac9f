import { checkFields, checkOptionNames, wrongValue } from '../argument-checks.ts';
import type { OnDamage } from './damage.ts';

/** Options of opening an index: its memory, and a callback for damage. */
export interface OpenOptions {
  /**
   * Most unique pages for which the index is held in memory, so that claims and queries need not search on disk. Takes
   * some 350 bytes a page. Default 131,072; 0 never holds it in memory.
   */
  readonly pagesInMemory?: number;
  /**
   * Called once for each page that is set aside because its sketch, or its intent if it was still in work, is damaged.
   * All other pages stay usable. A page whose sketch is damaged is found only by its exact gram set; for a damaged
   * intent see `SketchIndex.onReturn`. Default: a warning of the process.
   */
  readonly onDamage?: OnDamage;
}

const OPEN_OPTIONS: Record<keyof OpenOptions, true> = { pagesInMemory: true, onDamage: true };

/** @throws RangeError, TypeError for another option or one that is no function */
export function checkOpenOptions(options: OpenOptions): void {
  checkOptionNames('SketchIndex', options, OPEN_OPTIONS);
  checkFields('SketchIndex', 'options', options, [['onDamage', 'function', true]], 'an object');
  const { pagesInMemory = 0 } = options;
  if (Number.isSafeInteger(pagesInMemory) && pagesInMemory >= 0) return;
  throw wrongValue('pagesInMemory', '0, 1, 2 …', pagesInMemory);
}
