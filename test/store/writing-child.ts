// Claims, adds and removes pages in four lanes at once until it is killed; says each operation on standard output
// before it begins and when it is acknowledged. Run from dist/, since Node 20 does not run TypeScript:
// `node writing-child.js FOLDER SEED FIRST_ID`.
import { writeSync } from 'node:fs';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { seededRandom } from '../sketch/sets.ts';
import { type Acknowledgement, hostOfKey, type Operation, writtenGrams } from './written-pages.ts';

const LANES = 4;
const GROUPS = 3;
const KEYS = 12;

const [folder, seed, firstId] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const upTo = (n: number) => Math.floor(random() * n);
let nextId = Number(firstId);

const index = await SketchIndex.open(folder, { gram: 'word:4', threshold: 0.8, recall: 0.99 });
await Promise.all(Array.from({ length: LANES }, (_, lane) => run(lane)));

/** Lanes have keys of their own: what one key was told last is what it is. */
async function run(lane: number): Promise<never> {
  for (;;) {
    const prefix = `lane${lane}/group${upTo(GROUPS)}/`;
    const key = `${prefix}${upTo(KEYS)}`;
    const dice = random();
    const id = nextId++;
    if (dice < 0.45) await operate({ id, does: 'claim', keys: [key] });
    else if (dice < 0.6) await operate({ id, does: 'add', keys: [key] });
    else if (dice < 0.75) {
      const from = upTo(KEYS - 4);
      await operate({ id, does: 'load', keys: [0, 1, 2, 3].map((i) => `${prefix}${from + i}`) });
    } else if (dice < 0.93) await operate({ id, does: 'remove', keys: [key] });
    else await operate({ id, does: dice < 0.965 ? 'remove-prefix' : 'remove-host', keys: [prefix] });
  }
}

async function operate(operation: Operation): Promise<void> {
  say(operation);
  say(await acknowledged(operation));
}

async function acknowledged({ id, does, keys }: Operation): Promise<Acknowledgement> {
  const [key] = keys;
  const pages = keys.map((own) => ({
    key: own,
    url: `http://${hostOfKey(own)}/${own}`,
    grams: writtenGrams(id, own),
    note: `${id}`,
  }));
  if (does === 'claim') {
    const { verdict, of } = await index.addIfNew(pages[0]);
    return { id, verdict, ...(of === undefined ? {} : { of: of.key }) };
  }
  if (does === 'add') await index.add(pages[0]);
  else if (does === 'load') await index.addAll(pages, { searchable: id % 2 === 0 });
  else if (does === 'remove') await index.remove(key);
  else await index.removeWhere(does === 'remove-prefix' ? { keyPrefix: key } : { host: hostOfKey(key) });
  return { id };
}

function say(line: Operation | Acknowledgement): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
