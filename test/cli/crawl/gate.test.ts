import { expect, test } from 'vitest';
import type { AddressGuard } from '../../../plugins/cli/crawl/addresses.ts';
import { Gate } from '../../../plugins/cli/crawl/gate.ts';

const guard = { check() {} } as unknown as AddressGuard;

test('of requests that wait while the process is busy each starts its delay after the one before, and none with it', async () => {
  const gate = new Gate(guard, undefined, 0.05);
  const starts: number[] = [];
  const entered = Array.from({ length: 4 }, async (_, i) => {
    await gate.enter(new URL(`http://a.example/${i}`));
    starts.push(performance.now());
    // all of the others would have had their turn by now
    if (i === 0) while (performance.now() - starts[0] < 300);
  });
  await Promise.all(entered);
  expect(starts[3] - starts[0]).toBeGreaterThan(300 + 2 * 50);
});
