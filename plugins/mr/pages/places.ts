import { addPlaces, type Closeness, standTogether } from '../../../src/flow/index.ts';
import { escaped, lineOf, tags, unescaped } from '../lines/format.ts';
import { hostKey } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { parseDescribed } from './described.ts';
import { PAIR_FIELDS, writeJudged } from './judged-pair.ts';

/** Described pages → by their identities. */
export function named(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, field]) => {
      if (tag !== tags.described) return;
      const { identity, url } = parseDescribed(field);
      if (identity !== '') call.output.line(lineOf(hostKey(identity), tags.named, id, escaped(url)));
    });
}

/**
 * Pages by name, and pairs that ask where the pages of their first name are → the pairs by their second name, with the
 * answer. Memory: up to 64 places of one name.
 */
export function placesFirst(): Verb {
  return (call) =>
    eachPlaces(call, (places, [other, ...pair]) =>
      call.output.line(lineOf(other, tags.asked, escaped(JSON.stringify([...places])), ...pair)),
    );
}

/** Pages and pairs by the second name → judged pairs. Pairs judged elsewhere pass unchanged. */
export function placesSecond(): Verb {
  return (call) =>
    eachPlaces(
      call,
      (places, [others, closeness, a, b, ...both]) => {
        const ofFirst = new Set(JSON.parse(unescaped(others)) as string[]);
        const isAlike = standTogether(places, ofFirst, closeness as Closeness);
        const pair = isAlike ? both.slice(PAIR_FIELDS) : both.slice(0, PAIR_FIELDS);
        writeJudged(call, isAlike, a, [b, ...pair]);
      },
      ([, a, tag, ...pair]) => writeJudged(call, tag === tags.alike, a, pair),
    );
}

/** Calls `answer` with each question and the places of the pages with its name. */
async function eachPlaces(
  call: VerbCall,
  answer: (places: ReadonlySet<string>, asked: readonly string[]) => void,
  pass?: (judged: readonly string[]) => void,
): Promise<void> {
  let places = new Set<string>();
  await eachKey(
    call,
    (line) => {
      const [, , tag, ...fields] = line;
      if (tag === tags.named) addPlaces(places, unescaped(fields[1]));
      else if (tag === tags.asked) answer(places, fields);
      else if (tag === tags.duplicates || tag === tags.alike) pass?.(line);
    },
    () => {
      places = new Set();
    },
  );
}
