import type { TableName } from './layout/keys.ts';

/**
 * Kinds of damage:
 * - `missing`: an entry that should exist is not there.
 * - `altered`: an entry exists but is not what was written.
 * - `unexpected`: an entry exists that belongs to no page.
 * - `file`: a file of the index is missing, cut or altered.
 */
export type DamageCode = 'missing' | 'altered' | 'unexpected' | 'file';

/**
 * How damage shows:
 * - `absent`: it is not there.
 * - `checksum`: its bytes do not match their checksum.
 * - `length`: it has `found` bytes instead of the `expected` that were written.
 * - `version`: it is stored in version `found`; this program reads `expected`.
 * - `unreadable`: it does not have the written format, or LevelDB cannot read it; `detail` is LevelDB's message.
 * - `dangling`: CURRENT names a manifest that does not exist; `detail` is the name.
 * - `content`: it is intact, but not what its page requires.
 * - `decision`: the set is intact, but not the one that was decided.
 * - `count`: the counts say `expected` pages, but there are `found`.
 * - `sequence`: the index ends at write `found`, although it had reached write `expected`.
 * - `surplus`: it lies beyond the end: of the `expected` decided pages, or of a file's blocks.
 * - `uncalled`: its page is stored but does not require it.
 * - `pageless`: it belongs to no stored page.
 * - `removed`: it leads to a page that was removed.
 * - `unstable`: a scan finds other entries than reading them one by one.
 */
export type DamageReason =
  | 'absent'
  | 'checksum'
  | 'length'
  | 'version'
  | 'unreadable'
  | 'dangling'
  | 'content'
  | 'decision'
  | 'count'
  | 'sequence'
  | 'surplus'
  | 'uncalled'
  | 'pageless'
  | 'removed'
  | 'unstable';

/** Location in an index, as far as it is known. */
export interface Place {
  /** The table of an entry, or the name of a header entry. */
  readonly table?: TableName | 'format' | 'parameters' | 'counts';
  /** The page's number, key and URL. */
  readonly page?: number;
  readonly key?: string;
  readonly url?: string;
  /** The stored key, in hexadecimal digits, of an entry that is in no table, or in `hosts`. */
  readonly entry?: string;
  /** Name of a file in the index's folder, and the byte offset in it. */
  readonly file?: string;
  readonly offset?: number;
}

/** One damage, as data. */
export interface DamageFacts extends Place {
  readonly code: DamageCode;
  readonly reason: DamageReason;
  readonly expected?: number;
  readonly found?: number;
  /** Which pages a `count` counts. */
  readonly counted?: 'unique' | 'duplicates' | 'unclassifiable';
  readonly detail?: string;
}

/** What is wrong with a file, and at which byte offset. */
export type FileDamage = Pick<DamageFacts, 'reason' | 'offset'>;

/** One damage. Programs should use its other fields: the text of `what` may change. */
export interface Damage extends DamageFacts {
  /** In words, such as `the gram set of page 7: its checksum does not match its bytes`. */
  readonly what: string;
}

/** Called with each damage. Reading continues after it. */
export type OnDamage = (damage: Damage) => void;

/** Like {@link OnDamage}, before the text is made. */
export type ReportDamage = (damage: DamageFacts) => void;

/** Reports each damage once. Memory: the texts reported. @param onDamage default: a warning of the process */
export function tellOnce(onDamage: OnDamage = warnOfDamage): ReportDamage {
  const told = new Set<string>();
  return (facts) => {
    const what = describeDamage(facts);
    if (told.has(what)) return;
    told.add(what);
    onDamage({ ...facts, what });
  };
}

/** Without a callback, damage must still be noticed. */
function warnOfDamage({ what, table }: Damage): void {
  const warning =
    table === 'intents'
      ? `a page that was in work is set aside, or is fetched again by its key alone: ${what}`
      : `a page of the index cannot be searched and is set aside: ${what}. Rebuild the index`;
  process.emitWarning(warning, { code: 'NEARDUP_INDEX_DAMAGED' });
}

function inBytes(count: number | undefined): string {
  return `${count} byte${count === 1 ? '' : 's'}`;
}

/** A damage in words. */
export function describeDamage(damage: DamageFacts): string {
  const { file, page, offset, expected, found, counted, detail } = damage;
  const subject = subjectOf(damage);
  switch (damage.reason) {
    case 'absent':
      return `${subject} is missing`;
    case 'checksum':
      if (file === undefined) return `${subject}: its checksum does not match its bytes`;
      return `${subject}: what stands at byte ${offset} fails its checksum`;
    case 'length':
      if (file === undefined) return `${subject}: it has ${inBytes(found)} instead of ${expected}`;
      return `${subject} has ${inBytes(found)}, it was closed with ${expected}`;
    case 'version':
      return `${subject} is stored in version ${found}, this program reads version ${expected}`;
    case 'unreadable':
      if (detail !== undefined) return `LevelDB cannot read it: ${detail}`;
      return `${subject} is not readable${offset === undefined ? '' : ` at byte ${offset}`}`;
    case 'dangling':
      return `${subject} names no manifest that is there: ${JSON.stringify(detail)}`;
    case 'content':
      return `${subject} is not what the page calls for`;
    case 'decision':
      return `${subject} is not the one that was decided`;
    case 'count':
      return `the counts say ${expected} ${counted} pages, there are ${found}`;
    case 'sequence':
      return `it ends at write ${found}, it had reached write ${expected}: if the machine died, \`acceptLoss\` goes on without the last ones`;
    case 'surplus':
      if (file === undefined) return `${subject} is beyond the ${expected} that were decided`;
      return `${subject} has bytes of no block at ${offset}`;
    case 'uncalled':
      return `${subject}: the page does not call for it`;
    case 'pageless':
      return page === undefined ? `${subject} belongs to no page` : `${subject}: no such page is stored`;
    case 'removed':
      return `page ${page} is removed and still found`;
    case 'unstable':
      return 'entries found one by one are not those found in a scan';
  }
}

const SINGULAR: Readonly<Record<NonNullable<Place['table']>, string>> = {
  decisions: 'decision',
  keys: 'key',
  sketches: 'sketch',
  gramSets: 'gram set',
  fingerprints: 'fingerprint entry',
  trees: 'tree entry',
  simHashTables: 'SimHash entry',
  texts: 'text',
  hosts: 'host entry',
  intents: 'intent',
  format: 'format',
  parameters: 'record of the parameters',
  counts: 'record of the counts',
};

function subjectOf({ table, page, key, entry, file }: Place): string {
  if (file !== undefined) return file;
  const name = table === undefined ? `entry ${entry}` : SINGULAR[table];
  const owner = page !== undefined ? `page ${page}` : (key ?? (table && entry));
  return `the ${name}${owner === undefined ? '' : ` of ${owner}`}`;
}
