import { createHash } from 'node:crypto';

/** A number of a page, 0 to 65,535, for what is counted, dated and numbered on it: the same in every version of a site. */
export function keyOf({ slug }: { readonly slug: string }): number {
  return createHash('sha256').update(slug).digest().readUInt16BE();
}
