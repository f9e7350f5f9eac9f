import type { ClusterPolicy } from '../../../src/index.ts';
import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { AscendingIds } from '../sets/ascending-ids.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * The pairs of each component, by the second set, then the first → the possible representatives of each set that has
 * one. The first line of a set names its representative, as in `clusterPages` with the policy `representative` and the
 * order of ids: a set that is similar to no earlier representative becomes one; any other set joins the one it is most
 * similar to, at a tie the first. Further lines name later representatives that the set is similar to: they may be
 * nearer to sets that equal it and come later still.
 *
 * Memory: the same for components of any number of sets. On disk: 16 bytes for each set of a component that has a
 * representative, and the pairs of one set.
 */
export function cluster({ similarity }: { readonly similarity: Similarity }): Verb {
  return async (call) => {
    let key = '';
    const component = new Component(similarity, call);
    await eachLine(call, async ([, first, tag, id, before, ...pair]) => {
      if (tag !== tags.inComponent) return;
      if (first !== key) await component.end();
      key = first;
      await component.add(id, before, pair);
    });
    await component.end();
  };
}

/** The sets of one component so far, and the representative of the last one. */
class Component {
  /** The sets that have a representative. They represent no other set. */
  readonly #members = new AscendingIds();
  readonly #value: (overlap: number, m: number, n: number) => number;
  readonly #call: VerbCall;
  #set = '';
  #nearest: { readonly representative: string; readonly pair: readonly string[] } | undefined;
  #similarity = -1;
  /** Pairs of the set with members. They are needed if the set becomes a representative. */
  readonly #withMembers = new SpilledLines();

  constructor(similarity: Similarity, call: VerbCall) {
    this.#value = measures[similarity].value;
    this.#call = call;
  }

  /**
   * Adds a pair.
   *
   * @param pair its overlap, and the sizes of `before` and of `id`
   */
  async add(id: string, before: string, pair: readonly string[]): Promise<void> {
    if (id !== this.#set) await this.#endSet();
    this.#set = id;
    if (this.#members.has(...placeOf(before))) {
      if (this.#nearest === undefined) this.#withMembers.push([before, ...pair].join('\t'));
      return;
    }
    const [overlap, sizeOfBefore, size] = pair.map(Number);
    const similarity = this.#value(overlap, sizeOfBefore, size);
    if (similarity <= this.#similarity) return;
    this.#nearest = { representative: before, pair };
    this.#similarity = similarity;
  }

  /** Ends the component. */
  async end(): Promise<void> {
    await this.#endSet();
    this.#members.clear();
  }

  async #endSet(): Promise<void> {
    const { output, count } = this.#call;
    if (this.#nearest !== undefined) {
      const { representative, pair } = this.#nearest;
      output.line(lineOf(this.#set, tags.belongs, representative, ...pair));
      count('members');
      this.#members.add(...placeOf(this.#set));
    } else {
      for (const line of this.#withMembers.lines()) {
        const [member, overlap, size, own] = line.split('\t');
        output.line(lineOf(member, tags.belongs, this.#set, overlap, own, size));
        if (output.isFull) await output.drained();
      }
    }
    this.#withMembers.clear();
    this.#nearest = undefined;
    this.#similarity = -1;
  }
}

/** A set's id, and its rank as a number, if one is written before the id (`rankOf` in `pages/described.ts`). */
function placeOf(set: string): [id: number, rank: number] {
  if (set.length === digits.id) return [Number(set), 0];
  const [id, kind, rank] = [set.slice(-digits.id), set[0], Number(set.slice(1, -digits.id))];
  return [Number(id), kind === '0' ? rank - 2 ** 53 : kind === '1' ? rank : Number.POSITIVE_INFINITY];
}

/**
 * Links to the first set of each component → that set as the representative of the others: the policy `components`. If
 * the input also has pairs by their first sets, those of a representative give the same lines with their overlap.
 * Memory: none.
 */
export function clusterComponents(): Verb {
  let linked = '';
  return (call) =>
    eachLine(call, ([, id, tag, other, ...pair]) => {
      if (tag === tags.link) {
        linked = id;
        call.output.line(lineOf(id, tags.belongs, other));
      } else if (tag === tags.pair && id !== linked)
        call.output.line(lineOf(other, tags.belongs, id, ...pair));
    });
}

/** The rule that makes equal sets similar, and the policy of clusters. */
interface MembersOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly policy: ClusterPolicy;
}

/**
 * The possible representatives of each distinct set, and the sets that equal it → the members of each cluster by their
 * representative, with their overlap if the policy requires them to be similar. Memory: the representatives of one set
 * that are nearer to it than all before them.
 */
export function members({ similarity, threshold, policy }: MembersOptions): Verb {
  const { value, isSimilar } = measures[similarity];
  return async (call) => {
    let set = '';
    let nearer: { readonly representative: string; readonly overlap: string; readonly similarity: number }[] =
      [];
    const write = (representative: string, id: string, overlap: string): void => {
      const shared = policy === 'components' ? [] : [overlap];
      call.output.line(lineOf(representative, tags.member, id, ...shared));
      call.count('members');
    };
    await eachLine(call, ([, id, tag, other, ...rest]) => {
      if (id !== set) nearer = [];
      set = id;
      if (tag === tags.belongs) {
        const [overlap = ''] = rest;
        const [shared, m, n] = rest.map(Number);
        const similarity = value(shared, m, n);
        if (other < id) write(other, id, overlap);
        if (nearer.length > 0 && similarity <= nearer[nearer.length - 1].similarity) return;
        nearer.push({ representative: other, overlap, similarity });
      } else if (tag === tags.equal) {
        const nearest = nearer.findLast(({ representative }) => representative < other);
        const size = Number(rest[0]);
        if (nearest !== undefined) write(nearest.representative, other, nearest.overlap);
        else if (isSimilar(size, size, size, threshold)) write(id, other, padded(size, digits.size));
      }
    });
  };
}
