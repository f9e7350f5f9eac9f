import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * Pairs of distinct sets → the links of their graph, each from both of its ends.
 *
 * Then come rounds of `largeStar` and `smallStar`, alternating (Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii,
 * "Connected Components in MapReduce and Beyond", SoCC 2014). Every round keeps the components and writes no more links
 * than it has read. After O(log² n) rounds each set is linked to the first of its component and to nothing else.
 */
export function links(): Verb {
  return (call) =>
    eachLine(call, ([, a, tag, b]) => {
      if (tag === tags.pair) writeLink(call, a, b);
    });
}

/**
 * The links of each set, from both ends → links from its later neighbours to the first of all of them, the set
 * included; from the later end.
 *
 * Counts the sets that are `unsettled`: linked to an earlier set and to another one. If there are none, the graph
 * consists of stars, and the output gives each other set the first set of its component. Memory: two ids.
 */
export function largeStar(): Verb {
  return async (call) => {
    const node = new Neighbours();
    let unsettled = 0;
    await eachLine(call, ([, id, tag, neighbour]) => {
      if (tag !== tags.link || !node.isNew(id, neighbour)) return;
      const isBefore = node.first < id;
      if (isBefore && node.degree === 2) unsettled++;
      if (neighbour > id) call.output.line(lineOf(neighbour, tags.link, isBefore ? node.first : id));
    });
    call.count('unsettled', unsettled);
  };
}

/**
 * The links of each set to earlier ones → links from the set and all of these to the first of them; from both ends.
 * Memory: two ids.
 */
export function smallStar(): Verb {
  return async (call) => {
    const node = new Neighbours();
    await eachLine(call, ([, id, tag, neighbour]) => {
      if (tag !== tags.link || !node.isNew(id, neighbour)) return;
      writeLink(call, node.first, node.degree === 1 ? id : neighbour);
    });
  };
}

function writeLink({ output }: VerbCall, a: string, b: string): void {
  output.line(lineOf(a, tags.link, b));
  output.line(lineOf(b, tags.link, a));
}

/** The neighbours of one set, as they come: ascending, possibly repeated. */
class Neighbours {
  /** The first neighbour. */
  first = '';
  /** Number of neighbours so far. */
  degree = 0;
  #id = '';
  #last = '';

  /** Whether a link was not seen before. */
  isNew(id: string, neighbour: string): boolean {
    if (id !== this.#id) {
      this.#id = id;
      this.first = neighbour;
      this.degree = 0;
    } else if (neighbour === this.#last) return false;
    this.#last = neighbour;
    this.degree++;
    return true;
  }
}

/**
 * Links to the first sets of components, and pairs, both by the first set of a pair → the pairs by component, then by
 * their second set. Pages of walls, if they come along, have no pairs with later pages, for which they would stand. Memory:
 * three ids.
 */
export function component(): Verb {
  return async (call) => {
    let [linked, first, walled] = ['', '', ''];
    await eachLine(call, ([, id, tag, other, ...rest]) => {
      if (tag === tags.wall) walled = id;
      else if (tag === tags.link) {
        linked = id;
        first = other;
      } else if (tag === tags.pair && walled !== id) {
        call.output.line(lineOf(linked === id ? first : id, tags.inComponent, other, id, ...rest));
      }
    });
  };
}
