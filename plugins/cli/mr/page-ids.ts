import { idHash, placeId } from '../../dump/ids.ts';
import { escaped, lineOf, tags, unescaped } from '../../mr/lines/format.ts';
import { StageError } from '../../mr/lines/stage-error.ts';
import { parseFacts } from '../../mr/pages/described.ts';
import { unsettled } from '../../mr/plan.ts';
import { mostIdRounds } from '../../mr/plan-pages.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../../mr/verbs/verb.ts';
import { printable } from '../printable.ts';

/**
 * The claim of a page on an id. A page prefers its own id, then the ids by its place (`placeId`) in their order, and gets
 * the first one that no earlier page has. Stages find these in rounds: each id goes to the earliest page that has
 * claimed it so far, and the other pages claim their next one, until no claim is refused. The result is the same as if
 * pages came one after the other: it is the only stable matching if all ids prefer earlier pages (Gale & Shapley 1962).
 */
interface Claim {
  /** The page. */
  readonly id: string;
  /** 0 for the page's own id, else the number of the id by its place. */
  readonly number: number;
  /** When the claim was made: 0 for that of `claimIds`. */
  readonly round: number;
  /** As a field. */
  readonly place: string;
}

/** Facts → a claim of each page on its id. */
export function claimIds(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, , facts, place]) => {
      if (tag !== tags.facts) return;
      const { id: name } = parseFacts(facts);
      // a page without a separate place already has its place as its id
      const number = place === undefined ? 1 : 0;
      writeClaim(call, name, { id, number, round: 0, place: place ?? escaped(name) });
    });
}

function writeClaim({ output }: VerbCall, name: string, { id, number, round, place }: Claim): void {
  output.line(lineOf(keyOf(name), tags.claimed, id, String(number), String(round), place));
}

/** Ids with the same hash count as the same id, as in `PageIds`. */
function keyOf(name: string): string {
  return `#${idHash(name).toString(16).padStart(14, '0')}`;
}

/**
 * All claims so far, by id → the next claims of pages that lost theirs in this round. Memory: one claim.
 *
 * @throws StageError in the last round if a page still has no id
 */
export function settleIds({ round }: { readonly round: number }): Verb {
  return async (call) => {
    call.count(unsettled, 0);
    let holder: Claim | undefined;
    let isHolderKnown = false;
    /** The previous claim, and the least number that the id of its page can have in the end. */
    let last: (Claim & { readonly least: number }) | undefined;
    await eachKey(
      call,
      ([, , tag, id, ...fields]) => {
        if (tag !== tags.claimed) return;
        const [number, made] = fields.map(Number);
        const claim: Claim = { id, number, round: made, place: fields[2] };
        const isNew = made === round - 1;
        // of the claims of earlier rounds, the first one held the id until now, and the others were already refused
        const wasLost = !isNew && isHolderKnown;
        if (!isNew) isHolderKnown = true;
        if (holder === undefined) {
          holder = claim;
          last = { ...claim, least: number };
          return;
        }
        // Pages with the same place, such as those of a file given twice, claim the same ids: each gets a later id than
        // the page before it.
        const after = last?.place === claim.place && last.number === number ? last.least : number;
        last = { ...claim, least: after + 1 };
        if (wasLost) return;
        if (round >= mostIdRounds) throw notSettled(holder, claim);
        const name = placeId(unescaped(claim.place), last.least);
        writeClaim(call, name, { ...claim, number: last.least, round });
        call.output.line(lineOf(id, tags.renamed, String(last.least), escaped(name)));
        call.count(unsettled);
      },
      () => {
        holder = undefined;
        isHolderKnown = false;
        last = undefined;
      },
    );
  };
}

function notSettled(holder: Claim, lost: Claim): StageError {
  // one of the two claims was made in the last round: by a place
  const { place, number } = holder.number > 0 ? holder : lost;
  const name = placeId(unescaped(place), number);
  const [first, second] = [holder, lost].map((claim) => printable(unescaped(claim.place)));
  return new StageError(
    'ids',
    `expected ids of pages that are not the places of other pages; got ${printable(JSON.stringify(name))} for the pages at ${first} ` +
      `and ${second}, after ${mostIdRounds} rounds of pages that took the id of the next one: leave these ids out, so that pages ` +
      'are named by their places, or give them others; neardup dedup and --decide process name such pages themselves',
  );
}

/**
 * Facts, and the new ids of pages that lost theirs, by page → the facts with these ids. Other lines pass unchanged.
 * Memory: one page.
 */
export function renamePages(): Verb {
  return async (call) => {
    let facts: readonly string[] = [];
    let [name, number] = ['', -1];
    await eachKey(
      call,
      ([, id, tag, ...fields]) => {
        if (tag === tags.facts) facts = fields;
        else if (tag === tags.renamed && Number(fields[0]) > number)
          [name, number] = [fields[1], Number(fields[0])];
        else if (tag === tags.ofInput || tag === tags.redirect) call.output.line(lineOf(id, tag, ...fields));
      },
      (id) => {
        if (facts.length > 0) {
          const [size, json] = facts;
          const renamed =
            number < 0 ? json : escaped(JSON.stringify({ ...parseFacts(json), id: unescaped(name) }));
          call.output.line(lineOf(id, tags.facts, size, renamed));
        }
        facts = [];
        [name, number] = ['', -1];
      },
    );
  };
}
