import {
  checkFields,
  checkFlag,
  checkOptionNames,
  type Field,
  wrongType,
  wrongValue,
} from '../argument-checks.ts';
import type { Agreement } from './evidence.ts';
import type { RuleName } from './rule-name.ts';

/** Options of `UrlRules`: what it may risk and how much it may hold. */
export interface UrlRulesOptions {
  /** Share of droppable URLs that is fetched nevertheless, to test the rules: [0, 1]. Default 0.05. */
  readonly sampleShare?: number;
  /** Most pages that may be lost by wrong rules, as a share of all pages: [0, 1]. Default 0.005. */
  readonly lossShare?: number;
  /** Number of URLs whose content, and what they led to, is remembered, about 300 bytes each. Default 100,000. */
  readonly mostUrls?: number;
  /** Number of dropped URLs that can be given back. Default 20,000. */
  readonly mostDropped?: number;
  /**
   * Whether hosts of different sites may be treated as mirrors. Default false: then a host stands only for itself with and without `www`
   * and by another protocol, and for its subdomains. A host of another site, or a subdomain that anybody may get, could make the crawl
   * drop pages by being a faithful copy for a while.
   */
  readonly acrossSites?: boolean;
  /** Called before a URL is dropped in favour of another: whether that page is stored for good. Default: it is. */
  isDecided?(url: string): boolean;
  /** Called with each trial of rules before it is counted, for logs and measurements. */
  onTrial?(trial: UrlTrial): void;
}

/** A trial: a decided URL for which rules had predicted, rightly or wrongly, the same content as another URL's. */
export interface UrlTrial {
  readonly url: string;
  readonly target: string;
  /** The rules that together predicted it. */
  readonly rules: readonly RuleName[];
  /** How the alternatives of the URL agree: see `agreements`. */
  readonly agreement: Agreement;
  /** Whether all decided alternatives have one content. */
  readonly isUnanimous: boolean;
  readonly isRight: boolean;
}

const OPTIONS: Record<keyof UrlRulesOptions, true> = {
  sampleShare: true,
  lossShare: true,
  mostUrls: true,
  mostDropped: true,
  acrossSites: true,
  isDecided: true,
  onTrial: true,
};

const FUNCTIONS: readonly Field<UrlRulesOptions>[] = [
  ['isDecided', 'function', true],
  ['onTrial', 'function', true],
];

/** Checks options and fills in defaults. @throws TypeError, RangeError */
export function completeOptions(options: UrlRulesOptions): Required<UrlRulesOptions> {
  checkOptionNames('UrlRules', options, OPTIONS);
  checkFields('UrlRules', 'options', options, FUNCTIONS, 'an object');
  checkFlag('UrlRules: acrossSites', options.acrossSites);
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
  if (typeof value !== 'number') throw wrongType(name, 'a number from 0 to 1', value);
  if (!(value >= 0 && value <= 1)) throw wrongValue(name, 'a number from 0 to 1', value);
  return value;
}

function count(name: string, value: number): number {
  if (typeof value !== 'number') throw wrongType(name, 'a whole number ≥ 1', value);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw wrongValue(name, 'a whole number ≥ 1', value);
  }
  return value;
}
