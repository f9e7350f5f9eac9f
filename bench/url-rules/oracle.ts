import type { UrlTrial } from '../../src/url-rules/options.ts';
import { rulesOnly } from '../../src/url-rules/state.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import type { CrawlLog } from './crawl-log.ts';
import { verdictsOf } from './replay.ts';

/** The share of pages that the oracle, like the rules, may lose. */
const LOSS_SHARE = 0.005;

/** The pages about which a rule is right, and those that it would lose. */
interface Reach {
  readonly right: Set<string>;
  readonly lost: Set<string>;
}

/**
 * The most duplicate fetches that rules of the learner's form could save if they knew the whole crawl in advance. For
 * every rule (with how its URLs agreed: one is decided, all have one content, or not) counts the pages about which it
 * is right and those that it would lose. The best rules are used from the first page on, as long as together they
 * lose no more than the learner may. With more detail about how URLs agree, an oracle would choose single pages
 * instead of rules.
 */
export function oracleSavings(log: CrawlLog): number {
  const { urls } = log;
  const kept = verdictsOf(log);
  const trials: UrlTrial[] = [];
  const before = learned(log, kept, new UrlRules());
  learned(log, kept, new UrlRules({ onTrial: (trial) => trials.push(trial) }, rulesOnly(before.toJSON())));
  const pageOf = new Map(urls.map((url, page) => [url, page]));
  const reach = new Map<string, Reach>();
  for (const { url, rules, agreement, isUnanimous, isRight } of trials) {
    const page = pageOf.get(url)!;
    const key = JSON.stringify([rules, agreement === 'single' ? agreement : isUnanimous]);
    const { right, lost } = reach.get(key) ?? { right: new Set(), lost: new Set() };
    if (isRight && kept[page] !== page) right.add(url);
    if (!isRight && kept[page] === page) lost.add(url);
    reach.set(key, { right, lost });
  }
  const saved = new Set<string>();
  const lost = new Set<string>();
  const lossRate = (each: Reach): number => each.lost.size / Math.max(1, each.right.size);
  const best = [...reach.values()].sort((a, b) => lossRate(a) - lossRate(b) || b.right.size - a.right.size);
  for (const each of best) {
    if (new Set([...lost, ...each.lost]).size > LOSS_SHARE * urls.length) continue;
    for (const url of each.right) saved.add(url);
    for (const url of each.lost) lost.add(url);
  }
  return saved.size;
}

/** The rules learned from a crawl that fetches everything. */
function learned({ urls }: CrawlLog, kept: Int32Array, rules: UrlRules): UrlRules {
  for (const [page, url] of urls.entries()) {
    const original = kept[page];
    if (original < 0) continue;
    rules.observe(url, urls[original], original === page ? undefined : urls[original]);
  }
  return rules;
}
