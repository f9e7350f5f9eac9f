import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileFormats } from '../../src/flow/index.ts';
import { writeWhole } from './dedup/files.ts';
import { resultFiles } from './dedup/result-files.ts';
import { UsageError, wrongCall } from './errors.ts';
import { evaluationFiles } from './evaluate/evaluation-report.ts';
import { typedCall } from './interruption.ts';
import { checkKeepsInputs } from './keep-inputs.ts';
import { makeFolder } from './make-folder.ts';
import { beTheOnlyRun } from './one-run.ts';
import { version } from './version.ts';

/** The file that says to which call the results in a folder belong. */
export const CALL_FILE = 'call.json';
/** The same of a call that has no results there yet. Until it has, those of an earlier call stay, and so does the file that says so. */
const BEGUN_CALL = `${CALL_FILE}.unfinished`;
/** Files that are results: those of two calls do not belong in one folder. */
const RESULTS = ['summary.json', 'report.json'];
/** What a crawl goes on with, from its beginning. */
const BEGUN_RESULTS = 'near-duplicates';
/** Files that go with the results of a call. Those of `removals.jsonl` name their run, and stay. */
const FILES_OF_CALL = [...resultFiles, ...evaluationFiles].filter((name) => name !== 'removals.jsonl');
/** Files that are all results of a call, and concern no call that does not write them. */
const SINGLE_RESULTS = ['pairs.txt', 'clusters.txt'];
const SHOWN_LENGTH = 80;
/** For each command: the file that is in the folder of a run until it ends, the name of such a run, and the call. */
const UNFINISHED: Readonly<Record<string, readonly [file: string, name: string, call: readonly string[]]>> = {
  crawl: ['near-duplicates', 'a crawl', ['crawl']],
  dedup: ['grams.unfinished', 'a run of dedup', ['dedup']],
  'mr run': ['mr.unfinished', 'a run of mr', ['mr', 'run', '--local']],
};

