import type { ValueSets } from '../../src/grams/value-sets.ts';
import { type Template, templateOfParts } from '../../src/site/template.ts';
import { TemplateCounts } from '../../src/site/template-counts.ts';

/** The template of pages in any order. @param identities of the same pages, as numbers from 0 */
export function siteTemplate({ offsets, values }: ValueSets, identities: readonly number[]): Template {
  const counts = new TemplateCounts();
  const order = [...identities.keys()].sort((x, y) => identities[x]! - identities[y]!);
  for (const page of order) counts.add(identities[page]!, values.subarray(offsets[page], offsets[page + 1]));
  return templateOfParts([counts.finish()]);
}
