import { join } from 'node:path';
import { fileFormats, type WorkFolder } from '../../../src/flow/index.ts';
import type { PageDecision } from '../../../src/index.ts';
import { isPlaceId } from '../../dump/ids.ts';
import {
  checkCopy,
  checkNotAmong,
  copyFormatOf,
  copyFormats,
  type DamagedSpot,
  type Fate,
  type ManifestEntry,
  writeCopy,
} from '../../dump/index.ts';
import { checkPlace } from '../check-place.ts';
import { isOfFullDisk, wrongCall } from '../errors.ts';
import type { InputOptions } from '../input.ts';
import { isReadOnce } from '../keep-inputs.ts';
import { oneOf, option } from '../options.ts';
import { CALL_FILE } from '../out-folder.ts';
import type { Progress } from '../progress.ts';
import { realPath } from '../real-path.ts';
import type { OptionHelp } from '../usage.ts';
import { version } from '../version.ts';
import { writeWhole } from './files.ts';
import { resultFiles } from './result-files.ts';
import type { WrittenCopy } from './summary.ts';

/** What happens to unclassifiable pages; the default first. */
const unclassifiableFates = ['keep', 'drop', 'aside'] as const;

/** Options for the copy, for `parseCall`. */
export const copyOptions = {
  write: { type: 'string' },
  unclassifiable: { type: 'string' },
  'keep-list': { type: 'string' },
  'drop-list': { type: 'string' },
} as const;

/** The help of these options. */
export const copyHelp: readonly OptionHelp[] = [
  [
    '--write FILE',
    `the clean copy: ${copyFormats.map((format) => `.${format}`).join(', ')}, or - for JSONL on standard output;
beside it FILE.manifest.jsonl names every page that is not in it`,
  ],
  [
    '--unclassifiable U',
    `${unclassifiableFates.join(', ')}: what the copy does with pages that could not be judged (${unclassifiableFates[0]})`,
    unclassifiableFates,
  ],
  ['--keep-list FILE', 'ids and URLs of the pages to keep, tab-separated, for other tools'],
  ['--drop-list FILE', 'the same of the pages to drop'],
];

/** The list of pages that are missing from a copy on standard output, or changed there: a file in the folder of `--out`. */
export const manifestOfOutput = 'manifest.jsonl';

/** The options of a call that concern the copy. */
export interface CopyCall {
  readonly write: string | undefined;
  readonly unclassifiable: (typeof unclassifiableFates)[number];
  readonly keepList: string | undefined;
  readonly dropList: string | undefined;
}

/** Reads `copyOptions`. */
export function readCopyCall(
  values: { readonly [Name in keyof typeof copyOptions]?: string | undefined },
  inputs: readonly string[],
  json: boolean,
): CopyCall {
  const { write } = values;
  const unclassifiable = option(values, 'unclassifiable', oneOf(unclassifiableFates), unclassifiableFates[0]);
  if (values.unclassifiable !== undefined && write === undefined) {
    throw wrongCall('--unclassifiable', '--write FILE, which it is about');
  }
  if (write !== undefined && copyFormatOf(write) === undefined) {
    const ends = copyFormats.map((format) => `.${format}`).join(', ');
    throw wrongCall('--write', `a name that ends in ${ends}, or -`, JSON.stringify(write));
  }
  const stream = inputs.find(isReadOnce);
  if (write !== undefined && stream !== undefined) {
    throw wrongCall('--write', 'inputs that can be read again', stream);
  }
  if (write === '-' && json)
    throw wrongCall('--write -', 'no --json, which prints on standard output, too', '--json');
  if (write === '-' && unclassifiable === 'aside') {
    throw wrongCall('--unclassifiable aside', '--write FILE, beside which they are put', '-');
  }
  for (const list of ['keep-list', 'drop-list'] as const) {
    // `-` is standard output elsewhere; here it would be the name of a file, and of both lists
    const file = values[list];
    if (file === '' || file === '-') throw wrongCall(`--${list}`, 'a file', JSON.stringify(file));
  }
  return { write, unclassifiable, keepList: values['keep-list'], dropList: values['drop-list'] };
}

/**
 * Writes the lists and the copy that a call asks for, by the decisions of the run. Returns `undefined` without
 * `--write`.
 */
