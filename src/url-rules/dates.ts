/** Languages whose names of days and months are known. */
const LANGUAGES =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
const FORMATS: readonly Intl.DateTimeFormatOptions[] = [
  { weekday: 'long', day: 'numeric', month: 'long' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  // the form of a month by itself differs in Slavic languages
  { month: 'long' },
];

/** A week: what a page of a day or a week says of those before and after it. */
const MOST_DAYS = 7;

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const YEAR_MONTH = /(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-3]\d)?(?!\d)/;
const DATE = /(?<!\d)((?:19|20)\d\d)(?:\D{1,8}(\d\d?)\D{1,8}(\d\d?)|(\d\d)(\d\d))(?!\d)/g;

/** Most dates of a URL that are looked at. */
const MOST_DATES = 4;

let names: ReadonlySet<string> | undefined;

/**
 * The names of days and months that a page may say because its URL names a date, with a year and a month; none for another URL. The
 * first call takes some 50 ms. O(|place|)
 *
 * @param place path and query of the URL, in lower case
 * @param words its words
 */
export function dateNames(place: string, words: ReadonlySet<string>): ReadonlySet<string> {
  if (YEAR_MONTH.test(place)) return allNames();
  const rest = place.replace(YEAR, ' ');
  if (rest === place) return new Set();
  const isMonth = /(?<!\d)0?\d\d?(?!\d)/.test(rest) || [...words].some((word) => allNames().has(word));
  return isMonth ? allNames() : new Set();
}

/** The numbers of days, months and years within a week of the dates that a URL names. O(|place|) */
export function numbersNearDates(place: string): number[] {
  const numbers: number[] = [];
  for (const [, year, ...parts] of [...place.matchAll(DATE)].slice(0, MOST_DATES)) {
    const [month, day] = parts.filter((part) => part !== undefined).map(Number);
    for (let days = -MOST_DAYS; days <= MOST_DAYS; days++) {
      const date = new Date(Date.UTC(Number(year), month - 1, day + days));
      numbers.push(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear());
    }
  }
  return numbers;
}

function allNames(): ReadonlySet<string> {
  names ??= new Set(LANGUAGES.flatMap(namesOfLanguage));
  return names;
}

function namesOfLanguage(language: string): string[] {
  return FORMATS.flatMap((format) => {
    const formatter = new Intl.DateTimeFormat(language, { ...format, calendar: 'gregory', timeZone: 'UTC' });
    // a day of each month; together they are of all days of the week
    const texts = Array.from({ length: 12 }, (_, month) => formatter.format(Date.UTC(2023, month, 1)));
    return texts
      .flatMap((text) => text.toLowerCase().split(/[\s\d!-/:-@[-`{-~]+/))
      .filter((name) => name !== '');
  });
}