/** Everything that decides the results of a call. */
export interface OutCall {
  readonly command: string;
  /** As given. */
  readonly inputs: readonly string[];
  /** By their names in the program, such as `siteModel`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a call does with files. */
interface OutFiles {
  /** Files, folders and globs that it reads. */
  readonly reads: readonly string[];
  /** Names of the files that it writes into the folder of `--out`. */
  readonly writes: readonly string[];
}

/**
 * Makes the folder of `--out` and notes there which call has begun; {@link beginResults} makes the folder its own.
 *
 * @throws UsageError if it holds the results of other inputs or options, unless `force`, so that results do not
 * disappear by mistake. The same call overwrites its own results.
 * @throws Error if a file that the call reads would be overwritten, also with `force`
 */
export async function openOutFolder(
  out: string,
  call: OutCall,
  force: boolean,
  { reads, writes }: OutFiles,
): Promise<void> {
  checkIsFolder(out);
  await checkKeepsInputs(
    [...writes, CALL_FILE].map((name) => join(out, name)),
    reads,
  );
  const results = [...RESULTS, ...writes.filter((name) => SINGLE_RESULTS.includes(name))];
  if (!force) {
    if (results.some((name) => existsSync(join(out, name)))) checkIsSame(out, earlierCall(out), call);
    if (existsSync(join(out, BEGUN_RESULTS))) checkIsSame(out, latestCall(out), call);
  }
  await makeFolder('--out', out);
  await writeWhole(join(out, BEGUN_CALL), [
    `${JSON.stringify({ format: fileFormats.call, ...call, version })}\n`,
  ]);
}

/**
 * Gives a folder to the call that has begun there: removes what other calls have left in it, and some files of this one. To be
 * called when all is decided, before the first result is written: so a call that fails or is killed before loses no earlier
 * results, and none are taken for its own. If it is killed after that, `--resume` writes them.
 *
 * @param own files whose presence means that the results are whole
 */
export async function beginResults(out: string, ...own: readonly string[]): Promise<void> {
  const begun = callIn(join(out, BEGUN_CALL));
  const isItsOwn =
    begun === undefined || difference(earlierCall(out), begun as OutCall & typeof begun) === undefined;
  for (const path of (isItsOwn ? own : [...own, ...FILES_OF_CALL]).map((name) => join(out, name))) {
    await rm(path, { force: true }).catch((error) => {
      throw new Error(`cannot write ${path}`, { cause: error });
    });
  }
  if (begun !== undefined) await rename(join(out, BEGUN_CALL), join(out, CALL_FILE));
}

/** @throws UsageError if what is in a folder is of another call */
function checkIsSame(out: string, earlier: Partial<OutCall>, call: OutCall): void {
  const other = difference(earlier, call);
  if (other === undefined) return;
  throw new UsageError(
    `--out: expected a folder without results of another call; got ${out}, ${inWords(other, earlier)}: ` +
      'name another folder, or write over it with --force',
  );
}

/**
 * {@link openOutFolder} for a run that must be alone there: until the function that it returns is called, another one is refused.
 *
 * @throws UsageError also if another run is at work in the folder
 */
export async function openFolderAlone(
  ...[out, call, force, files]: Parameters<typeof openOutFolder>
): Promise<() => void> {
  checkIsFolder(out);
  await makeFolder('--out', out);
  const release = beTheOnlyRun(out);
  try {
    await openOutFolder(out, call, force, files);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/**
 * Checks that a call with `--resume` is that of the crawl in a folder, as far as that is known.
 *
 * @throws UsageError that names what differs, with both values
 */
export function checkGoesOn(out: string, call: OutCall): void {
  const other = difference(latestCall(out), call);
  if (other?.had === undefined) return;
  const { name, had, now } = other;
  throw otherCrawl(out, `${name} ${shown(had)}, now ${shown(now)}`);
}

/** The error of a call with `--resume` that is not that of the crawl in a folder. */
export function otherCrawl(out: string, differing: string): UsageError {
  return wrongCall(
    '--resume',
    `the URLs and options of the crawl in ${out}, or --force in place of --resume to begin it anew`,
    `others: ${differing}`,
  );
}

/** Throws if `--force` was given and nothing is written that it could replace. */
export function checkForce(
  { force }: { readonly force?: boolean | undefined },
  out: string | undefined,
): void {
  if (force && out === undefined) throw wrongCall('--force', '--out DIR, into which it writes');
}

/** Throws if `--out` names standard output, for a command that writes several files. */
function checkIsFolder(out: string): void {
  if (out === '-') throw wrongCall('--out', 'a folder (--json prints on standard output)', '-');
}

/**
 * Describes a folder without results, for the end of an error. If a run began there and did not end, the words say
 * how to continue it; otherwise they are only the folder's name.
 */
export function folderWithoutResults(folder: string): string {
  const { command = '', inputs = [] } = latestCall(folder);
  if (!Object.hasOwn(UNFINISHED, command)) return folder;
  const [file, name, call] = UNFINISHED[command];
  if (!existsSync(join(folder, file))) return folder;
  const again = typedCall([...call, ...inputs, '--out', folder, '--resume']);
  return `${folder}, which holds ${name} that has not ended: if it was interrupted, ${again} with its other options goes on and writes its results`;
}

/** The call whose results are in a folder. */
function earlierCall(out: string): Partial<OutCall> {
  return callIn(join(out, CALL_FILE)) ?? {};
}

/** The call that began last in a folder, whether or not it has results. */
function latestCall(out: string): Partial<OutCall> {
  return callIn(join(out, BEGUN_CALL)) ?? earlierCall(out);
}

/** Undefined if there is no such file; empty if it is damaged. */
function callIn(path: string): Partial<OutCall> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** What an earlier call had otherwise: an option, by its name on the command line, or its `inputs`. */
interface Difference {
  readonly name: string;
  /** Undefined if it is not known what that call was. */
  readonly had: unknown;
  readonly now: unknown;
}

/** How an earlier call differs; `undefined` if it would have had the same results. */
function difference({ inputs, options }: Partial<OutCall>, call: OutCall): Difference | undefined {
  const asGiven = { name: 'inputs', now: call.inputs.join(' ') };
  if (inputs === undefined || options === undefined) return { ...asGiven, had: undefined };
  if (!isSame(inputs.map(oneSpelling), call.inputs.map(oneSpelling)))
    return { ...asGiven, had: inputs.join(' ') };
  // evaluate and dedup may share a folder: an option that only one of them takes makes no difference
  const differing = Object.entries(call.options).find(
    ([name, value]) => Object.hasOwn(options, name) && !isSame(options[name], value),
  );
  if (differing === undefined) return undefined;
  const [name, now] = differing;
  const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { name: typed, had: options[name], now };
}

/** A path in one spelling: shells complete the name of a folder with a slash. At the end of a URL it makes a difference. */
function oneSpelling(input: string): string {
  return input.includes('://') ? input : normalize(input).replace(/(?<=.)\/$/, '');
}

function inWords({ name, had, now }: Difference, { command = '' }: Partial<OutCall>): string {
  if (had === undefined) return `which does not say of which call (${CALL_FILE}) they are`;
  if (name === 'inputs') return `which has those of neardup ${command} ${shown(had)}`;
  if (isLeftOut(had)) return `which has those without --${name}, not with --${name} ${shown(now)}`;
  return `which has those with --${name} ${shown(had)}, not ${isLeftOut(now) ? 'without it' : shown(now)}`;
}

function isLeftOut(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function shown(value: unknown): string {
  const typed = typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
  const text = Array.isArray(typed) ? typed.join(', ') : String(typed);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}
