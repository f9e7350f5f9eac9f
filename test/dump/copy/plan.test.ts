import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fate, ManifestEntry, Step } from '../../../plugins/dump/copy/fate.ts';
import { planCopy } from '../../../plugins/dump/copy/plan.ts';
import { newReading } from '../../../plugins/dump/pages.ts';
import { findSources } from '../../../plugins/dump/sources.ts';
import { WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { collectGarbage } from '../../collect-garbage.ts';
import { often } from '../../repetition.ts';
import { scratchFolder } from '../scratch.ts';
import { httpResponse, warcRecord } from '../warc/warc-writer.ts';

const { write } = scratchFolder();

/** A record with an id, and perhaps links, out of so few that many meet. */
interface Drawn {
  readonly id: number;
  readonly links: readonly number[];
  /** Of a page: what becomes of it. Others are requests. */
  readonly page?: { readonly payload: number; readonly action: Fate['action']; readonly of: number };
}

const ids = 6;
const drawn = fc.array(
  fc.record(
    {
      id: fc.nat(ids),
      links: fc.uniqueArray(fc.nat(ids), { maxLength: 2 }),
      page: fc.record({
        payload: fc.nat(1),
        action: fc.constantFrom('keep', 'drop', 'aside'),
        of: fc.nat(ids),
      }),
    },
    { requiredKeys: ['id', 'links'] },
  ),
  { maxLength: 24 },
) as fc.Arbitrary<Drawn[]>;

const recordId = (id: number): string => `urn:r:${id}`;
const payloadOf = (payload: number): string => `<p>${'word '.repeat(20)} payload ${payload}`;

function warcOf(records: readonly Drawn[]): Buffer {
  const names = ['WARC-Concurrent-To', 'WARC-Refers-To'];
  return Buffer.concat(
    records.map(({ id, links, page }, n) =>
      warcRecord({
        id: recordId(id),
        url: `http://example.test/${n}`,
        extra: links.map((link, i) => `${names[i]}: <${recordId(link)}>`),
        ...(page === undefined
          ? { type: 'request', block: 'GET / HTTP/1.1\r\n\r\n' }
          : { block: httpResponse(payloadOf(page.payload)) }),
      }),
    ),
  );
}

const placeOf = (page: Page): number => Number(page.url.split('/').at(-1));

async function planned(records: readonly Drawn[], mostWaiting: number) {
  const path = write('in.warc', warcOf(records));
  const folder = new WorkFolder();
  const given: string[] = [];
  try {
    const reading = newReading({}, { bytes: 0 });
    const sources = await findSources([path], reading);
    const fateOf = (page: Page): Fate => {
      const { action, of } = records[placeOf(page)]!.page!;
      given[placeOf(page)] = page.id;
      return action === 'drop' ? { action, representative: recordId(of) } : { action };
    };
    const plan = await planCopy(sources, reading, () => true, fateOf, folder, mostWaiting);
    return { steps: [...plan.steps()], manifest: [...plan.manifest], counts: plan.counts, given };
  } finally {
    folder.close();
  }
}

/** The plan by its definition: every record is held against every other. */
function naivePlan(records: readonly Drawn[], given: readonly string[]) {
  const isPage = (n: number): boolean => records[n]!.page !== undefined;
  const steps: Step[] = records.map(({ page, id }) => {
    if (page === undefined || page.action === 'keep') return { verdict: 'keep' };
    if (page.action === 'aside') return { verdict: 'aside' };
    const stands = records.findIndex(
      (other, k) => isPage(k) && given[k] === recordId(page.of) && other.page!.action === 'keep',
    );
    const isCopy =
      stands >= 0 && records[stands]!.page!.payload === page.payload && records[stands]!.id !== id;
    if (!isCopy) return { verdict: 'leave-out' };
    const url = `http://example.test/${stands}`;
    return { verdict: 'revisit', revisitOf: expect.objectContaining({ url }) };
  });
  const manifest = records.flatMap(({ page }, n): Partial<ManifestEntry>[] => {
    if (page === undefined || page.action === 'keep') return [];
    const { verdict } = steps[n]!;
    const action = verdict === 'aside' ? 'aside' : verdict === 'revisit' ? 'revisit' : 'left-out';
    return [{ id: given[n]!, action }];
  });
  const companions = steps.map((step, n): Step => {
    if (isPage(n)) return step;
    const { id, links } = records[n]!;
    // of pages that name it, the last one counts
    const namer = records.findLast((other, k) => isPage(k) && other.links.includes(id));
    const linked = [...links, ...(namer === undefined ? [] : [namer.id])];
    const fates = records.flatMap((other, k) =>
      isPage(k) && linked.includes(other.id) ? [steps[k]!.verdict] : [],
    );
    if (fates.length === 0 || fates.includes('keep') || fates.includes('revisit')) return { verdict: 'keep' };
    return { verdict: fates.includes('aside') ? 'aside' : 'leave-out' };
  });
  return { steps: companions, manifest: manifest.map((entry) => expect.objectContaining(entry)) };
}

describe('the plan of a copy', () => {
  test('is that of its definition, the same on disk as in memory', async () => {
    let revisits = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async (records) => {
        const inMemory = await planned(records, 1000);
        const { steps, manifest, counts, given } = inMemory;
        expect({ steps, manifest }).toEqual(naivePlan(records, given));
        expect(counts.kept).toBe(records.filter(({ page }) => page?.action === 'keep').length);
        expect(counts.revisits + counts.leftOut + counts.putAside).toBe(manifest.length);
        expect(await planned(records, 2)).toEqual(inMemory);
        revisits += counts.revisits;
      }),
      { numRuns: often(400) },
    );
    expect(revisits).toBeGreaterThan(0);
  });

  test('takes no more memory for many records than for few', async () => {
    const pages = 8000;
    const records = Array.from({ length: 2 * pages }, (_, n): Drawn => {
      const action = n % 4 === 0 ? 'keep' : 'drop';
      const page = { payload: 0, action, of: n - (n % 4) } as const;
      return n % 2 === 0 ? { id: n, links: [], page } : { id: n, links: [n - 1] };
    });
    const path = write('many.warc', warcOf(records));
    const folder = new WorkFolder();
    const heapAt = new Map<number, number>();
    try {
      const reading = newReading({}, { bytes: 0 });
      const sources = await findSources([path], reading);
      let page = 0;
      const fateOf = ({ url }: Page): Fate => {
        if (++page === pages / 4 || page === pages) {
          collectGarbage();
          heapAt.set(page, process.memoryUsage().heapUsed);
        }
        const { action, of } = records[Number(url.split('/').at(-1))]!.page!;
        return { action, representative: recordId(of) };
      };
      const plan = await planCopy(sources, reading, () => true, fateOf, folder, 500);
      const grown = heapAt.get(pages)! - heapAt.get(pages / 4)!;
      // 12,000 records of 200 bytes would be 2.4 MB
      expect(grown).toBeLessThan(600_000);
      expect(plan.counts).toEqual({ kept: pages / 2, revisits: pages / 2, leftOut: 0, putAside: 0 });
    } finally {
      folder.close();
    }
  });

  test('takes a few hundred bytes for each of many files', async () => {
    const [source] = await findSources([write('one.html', '<p>a page')], newReading({}, { bytes: 0 }));
    const files = 400;
    const sources = Array.from({ length: files }, () => source!);
    const folder = new WorkFolder();
    const heldAt: number[] = [];
    try {
      let page = 0;
      const fateOf = (): Fate => {
        if (++page === 1 || page === files) {
          collectGarbage();
          const { heapUsed, arrayBuffers } = process.memoryUsage();
          heldAt.push(heapUsed + arrayBuffers);
        }
        return { action: 'keep' };
      };
      await planCopy(sources, newReading({}, { bytes: 0 }), () => false, fateOf, folder);
      expect((heldAt[1]! - heldAt[0]!) / files).toBeLessThan(1500);
    } finally {
      folder.close();
    }
  });
});
