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
  /** Number of entries compared with what the pages require. */
  readonly checked: number;
  /** Number of damages; 0 if the index is intact. Of pages of which nothing is there 2²⁰ count at most. */
  readonly damaged: number;
  /** The first 1,000 of them. */
  readonly damages: readonly Damage[];
}

/** Options of `verify`. */
export interface VerifyOptions {
  /** Called with each damage as it is found, also after the first 1,000. */
  readonly onDamage?: OnDamage;
  readonly signal?: AbortSignal;
}

const REPORTED = 1000;

/**
 * Reads everything in an index and compares it with what its decisions and gram sets require: no entry may be missing,
 * superfluous or altered, in key or value.
 *
 * Every entry is derived again from its page. Hashes of the derived entries are added to 65,536 sums by page number,
 * and hashes of the entries found by a scan are subtracted: in an intact index all sums are 0. A second pass names the
 * entries of pages whose sum is not 0. What the sums cannot detect, such as a byte in a table's own index, is detected
 * by the files' checksums. If a table's checksums fail, the entries are not read through LevelDB, since that can end
 * the process; lost entries are then named from the files alone, and nothing is counted.
 *
 * Reads all files twice: some minutes for a million pages. Memory: 1 MiB, and 16 MiB of pages at a time; where tables are damaged,
 * as `lostPages`.
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

/** Checks the files of an index that is not open against their checksums; see `SketchIndex.verify`. */
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

/** Counts damages, keeps the first 1,000, and adds their texts. */
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