export async function writeCopies(
  call: CopyCall & {
    readonly inputs: readonly string[];
    readonly reading: InputOptions;
    readonly out: string | undefined;
    /** Whether there were further inputs when pages were decided. Pages with an id of these were called by their places. */
    readonly isOneOfSeveral?: boolean;
    /** Called once for each damaged spot, for a call that has not read the inputs before. */
    readonly onDamage?: (spot: DamagedSpot) => void;
  },
  decisions: () => Iterable<PageDecision>,
  folder: WorkFolder,
  progress: Progress,
): Promise<WrittenCopy | undefined> {
  const { write, keepList, dropList, reading, out } = call;
  if (keepList !== undefined) await writeWhole(keepList, listLines(decisions(), false));
  if (dropList !== undefined) await writeWhole(dropList, listLines(decisions(), true));
  if (write === undefined) return undefined;
  const inTurn = decisions()[Symbol.iterator]();
  const next = (): PageDecision | undefined => {
    const { value, done } = inTurn.next();
    return done ? undefined : value;
  };
  const manifestFile = manifestOf(write) ?? (out && join(out, manifestOfOutput));
  let isWhole = false;
  const result = await writeCopy(call.inputs, write, {
    ...(reading.field === undefined ? {} : { field: reading.field }),
    software: `neardup/${version}`,
    workDirectory: folder.directory,
    fateOf(page, place) {
      const decision = next();
      const isDecided =
        decision?.id === page.id ||
        (call.isOneOfSeveral === true && decision !== undefined && isPlaceId(decision.id, place));
      if (!isDecided) throw changed(`page ${decision?.id ?? 'none'}`, `page ${page.id}`);
      return fateOf(decision, call.unclassifiable);
    },
    onPlanned() {
      const missing = next();
      if (missing !== undefined) throw changed(`page ${missing.id}`, 'its end');
    },
    ...(call.onDamage && { onDamage: call.onDamage }),
    onProgress: (done, total) => progress.update({ phase: 'copying', done, total }),
    async onManifest(entries) {
      isWhole = true;
      if (manifestFile !== undefined) await writeWhole(manifestFile, manifestLines(entries));
    },
  }).catch((error: unknown) => {
    const place = write === '-' ? 'on standard output' : `in ${write}`;
    if (isWhole) throw new Error(`the copy is whole ${place}, but not its manifest`, { cause: error });
    if (write === '-' || !isOfFullDisk(error)) throw error;
    throw new Error(`cannot write ${write}`, { cause: error });
  });
  const { aside, bytes, kept, revisits, leftOut, putAside } = result;
  return {
    file: write,
    bytes,
    ...{ kept, revisits, leftOut, aside: putAside },
    ...(aside === undefined ? {} : { asideFile: aside }),
    ...(manifestFile === undefined ? {} : { manifest: manifestFile }),
  };
}

/**
 * Throws, before anything is read, if a call would overwrite one of its inputs or one file with another, or cannot
 * write a file.
 */
export async function checkWritten(
  { write, keepList, dropList }: CopyCall,
  {
    inputs,
    against,
    out,
  }: {
    readonly inputs: readonly string[];
    readonly against: readonly string[];
    readonly out: string | undefined;
  },
): Promise<void> {
  const named = [
    ['--keep-list', keepList],
    ['--drop-list', dropList],
    ['--write', write],
    ['--write', write && manifestOf(write)],
  ] as const;
  checkDiffer(named, out);
  const targets = named.map(([, target]) => target).filter((target) => target !== undefined);
  await checkNotAmong(
    [...inputs, ...against].filter((input) => !isReadOnce(input)),
    targets,
  );
  for (const [option, target] of named)
    if (target !== undefined && target !== '-') await checkPlace(option, target, out);
  if (write !== undefined && write !== '-') await checkCopy(inputs, write);
}

/** Throws if two of the files that a call writes are the same file: only the one written last would be left. */
function checkDiffer(
  named: readonly (readonly [option: string, target: string | undefined])[],
  out: string | undefined,
): void {
  const taken = new Map<string, string>();
  if (out !== undefined)
    for (const file of [...resultFiles, CALL_FILE]) taken.set(realPath(join(out, file)), '--out');
  for (const [option, target] of named) {
    if (target === undefined || target === '-') continue;
    const place = realPath(target);
    const other = taken.get(place);
    if (other !== undefined)
      throw wrongCall(option, 'a file that nothing else is written to', `${target}, as ${other} has`);
    taken.set(place, option);
  }
}

/** The path of the list of pages that are missing from a copy or changed; `undefined` for a copy on standard output. */
function manifestOf(write: string): string | undefined {
  return write === '-' ? undefined : `${write}.manifest.jsonl`;
}

function fateOf(decision: PageDecision, unclassifiable: CopyCall['unclassifiable']): Fate {
  const { id, representative, known, similarity, code } = decision;
  const why = {
    id,
    ...(representative === undefined ? {} : { representative }),
    ...(known && { known }),
    ...(similarity === undefined ? {} : { similarity }),
    code,
  };
  if (decision.decision === 'drop') return { action: 'drop', ...why };
  return { action: decision.decision === 'keep' ? 'keep' : unclassifiable, ...why };
}

function changed(expected: string, got: string): Error {
  return new Error(`--write: expected the input as it was when it was decided, with ${expected}; got ${got}`);
}

function* manifestLines(manifest: Iterable<ManifestEntry>): Generator<string> {
  for (const entry of manifest) yield `${JSON.stringify({ format: fileFormats.manifest, ...entry })}\n`;
}

/** An id and a URL a line. Characters that would end a field or a line are percent-encoded. */
function* listLines(decisions: Iterable<PageDecision>, dropped: boolean): Generator<string> {
  const field = (text: string): string => text.replace(/[\t\r\n]/g, encodeURIComponent);
  for (const { id, url, decision } of decisions) {
    if ((decision === 'drop') === dropped) yield `${field(id)}\t${field(url)}\n`;
  }
}
