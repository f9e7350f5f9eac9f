import { addToGroup, fetchedTime, hostOf } from '../../../src/flow/index.ts';
import { SketchIndex } from '../../../src/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import type { Damage, IndexStats, RecheckedDuplicate, RemovalCondition } from '../../../src/store/index.ts';
import { OptionError, wrongCall } from '../errors.ts';
import { inThousands, many } from '../numbers.ts';
import { parseCall } from '../options.ts';
import { printable } from '../printable.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';
import { keyShownAs, shownKey } from './shown-key.ts';

/** Most damages of one kind that are printed; `--json` has the first 1,000 of all. */
const MOST_OF_KIND = 10;

/** `neardup index stats DIR`: see `usage` in command.ts. */
export async function stats(args: string[]): Promise<number> {
  const { values, directory } = readCall('stats', args, {});
  const index = await SketchIndex.openExisting(directory);
  try {
    const found = await index.stats();
    printResult(values.json ?? false, { ...found, version }, statsText(directory, found));
    return 0;
  } finally {
    await index.close();
  }
}

/** `neardup index remove DIR …`: see `usage` in command.ts. */
export async function remove(args: string[]): Promise<number> {
  const { values, directory } = readCall('remove', args, {
    key: { type: 'string', multiple: true },
    prefix: { type: 'string' },
    host: { type: 'string' },
    before: { type: 'string' },
  });
  const { key: keys = [], ...rest } = values;
  // An empty prefix begins every key: an unset variable must not empty the index.
  for (const name of ['prefix', 'host'] as const) {
    if (values[name] === '') throw wrongCall(`--${name}`, 'at least one character', '""');
  }
  const conditions = conditionsOf(rest);
  const kinds = conditions.length + (keys.length > 0 ? 1 : 0);
  if (kinds !== 1) {
    const given = kinds === 0 ? 'none' : 'several';
    throw wrongCall('index remove', 'one of --key, --prefix, --host and --before', given);
  }
  const index = await SketchIndex.openExisting(directory);
  try {
    let removed = 0;
    for (const key of keys) {
      if ((await index.remove(key)) || (await index.remove(keyShownAs(key)))) removed++;
    }
    for (const condition of conditions) removed += await index.removeWhere(condition);
    if (removed > 0) await index.compact();
    const { counts } = index;
    printResult(
      values.json ?? false,
      { removed, index: counts, version },
      `${many(removed, 'page')} removed; the index holds ${many(counts.unique, 'unique page')}\n`,
    );
    return 0;
  } finally {
    await index.close();
  }
}

/** `neardup index verify DIR`: see `usage` in command.ts. */
export async function verify(args: string[]): Promise<number> {
  const { values, directory } = readCall('verify', args, { 'accept-loss': { type: 'boolean' } });
  const lostWrites = values['accept-loss'] === true ? await SketchIndex.acceptLoss(directory) : 0;
  const report = await SketchIndex.verify(directory);
  const read = `${many(report.pages, 'page')}, ${inThousands(report.checked)} entries: `;
  const lines = [
    ...(lostWrites > 0 ? [`went on without the last ${inThousands(lostWrites)} writes`] : []),
    ...damageLines(report.damages),
    report.damaged === 0
      ? `${read}whole`
      : `${read}${inThousands(report.damaged)} damaged; ` +
        'neardup index rebuild makes it anew from an export or from dumps',
  ];
  printResult(values.json ?? false, { ...report, lostWrites, version }, `${lines.join('\n')}\n`);
  return report.damaged > 0 ? 3 : 0;
}

/** Damages by kind, kinds in the order found: the first of each, and how many more `--json` lists. */
function damageLines(damages: readonly Damage[]): string[] {
  const kinds = new Map<string, Damage[]>();
  for (const damage of damages) {
    const kind = `${damage.table} ${damage.code} ${damage.reason}`;
    addToGroup(kinds, kind, damage);
  }
  return [...kinds.values()].flatMap((ofKind) => {
    const lines = ofKind
      .slice(0, MOST_OF_KIND)
      .map(({ what, key, url = key }) => printable(url === undefined ? what : `${what} (${shownKey(url)})`));
    const more = ofKind.length - lines.length;
    return more > 0 ? [...lines, `    … and ${inThousands(more)} more like it`] : lines;
  });
}

