import { lineOf, tags } from '../lines/format.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * Pairs of distinct sets → the links of their graph, each from both of its ends.
 *
 * What follows are rounds of `largeStar` and `smallStar`, alternating (Kiveris, Lattanzi, Mirrokni, Rastogi and
 * Vassilvitskii, "Connected Components in MapReduce and Beyond", SoCC 2014): every round keeps the components, writes no
 * more links than it has read, and after O(log² n) of them each set is linked to the first of its component and to
 * nothing else.
 */
export function links(): Verb {
  return (call) =>
    eachLine(call, ([, a, tag, b]) => {
      if (tag === tags.pair) writeLink(call, a, b);
    });
}

/**
 * The links of each set, from both ends → its neighbours behind it linked to the first of all of them, itself among
 * them; from the later end.
 *
 * Counts the sets that are `unsettled`: linked to a set before them and to another one. Where there is none the graph is
 * one of stars, and what is written is the first set of the component of each other one. Memory: two ids.
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
 * The links of each set to those before it → it and all of them linked to the first of these; from both ends. Memory:
 * two ids.
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

/** The sets that one is linked to, as they come: ascending, some several times. */
class Neighbours {
  /** The first of them. */
  first = '';
  /** How many there were so far. */
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
 * Links to the first sets of components, and pairs, both by the first of a pair → the pairs of each component, by the
 * second. Memory: one id.
 */
export function component(): Verb {
  return async (call) => {
    let linked = '';
    let first = '';
    await eachLine(call, ([, id, tag, other, ...rest]) => {
      if (tag === tags.link) {
        linked = id;
        first = other;
      } else if (tag === tags.pair) {
        call.output.line(lineOf(linked === id ? first : id, tags.inComponent, other, id, ...rest));
      }
    });
  };
}
