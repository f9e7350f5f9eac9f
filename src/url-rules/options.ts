import type { Agreement } from './evidence.ts';
import type { RuleName } from './rule-name.ts';

/** What a learner may risk and hold. */
export interface UrlRulesOptions {
  /** Share of the URLs that rules would drop that is fetched all the same, to see whether they hold: [0, 1]. Default 0.05. */
  readonly sampleShare?: number;
  /** How many pages may be lost by wrong rules, as a share of all: [0, 1]. Default 0.005. */
  readonly lossShare?: number;
  /** URLs whose content is remembered, about 150 bytes each. Default 100,000. */
  readonly mostUrls?: number;
  /** Dropped URLs that can be given back. Default 20,000. */
  readonly mostDropped?: number;
  /**
   * Whether hosts of different sites may turn out to be mirrors. Default false: hosts of one site are the same with or
   * without `www`, one below the other, and those of two protocols. Of others, one could make the crawl drop pages of
   * the other by being its faithful copy for a while.
   */
  readonly acrossSites?: boolean;
  /** Asked before a URL is dropped for another one: whether that one's page is stored for good. Default: what was observed is. */
  isDecided?(url: string): boolean;
  /** Told each trial of rules, before it is counted: for logs and measurements. */
  onTrial?(trial: UrlTrial): void;
}

/** A decided URL of which rules said beforehand, rightly or not, that it holds the same as another. */
export interface UrlTrial {
  readonly url: string;
  readonly target: string;
  /** All of them together said so. */
  readonly rules: readonly RuleName[];
  /** How those URLs agreed that they hold for the same: see `agreements`. */
  readonly agreement: Agreement;
  /** Whether all of them that are decided hold one content. */
  readonly isUnanimous: boolean;
  readonly isRight: boolean;
}

/** Checks options, and fills in what is not given. @throws TypeError, RangeError */
export function completeOptions(options: UrlRulesOptions): Required<UrlRulesOptions> {
  return {
    sampleShare: share('sampleShare', options.sampleShare ?? 0.05),
    lossShare: share('lossShare', options.lossShare ?? 0.005),
    mostUrls: count('mostUrls', options.mostUrls ?? 100_000),
    mostDropped: count('mostDropped', options.mostDropped ?? 20_000),
    acrossSites: options.acrossSites ?? false,
    isDecided: options.isDecided ?? (() => true),
    onTrial: options.onTrial ?? (() => {}),
  };
}

function share(name: string, value: number): number {
  if (typeof value !== 'number')
    throw new TypeError(`${name}: expected a number from 0 to 1; got ${typeof value}`);
  if (!(value >= 0 && value <= 1))
    throw new RangeError(`${name}: expected a number from 0 to 1; got ${value}`);
  return value;
}

function count(name: string, value: number): number {
  if (typeof value !== 'number')
    throw new TypeError(`${name}: expected a whole number ≥ 1; got ${typeof value}`);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name}: expected a whole number ≥ 1; got ${value}`);
  }
  return value;
}
