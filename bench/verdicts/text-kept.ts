import { shinglePage } from '../../src/index.ts';
import { printTable } from '../measure.ts';
import type { EngineSite } from './engine-site.ts';

/**
 * Prints how many pages of each site have all of their paragraphs in the main text, and how many paragraphs are in
 * it.
 */
export function measureTextKept(sites: readonly EngineSite[]): void {
  const rows = sites.map(({ engine, texts, pages }) => {
    let [whole, paragraphs, kept] = [0, 0, 0];
    for (const { document } of texts) {
      const body = pages['1.0'].get(document.slug)!;
      const text = lettersOf(shinglePage({ id: '', url: '', body, contentType: 'text/html' }).text);
      const found = document.paragraphs.filter((each) => text.includes(lettersOf(each))).length;
      if (found === document.paragraphs.length) whole++;
      paragraphs += document.paragraphs.length;
      kept += found;
    }
    const half = engine.isHeldOut ? 'held out' : '';
    return [
      ...[engine.name, engine.kind, half, texts.length, whole],
      `${((100 * kept) / paragraphs).toFixed(1)} %`,
    ];
  });
  process.stdout.write('\nmain text of the sites of public generators\n\n');
  printTable(['site', 'kind', '', 'pages', 'with all their paragraphs', 'paragraphs kept'], rows);
}

/** Only letters and digits: generators use different quotation marks and dashes. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
