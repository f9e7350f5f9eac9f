import { measures, overlapOfSorted, type Similarity } from '../../../src/join/index.ts';
import { escaped, lineOf, tags } from '../lines/format.ts';
import { parseTokens } from '../sets/set-text.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';
import { parseDescribed } from './described.ts';
import { wallKinds } from './walls.ts';

/**
 * What stands for each page, as `cluster` tells it → the same by what stands for it, both pages as those of one text, and where
 * they were compared by parts alone what asks for their similarity over all grams.
 */
export function clustered(): Verb {
  const kind = String(wallKinds.indexOf('cluster'));
  return (call) =>
    eachLine(call, ([, id, tag, representative, ...pair]) => {
      // what would stand for equal sets comes behind the page
      if (tag !== tags.belongs || representative > id) return;
      call.output.line(lineOf(representative, tags.standsFor, id, ...pair));
      call.output.line(lineOf(representative, tags.inGroup, kind, representative));
      call.output.line(lineOf(id, tags.inGroup, kind, representative));
      const raw = pair[3];
      if (raw === '') call.output.line(lineOf(representative, tags.unmeasured, id));
    });
}

/** Pages with their grams, and what asks for the similarity to them → the grams by the pages that ask. Memory: one page. */
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

/** The same of the other page → the similarity of both over all grams. Memory: two pages. */
export function measureSecond({ similarity }: { readonly similarity: Similarity }): Verb {
  return async (call) => {
    let own = ['', ''];
    await eachLine(call, ([, id, tag, ...fields]) => {
      if (tag === tags.page) own = fields;
      else if (tag === tags.unmeasured) {
        const [other, ...others] = fields;
        const [x, y] = [own, others].map(([size, tokens]) => parseTokens(tokens, Number(size)));
        const raw = measures[similarity].value(overlapOfSorted(x, y), x.length, y.length);
        call.output.line(lineOf(id, tags.measured, other, String(raw)));
        call.count('measured');
      }
    });
  };
}

/** Pages, those of walls, and what stands for each, by the latter → by the page, unless what stands for it is of a wall. Memory: one page. */
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

/** The same by the page → the members of clusters, and what each is dropped for, unless it is of a wall. Memory: one page. */
export function keptSecond({ similarity }: { readonly similarity: Similarity }): Verb {
  return async (call) => {
    let page = '';
    let isWall = false;
    let stands: readonly string[] | undefined;
    let measured = '';
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.described) [page] = fields;
        else if (tag === tags.wall) isWall = true;
        else if (tag === tags.standsFor) stands = fields;
        else if (tag === tags.measured) measured = fields[1];
      },
      (id) => {
        if (stands !== undefined && !isWall) {
          const [representative, nameOfIt, overlap, m, n, raw] = stands;
          const similar = measures[similarity].value(Number(overlap), Number(m), Number(n));
          const { name, url } = parseDescribed(page);
          const member = JSON.stringify({ id: name, url, similarity: similar });
          call.output.line(lineOf(representative, tags.clustered, id, nameOfIt, escaped(member)));
          const values = [String(similar), raw === '' ? measured : raw];
          call.output.line(lineOf(id, tags.dropped, representative, nameOfIt, ...values));
          call.count('dropped');
        }
        isWall = false;
        stands = undefined;
        measured = '';
      },
    );
  };
}
