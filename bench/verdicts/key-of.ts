import { createHash } from 'node:crypto';

/**
 * A number for a page, 0 to 65,535, from which its counts, dates and numbers are made. The same in every version of a
 * site.
 */
export function keyOf({ slug }: { readonly slug: string }): number {
  return createHash('sha256').update(slug).digest().readUInt16BE();
}
