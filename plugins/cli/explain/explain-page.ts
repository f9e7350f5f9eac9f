import { dirname, join } from 'node:path';
import type { PageDecision } from '../../../src/index.ts';
import type { ReportedPair } from '../../report/index.ts';
import { decisionCheck, pairCheck, summaryFile } from '../dedup/result-checks.ts';
import { checkLines } from '../dedup/results.ts';
import type { DedupSummary } from '../dedup/summary.ts';
import { UsageError, wrongCall } from '../errors.ts';
import { isThere } from '../is-there.ts';
import { readJsonLines } from '../read-lines.ts';
import { readResult } from '../read-result.ts';
import type { ExplainedText } from './explain-text.ts';

/** Another page, and how similar it is. */
export interface Likeness {
  readonly id: string;
  /** Empty for a known page: the files have ids of these alone. */
  readonly url: string;
  /** Whether it is a page of `--against`. A new page may have the same id. */
  readonly known?: true;
  readonly similarity: number;
  /** Similarity over all grams, if it is known and differs. */
  readonly rawSimilarity?: number;
  readonly overlap: number;
}

/** A line of `decisions.jsonl`. That of a crawl has fewer fields. */
interface DecidedPage extends PageDecision {
  readonly identity?: string;
  readonly grams?: number;
  readonly contentGrams?: number;
}

/** What the files of a run say about one page. */
export interface Explanation {
  readonly page: DecidedPage;
  /** Missing if the page repeats none, or a known page, of which `page` has the id. */
  readonly representative?: DecidedPage;
  /** Number of pages dropped as repeats of it. */
  readonly repeatedBy: number;
  /** Pages that form a pair of duplicates with it, the most similar first. */
  readonly duplicates: readonly Likeness[];
  /** Pages that are as similar, but about something else. */
  readonly alike: readonly Likeness[];
  /** How pages were compared; missing if the folder has no summary. */
  readonly settings?: DedupSummary;
  /** Set if the text was asked for. */
  readonly text?: ExplainedText;
}

/** A line of `pairs.jsonl` or `alike.jsonl`. */
interface PairLine extends ReportedPair {
  readonly rawSimilarity?: number;
}

/**
 * Gathers everything that decided about a page, from the files in a folder. Reads each file once or twice and keeps
 * only the lines about the page. Throws a UsageError if no page, or more than one, has that id or URL, and an Error
 * if a file is missing or damaged.
 */
export async function explainPage(folder: string, name: string): Promise<Explanation> {
  const decisions = join(folder, 'decisions.jsonl');
  const settings = await settingsOf(join(folder, 'summary.json'));
  const page = await findPage(decisions, name, settings);
  const duplicates = await pairsOf(folder, 'pairs', page.id, settings);
  // An earlier version did not write these, nor does a crawl.
  const alike = isThere(join(folder, 'alike.jsonl')) ? await pairsOf(folder, 'alike', page.id, settings) : [];
  const urls = new Map([...duplicates, ...alike].flatMap(({ id, known }) => (known ? [] : [[id, '']])));
  let representative: DecidedPage | undefined;
  let repeatedBy = 0;
  for await (const decision of decisionsIn(decisions, settings)) {
    if (urls.has(decision.id)) urls.set(decision.id, decision.url);
    // a known page may have the id of a new one
    if (decision.id === page.representative && !page.known) representative = decision;
    if (decision.representative === page.id && !decision.known) repeatedBy++;
  }
  const withUrls = (pages: Likeness[]): Likeness[] =>
    pages
      .map((each) => ({ ...each, url: each.known ? '' : (urls.get(each.id) ?? '') }))
      .sort((x, y) => y.similarity - x.similarity);
  return {
    page,
    ...(representative && { representative }),
    repeatedBy,
    duplicates: withUrls(duplicates),
    alike: withUrls(alike),
    ...(settings && { settings }),
  };
}

/** Throws at the end if lines are missing. */
async function* decisionsIn(path: string, settings: DedupSummary | undefined): AsyncGenerator<DecidedPage> {
  let pages = 0;
  for await (const decision of readJsonLines<DecidedPage>(path, decisionCheck)) {
    pages++;
    yield decision;
  }
  if (settings !== undefined) checkLines(dirname(path), { pages }, settings);
}

async function findPage(
  path: string,
  name: string,
  settings: DedupSummary | undefined,
): Promise<DecidedPage> {
  const ofUrl: DecidedPage[] = [];
  for await (const decision of decisionsIn(path, settings)) {
    if (decision.id === name) return decision;
    if (decision.url === name && ofUrl.length < 2) ofUrl.push(decision);
  }
  if (ofUrl.length === 0) throw wrongCall('explain', `the id or URL of a page in ${path}`, name);
  if (ofUrl.length > 1) {
    throw new UsageError(
      `explain: expected one page with the URL ${name}; got several: name one by its id, such as ${ofUrl[0].id}`,
    );
  }
  return ofUrl[0];
}

/** The pages that form a pair with a new page. The second page of a pair may be a known one. Throws if lines are missing. */
async function pairsOf(
  folder: string,
  name: 'pairs' | 'alike',
  id: string,
  settings: DedupSummary | undefined,
): Promise<Likeness[]> {
  const found: Likeness[] = [];
  // of a large site there are millions of pairs, of which a few are of this page
  const pairs = readJsonLines<PairLine>(join(folder, `${name}.jsonl`), pairCheck, JSON.stringify(id));
  for (;;) {
    const { done, value } = await pairs.next();
    if (done) {
      // where lines are missing, a page would seem to be similar to no other
      if (settings !== undefined) checkLines(folder, { [name]: value }, settings);
      return found;
    }
    const { a, b, known, similarity, rawSimilarity, overlap } = value;
    if (a !== id && (b !== id || known)) continue;
    found.push({
      id: a === id ? b : a,
      url: '',
      ...(known && { known }),
      similarity,
      ...(rawSimilarity !== undefined && { rawSimilarity }),
      overlap,
    });
  }
}

async function settingsOf(path: string): Promise<Explanation['settings']> {
  return isThere(path) ? readResult<DedupSummary>(path, summaryFile) : undefined;
}
