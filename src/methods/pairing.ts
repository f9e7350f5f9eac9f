import { PagePairsBuilder } from '../cluster/pairs.ts';
import { agreementProbability } from '../sketch/calibrate.ts';
import { pairSketches } from '../sketch/pairing.ts';
import { SHINGLES } from '../sketch/shingles.ts';
import { unconfirmed } from './candidates.ts';
import type { Method } from './method.ts';
import { Phases } from './phases.ts';
import { sketchTable } from './sketch-table.ts';

/** Broder's sorted pairing: (page, page) entries of every shingle, sorted and counted; the count estimates. */
export const pairingMethods: readonly Method[] = [
  {
    name: 'pairing',
    variant: 'pairing',
    confirmed: false,
    parameters: ({ threshold }) =>
      `${SHINGLES} shingles of 4 bytes, ${sharedNeeded(threshold)} of them in common`,
    async find(collection, { threshold }) {
      const phases = new Phases();
      const { rows, components } = phases.take('sketch', sketchTable(collection, SHINGLES));
      const { value: contents } = collection.contents();
      const pages = [...contents.firsts];
      const sketches = pages.map((page) => rows.subarray(page * components, (page + 1) * components));
      const builder = new PagePairsBuilder();
      const { entries } = pairSketches(sketches, (x, y, shared) => builder.add(pages[x], pages[y], shared), {
        minShared: sharedNeeded(threshold),
      });
      const pairs = contents.withItself(builder.finish(collection.pages), () => SHINGLES);
      phases.end('join');
      return unconfirmed(collection, {
        pairs,
        estimate: (i) => pairs.overlap[i] / SHINGLES,
        phases,
        sketchBytesPerPage: 4 * SHINGLES,
        lookedAt: Math.max(entries, contents.countOf(pairs)),
      });
    },
    model({ threshold }) {
      const needed = sharedNeeded(threshold);
      return (resemblance) => agreementProbability(resemblance, SHINGLES, needed);
    },
  },
];

/** Fewest shingles in common with which the estimate, their share, reaches the threshold. */
function sharedNeeded(threshold: number): number {
  let needed = Math.max(1, Math.floor(threshold * SHINGLES));
  while (needed / SHINGLES < threshold) needed++;
  return needed;
}
