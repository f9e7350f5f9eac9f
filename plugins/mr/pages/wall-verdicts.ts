import {
  fewestValues,
  type Named,
  noneNamed,
  standsForOthers,
  standsForOtherValues,
} from '../../../src/flow/index.ts';
import { lineOf, tags } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { eachKey, type Verb, type VerbCall } from '../verbs/verb.ts';
import { countField, isMessage, leastOfWall, noneOfKinds, wallKinds } from './wall-lines.ts';

/**
 * Pages of hosts and patterns that belong to no wall, and pages with texts that may be walls → the latter by text, with
 * counts of the former. Memory: the counts of one host.
 */
export function wallHosts(): Verb {
  return async (call) => {
    const all = { worded: 0, named: 0 };
    let taken: Named[] = wallKinds.map(() => noneNamed);
    const atPattern = { pages: 0, hiding: 0 };
    let walled = wallKinds.map(() => ({ pages: 0, hiding: 0 }));
    let [shared, copied, tested] = [noneOfKinds(), noneOfKinds(), noneOfKinds()];
    await eachKey(
      call,
      ([, host, tag, ...fields]) => {
        if (tag === tags.notUsual) {
          const [kind, worded, named] = fields.map(Number);
          taken[kind] = { worded: taken[kind].worded + worded, named: taken[kind].named + named };
        } else if (tag === tags.worded) {
          all.worded++;
          all.named += Number(fields[0]);
        } else if (tag === tags.ofText) {
          const [kind, text, ...own] = fields;
          const others = taken[Number(kind)];
          const usual = [all.worded - others.worded, all.named - others.named].map(countField);
          call.output.line(lineOf(text, tags.usual, host, ...own, ...usual));
        } else if (tag === tags.ofPattern) {
          atPattern.pages++;
          atPattern.hiding += Number(fields[0]);
        } else if (tag === tags.sharedAt) {
          const [kind, pages, unlike] = fields.map(Number);
          shared[kind] += pages;
          copied[kind]++;
          if (unlike >= fewestValues) tested[kind]++;
        } else if (tag === tags.wallAt) {
          const [kind, pages, hiding] = fields.map(Number);
          walled[kind].pages += pages;
          walled[kind].hiding += hiding;
        } else if (tag === tags.askedAt) {
          const [text, ...own] = fields;
          const kind = Number(text[0]);
          const { pages, hiding } = walled[kind];
          const others = [atPattern.pages - pages, atPattern.hiding - hiding];
          const all = [...others, shared[kind] - pages, copied[kind], tested[kind]].map(countField);
          call.output.line(lineOf(text, tags.usualAt, host, ...own, ...all));
        }
      },
      () => {
        atPattern.pages = 0;
        atPattern.hiding = 0;
        walled = wallKinds.map(() => ({ pages: 0, hiding: 0 }));
        [shared, copied, tested] = [noneOfKinds(), noneOfKinds(), noneOfKinds()];
        all.worded = 0;
        all.named = 0;
        taken = wallKinds.map(() => noneNamed);
      },
    );
  };
}

/**
 * The counts of each text and of the other pages of its hosts, and the walls known so far → the new walls, counted as
 * `walls`. Memory: constant; hosts wait on disk.
 */
export function wallVerdicts(): Verb {
  return async (call) => {
    let text: readonly number[] | undefined;
    let isWall = false;
    let isByPattern = false;
    let isOnHost = false;
    const usual = { worded: 0, named: 0 };
    const [hosts, patterns] = [new SpilledLines(), new SpilledLines()];
    call.count('walls', 0);
    await eachKey(
      call,
      ([, key, tag, ...fields]) => {
        if (tag === tags.mayBeWall) text = fields.map(Number);
        else if (tag === tags.wall) isWall = true;
        else if (tag === tags.usual) {
          const [host, worded, named, isStanding, ...counts] = fields;
          hosts.push([host, worded, named].join('\t'));
          if (isStanding !== '1') return;
          const [unlike, ...others] = counts.map(Number);
          const [own, all] = [[worded, named].map(Number), others].map(([worded, named]) => ({
            worded,
            named,
          }));
          usual.worded += all.worded;
          usual.named += all.named;
          isOnHost ||=
            isMessage[Number(key[0])] && standsForOthers(own, all, unlike, leastOfWall(key, false));
        } else if (tag === tags.usualAt) {
          const [pattern, ...counts] = fields;
          patterns.push([pattern, ...counts.slice(0, 2)].join('\t'));
          const [pages, hiding, named, unlike, haveTitles, ...others] = counts.map(Number);
          const [allPages, allHiding, shared, copied, tested] = others;
          const all = { pages: allPages, hiding: allHiding, shared, copied, tested };
          isByPattern ||= standsForOtherValues(
            { pages, hiding, haveTitles: haveTitles === 1, named, unlike },
            all,
          );
        }
      },
      async (key) => {
        if (text !== undefined && !isWall) {
          const [worded, named, unlike, pages, hasOthers] = text;
          const least = leastOfWall(key, hasOthers === 1);
          if (isByPattern || isOnHost || standsForOthers({ worded, named }, usual, unlike, least)) {
            call.output.line(lineOf(key, tags.wall, countField(pages)));
            call.count('walls');
            await leaveOut(call, key[0], tags.notUsual, hosts);
            await leaveOut(call, key[0], tags.wallAt, patterns);
          }
        }
        text = undefined;
        isWall = false;
        usual.worded = 0;
        usual.named = 0;
        hosts.clear();
        patterns.clear();
        isByPattern = false;
        isOnHost = false;
      },
    );
  };
}

/** Tells hosts or patterns that pages of a wall of theirs do not count as others. */
async function leaveOut(
  { output }: VerbCall,
  kind: string,
  tag: string,
  counted: SpilledLines,
): Promise<void> {
  for (const line of counted.lines()) {
    const [key, ...counts] = line.split('\t');
    output.line(lineOf(key, tag, kind, ...counts));
    if (output.isFull) await output.drained();
  }
}

/** The walls, and the pages of texts that might be walls → the pages of walls. Memory: one count. */
export function walled(): Verb {
  return async (call) => {
    let count = '';
    await eachKey(
      call,
      ([, key, tag, field]) => {
        if (tag === tags.wall) count = field;
        else if (tag === tags.standing && count !== '') {
          call.output.line(lineOf(field, tags.wall, key[0], count));
          call.count('pages');
        }
      },
      () => {
        count = '';
      },
    );
  };
}
