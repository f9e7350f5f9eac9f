import {
  type Damage,
  type DamageFacts,
  describeDamage,
  type OnDamage,
  type ReportDamage,
} from '../damage.ts';
import { checkFiles } from '../disk/check-files.ts';
import { holdsIndex, whileClosed } from '../disk/folder.ts';
import type { IndexStorage } from '../disk/storage.ts';
import { Audit } from './audit.ts';
import { lostPages } from './lost-pages.ts';
import type { IndexView } from './stored-pages.ts';

/** What `verify` found. */
export interface VerifyReport {
  /** Pages whose decision could be read. */
  readonly pages: number;
  /** Entries that were read and held against what the pages call for. */
  readonly checked: number;
  /** Number of damages; none where the index is whole. */
  readonly damaged: number;
  /** The first 1,000 of them. */
  readonly damages: readonly Damage[];
}

/** Who is told of damage, and what stops the check. */
export interface VerifyOptions {
  /** Takes each damage as it is found, also beyond the first 1,000. */
  readonly onDamage?: OnDamage;
  readonly signal?: AbortSignal;
}

const REPORTED = 1000;

/**
 * Reads everything in an index and holds it against what its decisions and gram sets call for: no entry is
 * missing, none too many, none altered, in keys or values.
 *
 * Every entry is derived anew from its page; the hashes of what is derived are added, those of what a scan finds
 * are taken away, in 65,536 sums by page number: all are 0 where the index is whole. A second pass names the
 * entries of pages whose sum is not. What the sums cannot see, such as a byte in a table's own index, is seen by
 * the files' checksums. Where those of a table fail, the entries are not read through LevelDB, which that could
 * end the process; what is lost is then named from the files alone, and nothing is counted.
 *
 * Reads all files twice: some minutes for a million pages. Memory: 1 MiB, and 16 MiB of pages at a time.
 *
 * @throws the signal's reason when it aborts
 */
export async function verifyIndex(
  view: IndexView,
  storage: Pick<IndexStorage, 'checkFiles'>,
  { onDamage, signal }: VerifyOptions = {},
): Promise<VerifyReport> {
  const { report, damages } = reporter(onDamage);
  const files = await storage.checkFiles(report, signal);
  if (!files.areTablesWhole) {
    await lostPages(files.tables, report, signal);
    return { pages: 0, checked: 0, ...damages() };
  }
  const audit = new Audit(view, report, signal);
  await audit.addWanted();
  await audit.takeFound();
  if (audit.hasDifferences) await audit.nameDifferences();
  return { pages: audit.pages, checked: audit.checked, ...damages() };
}

/** Holds the files of an index that nobody has open against their checksums; see `SketchIndex.verify`. */
export async function verifyFiles(
  folder: string,
  { onDamage, signal }: VerifyOptions = {},
): Promise<VerifyReport> {
  const { report, damages } = reporter(onDamage);
  if (await holdsIndex(folder)) {
    await whileClosed(folder, async (path) => {
      const files = await checkFiles(path, report, signal);
      if (!files.areTablesWhole) await lostPages(files.tables, report, signal);
    });
  }
  return { pages: 0, checked: 0, ...damages() };
}

/** Counts damages, keeps the first of them, and says them in words. */
function reporter(onDamage: OnDamage | undefined): {
  report: ReportDamage;
  damages: () => Pick<VerifyReport, 'damaged' | 'damages'>;
} {
  const damages: Damage[] = [];
  let damaged = 0;
  const report = (facts: DamageFacts) => {
    const damage = { ...facts, what: describeDamage(facts) };
    damaged++;
    if (damages.length < REPORTED) damages.push(damage);
    onDamage?.(damage);
  };
  return { report, damages: () => ({ damaged, damages }) };
}
