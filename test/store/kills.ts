import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { seededRandom } from '../sketch/sets.ts';
import { type Acknowledgement, hostOfKey, type Operation, writtenGrams } from './written-pages.ts';

/** The process that is killed: it runs from dist/. */
const WRITING_CHILD: string = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../dist/test/store/writing-child.js' : './writing-child.js',
    import.meta.url,
  ),
);

/** What came of the kills. */
export interface KillCounts {
  readonly kills: number;
  /** Kills that came before the index was open. */
  readonly beforeOpen: number;
  /** Operations acknowledged, and those that the kills met under way. */
  readonly acknowledged: number;
  readonly underWay: number;
  /** Of those under way, how many were stored all the same. */
  readonly storedUnasked: number;
  /** Pages looked at after the kills. */
  readonly pages: number;
  /** What should not be; nothing where nothing is lost. */
  readonly failures: readonly string[];
}

/** What is known of a key: the operation that wrote it last; nothing when it was removed or never written. */
type Written = (Acknowledgement & { readonly does: Operation['does'] }) | undefined;

/**
 * Starts a process that writes to the index in `folder` and kills it at a random moment, again and again. After
 * each kill the index is opened and held against what was acknowledged: no page is missing, none is there that
 * was removed, none is half there, and no decision is another one.
 */
export async function killRepeatedly(
  folder: string,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<KillCounts> {
  const random = seededRandom(seed);
  const failures: string[] = [];
  const known = new Map<string, Written>();
  const counts = { kills, beforeOpen: 0, acknowledged: 0, underWay: 0, storedUnasked: 0, pages: 0 };
  let nextId = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { operations, acknowledgements } = await untilKilled(folder, random, nextId);
    if (operations.length === 0) counts.beforeOpen++;
    nextId += operations.length + 1;
    const doubtful = new Map<string, Written[]>();
    for (const operation of operations) {
      const acknowledgement = acknowledgements.get(operation.id);
      if (acknowledgement === undefined) counts.underWay++;
      else counts.acknowledged++;
      for (const key of keysOf(operation, known)) {
        const after = operation.does.startsWith('remove')
          ? undefined
          : { ...acknowledgement, id: operation.id, does: operation.does };
        if (acknowledgement === undefined) doubtful.set(key, [known.get(key), after]);
        else known.set(key, after);
      }
    }
    let index: SketchIndex;
    try {
      index = await SketchIndex.openExisting(folder);
    } catch (error) {
      // Killed before there was an index.
      const isMissing = (error as { code?: unknown }).code === 'NEARDUP_INDEX_MISSING';
      if (isMissing && known.size === 0) continue;
      failures.push(`kill ${kill}: ${(error as Error).message}`);
      break;
    }
    const failed = (what: string) => failures.push(`kill ${kill}: ${what}`);
    await index.verify({ onDamage: ({ what, key }) => failed(`${what} (${key})`) });
    const found = new Map<string, Written>();
    for await (const { key, note, verdict, of, added } of index.verdicts()) {
      counts.pages++;
      found.set(key, {
        id: Number(note),
        does: added === true ? 'add' : 'claim',
        verdict,
        ...(of && { of: of.key }),
      });
    }
    for (const key of new Set([...known.keys(), ...found.keys()])) {
      const isAllowed = (doubtful.get(key) ?? [known.get(key)]).some((state) =>
        isSame(state, found.get(key)),
      );
      if (!isAllowed) failed(`${key} is ${show(found.get(key))}, acknowledged was ${show(known.get(key))}`);
      if (doubtful.has(key) && !isSame(known.get(key), found.get(key))) counts.storedUnasked++;
      known.set(key, found.get(key));
    }
    await expectReplay(index, found, random, failed);
    await index.close();
  }
  return { ...counts, failures };
}

/** Pages that are there are replays, with the verdict that was acknowledged. */
async function expectReplay(
  index: SketchIndex,
  found: ReadonlyMap<string, Written>,
  random: () => number,
  failed: (what: string) => void,
): Promise<void> {
  const keys = [...found.keys()];
  for (let i = 0; i < 5 && keys.length > 0; i++) {
    const key = keys[Math.floor(random() * keys.length)];
    const { id, verdict } = found.get(key)!;
    const grams = writtenGrams(id, key);
    const again = await index.addIfNew({ key, url: `http://${hostOfKey(key)}/${key}`, grams });
    if (!again.replayed || again.verdict !== verdict) failed(`${key} was decided again`);
  }
}

function keysOf({ does, keys }: Operation, known: ReadonlyMap<string, Written>): string[] {
  if (does !== 'remove-prefix' && does !== 'remove-host') return [...keys];
  return [...known.keys()].filter((key) => key.startsWith(keys[0]));
}

/** The verdict of an operation that was not acknowledged is not known. */
function isSame(expected: Written, found: Written): boolean {
  if (expected === undefined || found === undefined) return expected === found;
  const isAdded = expected.does !== 'claim';
  if (expected.id !== found.id || isAdded !== (found.does === 'add')) return false;
  return expected.verdict === undefined || (expected.verdict === found.verdict && expected.of === found.of);
}

function show(written: Written): string {
  return written === undefined ? 'not there' : JSON.stringify(written);
}

async function untilKilled(
  folder: string,
  random: () => number,
  firstId: number,
): Promise<{ operations: Operation[]; acknowledgements: Map<number, Acknowledgement> }> {
  const seed = Math.floor(random() * 2 ** 31);
  const child = spawn(process.execPath, [WRITING_CHILD, folder, `${seed}`, `${firstId}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // One in four while it starts, opens and begins; the others while it writes.
  const isEarly = random() < 0.25;
  // Counted in operations, not in time: a slow machine is to be met in its work as often as a fast one.
  const operationsLeft = 1 + Math.floor(random() * 30);
  let isDoomed = isEarly;
  if (isEarly) setTimeout(kill, 60 + random() * 200);
  const operations: Operation[] = [];
  const acknowledgements = new Map<number, Acknowledgement>();
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as Operation | Acknowledgement;
    if ('keys' in said) operations.push(said);
    else acknowledgements.set(said.id, said);
    if (isDoomed || acknowledgements.size < operationsLeft) continue;
    isDoomed = true;
    setTimeout(kill, random() * 20);
  }
  await exited;
  return { operations, acknowledgements };
}