/** `neardup index recheck DIR`: see `usage` in command.ts. */
export async function recheck(args: string[]): Promise<number> {
  const { values, directory } = readCall('recheck', args, {});
  const index = await SketchIndex.openExisting(directory);
  try {
    const pages: RecheckedDuplicate[] = [];
    for await (const page of index.recheck()) pages.push(page);
    const lines = pages.map(({ url, of, similarity, contentSimilarity }) => {
      const shown = `${formatSimilarity(similarity, 0)}, ${formatSimilarity(contentSimilarity, 0)} of the contents`;
      return `${printable(url)}\n    taken for a copy of ${printable(of.url)} (${shown})`;
    });
    lines.push(`${many(pages.length, 'page')} to fetch again`);
    printResult(values.json ?? false, { pages, index: index.counts, version }, `${lines.join('\n')}\n`);
    return 0;
  } finally {
    await index.close();
  }
}

function conditionsOf(values: { prefix?: string; host?: string; before?: string }): RemovalCondition[] {
  const conditions: RemovalCondition[] = [];
  if (values.prefix !== undefined) conditions.push({ keyPrefix: keyShownAs(values.prefix) });
  if (values.host !== undefined) conditions.push({ host: storedHost(values.host) });
  if (values.before !== undefined) {
    const before = new Date(fetchedTime(values.before));
    if (Number.isNaN(before.getTime()) || !isDate(values.before)) {
      throw wrongCall('--before', 'a date such as 2026-01-31', JSON.stringify(values.before));
    }
    conditions.push({ before });
  }
  return conditions;
}

/**
 * Whether a text that `Date` takes begins with a year, a month or a day that exists. `Date` takes 2026-02-30 for the second of March,
 * 50000 for a year and `chapter 5` for a month, and pages that are forgotten are gone.
 */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].*)?)?)?$/.exec(text) ?? [];
  if (year === undefined) return false;
  return day === undefined || new Date(Date.UTC(+year, +month! - 1, +day)).getUTCDate() === +day;
}

function statsText(
  directory: string,
  { counts, parameters, tables, bytesOnDisk, promises }: IndexStats,
): string {
  const { gram, threshold, recall, setting, components, oddSketchBits } = parameters;
  const odd = oddSketchBits > 0 ? `, odd sketches of ${inThousands(oddSketchBits)} bits` : '';
  const lines = [
    `${many(counts.decided, 'page')}: ${inThousands(counts.unique)} unique, ${inThousands(counts.duplicates)} duplicates, ` +
      `${inThousands(counts.unclassifiable)} without text`,
    `${setting}, ${gram} grams, sketches of ${components}${odd}, threshold ${threshold}, recall ${recall}`,
  ];
  if (bytesOnDisk !== undefined) {
    const each =
      counts.decided > 0 ? `, ${inThousands(Math.round(bytesOnDisk / counts.decided))} a page` : '';
    lines.push(`${inThousands(bytesOnDisk)} bytes in ${directory}${each}`);
  }
  lines.push('', `${'table'.padEnd(16)}${'entries'.padStart(14)}${'bytes'.padStart(18)}`);
  for (const [name, { entries, bytes }] of Object.entries(tables)) {
    const shown = bytes === undefined ? '' : inThousands(bytes);
    lines.push(`${name.padEnd(16)}${inThousands(entries).padStart(14)}${shown.padStart(18)}`);
  }
  lines.push('', 'threshold  recall promised');
  for (const promise of promises) {
    const short = promise.promised ? '' : `  (less than ${recall})`;
    lines.push(
      `${String(promise.threshold).padStart(9)}  ${formatSimilarity(promise.recall, recall, 4)}${short}`,
    );
  }
  return `${lines.map(printable).join('\n')}\n`;
}

function readCall<const Options extends Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>>(
  verb: string,
  args: string[],
  options: Options,
) {
  const { values, positionals } = parseCall(args, options);
  // keys and files have options of their own here
  if (positionals.length !== 1)
    throw new OptionError(`index ${verb}: expected one DIR; got ${positionals.join(' ') || 'none'}`);
  return { values, directory: positionals[0] };
}

/** A host as an index has it; any other spelling would remove nothing, and nothing would say why. */
function storedHost(given: string): string {
  const host = hostOf(given) || hostOf(`http://${given}`);
  if (given === host) return given;
  const example = host || 'www.example.com';
  throw wrongCall('--host', `a host in ASCII, in lower case and without a port, such as ${example}`, given);
}
