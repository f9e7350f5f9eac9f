import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { looksLikeHtml } from '../../plugins/dump/page-file/looks-like-html.ts';
import { Draw } from '../fuzz/draw.ts';
import { flipped, mutated } from '../fuzz/mutations.ts';
import type { SoundFile } from './files.ts';
import { type Contents, readInBlocks, readInOrder } from './read-input.ts';

/** The outcomes of the mutants of one file. */
export interface Outcomes {
  /** Damage was reported, or the file refused. */
  noticed: number;
  /** The same pages came out. */
  harmless: number;
  /** Other pages came out silently, and the format has no checksum that shows the change. */
  unprotected: number;
  /** Other pages came out silently although the format has such a checksum: this must not happen. */
  silent: number;
  /** Reading in blocks, as several threads do, gave other pages or reports than reading the same file in order. */
  otherInBlocks: number;
  /** A reader threw an error other than an `InputError`. */
  crashed: number;
  /** Descriptions of the first mutants that were silent, other in blocks, or crashed. */
  readonly findings: string[];
}

const mostFindings = 5;
/** Stored bytes of blocks, by the number of the mutant: for one record each, and for some. */
const blockBytes = [1, 2000] as const;
const pieces = [
  '\r\n',
  '\n',
  'WARC/1.0\r\n',
  '{"',
  '0\r\n\r\n',
  '\0\0\0\0',
  'PK\x03\x04',
  Buffer.from([0x1f, 0x8b, 8, 0]),
];

/**
 * Reads mutants `first` to `end - 1` of a file, each to its end, in order and in blocks. In half of them some bytes
 * are changed in place; in half spans are cut out, doubled, moved or overwritten. The same seed, name and number make
 * the same mutant.
 */
export async function mutateFile(
  file: SoundFile,
  seed: number,
  [first, end]: readonly [first: number, end: number],
  folder: string,
  onMutant: (number: number, soFar: Outcomes) => void = () => {},
): Promise<Outcomes> {
  const outcomes: Outcomes = {
    ...{ noticed: 0, harmless: 0, unprotected: 0, silent: 0, otherInBlocks: 0, crashed: 0 },
    findings: [],
  };
  const input = join(folder, file.name);
  const path = file.path === undefined ? input : join(input, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.bytes);
  const whole = seen(await readInOrder(input));
  if (whole === undefined) throw new Error(`${file.name}: expected a sound file, found damage in it`);
  for (let number = first; number < end; number++) {
    onMutant(number, outcomes);
    const draw = new Draw(seed, number);
    const inPlace = draw.chance(0.5);
    const bytes = inPlace ? flipped(file.bytes, draw) : mutated(file.bytes, pieces, draw);
    writeFileSync(path, bytes);
    const note = (what: string): void => {
      if (outcomes.findings.length < mostFindings) {
        outcomes.findings.push(`${file.name}, --seed ${seed}, mutant ${number}: ${what}`);
      }
    };
    try {
      const inOrder = await readInOrder(input);
      const inBlocks = await readInBlocks(input, blockBytes[number % blockBytes.length]!);
      if (JSON.stringify(inBlocks) !== JSON.stringify(inOrder)) {
        outcomes.otherInBlocks++;
        note('read in blocks, it is something else');
      }
      const contents = seen(inOrder);
      if (contents === undefined) outcomes.noticed++;
      else if (contents === whole) outcomes.harmless++;
      else if (isCovered(file, bytes, inPlace)) {
        outcomes.silent++;
        note('other pages, without a word');
      } else outcomes.unprotected++;
    } catch (error) {
      outcomes.crashed++;
      note(String(error instanceof Error ? error.stack : error));
    }
  }
  rmSync(input, { recursive: true, force: true });
  return outcomes;
}

/** The visible parts of an input's pages; `undefined` if damage is reported or the input is refused. */
function seen(contents: Contents | undefined): string | undefined {
  if (contents === undefined || contents.spots.length > 0) return undefined;
  return JSON.stringify(contents.pages.map(({ url, body }) => [url, body]));
}

/** Whether a checksum or a digest shows every change. */
function isCovered({ bytes: sound, covered, units }: SoundFile, bytes: Buffer, inPlace: boolean): boolean {
  // a frame of stored blocks that has lost its header is a page that was never compressed
  if (units !== undefined) return !isMadeOf(units, bytes) && !looksLikeHtml(bytes);
  if (!inPlace) return false;
  for (let at = 0; at < sound.length; at++) {
    if (sound[at] !== bytes[at] && !covered.some(([start, end]) => at >= start && at < end)) return false;
  }
  return true;
}

/** Whether bytes are whole units, in any order and number, with at most zeros between them. */
function isMadeOf(units: readonly Buffer[], bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; ) {
    const unit = units.find((each) => each.equals(bytes.subarray(at, at + each.length)));
    if (unit === undefined && bytes[at] !== 0) return false;
    at += unit?.length ?? 1;
  }
  return true;
}
