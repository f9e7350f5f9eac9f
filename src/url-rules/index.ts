// neardup/url-rules: which parts of a site's URLs make no difference, learned from pages that repeat each other.

export type { UrlRule } from './known-rules.ts';
export { type BarrenPattern, type UrlDecision, UrlRules } from './url-rules.ts';
export { CopyLinks, type UnjudgedLinks } from './copy-links.ts';
export { outlineOf } from './outline.ts';
export { withoutFragment } from './parse-url.ts';
export type { UrlRulesOptions, UrlTrial } from './options.ts';
export type { RuleRecord } from './evidence.ts';
export type { RuleName } from './rule-name.ts';
export { rulesOnly, type StoredRule, type UrlRulesState, UrlRulesStateError } from './state.ts';

// The parts of the state.
export { type RuleKind, ruleKinds } from './difference.ts';
export type { StoredUrl } from './decided-urls.ts';
export type { DroppedUrl } from './dropped-urls.ts';
export type { StoredFirstLinks } from './first-links.ts';
export type { StoredContent } from './awaited-contents.ts';
export { type Agreement, agreements } from './evidence.ts';
