import { hostOf, Template, type TemplatePassage, templatePassages } from '../../../src/flow/index.ts';
import { type Page, parseGramSpec, shinglePage } from '../../../src/index.ts';
import type { DedupSummary } from '../dedup/summary.ts';
import { readTemplates } from '../dedup/templates.ts';

/** What was compared of a page. */
export interface ExplainedText {
  /** As the page has them, the best first. */
  readonly names: readonly string[];
  /** The text, cut where what does not count begins or ends; whole where repeats of grams were counted. */
  readonly passages: readonly TemplatePassage[];
}

/** The text of one page of an earlier run; undefined where the input no longer has it. */
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
