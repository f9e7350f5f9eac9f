import { expect, test } from 'vitest';
import { SimilarityBins } from '../../plugins/report/similarity-bins.ts';

test.each([0.1, 0.5, 0.72, 0.8, 0.95])(
  'of threshold %f each pair is in the bin between whose edges it is said to be, also at an edge',
  (threshold) => {
    for (let size = 1; size <= 100; size++) {
      for (let overlap = 1; overlap <= size; overlap++) {
        const similarity = overlap / size;
        if (similarity < threshold) continue;
        const counts = new SimilarityBins(threshold);
        counts.add(similarity);
        const [bin] = counts.bins.filter(({ pairs }) => pairs > 0);
        expect(bin!.from).toBeLessThanOrEqual(similarity);
        if (similarity < 1) expect(bin!.to).toBeGreaterThan(similarity);
      }
    }
  },
);

test('where all pairs are equal, or counts were compared, there are no bins', () => {
  for (const threshold of [1, 3]) {
    const counts = new SimilarityBins(threshold);
    counts.add(threshold);
    expect(counts.bins).toEqual([]);
  }
});
