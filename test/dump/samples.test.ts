import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DamagedSpot, InputError, readRecords } from '../../plugins/dump/index.ts';
import { missing, realData } from '../data.ts';
import { cases } from '../repetition.ts';
import { readAll } from './scratch.ts';

interface Sample {
  readonly repo: string;
  readonly path: string;
  readonly types: Readonly<Record<string, number>>;
  readonly versions: Readonly<Record<string, number>>;
  readonly fmt?: string;
  readonly err: string;
}

const root = realData('warc-samples');
const samples: Sample[] =
  root === undefined ? [] : JSON.parse(readFileSync(join(root, 'INDEX.json'), 'utf8'));
const pathOf = (sample: Sample): string =>
  join(root!, sample.repo.replaceAll('/', '__'), sample.path.replaceAll('/', '__'));
const warcs = samples.filter((sample) => sample.fmt === undefined && Object.keys(sample.types).length > 0);

/** Files with a broken spot, read by eye, and where it lies. Their cut records are in the index, too. */
const broken: Readonly<Record<string, { offset: number; reason: string }>> = {
  'clipped.warc.gz': { offset: 0, reason: 'do not end' },
  'date_resolution_microsecond.warc.gz': { offset: 0, reason: '243 of 246 bytes' },
  'date_resolution_nanosecond.warc.gz': { offset: 0, reason: '243 of 246 bytes' },
  'corrupted-mid-record.warc.gz.open': { offset: 1219, reason: '34 bytes of something else' },
  'corrupted-trailing-bytes.warc.gz.open': { offset: 2362, reason: '55 bytes of something else' },
  'example-bad-length.warc': { offset: 1197, reason: 'Content-Length 974' },
  'example-trunc.warc': { offset: 1197, reason: 'Content-Length 973' },
  'sample_archive/warcs/example.warc': { offset: 4061, reason: 'Content-Length 320' },
};

/** Files with digests that are not of what they stand for, and how many: held against `warcio check` where it reads them. */
const wrongDigests: Readonly<Record<string, number>> = {
  'netpreserve-twitter.warc': 30,
  'space_in_target_uri.warc.gz': 1,
  'bracket_in_target_uri.warc.gz': 1,
  'cdxj-indexer/test/data/example.warc.gz': 1,
  'example-wrong-chunks.warc.gz': 1,
  'example-digest.warc': 1,
  'example-extra.warc': 1,
};

test.skipIf(missing('warc-samples'))(
  'every sound sample has the records that its index counts and no damage; the broken ones are named',
  async () => {
    expect(warcs.length).toBeGreaterThan(90);
    for (const sample of warcs) {
      const spots: DamagedSpot[] = [];
      const types: Record<string, number> = {};
      const options = {
        limits: { maxPageBytes: 1_000_000 },
        onDamage: (spot: DamagedSpot) => void spots.push(spot),
      };
      for await (const record of readRecords(pathOf(sample), options))
        types[record.type] = (types[record.type] ?? 0) + 1;
      const [, known] = Object.entries(broken).find(([name]) => sample.path.endsWith(name)) ?? [];
      expect({ path: sample.path, types }).toEqual({ path: sample.path, types: sample.types });
      const { offset, reason } = known ?? {};
      const named = known === undefined ? [] : [{ offset, reason: expect.stringContaining(reason!) }];
      const isDigest = ({ code }: DamagedSpot): boolean => code === 'digest' || code === 'not-a-digest';
      const others = spots.filter((spot) => !isDigest(spot));
      expect({ path: sample.path, spots: others }).toMatchObject({ path: sample.path, spots: named });
      const name = `${sample.repo}/${sample.path}`;
      const [, wrong = 0] = Object.entries(wrongDigests).find(([end]) => name.endsWith(end)) ?? [];
      expect({ name, wrong: spots.filter(isDigest).length }).toEqual({ name, wrong });
    }
  },
);

test.skipIf(missing('warc-samples'))(
  'every sample ends in pages with distinct ids or in an InputError of one line',
  async () => {
    for (const sample of cases(samples)) {
      try {
        const { ids } = await readAll(pathOf(sample));
        expect(new Set(ids).size).toBe(ids.length);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).not.toContain('\n');
      }
    }
  },
);
