// neardup/url-rules: which parts of a site's URLs make no difference, learned from pages that repeat each other.

export {
  type BarrenPattern,
  type UrlDecision,
  type UrlRule,
  UrlRules,
  type UrlRulesOptions,
  type UrlTrial,
} from './url-rules.ts';
export type { RuleName } from './rule-name.ts';
export { rulesOnly, type UrlRulesState, UrlRulesStateError } from './state.ts';
