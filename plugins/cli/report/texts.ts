import {
  hostOf,
  type Template,
  type TemplateRuns,
  templateRuns,
  wordFourGrams,
} from '../../../src/flow/index.ts';
import { type Page, type ShingleOptions, shinglePage } from '../../../src/index.ts';
import { beginningOf } from '../../report/browser/whole-characters.ts';
import type { ReportedCluster, ReportedPage, ReportedText } from '../../report/index.ts';
import { isKnownKey, pageKey } from '../../report/page-key.ts';
import { inThousands } from '../numbers.ts';

/** Most characters of text in a report. */
interface TextLimits {
  readonly ofPage: number;
  readonly together: number;
}

const DEFAULT_LIMITS: TextLimits = { ofPage: 60_000, together: 64_000_000 };
const MOST_TITLE = 300;

/** Clusters with the texts and gram counts of their pages. The notes say for what there was no room. */
interface WithTexts {
  readonly clusters: readonly ReportedCluster[];
  readonly notes: readonly string[];
}

/** What is kept of a page that is read again. */
type Found = Pick<ReportedPage, 'grams' | 'text' | 'url'>;

/** The pages of a run, read again: the new ones, and the known ones. */
interface PagesAgain {
  readonly pages: AsyncIterable<Page>;
  readonly known?: AsyncIterable<Page> | undefined;
}

/**
 * Reads the input of a run again and adds the texts to the pages of its clusters; known pages get their URLs, too.
 *
 * Texts are cut at `limits.ofPage`. If all texts would exceed `limits.together`, only the pages of the largest
 * clusters have theirs. Memory: twice those characters. `onPage` is called with the number of pages read.
 */
export async function withTexts(
  clusters: readonly ReportedCluster[],
  input: PagesAgain,
  reading: ShingleOptions,
  onPage: (pages: number) => void,
  templates: ReadonlyMap<string, Template> = new Map(),
  limits = DEFAULT_LIMITS,
): Promise<WithTexts> {
  const wanted = pagesBySize(clusters);
  const found = new Map<string, Found>();
  const kept = new TextsByRank(limits.together);
  let pages = 0;
  let cut = 0;
  for await (const { page, known } of bothOf(input)) {
    if (!known) onPage(++pages);
    const key = pageKey({ id: page.id, known });
    const rank = wanted.get(key);
    if (rank === undefined) continue;
    const { text, title, grams } = shinglePage(page, reading);
    if (text.length > limits.ofPage) cut++;
    const shown = copied(beginningOf(text, limits.ofPage));
    const template = templateOf(shown, templates.get(hostOf(page.url)), reading);
    kept.add(rank, {
      title: copied(beginningOf(title, MOST_TITLE)),
      text: shown,
      length: text.length,
      ...(template && { template }),
    });
    found.set(key, { grams: grams.length, url: page.url });
  }
  const texts = kept.finished();
  const filled = (page: ReportedPage): ReportedPage => {
    const key = pageKey(page);
    const text = texts.get(wanted.get(key) ?? -1);
    const { url = '', ...rest } = found.get(key) ?? {};
    return { ...page, ...rest, ...(page.known && { url }), ...(text && { text }) };
  };
  const notes: string[] = [];
  // the caller that opened the known pages says why they are missing
  const missing = [...wanted.keys()].filter((key) => !found.has(key) && !isKnownKey(key)).length;
  if (missing > 0) {
    notes.push(
      `${inThousands(missing)} of ${inThousands(wanted.size)} pages in clusters are not in the input as it is now, so their texts are missing here.`,
    );
  }
  if (texts.size < found.size) {
    notes.push(
      `Texts are here for ${inThousands(texts.size)} of ${inThousands(wanted.size)} pages in clusters, those of the largest clusters; more would not fit in ${inThousands(limits.together)} characters.`,
    );
  }
  if (cut > 0) {
    notes.push(
      `${inThousands(cut)} texts are longer than ${inThousands(limits.ofPage)} characters and are cut there; the numbers are of the whole texts.`,
    );
  }
  return {
    clusters: clusters.map(({ representative, members, ...rest }) => ({
      ...rest,
      representative: filled(representative),
      members: members.map(({ page, ...measured }) => ({ page: filled(page), ...measured })),
    })),
    notes,
  };
}

/** The template parts of a text; undefined if they cannot be given in words. */
function templateOf(
  text: string,
  template: Template | undefined,
  { gram = wordFourGrams, multiset }: ShingleOptions,
): TemplateRuns | undefined {
  if (template === undefined || gram.unit !== 'word' || multiset) return undefined;
  return templateRuns(text, gram, template);
}

async function* bothOf({ pages, known }: PagesAgain) {
  for await (const page of pages) yield { page, known: false };
  for await (const page of known ?? []) yield { page, known: true };
}

/** The rank of each page's text. The pages of the largest clusters come first. */
function pagesBySize(clusters: readonly ReportedCluster[]): Map<string, number> {
  const ranks = new Map<string, number>();
  const bySize = [...clusters].sort((a, b) => b.members.length - a.members.length);
  for (const { representative, members } of bySize) {
    for (const page of [representative, ...members.map(({ page }) => page)]) {
      const key = pageKey(page);
      if (!ranks.has(key)) ranks.set(key, ranks.size);
    }
  }
  return ranks;
}

/** A copy of a string: a slice would keep the whole page in memory. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Texts by rank: those of the first ranks that fit. Holds at most twice what fits. */
class TextsByRank {
  readonly #most: number;
  #texts = new Map<number, ReportedText>();
  #characters = 0;
  /** Texts of this rank and beyond no longer fit. */
  #end = Number.POSITIVE_INFINITY;

  constructor(mostCharacters: number) {
    this.#most = mostCharacters;
  }

  add(rank: number, text: ReportedText): void {
    if (rank >= this.#end) return;
    this.#texts.set(rank, text);
    this.#characters += text.text.length;
    if (this.#characters > 2 * this.#most) this.#drop();
  }

  finished(): ReadonlyMap<number, ReportedText> {
    this.#drop();
    return this.#texts;
  }

  #drop(): void {
    let characters = 0;
    const kept = new Map<number, ReportedText>();
    for (const [rank, text] of [...this.#texts].sort(([a], [b]) => a - b)) {
      characters += text.text.length;
      if (characters > this.#most) {
        this.#end = rank;
        characters -= text.text.length;
        break;
      }
      kept.set(rank, text);
    }
    this.#texts = kept;
    this.#characters = characters;
  }
}
