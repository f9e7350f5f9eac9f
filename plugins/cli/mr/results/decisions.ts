import {
  type DecidedPages,
  decisionOn,
  type PageDecision,
  type PageFacts,
} from '../../../../src/flow/index.ts';
import type { Similarity } from '../../../../src/join/index.ts';
import { escaped, lineOf, tags, unescaped } from '../../../mr/lines/format.ts';
import { ofNoSite, parseFacts, withPart } from '../../../mr/pages/described.ts';
import { eachKey, type Verb } from '../../../mr/verbs/verb.ts';
import type { PageRemoval } from '../../audit/removals.ts';
import { decidedLine } from '../../dedup/files.ts';

/** Numbers of the pages that a decision is about: the page itself, its representative, and the page alike. */
const [own, representative, other] = [0, 1, 2];

/** All that is known of a page → the decision on it, and for a dropped page the evidence. Memory: one page. */
export function decisions({
  similarity,
  threshold,
}: {
  readonly similarity: Similarity;
  readonly threshold: number;
}): Verb {
  return async (call) => {
    let page = new Known();
    await eachKey(
      call,
      (fields) => page.learn(fields),
      (id) => {
        if (page.facts !== undefined) {
          const decision = decisionOn(own, page.decided(similarity, threshold));
          const { ofSite, facts, size } = page;
          const { identity, contentSize = size } = ofSite;
          const grams = { damage: facts.damage, identity, grams: size, contentGrams: contentSize };
          call.output.line(lineOf(id, tags.decided, escaped(decidedLine(decision, grams).trimEnd())));
          call.count(decision.decision);
          call.count(decision.code);
          const removal = page.removal(decision);
          if (removal !== undefined)
            call.output.line(lineOf(id, tags.removal, escaped(JSON.stringify(removal))));
        }
        page = new Known();
      },
    );
  };
}

/** Another page, by name. */
interface Other {
  readonly name: string;
  readonly similarity: number;
}

/** Whether a member of a cluster is only linked to its representative. @param fields of its line, after the tag */
function isLinked([, , member]: readonly string[]): boolean {
  return member!.includes('"linked"') && 'linked' in JSON.parse(unescaped(member!));
}

class Known {
  facts: PageFacts | undefined;
  size = 0;
  ofSite = ofNoSite;
  /** Kind of the wall to which the page belongs, and number of the wall's pages. The highest kind counts. */
  #wall = { kind: -1, pages: 0 };
  #others = 0;
  #linked = 0;
  #dropped:
    | (Other & { readonly raw: number; readonly isLinked: boolean } & Pick<
          PageRemoval,
          'sizes' | 'overlap' | 'digests'
        >)
    | undefined;
  #alike: (Other & { readonly id: string }) | undefined;

  learn(fields: readonly string[]): void {
    const [, , tag, ...rest] = fields;
    if (tag === tags.facts) {
      this.size = Number(rest[0]);
      this.facts = parseFacts(rest[1]);
    } else if (tag === tags.ofSite) this.ofSite = withPart(this.ofSite, fields);
    else if (tag === tags.wall) {
      const [kind, pages] = rest.map(Number);
      if (kind > this.#wall.kind) this.#wall = { kind, pages };
    } else if (tag === tags.clustered) {
      this.#others++;
      if (isLinked(rest)) this.#linked++;
    } else if (tag === tags.dropped) {
      const [, name, ...values] = rest;
      const isLinked = values[0] === '';
      const [similarTo, raw, overlap, m, n] = values.map(Number);
      const similarity = isLinked ? raw : similarTo;
      const [ofPage, ofOther] = values.slice(5);
      const evidence = { sizes: [m, n], overlap, digests: [ofPage, ofOther] } as const;
      this.#dropped = { name: unescaped(name), similarity, raw, isLinked, ...evidence };
    } else if (tag === tags.alikeTo) {
      const [written, id, name] = rest;
      const similarity = Number(written);
      const best = this.#alike;
      // at a tie the first counts
      if (
        best === undefined ||
        similarity > best.similarity ||
        (similarity === best.similarity && id < best.id)
      )
        this.#alike = { id, name: unescaped(name), similarity };
    }
  }

  /** The evidence for dropping the page; undefined if it is not dropped. */
  removal({ id, url, decision, representative, similarity, code }: PageDecision): PageRemoval | undefined {
    if (decision !== 'drop' || representative === undefined || similarity === undefined) return undefined;
    const { sizes, overlap, digests } = this.#dropped!;
    return { id, url, representative, similarity, code, sizes, overlap, digests };
  }

  /** The page in the form in which `decisionOn` reads it. */
  decided(similarity: Similarity, threshold: number): DecidedPages {
    const facts = this.facts!;
    const named = (name = ''): PageFacts => ({ ...facts, id: name });
    const pages = [facts, named(this.#dropped?.name), named(this.#alike?.name)];
    const isDropped = this.#dropped !== undefined;
    return {
      threshold,
      similarity,
      factsOf: (page) => pages[page],
      representativeOf: () => (isDropped ? representative : own),
      othersOf: () => (isDropped ? 1 : this.#others),
      linkedOf: () => this.#linked,
      wallOf: () => Math.max(0, this.#wall.pages - 1),
      similarityOf: () => ({
        value: this.#dropped!.similarity,
        raw: this.#dropped!.raw,
        isEstimated: false,
        isLinked: this.#dropped!.isLinked,
      }),
      mostAlike: () => this.#alike && { page: other, similarity: this.#alike.similarity },
    };
  }
}
