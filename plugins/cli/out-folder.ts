import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileFormats } from '../../src/flow/index.ts';
import { writeWhole } from './dedup/files.ts';
import { UsageError, wrongCall } from './errors.ts';
import { typedCall } from './interruption.ts';
import { makeFolder } from './make-folder.ts';
import { version } from './version.ts';

/** The file that says which call a folder's results are of. */
export const CALL_FILE = 'call.json';
/** Any of these is a result, or what one is made of, that another call would write over. */
const RESULTS = ['summary.json', 'report.json', 'near-duplicates'];
const SHOWN_LENGTH = 80;
/** By command, what is in the folder of a run until it ends, and what the run is called. */
const UNFINISHED: Readonly<Record<string, readonly [file: string, name: string, call: readonly string[]]>> = {
  crawl: ['near-duplicates', 'a crawl', ['crawl']],
  dedup: ['grams.unfinished', 'a run of dedup', ['dedup']],
  'mr run': ['mr.unfinished', 'a run of mr', ['mr', 'run', '--local']],
};

/** What decides the results of a call. */
export interface OutCall {
  readonly command: string;
  /** As given. */
  readonly inputs: readonly string[];
  /** By their names in the program, such as `siteModel`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Makes the folder of `--out` and writes down there which call it belongs to.
 *
 * @throws UsageError where it holds the results of other inputs, or by other options, unless `force`; so they do not
 * disappear by mistake. The same call again writes over its own.
 */
export async function openOutFolder(out: string, call: OutCall, force: boolean): Promise<void> {
  checkIsFolder(out);
  if (!force && RESULTS.some((name) => existsSync(join(out, name)))) {
    const other = difference(earlierCall(out), call);
    if (other !== undefined) {
      throw new UsageError(
        `--out: expected a folder without results of another call; got ${out}, ${other}: ` +
          'name another folder, or write over it with --force',
      );
    }
  }
  await makeFolder('--out', out);
  await writeWhole(join(out, CALL_FILE), [
    `${JSON.stringify({ format: fileFormats.call, ...call, version })}\n`,
  ]);
}

/** Throws where `--out` names standard output, for a command that writes several files. */
function checkIsFolder(out: string): void {
  if (out === '-') throw wrongCall('--out', 'a folder (--json prints on standard output)', '-');
}

/**
 * What a folder without results is, for the end of an error: where a run began there and did not end, how it can go on;
 * else the folder alone.
 */
export function folderWithoutResults(folder: string): string {
  const { command = '', inputs = [] } = earlierCall(folder);
  if (!Object.hasOwn(UNFINISHED, command)) return folder;
  const [file, name, call] = UNFINISHED[command];
  if (!existsSync(join(folder, file))) return folder;
  const again = typedCall([...call, ...inputs, '--out', folder, '--resume']);
  return `${folder}, which holds ${name} that has not ended: if it was interrupted, ${again} with its other options goes on and writes its results`;
}

function earlierCall(out: string): Partial<OutCall> {
  try {
    const found: unknown = JSON.parse(readFileSync(join(out, CALL_FILE), 'utf8'));
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** How an earlier call differs, in words; `undefined` where it would have had the same results. */
function difference(earlier: Partial<OutCall>, call: OutCall): string | undefined {
  const { inputs, options, command = '' } = earlier;
  if (inputs === undefined || options === undefined)
    return `which does not say of which call (${CALL_FILE}) they are`;
  if (!isSame(inputs, call.inputs)) return `which has those of neardup ${command} ${shown(inputs.join(' '))}`;
  // evaluate and dedup may share a folder: what only one of them takes does not differ
  const differing = Object.entries(call.options).find(
    ([name, value]) => Object.hasOwn(options, name) && !isSame(options[name], value),
  );
  if (differing === undefined) return undefined;
  const [name, now] = differing;
  const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `which has those with --${typed} ${shown(options[name])}, not ${shown(now)}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}
