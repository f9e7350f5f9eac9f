import type { UrlRules, UrlRulesState } from '../../../src/url-rules/index.ts';
import { crawlRules, type LearnedRules, type RulesNews } from '../crawl-urls.ts';

/**
 * The rules as the process has them that has the index, in another one: made of what that one is told in the same order, since
 * the same calls give the same answers. So links are judged without a question to the owner; what is dropped is told to it
 * afterwards, and it may disagree.
 */
export class RulesCopy {
  #rules: UrlRules = crawlRules();

  /** Takes what the owner tells. */
  take(news: RulesNews): void {
    if ('state' in news) {
      this.#rules = crawlRules(news.state);
      return;
    }
    for (const event of news.events) {
      if (event[0] === 'drop') this.#rules.decide(event[1]);
      else this.#rules.observe(event[1], event[2], event[3] ?? undefined);
    }
    // the owner brings them back
    this.#rules.takeBack();
  }

  /** Whether the owner would leave a URL out, as far as is known here. */
  drops(url: string): boolean {
    return this.#rules.foresee(url).action === 'drop';
  }

  learned(): LearnedRules {
    return { rules: this.#rules.rules(), barrenPatterns: this.#rules.barrenPatterns() };
  }

  get state(): UrlRulesState {
    return this.#rules.toJSON();
  }
}
