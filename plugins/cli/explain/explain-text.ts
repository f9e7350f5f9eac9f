import { hostOf, Template, type TemplatePassage, templatePassages } from '../../../src/flow/index.ts';
import { type Page, parseGramSpec, shinglePage } from '../../../src/index.ts';
import type { DedupSummary } from '../dedup/summary.ts';
import { readTemplates } from '../dedup/templates.ts';

/** The parts of a page that were compared. */
export interface ExplainedText {
  /** The names of the page, the best first. */
  readonly names: readonly string[];
  /** The text, split wherever template begins or ends. One passage if repeated grams were counted. */
  readonly passages: readonly TemplatePassage[];
}

/** The text of one page of an earlier run; undefined if the input no longer has the page. */
export async function explainText(
  folder: string,
  id: string,
  pages: AsyncIterable<Page>,
  {
    gram: gramName,
    extract,
    multiset,
    siteModel,
  }: Pick<DedupSummary, 'gram' | 'extract' | 'multiset' | 'siteModel'>,
): Promise<ExplainedText | undefined> {
  const gram = parseGramSpec(gramName);
  for await (const page of pages) {
    if (page.id !== id) continue;
    const { text, names } = shinglePage(page, { extract, gram });
    const host = hostOf(page.url);
    const known = siteModel && !multiset ? await readTemplates(folder, new Set([host])) : new Map();
    const template = known.get(host) ?? new Template(new BigUint64Array(0), new Uint8Array(0));
    return { names, passages: templatePassages(text, gram, template) };
  }
  return undefined;
}
