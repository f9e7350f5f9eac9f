import type { UrlRules, UrlRulesState } from '../../../src/url-rules/index.ts';
import { applyEvent, crawlRules, type LearnedRules, learnedBy, type RulesNews } from '../crawl-rules.ts';

/**
 * A copy, in another process, of the rules of the process that has the index open. It receives the same events
 * in the same order, and the same calls give the same results. So links are judged without asking the owner.
 * The owner is told afterwards of the links that were dropped, and may disagree.
 */
export class RulesCopy {
  #rules: UrlRules = crawlRules();

  /** Applies what the owner sends. */
  take(news: RulesNews): void {
    if ('state' in news) {
      this.#rules = crawlRules(news.state);
      return;
    }
    for (const event of news.events) {
      applyEvent(this.#rules, event);
    }
    // the owner brings these back
    this.#rules.takeBack();
  }

  /** Whether the owner would leave a URL out, according to this copy. */
  drops(url: string): boolean {
    return this.#rules.foresee(url).action === 'drop';
  }

  learned(): LearnedRules {
    return learnedBy(this.#rules);
  }

  get state(): UrlRulesState {
    return this.#rules.toJSON();
  }
}
