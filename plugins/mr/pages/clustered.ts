import { measures, overlapOfSorted, type Similarity } from '../../../src/join/index.ts';
import { escaped, lineOf, tags } from '../lines/format.ts';
import { parseSize, parseTokens, sizeField } from '../sets/set-text.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';
import { idOfRanked, parseDescribed } from './described.ts';
import { wallKinds } from './wall-lines.ts';

/**
 * The representative of each page, as `cluster` writes it → the same by the representative (both pages as members of
 * one group), and a question for their overlap over all grams.
 */
export function clustered(): Verb {
  const kind = String(wallKinds.indexOf('cluster'));
  return async (call) => {
    let representative = '';
    let pair: readonly string[] = [];
    await eachKey(
      call,
      ([, ranked, tag, other, ...shared]) => {
        // the line for equal sets would name a page after this one
        if (tag !== tags.belongs || other > ranked) return;
        representative = idOfRanked(other);
        // in components some pages are linked only by other pages
        if (shared.length > 0) pair = shared;
      },
      (ranked) => {
        if (representative === '') return;
        const id = idOfRanked(ranked);
        call.output.line(lineOf(representative, tags.standsFor, id, ...pair));
        call.output.line(lineOf(representative, tags.inGroup, kind, representative));
        call.output.line(lineOf(id, tags.inGroup, kind, representative));
        call.output.line(lineOf(representative, tags.unmeasured, id));
        representative = '';
        pair = [];
      },
    );
  };
}

/**
 * Pages with their grams, and questions for the overlap with them → the grams of each page, by the pages that ask.
 * Memory: one page.
 */
export function measureFirst(): Verb {
  return async (call) => {
    let [size, tokens] = ['', ''];
    await eachLine(call, async ([, id, tag, ...fields]) => {
      if (tag === tags.page) [size, tokens] = fields;
      else if (tag === tags.unmeasured)
        call.output.line(lineOf(fields[0], tags.unmeasured, id, size, tokens));
    });
  };
}

/** Pages, and the grams sent to them → the overlap of both over all grams, and a digest of each. Memory: two pages. */
export function measureSecond(digestOf: (grams: BigUint64Array) => string): Verb {
  return async (call) => {
    let own = ['', ''];
    await eachLine(call, ([, id, tag, ...fields]) => {
      if (tag === tags.page) own = fields;
      else if (tag === tags.unmeasured) {
        const [, ...others] = fields;
        const pages = [own, others].map(([size, tokens]) => parseTokens(tokens, parseSize(size)));
        const [x, y] = pages;
        const counts = [overlapOfSorted(x, y), x.length, y.length];
        call.output.line(lineOf(id, tags.measured, ...counts.map(sizeField), ...pages.map(digestOf)));
        call.count('measured');
      }
    });
  };
}

/**
 * Pages, pages of walls, and representatives, all by the representative → representatives by the page, unless they
 * belong to a wall. Memory: one page.
 */
export function keptFirst(): Verb {
  return async (call) => {
    let name = '';
    let isWall = false;
    await eachKey(
      call,
      ([, id, tag, ...fields]) => {
        if (tag === tags.described) ({ name } = parseDescribed(fields[0]));
        else if (tag === tags.wall) isWall = true;
        else if (tag === tags.standsFor && !isWall) {
          const [member, ...pair] = fields;
          call.output.line(lineOf(member, tags.standsFor, id, escaped(name), ...pair));
        }
      },
      () => {
        isWall = false;
      },
    );
  };
}

/**
 * Pages, pages of walls, and representatives, all by the page → the members of clusters and why each is dropped, unless
 * it belongs to a wall. Memory: one page.
 */
export function keptSecond({ similarity }: { readonly similarity: Similarity }): Verb {
  const similarityOf = ([overlap, m, n]: readonly string[]): number =>
    measures[similarity].value(Number(overlap), Number(m), Number(n));
  return async (call) => {
    let page = '';
    let isWall = false;
    let stands: readonly string[] | undefined;
    let measured: readonly string[] = [];
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.described) [page] = fields;
        else if (tag === tags.wall) isWall = true;
        else if (tag === tags.standsFor) stands = fields;
        else if (tag === tags.measured) measured = fields;
      },
      (id) => {
        if (stands !== undefined && !isWall) {
          const [representative, nameOfIt, ...pair] = stands;
          const raw = similarityOf(measured);
          const similar = pair.length > 0 ? similarityOf(pair) : raw;
          const { name, url } = parseDescribed(page);
          const linked = pair.length === 0 && { linked: true };
          const member = JSON.stringify({ id: name, url, similarity: similar, ...linked });
          call.output.line(lineOf(representative, tags.clustered, id, nameOfIt, escaped(member)));
          const values = [linked ? '' : String(similar), String(raw)];
          call.output.line(lineOf(id, tags.dropped, representative, nameOfIt, ...values, ...measured));
          call.count('dropped');
        }
        isWall = false;
        stands = undefined;
        measured = [];
      },
    );
  };
}
